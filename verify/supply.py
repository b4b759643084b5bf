"""Where the workflow and the hook of `verify init` get the program from."""

import json
import re
import shlex

from msgspec import Struct

from verify import __version__
from verify.errors import UsageError
from verify.secrets import redact

CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0"
_TAG = f"v{__version__}"
_PUBLISHED = f"memory-verify=={__version__}"
_HOME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}")
# What YAML reads back as the same text without quotes, also in a list on one line.
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 ._=/-]*")
_LONGEST = 1000


class Supply(Struct, frozen=True):
    """A repository on GitHub that holds the program, OWNER/NAME, or else what pip is to install."""

    home: str | None
    requirement: str

    @property
    def told(self) -> str:
        """What a person has to know of it."""
        if self.home:
            return f"the workflow and the hook take https://github.com/{self.home} at {_TAG}, which must be there"
        if self.requirement != _PUBLISHED:
            return f"the workflow and the hook install {self.requirement}, which pip must reach wherever they run"
        return (
            f"the workflow and the hook install {_PUBLISHED} from the package index of pip; if it is not there,\n"
            "name another source: --from OWNER/NAME, a repository on GitHub, or --install SPEC, what pip shall install"
        )

    def step(self) -> str:
        """Return the steps of a workflow behind the checkout."""
        if self.home:
            return f"      - uses: {self.home}@{_TAG}\n"
        command = f"python -I -m pip install {shlex.quote(self.requirement)}"
        return _STEPS.format(python=PYTHON, command=_scalar(command))

    def hook(self) -> str:
        """Return the entry below ``repos`` of pre-commit."""
        if self.home:
            return f"  - repo: https://github.com/{self.home}\n    rev: {_TAG}\n    hooks:\n      - id: verify\n"
        return _LOCAL_HOOK.format(requirement=_scalar(self.requirement))


def supply(home: str | None, requirement: str | None) -> Supply:
    """Return what was asked for, the published distribution if it was nothing. Raises UsageError."""
    if home is not None and requirement is not None:
        raise UsageError("--from and --install exclude each other: both say where the program comes from")
    if home is not None and not _HOME.fullmatch(home):
        raise UsageError(f"--from {home[:100]!r}: write OWNER/NAME, the repository on GitHub that holds memory-verify")
    if requirement is not None and (fault := _fault(requirement)):
        raise UsageError(f"--install {redact(requirement)[:100]!r}: {fault}")
    return Supply(home, _PUBLISHED if requirement is None else requirement)


def _fault(requirement: str) -> str | None:
    if not requirement.strip() or len(requirement) > _LONGEST or not requirement.isprintable():
        return f"write what pip shall install on one line of at most {_LONGEST} printable characters"
    if requirement.startswith("-"):
        return "it would be an option of pip; write a requirement, a URL or a path"
    if "${{" in requirement:
        return "GitHub would put a value in the place of ${{"
    return "it holds a credential, which would be committed" if redact(requirement) != requirement else None


def _scalar(text: str) -> str:
    """Return a printable text as YAML: what JSON writes of it is the same text there."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


_STEPS = """\
      - uses: {python}
        with:
          python-version: "3.12"
      - run: {command}
      - run: >-
          memory-verify check --require history --format github
          ${{GITHUB_BASE_REF:+"--since=refs/remotes/origin/$GITHUB_BASE_REF"}}
"""
_LOCAL_HOOK = """\
  - repo: local
    hooks:
      - id: verify
        name: what this commit breaks in the agent's memory
        language: python
        additional_dependencies: [{requirement}]
        entry: memory-verify check --staged
        pass_filenames: false
        always_run: true
"""
