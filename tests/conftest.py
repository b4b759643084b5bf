"""What all tests share: none of them sees the machine that it runs on."""

import os
from compileall import compile_dir
from pathlib import Path

import pytest
from hypothesis import settings

from verify.packages import load_own_packages

_FOREIGN = ("GIT_", "XDG_", "GITHUB_", "GITLAB_")
_SWITCHES = ("CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")

ROOT = Path(__file__).parent.parent

assert load_own_packages() is None
# A busy machine is no fault.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_sessionstart() -> None:
    """Write now what a first run writes beside the sources: kept answers rest on these folders, too."""
    for package in ("verify", "checks", "reports"):
        compile_dir(ROOT / package, quiet=2)
    (ROOT / ".hypothesis").mkdir(exist_ok=True)


@pytest.fixture(autouse=True)
def blind_to_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give every test an empty home, and git an identity but no configuration."""
    for name in list(os.environ):
        if name.startswith(_FOREIGN) or name in _SWITCHES:
            monkeypatch.delenv(name)
    home = str(tmp_path_factory.mktemp("home"))
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(home) / ".cache"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Dev")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "dev@example.invalid")
