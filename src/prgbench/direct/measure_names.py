"""How a measure may be given to `compare` and `score`: by its name, or as a function."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from prgbench.metrics import get_measure
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.directions import known_measure

MEASURES = ("aupr", "auprg", "auroc")

NamedMeasure = str | Callable[..., float]


def measure_names(measures: Sequence[NamedMeasure]) -> list[str]:
    """Return the names of measures; a name alone is a list of one."""
    # A name is a sequence, too: of its letters.
    listed = [measures] if isinstance(measures, str) or callable(measures) else measures
    if not isinstance(listed, Iterable):
        raise TypeError(
            f"measures must be a list of names or functions, not {type(measures).__name__}."
        )
    return [measure_name(measure) for measure in listed]


def measure_name(measure: NamedMeasure) -> str:
    """Return the name by which a measure is found or imported, as other processes do.

    An error if another function would be imported, or one by which lower is better, as functions
    are taken as "higher is better".
    """
    if isinstance(measure, str):
        name = measure
    else:
        module, path = (getattr(measure, key, "") for key in ("__module__", "__qualname__"))
        name = f"{module}:{path}"
        imported: Any = sys.modules.get(module)
        for part in path.split("."):
            imported = getattr(imported, part, None)
        if imported is not measure:
            raise PrgbenchError(
                f"The measure {plain(repr(measure))} can't be imported from its module, because "
                "it is partial, a lambda, wrapped or nested: define a function at module level."
            )
    named_measure = known_measure(name.partition(":")[2])
    with suppress(ValueError):
        if (
            named_measure
            and not named_measure.higher_is_better
            and get_measure(name).higher_is_better
        ):
            raise PrgbenchError(
                f'Lower is better for {plain(name)}, but functions are assumed to be "higher is '
                'better": name a measure of prgbench, or define a `Measure` in a module.'
            )
    return name
