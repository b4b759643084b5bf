"""Named questions about decision records: among themselves, and with the facts that they formalize."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from verify.model.facts import Checkbox, Fact, Link, Relation
from verify.model.location import Location
from verify.model.record import Record, RecordTarget, Supersession

_TRANSLATED = re.compile(r"[._][A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?$")
_MOST = 20
"""How many records of one number are compared; honest ones are fewer."""
_K = TypeVar("_K")
_V = TypeVar("_V")


class Records:
    """The decision records beside one memory."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.all = records
        self._told: dict[Location, set[Location]] = {}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id that a record answers to."""
        return frozenset(name for record in self.all for name in record.ids)

    @cached_property
    def _numbered(self) -> Mapping[int, Sequence[Record]]:
        return _grouped((record.number, record) for record in self.all if record.number is not None)

    @cached_property
    def _placed(self) -> Mapping[tuple[str, int | None], Sequence[Record]]:
        """The records of each number in each file and in each series; without a number, those of the file."""
        named = (((place, r.number), r) for r in self.all for place in {r.path, r.series} if r.number is not None)
        return _grouped([*named, *(((r.path, None), r) for r in self.all)])

    def numbered(self, number: int) -> Sequence[Record]:
        """Return the records of this number; there may be one in each folder."""
        return self._numbered.get(number, ())

    def named(self, source: Record, target: RecordTarget) -> Sequence[Record]:
        """Return the records that another one may mean: by file, else by number in its series, else anywhere."""
        folder = source.path.rpartition("/")[0]
        file = f"{folder}/{target.file.removesuffix('.md')}.md"
        in_file = self._placed.get((file, None), ())
        if len(in_file) == 1 or target.number is None:
            return in_file
        same = self._placed.get((file, target.number)) or self._placed.get((source.series, target.number))
        return same or self.numbered(target.number)

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
        for same in _grouped(((r.series, r.number), r) for r in counted).values():
            stems = {record.path.removesuffix(".md") for record in same}
            originals = [r for r in same if not _translates(r.path.removesuffix(".md"), stems)]
            yield from ((originals[0], record) for record in originals[1:])

    @property
    def one_sided(self) -> Iterator[tuple[Record, Record, Supersession]]:
        """Each supersession that only one side tells: the superseded record, the other one, and what was told."""
        for record, claim, others in self._claims():
            by = claim.relation is Relation.SUPERSEDED_BY
            told = any((not by and other.retired) or self._tells(other, record) for other in others)
            if others and not told:
                yield (record, others[0], claim) if by else (others[0], record, claim)

    @property
    def unknown_targets(self) -> Iterator[tuple[Record, Supersession]]:
        """Each supersession whose other side is no record."""
        return ((record, claim) for record, claim, others in self._claims() if not others)

    def _claims(self) -> Iterator[tuple[Record, Supersession, Sequence[Record]]]:
        seen = set()
        for record in self.all:
            for claim in record.supersessions:
                others = self.named(record, claim.target)[:_MOST]
                key = (record.location, claim.relation, others[0].location if others else claim.target)
                if key not in seen:
                    seen.add(key)
                    yield record, claim, others

    def _tells(self, record: Record, other: Record) -> bool:
        """Whether a record tells, as a supersession or in any text about one, of another record."""
        if record.location not in self._told:
            targets = (*record.retold, *(claim.target for claim in record.supersessions))
            self._told[record.location] = {o.location for target in targets for o in self.named(record, target)}
        return other.location in self._told[record.location]

    @cached_property
    def _formalizing(self) -> frozenset[int]:
        """The numbers of which each record formalizes something."""
        return frozenset(number for number, found in self._numbered.items() if all(r.formalizes for r in found))

    @cached_property
    def _retired(self) -> Mapping[int, Record]:
        """The first record of each number of which every record with a status is retired."""
        stated = {number: [r for r in found if r.status] for number, found in self._numbered.items()}
        return {number: found[0] for number, found in stated.items() if found and all(r.retired for r in found)}

    def formalizes_other(self, fact: Fact, number: int) -> bool:
        """Whether each record of a number formalizes something else, while no record formalizes the fact.

        Work that names a record, an item with a checkbox, is done for its sake and not formalized by it.
        """
        return fact.checkbox is Checkbox.NONE and number in self._formalizing and fact.id not in self.formalized

    def retired(self, number: int) -> Record | None:
        """Return the record of a number if it is retired, and every one of that number is."""
        return self._retired.get(number)


def holds(fact: Fact) -> bool:
    """Whether a fact is in force: not superseded and not done."""
    return not fact.superseded and fact.checkbox is not Checkbox.DONE


def _translates(stem: str, stems: set[str]) -> bool:
    original = _TRANSLATED.sub("", stem)
    return original != stem and original in stems


def _grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    found: dict[_K, list[_V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
