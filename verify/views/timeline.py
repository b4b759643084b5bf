"""The timeline of one fact, from the commits and logs that show it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from verify.graph import Judged, MemoryGraph
from verify.graph.biography import Biography, Turn, main, main_path
from verify.model.history import Judgement
from verify.model.location import Day, FactId, Stem
from verify.model.memory import Fact, Relation, Store
from verify.model.timeline import (
    Departure,
    Detail,
    Event,
    EventKind,
    References,
    Rewording,
    Standing,
    Succession,
    Timeline,
    Wording,
)
from verify.secrets import redact
from verify.views.changes import changes, is_succeeded
from verify.views.logs import Logs
from verify.views.word_changes import word_changes
