"""What code says, apart from comments and layout; a file is parsed, never run."""

from verify.syntax.reading import LANGUAGES, Syntax, Unreadable, known_language, read_syntax
from verify.syntax.refusal import SYNTAX_CAP

__all__ = ["LANGUAGES", "SYNTAX_CAP", "Syntax", "Unreadable", "known_language", "read_syntax"]
