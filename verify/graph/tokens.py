"""Ids in running text."""


def stands_in(text: str, token: str) -> bool:
    """Whether a token stands in a text as a whole.

    No letter, digit, hyphen or underscore stands on either side of it, and no point with a letter,
    digit or underscore behind it.
    """
    start = text.find(token)
    while start >= 0:
        end = start + len(token)
        if not _in_word(text[start - 1 : start]) and not _goes_on(text[end : end + 2]):
            return True
        start = text.find(token, start + 1)
    return False


def _in_word(sign: str) -> bool:
    return sign.isalnum() or (sign != "" and sign in "-_")


def _goes_on(behind: str) -> bool:
    return _in_word(behind[:1]) or (behind[:1] == "." and (behind[1:].isalnum() or behind[1:] == "_"))
