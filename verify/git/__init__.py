"""Git, asked by a constant number of processes that change nothing and run nothing of the repository."""

from verify.git.making import create_repository, stage_everything
from verify.git.process import own_environment
from verify.git.repository import SUBMODULE, SYMBOLIC_LINK, Git, TreeEntry, seconds

__all__ = [
    "SUBMODULE",
    "SYMBOLIC_LINK",
    "Git",
    "TreeEntry",
    "create_repository",
    "own_environment",
    "seconds",
    "stage_everything",
]
