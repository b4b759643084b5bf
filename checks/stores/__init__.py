"""Family stores."""
