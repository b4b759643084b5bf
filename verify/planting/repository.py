"""Builds the repository: one stream for all commits, then the layers on top."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from verify.errors import UsageError
from verify.git import create_repository, stage_everything
from verify.planting.plan import Plan, Step
from verify.planting.tree import Tree, changed, grow, merged

_MAIN = "main"
_MAIL = "dev@example.invalid"


class _Commit(Struct, frozen=True):
    """One commit to be made; parents are numbers of earlier ones, from 1."""

    number: int
    step: Step
    branch: str
    parents: tuple[int, ...]
    tree: Tree


def plant(plan: Plan, folder: Path) -> None:
    """Build the repository in an empty folder. Raises UsageError if a step does not fit."""
    commits = _commits(plan.commits)
    tree = commits[-1].tree if commits else {}
    if plan.git:
        branch = commits[-1].branch if commits else _MAIN
        create_repository(folder, b"".join(_stream(commits)), branch)
    else:
        _write(folder, {}, tree)
    for layer in (plan.staged, plan.working):
        if layer:
            before, tree = tree, grow(tree, layer)
            _write(folder, before, tree)
        if layer and layer is plan.staged and plan.git:
            stage_everything(folder)


def _commits(steps: Iterable[Step]) -> list[_Commit]:
    commits: list[_Commit] = []
    tips: dict[str, int] = {}
    branch = _MAIN
    for number, step in enumerate(steps, 1):
        start = tips.get(branch)
        branch = step.branch or branch
        parents = _parents(step, tips.get(branch, start), tips)
        commits.append(_Commit(number, step, branch, parents, grow(_start(commits, parents, step), step)))
        tips[branch] = number
    return commits


def _parents(step: Step, first: int | None, tips: Mapping[str, int]) -> tuple[int, ...]:
    if step.merge is None:
        return (first,) if first else ()
    if first is None or step.merge not in tips:
        raise UsageError(f"{step.name}: there is no branch {step.merge!r} to merge")
    return first, tips[step.merge]


def _start(commits: Sequence[_Commit], parents: tuple[int, ...], step: Step) -> Tree:
    trees = [commits[parent - 1].tree for parent in parents]
    if step.merge:
        return merged(step, trees[0], _base(commits, *parents), trees[1])
    return trees[0] if trees else {}


def _base(commits: Sequence[_Commit], one: int, other: int) -> Tree:
    """Return the tree of the newest commit that both descend from; numbers grow with descent."""
    common = _ancestors(commits, one) & _ancestors(commits, other)
    return commits[max(common) - 1].tree if common else {}


def _ancestors(commits: Sequence[_Commit], number: int) -> set[int]:
    found = {number}
    for commit in reversed(commits[:number]):
        if commit.number in found:
            found.update(commit.parents)
    return found


def _stream(commits: Sequence[_Commit]) -> Iterator[bytes]:
    for commit in commits:
        step, seconds = commit.step, int(commit.step.moment.timestamp())
        yield f"commit refs/heads/{commit.branch}\nmark :{commit.number}\n".encode()
        yield f"author {step.author} <{_MAIL}> {seconds} +0000\n".encode()
        yield f"committer Dev <{_MAIL}> {seconds} +0000\n".encode()
        yield _data(f"{step.message}\n".encode())
        for keyword, parent in zip(("from", "merge"), commit.parents, strict=False):
            yield f"{keyword} :{parent}\n".encode()
        before = commits[commit.parents[0] - 1].tree if commit.parents else {}
        yield from _files(before, commit.tree)
        if step.tag:
            yield f"\nreset refs/tags/{step.tag}\nfrom :{commit.number}\n\n".encode()


def _files(before: Tree, after: Tree) -> Iterator[bytes]:
    for path in changed(before, after):
        quoted = '"' + path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        if path in after:
            yield f"M 100644 inline {quoted}\n".encode() + _data(after[path])
        else:
            yield f"D {quoted}\n".encode()


def _data(content: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(content), content)


def _write(folder: Path, before: Tree, after: Tree) -> None:
    for path in changed(before, after):
        file = folder / path
        if path in after:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(after[path])
        else:
            file.unlink()
