"""The measures that a study names."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from prgbench.data.models import ROW_COLUMNS, Models, rank_column
from prgbench.metrics import Measure, evaluate, get_measure
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.run.errors import PrgbenchError
from prgbench.typing import BoolArray

UNLIMITED = (-math.inf, math.inf)
SHARE = (0.0, 1.0)

_TRIED = 60
_NO_PROBABILITIES = "it needs probabilities in [0, 1]"
_LIMIT = r"-?(?:[0-9.]+|inf)"
_COLUMN = re.compile(rf"column:(.+):(higher|lower)(?::({_LIMIT}):({_LIMIT}))?", re.DOTALL)


def column_name(
    name: str, *, higher_is_better: bool, limits: tuple[float, float] = UNLIMITED
) -> str:
    """Return the name in settings of a measure whose values are a column of a table of scores.

    The bounds of its means stay within the limits, such as 0 and 1 of items that are solved.

    Examples
    --------
    >>> column_name("r2", higher_is_better=True)
    'column:r2:higher'
    >>> column_name("rmse", higher_is_better=False, limits=(0, math.inf))
    'column:rmse:lower:0:inf'
    """
    better = "higher" if higher_is_better else "lower"
    column = f"column:{name}:{better}"
    return column if limits == UNLIMITED else f"{column}:{limits[0]:g}:{limits[1]:g}"


def is_column(name: str) -> bool:
    """Say whether a measure is a column of a table of scores."""
    return _COLUMN.fullmatch(name) is not None


def own_modules(names: Sequence[str]) -> list[str]:
    """Return the modules of measures that are somebody's own functions, as ``"mymod:f"``.

    Examples
    --------
    >>> own_modules(["auroc", "mymod:f", "column:rmse:lower"])
    ['mymod']
    """
    functions = [name for name in names if ":" in name and not is_column(name)]
    return [name.partition(":")[0] for name in functions]


def load_measures(names: Sequence[str]) -> list[Measure]:
    """Return the measures; a `PrgbenchError` names one that is unknown or called like another."""
    try:
        measures = [_column_measure(name) or get_measure(name) for name in names]
    except ValueError as error:
        raise PrgbenchError(str(error)) from None
    labels = Counter(measure.label for measure in measures)
    for label, count in labels.items():
        if count > 1:
            raise PrgbenchError(
                f"Tables and figures would call {count} of the measures {label!r}: rename one."
            )
    _check_columns([measure.name for measure in measures])
    return measures


def _check_columns(names: Sequence[str]) -> None:
    """Refuse measures whose scores another column of the table of models would overwrite."""
    # The page calls its columns of models "run" and "flow".
    columns = dict.fromkeys([*ROW_COLUMNS, "run", "flow"], "a column of the table of models")
    columns |= {rank_column(name): f"the column of the ranks by {name!r}" for name in names}
    for name in names:
        if name in columns:
            raise PrgbenchError(
                f"The measure {name!r} has the name of {columns[name]}: rename it."
            )


def _column_measure(name: str) -> Measure | None:
    """Return the measure that `column_name` has named; it has values but no function."""
    match = _COLUMN.fullmatch(name)
    if match is None:
        return None
    column, better, *given = match.groups()
    limits = UNLIMITED if given[0] is None else (float(given[0]), float(given[1]))
    return Measure(column, column, better == "higher", *limits, False, _no_function)


def _no_function(_y_true: BoolArray, _y_scores: FloatArray) -> FloatArray:
    raise TypeError("A column of a table of scores can't be evaluated on predictions.")


def check_defined(models: Models, measures: Sequence[Measure]) -> None:
    """Refuse a measure that is undefined for all models."""
    for measure in measures:
        if models.scores(measure.name).isna().all():
            why = f": {_NO_PROBABILITIES}" if measure.needs_probabilities else ""
            raise PrgbenchError(
                f"{measure.label} is undefined for all {len(models):,} models{why}. "
                f"Leave {measure.name} out of the measures."
            )


def undefined_measures(models: Models, measures: Sequence[Measure]) -> Iterator[str]:
    """Say which measures of probabilities are undefined for some models; refuse one for all."""
    check_defined(models, measures)
    for measure in measures:
        undefined = int(models.scores(measure.name).isna().sum())
        if undefined and measure.needs_probabilities:
            yield (
                f"{measure.label} is undefined for {undefined:,} of {len(models):,} models: "
                f"{_NO_PROBABILITIES}."
            )


def check_measures(names: Sequence[str], named_by: str = "") -> None:
    """Import the measures of a study, and try those of the user, before anything is fetched.

    Errors begin with what the measures are ``named_by``, such as the key of a study file.
    """
    try:
        _try(names)
    except PrgbenchError as error:
        raise PrgbenchError(f"{named_by}: {error}" if named_by else str(error)) from error


def _try(names: Sequence[str]) -> None:
    rng = np.random.default_rng(0)
    y_true = np.arange(_TRIED) % 3 == 0
    scores = rng.uniform(size=(2, _TRIED))
    for name, measure in zip(names, load_measures(names), strict=True):
        if ":" in name and not is_column(name):
            try:
                evaluate(y_true, scores, [measure])
            except Exception as error:
                raise PrgbenchError(
                    f"The measure {name} fails on {_TRIED} labels and probabilities "
                    f"({type(error).__name__}: {error}): correct it."
                ) from error
