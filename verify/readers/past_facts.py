"""The facts of one version of a file as history keeps them: with the text of their block."""

from verify.model.facts import Footer, Store, Tier
from verify.model.fields import tier
from verify.model.history import PastFact
from verify.model.location import FactId
from verify.model.memory import Role
from verify.readers.block_text import block_text
from verify.readers.facts import Placements, kind_of, nearest_checkbox
from verify.readers.outline import Block


def past_facts(placements: Placements) -> tuple[PastFact, ...]:
    """Return the facts of a file, or of a part of it, as history keeps them."""
    found = []
    for block, footers in placements.owners():
        told = [footer for footer in footers if footer.id]
        text = block_text(placements, block) if told else ""
        found += [_past(placements.role, block, footer, text) for footer in told]
    return tuple(found)


def _past(role: Role, block: Block, footer: Footer, text: str) -> PastFact:
    faded = tier(footer.get("tier"))
    return PastFact(
        id=FactId(footer.id),
        kind=kind_of(role, block, faded),
        store=Store.ARCHIVE if role is Role.ARCHIVE else Store.LIVE,
        checkbox=nearest_checkbox(block),
        text=text,
        tier=faded,
        superseded=faded is Tier.SUPERSEDED or footer.superseded,
        created=footer.get("created"),
        origin=footer.get("origin"),
        fields=footer.fields,
    )
