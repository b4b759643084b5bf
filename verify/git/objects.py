"""Reads blobs from one process."""

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from verify.errors import GitError
from verify.git.process import command
from verify.model.location import BlobId

_PIPELINE = 256


class Batch:
    """One ``git cat-file --batch``; requests are sent some at a time, so that neither side blocks."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        arguments = command(folder, "cat-file", "--batch")
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def read(self, wanted: Iterable[BlobId], cap: int) -> Iterator[tuple[BlobId, bytes | None]]:
        queue = list(wanted)
        sink, source = self._process.stdin, self._process.stdout
        assert sink and source
        for start in range(0, len(queue), _PIPELINE):
            part = queue[start : start + _PIPELINE]
            try:
                sink.write("".join(f"{blob}\n" for blob in part).encode())
                sink.flush()
            except OSError as error:
                raise GitError("git cat-file ended early") from error
            for blob in part:
                yield blob, _object(source, blob, cap)

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(OSError):
                    stream.close()
        self._process.wait()


def _object(source: IO[bytes], blob: BlobId, cap: int) -> bytes | None:
    header = source.readline().split()
    if len(header) != 3 or header[1] == b"missing":
        raise GitError(f"object {blob} is missing from this clone")
    size = int(header[2])
    if size <= cap:
        content = source.read(size + 1)
        return content[:-1]
    left = size + 1
    while left > 0:
        left -= len(source.read(min(left, 1 << 20))) or left
    return None
