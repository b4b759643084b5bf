"""One reader a format; ``source`` is the only module that opens files."""
