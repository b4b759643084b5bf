import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from reports.escaping import encodable
from reports.json import render
from tests.report_samples import CLEAN, EMPTY, EXCERPTS, FULL, SEVERAL, UNCHECKED, filled, golden
from verify.model.report import ProblemKind, Report, Severity, Verdict

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "report.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SAMPLES = {"clean": CLEAN, "empty": EMPTY, "excerpts": EXCERPTS, "full": FULL, "several": SEVERAL, "un": UNCHECKED}
SURROGATES = st.characters(categories=["Cs"])


def enumerated(part: str, field: str) -> set[str]:
    return set(SCHEMA["$defs"][part]["properties"][field]["enum"])


def objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, dict):
        own = [schema] if schema.get("type") == "object" else []
        return own + [found for value in schema.values() for found in objects(value)]
    return []


def test_schema_is_one_and_closed() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert all(part["additionalProperties"] is False for part in objects(SCHEMA))


def test_schema_names_what_the_model_names() -> None:
    assert enumerated("finding", "severity") == {severity.label for severity in Severity}
    assert enumerated("result", "verdict") == {verdict.value for verdict in Verdict}
    assert enumerated("problem", "kind") == {kind.value for kind in ProblemKind}


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_report_obeys_the_schema(report: Report) -> None:
    VALIDATOR.validate(json.loads(render(report)))


def test_report_is_the_stored_report() -> None:
    text = render(FULL)
    assert text == golden("full.json", text)


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [("findings", "extra", 1), ("findings", "reason", "why"), ("findings", "line", 0), ("problems", "kind", "other")],
)
def test_schema_refuses_what_is_never_written(part: str, field: str, value: object) -> None:
    document = json.loads(render(FULL))
    document[part][0][field] = value
    assert not VALIDATOR.is_valid(document)


@given(st.text())
def test_every_text_comes_back(text: str) -> None:
    document = json.loads(render(filled(text)))
    found, problem = document["findings"][-1], document["problems"][-1]
    assert {found[field] for field in ("subject", "path", "message", "fix", "reason")} == {text}
    assert {problem[field] for field in ("path", "message", "reason")} == {text}
    assert document["stores"][0]["path"] == document["not_run"][0] == found["related"][0]["message"] == text


@given(st.text(st.characters() | SURROGATES))
def test_every_text_is_valid_and_acts_on_nothing(text: str) -> None:
    rendered = render(filled(text + "##[error]"))
    assert rendered.isascii()
    assert "##[" not in rendered
    assert all(line.isprintable() for line in rendered.split("\n"))
    assert json.loads(rendered)["not_run"] == [encodable(text + "##[error]")]


def test_a_byte_that_is_no_text_is_named() -> None:
    path = b"caf\xe9.md".decode("utf-8", "surrogateescape")
    assert json.loads(render(filled(path)))["problems"][0]["path"] == "caf\\xe9.md"
