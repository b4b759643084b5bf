"""Guards the packages ``checks`` and ``reports``, whose names are common, against foreign ones."""

import os
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

_OWN = ("checks", "reports")
_OWNER = "memory-verify"
_MEND = "install memory-verify in an environment of its own, for example with pipx"


def load_own_packages() -> str | None:
    """Load both packages from beside this one; return what is wrong, or None."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib costs 5 ms
    return next((complaint for complaint in (_load(name, here) for name in _OWN) if complaint), None)


def _load(name: str, here: str) -> str | None:
    loaded = sys.modules.get(name)
    if loaded is None:
        spec = PathFinder.find_spec(name, [here])
        if spec is None or spec.loader is None:
            return f"its own package {name!r} is missing beside {here}; {_MEND}"
        loaded = module_from_spec(spec)
        sys.modules[name] = loaded
        spec.loader.exec_module(loaded)
    if getattr(loaded, "OWNER", None) != _OWNER:
        return f"the package {name!r} at {getattr(loaded, '__file__', None)} is not its own; {_MEND}"
    return None
