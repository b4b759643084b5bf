"""What became of the claims of an answer, one file a format."""
