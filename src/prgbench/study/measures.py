"""The measures that a study names."""

import sys
from collections.abc import Sequence
from pathlib import Path

from prgbench.metrics import Measure, get_measure
from prgbench.pipeline.errors import PrgbenchError


def load_measures(names: Sequence[str]) -> list[Measure]:
    """Return the measures; a user's own module may lie in the folder where the run was started.

    Raises
    ------
    PrgbenchError
        If there is no such measure, or it can't be imported.
    """
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return [get_measure(name) for name in names]
    except ValueError as error:
        raise PrgbenchError(f"The key `measures` of the study file: {error}") from None
