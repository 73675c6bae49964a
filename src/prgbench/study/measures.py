"""The measures that a study names."""

from collections import Counter
from collections.abc import Sequence

from prgbench.metrics import Measure, get_measure
from prgbench.run.errors import PrgbenchError


def load_measures(names: Sequence[str]) -> list[Measure]:
    """Return the measures; a `PrgbenchError` names one that is unknown or called like another."""
    try:
        measures = [get_measure(name) for name in names]
    except ValueError as error:
        raise PrgbenchError(f"The key `measures` of the study file: {error}") from None
    labels = Counter(measure.label for measure in measures)
    for label, count in labels.items():
        if count > 1:
            raise PrgbenchError(
                f"The key `measures` of the study file names {count} measures that tables and "
                f"figures would call {label!r}: rename one."
            )
    return measures
