"""What is kept of the history changes no answer: runs with a store, held to runs without one."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from tests.history_model import Moment, plan
from tests.random_histories import histories
from tests.run_command import check, verify
from verify.model.facts import Checkbox, NodeKind, Tier
from verify.model.facts import Store as Home
from verify.model.history import Change, Commit, PastFact, Trailer
from verify.model.location import BlobId, CommitId, FactId
from verify.model.memory import Role
from verify.pack_table import DamagedError
from verify.planting import plant
from verify.readers import known_commits
from verify.readers.commit_order import in_order
from verify.readers.known_commits import KnownCommits
from verify.readers.known_versions import KnownVersions
from verify.readers.raw_log import Walked
from verify.readers.repository import open_repository
from verify.readers.walk import commits_beyond
from verify.store import Store

NAME = ("-c", "user.name=Dev", "-c", "user.email=dev@example.invalid")


def git(folder: Path, *arguments: str, date: str = "2026-06-01T10:00:00Z") -> str:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    command = ["git", "-C", str(folder), *NAME, *arguments]
    return subprocess.run(command, env={**os.environ, **dates}, check=True, capture_output=True, text=True).stdout


def same_with_and_without(folder: Path, *arguments: str) -> None:
    assert check(folder, *arguments) == check(folder, *arguments, "--no-cache")


@settings(max_examples=20, deadline=None, derandomize=True)
@given(histories(), st.data())
def test_a_history_that_grows_reads_the_same(moments: list[Moment], data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        plant(plan(moments), folder)
        tags = [f"c{moment.number}" for moment in moments if moment.branch]
        for tag in data.draw(st.permutations(tags)):
            same_with_and_without(folder, "--rev", tag)
        for _ in range(2):
            same_with_and_without(folder)
        same_with_and_without(folder, "--since", data.draw(st.sampled_from(tags)))
        first = verify("history", "--drift", folder, "--format", "json")
        assert first == verify("history", "--drift", folder, "--format", "json", "--no-cache")


@settings(max_examples=12, deadline=None, derandomize=True)
@given(histories(), st.data())
def test_rebases_and_branch_switches_read_the_same(moments: list[Moment], data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        plant(plan(moments), folder)
        git(folder, "reset", "-q", "--hard")
        check(folder)
        tags = [f"c{moment.number}" for moment in moments if moment.branch]
        start = data.draw(st.sampled_from(tags))
        git(folder, "checkout", "-qb", "other", start)
        same_with_and_without(folder)
        for number in range(data.draw(st.integers(1, 3))):
            git(folder, "commit", "-q", "--amend", "--allow-empty", "-m", f"amended {number}")
            same_with_and_without(folder)
        git(folder, "reflog", "expire", "--expire=now", "--all")
        git(folder, "gc", "-q", "--prune=now")
        same_with_and_without(folder)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.lists(st.integers(0, 30), max_size=3), st.integers(0, 3)), min_size=1, max_size=25))
def test_commits_come_in_the_order_of_git(shape: Sequence[tuple[list[int], int]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        git(folder, "init", "-q")
        stream = b"".join(_commit(number, above, seconds) for number, (above, seconds) in enumerate(shape, 1))
        subprocess.run(["git", "-C", name, "fast-import", "--quiet", "--date-format=raw"], input=stream, check=True)
        repository = open_repository(folder, "last", staged=False)
        assert repository.git
        assert repository.head
        with repository.git:
            told = commits_beyond(repository.git, repository.head, [])
        assert in_order({c.id: c for c in told if c.id}, repository.head) == told


def _commit(number: int, above: list[int], seconds: int) -> bytes:
    parents = list(dict.fromkeys(parent % number for parent in above if parent % number))
    lines = [f"{word} :{parent}" for word, parent in zip(("from", "merge", "merge"), parents, strict=False)]
    # Few seconds, so that many commits share one, and some are older than their parents.
    who = f"Dev <dev@example.invalid> {1780000000 + seconds} +0000"
    head = f"commit refs/heads/b{number}\nmark :{number}\nauthor {who}\ncommitter {who}\ndata 0\n"
    return "\n".join(
        [head + lines[0] if lines else head, *lines[1:], f"reset refs/heads/last\nfrom :{number}\n\n"]
    ).encode()


FACT = PastFact(
    id=FactId("a-b"),
    kind=NodeKind.DECISION,
    store=Home.ARCHIVE,
    checkbox=Checkbox.OPEN,
    text="A text",
    tier=Tier.CORE,
    superseded=True,
    created="2026-03-01",
    origin="2026-03-01-090000",
    fields=(("id", "a-b"), ("tier", "core")),
)
COMMIT = Commit(
    id=CommitId("1" * 40),
    parents=(CommitId("2" * 40),),
    authored=1,
    committed=2,
    changes=((Change("memory/a.md", None, BlobId("3" * 40)),),),
    author="An \udcff author",
    trailers=(Trailer("serves", "a-b"),),
    subject="A subject",
)


def test_every_field_is_kept(tmp_path: Path) -> None:
    for thing in (FACT, COMMIT):
        # A field that is added with a default must be told here, and kept.
        assert [field.name for field in fields(thing) if getattr(thing, field.name) == field.default] == []
    other = replace(FACT, fields=(("id", "a-b"),))
    commits = KnownCommits(("memory",), Store(tmp_path, "1"), afresh=False)
    commits.add([Walked(COMMIT, ("4" * 40,))])
    commits.save()
    versions = KnownVersions(Store(tmp_path, "1"), afresh=False)
    version = (Role.CONTINUITY, BlobId("5" * 40))
    versions.add(version, (FACT, other))
    versions.save()
    assert KnownCommits(("memory",), Store(tmp_path, "1"), afresh=False).commits == {COMMIT.id: COMMIT}
    for known in (versions, KnownVersions(Store(tmp_path, "1"), afresh=False)):
        facts = known.get(version)
        assert facts == (FACT, other)
        assert [fact.fields for fact in facts] == [FACT.fields, other.fields]


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.floats(), st.text(max_size=3), st.just("6" * 40)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=2), inner, max_size=2)),
    max_leaves=4,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_a_record_is_read_as_it_was_written_or_not_at_all(data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        store = Store(Path(name), "1")
        commits, versions = KnownCommits((), store, afresh=True), KnownVersions(store, afresh=True)
        commits.add([Walked(COMMIT, ("4" * 40,))])
        versions.add((Role.CONTINUITY, BlobId("5" * 40)), (FACT,))
        for known in (commits, versions):
            known.save()
        with sqlite3.connect(Path(name) / "history.sqlite") as database:
            scopes = sorted(scope for (scope,) in database.execute("SELECT scope FROM pack"))
        database.close()
        scope = data.draw(st.sampled_from(scopes))
        (pack,) = store.read(scope)
        record = json.loads(pack)
        within = record
        while isinstance(within, list) and within:
            at = data.draw(st.integers(0, len(within) - 1))
            if not isinstance(within[at], list) or data.draw(st.booleans()):
                within[at] = data.draw(ANYTHING)
                break
            within = within[at]
        store.add(scope, json.dumps(record).encode(), alone=True)
        with suppress(DamagedError):
            read = KnownCommits((), store, afresh=False)
            told = [known_commits._encoded(commit, read._trees[name]) for name, commit in read.commits.items()]
            assert scope == scopes[1] or json.loads(json.dumps(told)) == record
            again = KnownVersions(store, afresh=False)
            assert scope == scopes[0] or json.loads(again._encoded(alone=True)) == record
