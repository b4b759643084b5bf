"""The formats of ``verify check``: their names, the one that is chosen when none is named, and their modules."""

from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType

from verify.cli.output import real_place
from verify.errors import UsageError
from verify.model.report import Report


class Format(Enum):
    """How a report is written; each is a module of the same name in ``reports``."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"
    HTML = "html"


NAMES = tuple(form.value for form in Format)


def chosen_format(name: str | None, environment: Mapping[str, str]) -> Format:
    """Return what was asked for; otherwise annotations inside GitHub Actions, and text elsewhere."""
    if name is not None:
        return Format(name)
    return Format.GITHUB if environment.get("GITHUB_ACTIONS") == "true" else Format.TEXT


def outputs_of(texts: tuple[str, ...]) -> list[tuple[Format, Path]]:
    """Read every ``FORMAT=FILE``. Raises UsageError, also where two would write the same file."""
    outputs = [_output(text) for text in texts]
    files = [real_place(file) for _, file in outputs]
    twice = next((file for file in files if files.count(file) > 1), None)
    if twice:
        raise UsageError(f"-o {str(twice)!r} is named twice; write each format to a file of its own")
    return outputs


def rendered(form: Format, report: Report) -> str:
    """Return the report in one format."""
    module: ModuleType = import_module(f"reports.{form.value}")
    text: str = module.render(report)
    return text


def _output(text: str) -> tuple[Format, Path]:
    name, equals, file = text.partition("=")
    if not equals or not file or name not in NAMES:
        raise UsageError(f"-o {text!r}: write FORMAT=FILE with FORMAT one of {', '.join(NAMES)}")
    return Format(name), Path(file)
