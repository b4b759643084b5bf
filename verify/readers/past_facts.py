"""The facts of one version of a file as history keeps them: with the text of their block."""

from collections.abc import Iterable

from verify.model.facts import Fact
from verify.model.history import PastFact
from verify.readers.block_text import block_text
from verify.readers.facts import Placements


def past_facts(placements: Placements, facts: Iterable[Fact]) -> tuple[PastFact, ...]:
    """Return the facts of a file, or of a part of it, as history keeps them."""
    outline = placements.outline
    blocks = {id(footer): block for block in (outline.root, *outline.blocks) for footer in placements.owned(block)}
    texts: dict[int, str] = {}
    found = []
    for fact in facts:
        block = blocks[id(fact.footer)]
        if id(block) not in texts:
            texts[id(block)] = block_text(placements, block)
        found.append(_past(fact, texts[id(block)]))
    return tuple(found)


def _past(fact: Fact, text: str) -> PastFact:
    return PastFact(
        id=fact.id,
        kind=fact.kind,
        store=fact.store,
        checkbox=fact.checkbox,
        text=text,
        tier=fact.tier,
        superseded=fact.superseded,
        created=fact.footer.get("created"),
        origin=fact.footer.get("origin"),
        fields=fact.footer.fields,
    )
