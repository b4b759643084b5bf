"""Nothing of a checked repository is imported, and foreign packages of a common name are refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run_command import build

PROJECT = Path(__file__).parents[1]
MEMORY = 'commits: [{files: {memory/continuity.md: "# Continuity\\n"}}]'
TRAP = 'from pathlib import Path\nPath(__file__).with_name("imported").touch()\nraise SystemExit("imported")\n'


def run(folder: Path, *command: str, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **extra}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    root = build(tmp_path / "trapped", MEMORY)
    for name in ("checks", "reports", "click", "markdown_it"):
        (root / name).mkdir()
        (root / name / "__init__.py").write_text(TRAP)
    for name in ("yaml.py", "json.py", "checks.py", "rapidfuzz.py", "sitecustomize.py", "networkx.py"):
        (root / name).write_text(TRAP)
    return root


@pytest.mark.parametrize("module", [False, True])
def test_a_repository_with_packages_of_the_same_name_is_safe(trapped: Path, module: bool) -> None:
    script = Path(sys.executable).with_name("verify")
    command = [sys.executable, "-m", "verify"] if module else [str(script)]
    done = run(trapped, *command, "check", "--format", "json", PYTHONPATH="" if not module else str(PROJECT))
    assert done.returncode == 0, done.stderr
    assert list(trapped.rglob("imported")) == []


def test_foreign_packages_beside_it_stop_the_run(tmp_path: Path) -> None:
    for name in ("verify", "reports"):
        (tmp_path / name).symlink_to(PROJECT / name)
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "__init__.py").write_text("")
    script = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import verify.packages as p; "
        "p.__file__ = sys.path[0] + '/verify/packages.py'; from verify.__main__ import main; main()"
    )
    done = run(Path("/"), sys.executable, "-c", script, str(tmp_path), "check")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "'checks'" in done.stderr


def test_a_package_that_is_loaded_already_is_refused_too() -> None:
    foreign = "import sys, types; sys.modules['reports'] = types.ModuleType('reports')"
    script = f"{foreign}; from verify.__main__ import main; main()"
    done = run(Path("/"), sys.executable, "-c", script, "check")
    assert (done.returncode, "'reports'" in done.stderr) == (2, True)
