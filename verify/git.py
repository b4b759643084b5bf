"""Git, asked by a constant number of processes that change nothing and run nothing of the repository."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from verify.errors import GitError, UnknownRevisionError
from verify.model.location import BlobId, CommitId

# A repository's own configuration may name programs (fsmonitor, signature display) and remotes.
_SAFE = (
    *("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "log.showRoot=true"),
    *("-c", "protocol.allow=never", "-c", "core.quotePath=false", "-c", "core.commitGraph=true"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "",
    "LC_ALL": "C",
}
_PIPELINE = 256
SYMBOLIC_LINK = "120000"
SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One file of a tree or of the index."""

    mode: str
    blob: BlobId
    path: str


class Git:
    """One repository. ``root`` is its work tree, or its git directory if it is bare."""

    def __init__(self, root: Path, directory: Path, *, bare: bool, shallow: bool) -> None:
        self.root = root
        self.directory = directory
        self.bare = bare
        self.shallow = shallow
        self._batch: Batch | None = None

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """Find the repository around a folder; None outside any. Raises GitError if git refuses."""
        wanted = ("--is-bare-repository", "--is-shallow-repository", "--absolute-git-dir", "--show-toplevel")
        done = _run(folder, "rev-parse", *wanted)
        answers = os.fsdecode(done.stdout).split("\n")
        if len(answers) < 4 or answers[2] == "":
            complaint = os.fsdecode(done.stderr).strip().split("\n")[0]
            if "not a git repository" in complaint:
                return None
            raise GitError(f"git cannot read this repository: {complaint or 'no answer'}")
        bare = answers[0] == "true"
        root = answers[2] if bare else answers[3]
        return cls(Path(root), Path(answers[2]), bare=bare, shallow=answers[1] == "true")

    def commit(self, revision: str) -> tuple[CommitId, int]:
        """Return the id and commit time of a revision. Raises UnknownRevisionError."""
        if revision.startswith("-"):
            raise UnknownRevisionError(f"{revision!r} is no revision")
        done = _run(self.root, "log", "-1", "--no-patch", "--format=%H %ct", f"{revision}^{{commit}}", "--")
        parts = os.fsdecode(done.stdout).split()
        if done.returncode or len(parts) != 2:
            raise UnknownRevisionError(f"this repository has no commit {revision!r}")
        return CommitId(parts[0]), int(parts[1])

    def head(self) -> tuple[CommitId, int] | None:
        """Return the id and commit time of HEAD, or None before the first commit."""
        with suppress(UnknownRevisionError):
            return self.commit("HEAD")
        return None

    def tree(self, commit: CommitId, folder: str = "") -> list[TreeEntry]:
        """List every file of a commit, or those below one folder."""
        below = (f"{folder}/",) if folder else ()
        listed = self._output("ls-tree", "-r", "-z", "--full-tree", commit, "--", *below)
        entries = (record.split("\t", 1) for record in listed.split("\0") if record)
        return [TreeEntry(about[:6], BlobId(about.split(" ")[2]), path) for about, path in entries]

    def index(self) -> list[TreeEntry]:
        """List every file of the index; of a conflict, the last of its stages."""
        listed = self._output("ls-files", "-s", "-z", "--full-name", "--", ":/")
        entries = (record.split("\t", 1) for record in listed.split("\0") if record)
        return [TreeEntry(about[:6], BlobId(about.split(" ")[1]), path) for about, path in entries]

    def tracked(self, patterns: Sequence[str]) -> list[str]:
        """List the paths of the index that match pathspecs."""
        return [path for path in self._output("ls-files", "-z", "--full-name", "--", *patterns).split("\0") if path]

    def log(self, commit: CommitId, paths: Sequence[str]) -> str:
        """Return every commit up to this one, newest first, with its raw changes below ``paths``.

        One record a commit, introduced by ``\\x02``: id, parents, author and commit time, each closed
        by NUL, then the raw changes against the only parent; merges have none here.
        """
        form = "--format=%x02%H%x00%P%x00%at%x00%ct"
        walk = ("log", "--topo-order", "--full-history", "--sparse", "--diff-merges=off", "--no-color")
        return self._output(*walk, "--raw", "-z", "--no-renames", "--no-abbrev", form, commit, "--", *paths)

    def merge_changes(self, pairs: Sequence[tuple[CommitId, CommitId]], paths: Sequence[str]) -> str:
        """Return, for each pair of commit and parent, the pair and the raw changes between them."""
        asked = "".join(f"{commit} {parent}\n" for commit, parent in pairs).encode()
        options = ("--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--always")
        return self._output("diff-tree", *options, "--", *paths, given=asked)

    def blobs(self, wanted: Iterable[BlobId], cap: int) -> Iterator[tuple[BlobId, bytes | None]]:
        """Read blobs in the order asked for; one over ``cap`` bytes is None. Raises GitError if one is missing."""
        if self._batch is None:
            self._batch = Batch(self.root)
        return self._batch.read(wanted, cap)

    def close(self) -> None:
        """End the process that reads blobs."""
        if self._batch:
            self._batch.close()
            self._batch = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _output(self, *arguments: str, given: bytes | None = None) -> str:
        done = _run(self.root, *arguments, given=given)
        if done.returncode:
            complaint = os.fsdecode(done.stderr).strip().split("\n")[-1]
            raise GitError(f"git {arguments[0]} failed: {complaint or f'status {done.returncode}'}")
        return os.fsdecode(done.stdout)


class Batch:
    """One ``git cat-file --batch``; requests are sent some at a time, so that neither side blocks."""

    def __init__(self, folder: Path) -> None:
        arguments = _command(folder, "cat-file", "--batch")
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
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


def create_repository(folder: Path, stream: bytes, branch: str) -> None:
    """Make a repository of a fast-import stream and check a branch out. Raises GitError.

    Nothing of the environment or configuration of the user counts, so that the commit ids are the
    same everywhere.
    """
    _write(folder, "init", "--quiet", "--template=", f"--initial-branch={branch}")
    _write(folder, "fast-import", "--quiet", "--date-format=raw", given=stream)
    _write(folder, "reset", "--quiet", "--hard")


def stage_everything(folder: Path) -> None:
    """Bring the index of a repository made here to the state of its work tree. Raises GitError."""
    _write(folder, "add", "--all", "--force")


def own_environment() -> dict[str, str]:
    """Return an environment in which git sees no other repository and no configuration of the user."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_ENVIRONMENT, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def _write(folder: Path, *arguments: str, given: bytes | None = None) -> None:
    done = _run(folder, *arguments, given=given, environment=own_environment())
    if done.returncode:
        raise GitError(f"git {arguments[0]} failed: {os.fsdecode(done.stderr).strip()}")


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


def _environment() -> dict[str, str]:
    return {**os.environ, **_ENVIRONMENT}


def _command(folder: Path, *arguments: str) -> list[str]:
    return ["git", *_SAFE, "-C", str(folder), *arguments]


def _run(
    folder: Path, *arguments: str, given: bytes | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = _command(folder, *arguments)
    try:
        return subprocess.run(command, input=given, capture_output=True, check=False, env=environment or _environment())
    except FileNotFoundError as error:
        raise GitError("git is not installed") from error
