"""The physical lines of a ledger; only a line feed ends one."""

from collections.abc import Iterator

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def whole_lines(content: bytes) -> Iterator[bytes]:
    """Yield each line that ends in a line feed, without it; what follows the last one is a torn tail."""
    start = 0
    while (end := content.find(b"\n", start)) >= 0:
        yield content[start:end]
        start = end + 1


def torn_tail(content: bytes) -> bytes:
    """Return what stands behind the last line feed."""
    return content[content.rfind(b"\n") + 1 :]


def without_torn_tail(content: bytes) -> bytes:
    """Return the whole lines with their line feeds."""
    return content[: content.rfind(b"\n") + 1]
