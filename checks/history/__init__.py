"""Family history."""
