"""Rules that stood word for word in two instruction files, and were changed in one of them only."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from verify.graph.stores.replacements import any_alike, replacements
from verify.graph.wording import changed_words, wording
from verify.model.facts import NodeKind
from verify.model.history import Change, Commit
from verify.model.instructions import InstructionFile, InstructionHistory, Rule
from verify.model.location import BlobId, CommitId, Location

_SHORTEST = 20
_ALIKE = 75.0
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
_STAMP = re.compile(
    r"\W{0,9}(?:last[ -]?(?:updated|modified|reviewed|change)|updated|version|status|date)\b", re.IGNORECASE
)
_OWN = re.compile(
    r"\b(?:claude|codex|copilot|gemini|cursor|windsurf|cline|aider|opencode|anthropic|openai)|"
    r"\b(?:agents|claude|gemini|conventions)\.md|this file|clinerules",
    re.IGNORECASE,
)
_Versions = Mapping[str, BlobId]


class DivergedRules(Struct):
    """What one commit changed in one file, and where the first of the old words stand today."""

    path: str
    commit: CommitId
    location: Location
    old: str
    new: str
    elsewhere: tuple[Location, ...]
    more: int = 0


class DivergedId(Struct, frozen=True):
    """Two rules under one id that do not say the same."""

    id: str
    first: Location
    second: Location


@lru_cache(maxsize=65536)
def _key(text: str) -> str:
    return wording(NodeKind.CONVENTION, text)


def may_diverge(group: Sequence[InstructionFile]) -> bool:
    """Whether two files have rules that are alike, of which neither stands in both: every divergence leaves such."""
    keys = [(file, {_key(rule.text) for rule in file.rules}) for file in group]
    pairs = ((a, b) for (one, a), (other, b) in combinations(keys, 2) if not _refer(one, other))
    return any_alike(((a - b, b - a) for a, b in pairs), _ALIKE)


def diverged_ids(group: Sequence[InstructionFile]) -> Iterator[DivergedId]:
    """Yield each id whose text in a later file is another than in the first."""
    found: dict[str, tuple[str, Location]] = {}
    for file in group:
        for rule in (rule for rule in file.rules if rule.id):
            place = Location(file.path, rule.line)
            text, first = found.setdefault(rule.id, (rule.text, place))
            told = first.path.rpartition("/")[2] in rule.text or file.path.rpartition("/")[2] in text
            if first.path != file.path and not told and _key(text) != _key(rule.text):
                yield DivergedId(rule.id, first, place)


class Divergence:
    """The files of one folder, of which those that refer to each other are no pair."""

    def __init__(self, group: Sequence[InstructionFile], history: InstructionHistory) -> None:
        self._history = history
        self._files = {file.path: file for file in group}
        self._today = {file.path: {_key(rule.text): rule for rule in file.rules} for file in group}
        self._keys: dict[BlobId, frozenset[str]] = {}

    def rules(self) -> Iterator[DivergedRules]:
        """Yield one for each commit and file."""
        for commit, before, after, change in self._changes():
            found: DivergedRules | None = None
            for old, new in self._replaced(change):
                elsewhere = tuple(self._still(old, new, change.path, before, after))
                if elsewhere and found is None and commit.id:
                    place = Location(change.path, self._today[change.path][_key(new.text)].line)
                    found = DivergedRules(change.path, commit.id, place, old.text, new.text, elsewhere)
                elif elsewhere and found:
                    found.more += 1
            if found:
                yield found

    def _changes(self) -> Iterator[tuple[Commit, _Versions, _Versions, Change]]:
        """Yield each version of a file that a commit wrote over another, with all files before and after it."""
        states: dict[CommitId, _Versions] = {}
        for commit in self._history.commits:
            before = next((states[parent] for parent in commit.parents if parent in states), {})
            changes = [c for c in commit.changes[0] if c.path in self._files] if commit.changes else []
            after = {**before, **{c.path: c.new for c in changes if c.new}} if changes else before
            gone = {c.path for c in changes if c.new is None}
            after = {path: blob for path, blob in after.items() if path not in gone} if gone else after
            if commit.id:
                states[commit.id] = after
            # What a merge took from either side was judged there.
            if len(commit.parents) == 1:
                yield from ((commit, before, after, change) for change in changes if change.old and change.new)

    def _replaced(self, change: Change) -> Iterator[tuple[Rule, Rule]]:
        """Yield the rules that a version replaced by others that stand there today, where another file has the old."""
        olds, news = (self._history.versions.get(blob, ()) if blob else () for blob in (change.old, change.new))
        today = self._today[change.path]
        others = [keys for path, keys in self._today.items() if path != change.path]
        kept = {_key(rule.text) for rule in news}
        gone = {_key(rule.text) for rule in olds} - kept - today.keys()
        if not any(key in keys for key in gone for keys in others):
            return
        for old, new in replacements(olds, news, _key, _ALIKE):
            told = _key(old.text) in gone and _key(new.text) in today
            if told and _is_rule(old.text) and _differ(old.text, new.text):
                yield old, new

    def _still(self, old: Rule, new: Rule, path: str, before: _Versions, after: _Versions) -> Iterator[Location]:
        """Yield where the old words stood before and after the commit, and stand today without the new ones."""
        for other, rules in self._today.items():
            rule = rules.get(_key(old.text))
            if (
                other == path
                or rule is None
                or _key(new.text) in rules
                or _refer(self._files[path], self._files[other])
            ):
                continue
            if all(_key(old.text) in self._in(versions.get(other)) for versions in (before, after)):
                yield Location(other, rule.line)

    def _in(self, blob: BlobId | None) -> frozenset[str]:
        if blob is None:
            return frozenset()
        if blob not in self._keys:
            self._keys[blob] = frozenset(_key(rule.text) for rule in self._history.versions.get(blob, ()))
        return self._keys[blob]


def _refer(one: InstructionFile, other: InstructionFile) -> bool:
    """Whether a file names the other, so that who reads it may be sent there."""
    return any(named.path.rpartition("/")[2] in file.told for file, named in ((one, other), (other, one)))


def _is_rule(text: str) -> bool:
    return len(text) >= _SHORTEST and _STAMP.match(text) is None


def _differ(old: str, new: str) -> bool:
    """Whether two texts differ in more than dates and in what each agent is called."""
    if _key(_DATE.sub("", old)) == _key(_DATE.sub("", new)):
        return False
    return not any(map(_OWN.search, changed_words(old, new)))
