"""Family intent."""
