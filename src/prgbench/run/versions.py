"""The versions of what decides a study's numbers, which its records note.

Libraries round and sort in ways of their own, so that a number may differ in its last digit
between two versions. A record notes what its job has loaded; what is kept for later runs is kept
by what is installed.
"""

import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version

from prgbench.run.kernels import can_use_kernels

DECIDE_NUMBERS = ("numpy", "scipy", "pandas", "pyarrow", "statsmodels", "sklearn")
"""The libraries whose versions a record notes, if the job has loaded them."""

COMPILED = "prgbench.metrics.engine.compiled"
UNCOMPILED = "prgbench.metrics.engine.uncompiled"
ENGINES = {COMPILED: "compiled", UNCOMPILED: "NumPy"}
"""The two engines of areas, which a record notes, too: their last digits differ."""

_DECIDE_LINES = ("shapely",)
_DISTRIBUTIONS = {"sklearn": "scikit-learn"}


def versions_of_now() -> dict[str, str]:
    """Return the versions of what this process has loaded that decides its numbers."""
    loaded = {name: sys.modules[name] for name in DECIDE_NUMBERS if name in sys.modules}
    versions = {"python": _python()}
    versions |= {name: str(module.__version__) for name, module in loaded.items()}
    for module, engine in ENGINES.items():
        if module in sys.modules:
            versions["kernels"] = engine
    return versions


def versions_installed() -> dict[str, str]:
    """Return the versions of all that may decide what is kept, loaded by this process or not."""
    libraries = {
        name: _version(_DISTRIBUTIONS.get(name, name))
        for name in (*DECIDE_NUMBERS, *_DECIDE_LINES)
    }
    kernels = ENGINES[COMPILED if can_use_kernels() else UNCOMPILED]
    return {"python": _python(), **libraries, "kernels": kernels}


def versions_of_packages(modules: Iterable[str]) -> dict[str, str]:
    """Return the versions of the installed packages that modules belong to, by package.

    What is not installed, such as a file beside the study, has none.

    Examples
    --------
    >>> list(versions_of_packages(["sklearn.metrics", "my_measures"]))
    ['scikit-learn']
    """
    names = {module.partition(".")[0] for module in modules}
    found = {package for name in names for package in _packages_by_module().get(name, [])}
    return {package: _version(package) for package in sorted(found)}


# The scan takes a third of a second; only studies with measures of their own need it.
_packages_by_module = cache(packages_distributions)


@cache
def _version(package: str) -> str:
    """Return the version of a package; "" if it is not installed, as not all have to be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
