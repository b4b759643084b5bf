"""Facts and threads of one memory file, and the links that they carry."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct, field

from verify.model.facts import Checkbox, Fact, Footer, Link, NodeKind, Relation, Store, Thread, Tier
from verify.model.fields import count, day, tier
from verify.model.location import FactId, Location
from verify.model.memory import Role
from verify.readers.footer import parse_footer
from verify.readers.links import links_in
from verify.readers.outline import Block, BlockKind, Outline
from verify.readers.record_numbers import cited, tags

_BLUEPRINT = re.compile(r"[*_\s]*\(\s*[*_]*blueprint", re.IGNORECASE)
_MAY_BE_BLUEPRINT = re.compile(r"(?:[*_\s]|\[[ xX]\])*+[(`<]")
"""Nothing else can stand before the word, be it hidden."""
_BOX = re.compile(r"\[[ xX]\][ \t]*")
_SECTIONS = {
    "architectural invariants": NodeKind.INVARIANT,
    "key decisions": NodeKind.DECISION,
    "conventions": NodeKind.CONVENTION,
}
_FOOTER_LINKS = {
    relation.value: relation
    for relation in (
        Relation.SUPERSEDES,
        Relation.SUPERSEDED_BY,
        Relation.SERVES,
        Relation.REALIZES,
        Relation.DEPENDS_ON,
    )
}


class Placements(Struct):
    """The footers of a file, by the block that each ends and by the line on which it stands."""

    path: str
    role: Role
    lines: list[str]
    outline: Outline
    footers: list[Footer] = field(default_factory=list)
    of_block: dict[int, list[Footer]] = field(default_factory=dict)
    on_line: dict[int, list[Footer]] = field(default_factory=dict)

    def owned(self, block: Block) -> list[Footer]:
        """Return the footers that end a block."""
        return self.of_block.get(id(block), [])

    def owners(self) -> Iterator[tuple[Block, list[Footer]]]:
        """Yield each block that footers end, with them, in the order of the file."""
        for block in (self.outline.root, *self.outline.blocks):
            if id(block) in self.of_block:
                yield block, self.of_block[id(block)]


def place_footers(path: str, role: Role, lines: list[str], outline: Outline) -> Placements:
    """Read every footer of a file; in a vision all of them belong to the document."""
    placements = Placements(path, role, lines, outline)
    for placed in outline.comments:
        if not placed.comment.is_footer:
            continue
        before = placements.on_line.setdefault(placed.line, [])
        footer = parse_footer(path, placed, lines, before[-1].location.column if before else 0)
        before.append(footer)
        placements.footers.append(footer)
        block = outline.root if role is Role.VISION else placed.block
        placements.of_block.setdefault(id(block), []).append(footer)
    return placements


def facts(placements: Placements) -> Iterator[Fact]:
    """Yield one fact for each footer with an id."""
    for block, footers in placements.owners():
        yield from (_fact(placements, block, footer) for footer in footers if footer.id)


def _fact(placements: Placements, block: Block, footer: Footer) -> Fact:
    known_tier = tier(footer.get("tier"))
    box, text = nearest_checkbox(block), block.text
    numbers = tuple(cited(text))
    return Fact(
        id=FactId(footer.id),
        kind=kind_of(placements.role, block, known_tier),
        store=Store.ARCHIVE if placements.role is Role.ARCHIVE else Store.LIVE,
        footer=footer,
        block=_place(placements.path, block),
        pinned=box is Checkbox.OPEN,
        checkbox=box,
        created=day(footer.get("created")),
        last_used=day(footer.get("last_used")),
        uses=count(footer.get("uses")),
        tier=known_tier,
        tags=tuple(tags(_title(text))) if numbers else (),
        cited=numbers,
    )


def _title(text: str) -> str:
    """Return the first line of a block's text, or all of the bold text with which it begins."""
    text = _BOX.sub("", text.strip(), count=1)
    bold = text.find("**", 2) if text.startswith("**") else 0
    return text[: max(bold, len(text.partition("\n")[0]))]


