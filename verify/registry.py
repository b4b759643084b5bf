"""All checks by name; each is loaded when it is asked for, since few memories need more than a half of them."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import PurePath

from verify.check import Check, reading
from verify.model.store import StoreFormat


class Checks(Mapping[str, Check]):
    """The checks that stand in one file each, below one folder a family, and those that are made elsewhere."""

    def __init__(self, made: Iterable[Check] = ()) -> None:
        (root,) = import_module("checks").__path__
        families = sorted(module.name for module in pkgutil.iter_modules([root]) if module.ispkg)
        names = ((family, m.name) for family in families for m in pkgutil.iter_modules([str(PurePath(root, family))]))
        self._modules = {name.replace("_", "-"): (family, name) for family, name in sorted(names)}
        self._loaded = {check.name: check for check in made}
        self._made = {name: check.family for name, check in self._loaded.items()}

    def family(self, name: str) -> str:
        """Return the family of a check."""
        return self._made.get(name) or self._modules[name][0]

    def about(self, formats: frozenset[StoreFormat]) -> list[Check]:
        """Return those that read a memory of one of these formats."""
        return [self[name] for name in self if formats & reading(self.family(name))]

    def __getitem__(self, name: str) -> Check:
        if name not in self._loaded:
            family, module = self._modules[name]
            self._loaded[name] = vars(import_module(f"checks.{family}.{module}"))[module]
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._modules
        yield from self._made

    def __len__(self) -> int:
        return len(self._modules) + len(self._made)
