"""Git, asked by a constant number of processes that change nothing and run nothing of the repository."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from verify.answers.footprint import current, look_beside
from verify.errors import GitError, UnknownRevisionError, UsageError
from verify.git.making import trial_environment
from verify.git.objects import Batch
from verify.git.process import complaint, environment_at, run
from verify.model.location import BlobId, CommitId

SYMBOLIC_LINK = "120000"
SUBMODULE = "160000"
_ALTERNATES = "GIT_ALTERNATE_OBJECT_DIRECTORIES"
_SUBMODULES = "--ignore-submodules=none"
"""Otherwise a .gitmodules of the work tree decides what is told of any commit."""
_TIME = re.compile(r"[0-9]{1,18}")
_RENAME = re.compile(r"R\d{3}")
_AMBIGUOUS = b"warning: refname "
_EXACT = re.compile(r"refs/|(?:@|[A-Z_]{0,40}HEAD|[0-9a-f]{40}|[0-9a-f]{64})(?![\w/.-])")
"""Beginnings of names that git takes literally, whatever else is called so."""
_CONVERSIONS = ("filter", "ident", "working-tree-encoding")


class TreeEntry(Struct, frozen=True):
    """One file of a tree or of the index."""

    mode: str
    blob: BlobId
    path: str
    unmerged: bool = False


class Git:
    """One repository. ``root`` is its work tree, or its git directory if it is bare."""

    def __init__(self, root: Path, environment: Mapping[str, str], *, bare: bool, shallow: bool) -> None:
        self.root = root
        self.environment = environment
        self.bare = bare
        self.shallow = shallow
        self._batch: Batch | None = None

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """Find the repository around a folder; None outside any. Raises GitError if git refuses."""
        wanted = ("--is-bare-repository", "--is-shallow-repository", "--show-toplevel")
        environment = environment_at(folder)
        done = run(folder, environment, "rev-parse", *wanted)
        bare, shallow, top = (*os.fsdecode(done.stdout).split("\n", 2), "", "")[:3]
        if not shallow or (not top and bare == "false"):
            if b"not a git repository" in done.stderr:
                return None
            if b"dubious ownership" in done.stderr:
                hint = f"run `git config --global --add safe.directory {folder.resolve()}`"
                raise GitError(f"git does not trust the owner of this repository: {hint}")
            raise GitError(f"git cannot read this repository: {complaint(done)}")
        root = Path(top.removesuffix("\n")) if top else folder.resolve()
        return cls(root, environment, bare=not top, shallow=shallow == "true")

    def commit(self, revision: str) -> tuple[CommitId, int]:
        """Return the id and commit time of a revision. Raises UnknownRevisionError.

        Raises UsageError where a name has two meanings: whoever may push a tag could take a branch's place.
        """
        if revision.startswith("-"):
            raise UnknownRevisionError(f"{revision!r} is no revision")
        done = run(
            self.root, self.environment, "log", "-1", "--no-patch", "--format=%H %ct", f"{revision}^{{commit}}", "--"
        )
        parts = os.fsdecode(done.stdout).split()
        if done.returncode or not parts:
            raise UnknownRevisionError(f"this repository has no commit {revision!r}")
        if _AMBIGUOUS in done.stderr and not _EXACT.match(revision):
            raise UsageError(f"{revision!r} is the name of more than one thing; write refs/heads/… or refs/tags/…")
        return CommitId(parts[0]), seconds(*parts[1:])

    def head(self) -> tuple[CommitId, int] | None:
        """Return the id and commit time of HEAD, or None before the first commit.

        Raises GitError if there is a HEAD that cannot be read.
        """
        done = run(self.root, self.environment, "log", "-1", "--no-patch", "--format=%H %ct")
        parts = os.fsdecode(done.stdout).split()
        if parts and not done.returncode:
            return CommitId(parts[0]), seconds(*parts[1:])
        if b"does not have any commits yet" in done.stderr:
            return None
        raise GitError(f"HEAD cannot be read: {complaint(done)}")

    def tree(self, commit: str, folder: str = "") -> list[TreeEntry]:
        """List every file of a commit or tree, or those below one folder."""
        below = (f"{folder}/",) if folder else ()
        listed = self._output("ls-tree", "-r", "-z", "--full-tree", commit, "--", *below)
        entries = (record.split("\t", 1) for record in listed.split("\0") if record)
        return [TreeEntry(about[:6], BlobId(about.split(" ")[2]), path) for about, path in entries]

    def index(self) -> list[TreeEntry]:
        """List every file of the index; of a conflict, the last of its stages."""
        return [entry for _, entry in self._listed()]

    def left_out(self) -> list[TreeEntry]:
        """List the files of the index that a sparse checkout leaves out of the work tree."""
        if (self.root / ".git").is_dir() and not (self.root / ".git" / "info" / "sparse-checkout").exists():
            return []
        return [entry for tag, entry in self._listed() if tag == "S"]

    def _listed(self) -> Iterator[tuple[str, TreeEntry]]:
        for record in self._output("ls-files", "-t", "-s", "-z", "--full-name").split("\0"):
            if record:
                about, path = record.split("\t", 1)
                tag, mode, blob, stage = about.split(" ")
                yield tag, TreeEntry(mode, BlobId(blob), path, unmerged=stage != "0")

    def tracked(self, patterns: Sequence[str]) -> list[str]:
        """List the paths of the index that match pathspecs."""
        return [path for path in self._output("ls-files", "-z", "--full-name", "--", *patterns).split("\0") if path]

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Return those of some paths, existing or not, that the repository tells git to ignore and that are untracked.

        The ignores of a user do not count. Nothing is ignored where there is no work tree.
        """
        # A path that begins with a colon would be taken for more than a path.
        asked = "".join(f"./{path}\0" for path in paths)
        if not asked or self.bare:
            return frozenset()
        look_beside(self.root, asked.split("\0"), ".gitignore")
        nobody = ("-c", f"core.excludesFile={os.devnull}")
        done = run(self.root, self.environment, *nobody, "check-ignore", "-z", "--stdin", given=os.fsencode(asked))
        if done.returncode > 1:
            raise GitError(f"git check-ignore failed: {complaint(done)}")
        return frozenset(path[2:] for path in os.fsdecode(done.stdout).split("\0") if path)

    def log(
        self, commit: CommitId, paths: Sequence[str], without: Sequence[CommitId] = (), *, trees: bool = False
    ) -> str:
        """Return every commit up to this one, newest first, with its raw changes below ``paths``.

        Ancestors of the commits ``without`` are left out; one that does not exist has none. With ``trees``
        the folders that differ are told, too.

        One record a commit, introduced by ``\\x02``: id, tree, parents, author and commit time, author,
        message and subject, each closed by NUL, then the raw changes against the only parent; merges have
        none here.
        """
        form = "--format=%x02%H%x00%T%x00%P%x00%at%x00%ct%x00%an%x00%B%x00%s"
        walk = ("log", "--date-order", "--full-history", "--sparse", "--diff-merges=off")
        told = (
            "--raw",
            "-z",
            "--no-renames",
            "--no-abbrev",
            "--no-color",
            "--encoding=UTF-8",
            form,
            *_deep(trees),
            _SUBMODULES,
        )
        beyond = ("--ignore-missing", *(f"^{known}" for known in without)) if without else ()
        return self._output(*walk, *told, commit, *beyond, "--", *map(_literal, paths))

    def merge_changes(
        self, pairs: Sequence[tuple[CommitId, CommitId]], paths: Sequence[str], *, trees: bool = False
    ) -> str:
        """Return, for each pair of commit and parent, the pair and the raw changes between them."""
        asked = "".join(f"{commit} {parent}\n" for commit, parent in pairs).encode()
        options = (
            "--stdin",
            "-r",
            "-z",
            "--raw",
            "--no-renames",
            "--no-abbrev",
            "--always",
            *_deep(trees),
            _SUBMODULES,
        )
        return self._output("diff-tree", *options, "--", *map(_literal, paths), given=asked)

    def lacks(self, objects: Iterable[str]) -> bool:
        """Whether any of these objects is missing from this clone."""
        asked = "".join(f"{name}\n" for name in objects).encode()
        told = self._output("cat-file", "--batch-check=%(objectname)", "--buffer", given=asked)
        return " missing\n" in told

    @cached_property
    def common_folder(self) -> Path:
        """The git directory that all worktrees share. Raises GitError."""
        told = self._output("rev-parse", "--git-common-dir").removesuffix("\n")
        return (self.root / told).resolve()

    @property
    def partial(self) -> bool:
        """Whether this clone left objects behind, to be fetched when they are wanted. Raises GitError."""
        return any((self.common_folder / "objects" / "pack").glob("*.promisor"))

    def blobs(self, wanted: Iterable[BlobId], cap: int) -> Iterator[tuple[BlobId, bytes | None]]:
        """Read blobs in the order asked for; one over ``cap`` bytes is None. Raises GitError if one is missing."""
        if self._batch is None:
            self._batch = Batch(self.root, self.environment)
        try:
            yield from self._batch.read(wanted, cap)
        except GitError:
            # Answers that nobody read are still under way.
            self.close()
            raise

    def merge_base(self, one: CommitId, other: CommitId) -> tuple[CommitId, int]:
        """Return the best common ancestor of two commits. Raises GitError if this clone holds none."""
        done = run(self.root, self.environment, "merge-base", one, other)
        found = os.fsdecode(done.stdout).split()
        if not found:
            raise GitError("the two have no common ancestor in this clone; if it is shallow, fetch the rest")
        return self.commit(found[0])

    def first_parents(self, commit: CommitId, paths: Sequence[str]) -> list[tuple[CommitId, int]]:
        """Return, newest first, the commits on the line of first parents that changed some path, with their times."""
        walk = ("log", "--first-parent", "--no-patch", "--format=%H %ct")
        told = self._output(*walk, commit, "--", *map(_literal, paths))
        pairs = (line.partition(" ") for line in told.splitlines() if line)
        return [(CommitId(name), seconds(time)) for name, _, time in pairs]

    def renames(self, pairs: Sequence[tuple[CommitId, CommitId]]) -> list[dict[str, str]]:
        """Return, for each pair of commits, what paths of the first are called in the second, where renamed."""
        asked = "".join(f"{later} {earlier}\n" for earlier, later in pairs).encode()
        options = ("--stdin", "-r", "-z", "--name-status", "-M", "--diff-filter=R", "--always")
        renamed: list[dict[str, str]] = []
        parts = iter(self._output("diff-tree", *options, given=asked).split("\0"))
        for part in parts:
            if _RENAME.fullmatch(part):
                former = next(parts)
                renamed[-1][former] = next(parts)
            elif part:
                renamed.append({})
        return renamed

    def staged_renames(self) -> dict[str, str]:
        """Return what paths of HEAD are called in the index, where renamed."""
        options = ("--cached", "-r", "-z", "--name-status", "-M", "--diff-filter=R", _SUBMODULES)
        parts = iter(self._output("diff-index", *options, "HEAD", "--").split("\0"))
        return {next(parts): next(parts) for part in parts if _RENAME.fullmatch(part)}

    def kinds(self, asked: Sequence[tuple[CommitId, str]]) -> list[str]:
        """Return for each commit and path what kind of object the commit had there, as git names it."""
        lines = "".join(f"{commit}:{path}\n" for commit, path in asked)
        told = self._output("cat-file", "--batch-check=%(objecttype)", "--buffer", given=os.fsencode(lines))
        return told.split("\n")[: len(asked)]

    def unknown(self, names: Sequence[str]) -> list[bool]:
        """Return for each name of an object, be it shortened, whether this repository has none."""
        if footprint := current():
            # An object may come at any time, in any of 256 folders.
            footprint.boundless = True
        told = self._output(
            "cat-file", "--batch-check=%(objecttype)", "--buffer", given="".join(f"{n}\n" for n in names).encode()
        )
        return [line.endswith(" missing") for line in told.split("\n")[: len(names)]]

    def added(self, commit: CommitId) -> list[str]:
        """List every file that some commit up to this one had; each came by an addition on a line of first parents."""
        told = (
            "--diff-merges=first-parent",
            "--name-only",
            "--diff-filter=A",
            "--no-renames",
            "-z",
            "--format=",
            _SUBMODULES,
        )
        return [path for path in self._output("log", *told, commit, "--").split("\0") if path]

    def converted(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files that git may keep otherwise than they stand in the work tree; no filter is run."""
        asked = "".join(f"{path}\0" for path in paths)
        look_beside(self.root, paths, ".gitattributes")
        told = self._output("check-attr", "-z", "--stdin", *_CONVERSIONS, given=os.fsencode(asked)).split("\0")
        values = zip(told[::3], told[2::3], strict=False)
        return frozenset(path for path, value in values if value not in {"unspecified", "unset"})

    def present(self) -> list[str]:
        """List the files of the index, and those of the work tree that git does not ignore."""
        if footprint := current():
            footprint.boundless = True
        listed = self._output("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name")
        return [path for path in listed.split("\0") if path]

    @contextmanager
    def merged(self, one: CommitId, other: CommitId) -> Iterator[tuple["Git", str] | None]:
        """Yield the tree that a merge would give, None if it conflicts.

        It is tried in a git directory of its own, which is removed again: the configuration of a repository
        may name programs that merge.
        """
        from tempfile import TemporaryDirectory  # noqa: PLC0415 - only a merge that is tried needs it

        with TemporaryDirectory(prefix="verify-") as folder:
            known = self._object_folders()
            trying = trial_environment(Path(folder), self.root, known, len(one))
            done = run(self.root, trying, "merge-tree", "--write-tree", one, other)
            tree = os.fsdecode(done.stdout).partition("\n")[0]
            extra = {"GIT_OBJECT_DIRECTORY": f"{folder}/objects", _ALTERNATES: known}
            with Git(self.root, {**self.environment, **extra}, bare=self.bare, shallow=self.shallow) as trial:
                yield None if done.returncode else (trial, tree)

    def _object_folders(self) -> str:
        """Return where the objects are, as git takes a list of such folders."""
        told = os.fsdecode(run(self.root, self.environment, "rev-parse", "--git-path", "objects").stdout)
        escaped = str(self.root / told.removesuffix("\n")).replace("\\", "\\\\").replace('"', '\\"')
        return os.pathsep.join([f'"{escaped}"', *filter(None, [self.environment.get(_ALTERNATES)])])

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
        done = run(self.root, self.environment, *arguments, given=given)
        if done.returncode:
            raise GitError(f"git {arguments[0]} failed: {complaint(done)}")
        return os.fsdecode(done.stdout)


def seconds(time: str = "") -> int:
    """Return a time that git tells; 0, as git takes it, where a commit has none or one beyond all calendars."""
    return int(time) if _TIME.fullmatch(time) else 0


def _deep(trees: bool) -> tuple[str, ...]:
    return ("-t",) if trees else ()


def _literal(path: str) -> str:
    return f":(literal){path}"