def nearest_checkbox(block: Block) -> Checkbox:
    """Return the checkbox of the block itself or of the nearest list item around it."""
    here: Block | None = block
    while here is not None:
        if here.checkbox is not Checkbox.NONE:
            return here.checkbox
        here = here.parent
    return Checkbox.NONE


def kind_of(role: Role, block: Block, known_tier: Tier | None) -> NodeKind:
    """Return what a fact stands for: by where its block stands, what it says and how far it has faded."""
    if role is Role.VISION:
        return NodeKind.VISION
    below = _kind_below(block.headings)
    if known_tier is Tier.CORE or below is NodeKind.INVARIANT:
        return NodeKind.INVARIANT
    if block.checkbox is not Checkbox.NONE:
        return NodeKind.BLUEPRINT if _is_blueprint(block) else NodeKind.THREAD
    return NodeKind.BLUEPRINT if role is Role.ARCHIVE and _is_blueprint(block) else below


def _is_blueprint(block: Block) -> bool:
    written = "\n".join(inline.text for _, inline in block.texts)
    if not _MAY_BE_BLUEPRINT.match(written):
        return False
    text = block.text if block.checkbox is Checkbox.NONE else _BOX.sub("", block.text, count=1)
    return _BLUEPRINT.match(text) is not None


@lru_cache(maxsize=64)
def _kind_below(headings: tuple[str, ...]) -> NodeKind:
    """Return what a fact below these headings is, unless it says itself that it is something else."""
    below = [heading.casefold() for heading in headings]
    kinds = (kind for title, kind in _SECTIONS.items() if any(heading.startswith(title) for heading in below))
    return next(kinds, NodeKind.FACT)


def _place(path: str, block: Block) -> Location:
    return Location(path, block.start + 1, 1, max(block.end, block.start + 1))


def threads(placements: Placements) -> Iterator[Thread]:
    """Yield every list item with a checkbox."""
    for block in placements.outline.blocks:
        if block.checkbox is Checkbox.NONE:
            continue
        owned = placements.owned(block)
        text = _BOX.sub("", block.text, count=1)
        yield Thread(
            fact=FactId(owned[0].id) if owned and owned[0].id else None,
            checkbox=block.checkbox,
            block=_place(placements.path, block),
            text=text.strip(),
            blueprint=_BLUEPRINT.match(text) is not None,
            lines=_own_lines(placements.lines, block),
        )


def _own_lines(lines: list[str], block: Block) -> int:
    nested = {n for child in _boxes_below(block) for n in range(child.start, child.end)}
    return sum(1 for n in range(block.start, block.end) if n not in nested and lines[n].strip())


def _boxes_below(block: Block) -> Iterator[Block]:
    for child in block.children:
        if child.checkbox is not Checkbox.NONE:
            yield child
        else:
            yield from _boxes_below(child)


def links(placements: Placements) -> Iterator[Link]:
    """Yield what footers point to, and what the text of list items does."""
    for footer in placements.footers:
        source = FactId(footer.id) if footer.id else None
        written = {key for key, _ in footer.fields}
        for key, relation in _FOOTER_LINKS.items():
            for target in footer.ids(key) if key in written else ():
                yield Link(source, relation, target, footer.location, footer.location)
    if placements.role is not Role.VISION:
        for block in placements.outline.blocks:
            if block.kind is BlockKind.ITEM:
                yield from _links_in_text(placements, block)


def _links_in_text(placements: Placements, block: Block) -> Iterator[Link]:
    told = [(line, inline, list(links_in(inline.visible))) for line, inline in block.texts]
    owner: Block | None = block if any(found for _, _, found in told) else None
    while owner and not placements.owned(owner):
        owner = owner.parent
    owned = placements.owned(owner) if owner else []
    source = FactId(owned[0].id) if owned and owned[0].id else None
    for line, inline, found in told:
        for relation, target, start in found:
            at = line + inline.visible.count("\n", 0, start)
            column = max(placements.lines[at].find(target), 0)
            written = Location(placements.path, at + 1, column + 1, at + 1)
            yield Link(source, relation, target, owned[0].location if owned else written, written)
