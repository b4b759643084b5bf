"""Named questions about decision records: among themselves, and with the facts that they formalize."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from verify.model.facts import Checkbox, Fact, Link, Relation
from verify.model.record import Record, RecordTarget, Supersession

_K = TypeVar("_K")
_V = TypeVar("_V")


class Records:
    """The decision records beside one memory."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.all = records

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id that a record answers to."""
        return frozenset(name for record in self.all for name in record.ids)

    @cached_property
    def _numbered(self) -> Mapping[int, Sequence[Record]]:
        return _grouped((record.number, record) for record in self.all if record.number is not None)

    @cached_property
    def _by_path(self) -> Mapping[str, Sequence[Record]]:
        return _grouped((record.path, record) for record in self.all)

    def numbered(self, number: int) -> Sequence[Record]:
        """Return the records of this number; there may be one in each folder."""
        return self._numbered.get(number, ())

    def named(self, source: Record, target: RecordTarget) -> Sequence[Record]:
        """Return the records that another one may mean: by file, else by number in its series, else anywhere."""
        folder = source.path.rpartition("/")[0]
        file = target.file if target.file.endswith(".md") else f"{target.file}.md"
        if target.file and (found := self._by_path.get(f"{folder}/{file}")):
            return found
        if target.number is None:
            return ()
        found = self.numbered(target.number)
        return [record for record in found if record.series == source.series] or found

    @cached_property
    def formalized(self) -> Mapping[str, Sequence[Record]]:
        """The records that formalize each fact."""
        return _grouped((link.target, record) for record in self.all for link in record.formalizes)

    def formalizing(self) -> Iterator[tuple[Record, Link]]:
        """Yield each link from a record to a fact."""
        return ((record, link) for record in self.all for link in record.formalizes)

    @property
    def duplicates(self) -> Iterator[tuple[Record, Record]]:
        """Each record whose number an earlier one of its series has, behind that one.

        A translation is none, nor is a heading that only names a record.
        """
        counted = (r for r in self.all if r.number is not None and (r.statuses or not r.is_entry))
        series = _grouped(((r.series, r.number), r) for r in counted)
        for same in series.values():
            for record in same[1:]:
                if not any(_translates(record, other) for other in same if other is not record):
                    yield same[0], record

    @property
    def one_sided(self) -> Iterator[tuple[Record, Record, Supersession]]:
        """Each supersession that only one side tells: the superseded record, the other one, and what was told."""
        for record, claim, others in self._claims():
            by = claim.relation is Relation.SUPERSEDED_BY
            lacking = [
                other for other in others if not (self._tells(other, record) if by else self._yields(other, record))
            ]
            if others and len(lacking) == len(others):
                yield (record, others[0], claim) if by else (others[0], record, claim)

    @property
    def unknown_targets(self) -> Iterator[tuple[Record, Supersession]]:
        """Each supersession whose other side is no record."""
        return ((record, claim) for record, claim, others in self._claims() if not others)

    def _claims(self) -> Iterator[tuple[Record, Supersession, Sequence[Record]]]:
        seen = set()
        for record in self.all:
            for claim in record.supersessions:
                others = self.named(record, claim.target)
                key = (record.location, claim.relation, others[0].location if others else claim.target)
                if key not in seen:
                    seen.add(key)
                    yield record, claim, others

    def _tells(self, record: Record, other: Record) -> bool:
        """Whether a record tells in any text about superseding of another one."""
        told = (*record.retold, *(c.target for c in record.supersessions if c.relation is Relation.SUPERSEDES))
        return any(other in self.named(record, target) for target in told)

    def _yields(self, record: Record, other: Record) -> bool:
        """Whether a record is retired, or tells of the one that took its place."""
        told = (*record.retold, *(c.target for c in record.supersessions if c.relation is Relation.SUPERSEDED_BY))
        return record.retired or any(other in self.named(record, target) for target in told)

    def formalizes_other(self, fact: Fact, number: int) -> bool:
        """Whether each record of a number formalizes something else, while no record formalizes the fact.

        Work that names a record, an item with a checkbox, is done for its sake and not formalized by it.
        """
        found = self.numbered(number) if fact.checkbox is Checkbox.NONE else ()
        return bool(found) and fact.id not in self.formalized and all(record.formalizes for record in found)

    def retired(self, number: int) -> Record | None:
        """Return the record of a number if it is retired, and every one of that number is."""
        found = [record for record in self.numbered(number) if record.status]
        return found[0] if found and all(record.retired for record in found) else None


def holds(fact: Fact) -> bool:
    """Whether a fact is in force: not superseded and not done."""
    return not fact.superseded and fact.checkbox is not Checkbox.DONE


def _translates(record: Record, other: Record) -> bool:
    first, second = sorted((record.path.removesuffix(".md"), other.path.removesuffix(".md")), key=len)
    return second.startswith((f"{first}.", f"{first}_"))


def _grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    found: dict[_K, list[_V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
