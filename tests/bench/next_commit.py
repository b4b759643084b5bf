"""Brings a synthetic history into the state that a row of the table wants."""

import shutil
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

_LOG = "# Session\n\n## Memory References\n\n(none)\n"


def empty_store(root: Path) -> None:
    """Remove what earlier runs kept."""
    shutil.rmtree(root / ".git" / "verify", ignore_errors=True)


def add_commit(root: Path) -> None:
    """Commit one more log."""
    sessions = root / "memory" / "sessions"
    last = max(path.stem for path in sessions.iterdir())
    moment = datetime.strptime(f"{last}+0000", "%Y-%m-%d-%H%M%S%z") + timedelta(hours=1)
    path = sessions / f"{moment:%Y-%m-%d-%H%M%S}.md"
    path.write_text(_LOG, encoding="utf-8")
    who = ("-c", "user.name=Synthetic", "-c", "user.email=synthetic@example.invalid")
    for arguments in (("add", str(path)), ("commit", "--quiet", "--no-verify", "--message=work")):
        subprocess.run(["git", "-C", str(root), *who, *arguments], check=True)
