"""Whether columns are those of a table of scores, by their names."""

from collections.abc import Mapping, Sequence

from prgbench.sources.scores.columns import METRICS, SPLIT, found_column
from prgbench.sources.scores.directions import has_word_of_measure, known_measure
from prgbench.sources.scores.resamples_of_r import are_resamples_of_caret
from prgbench.sources.table.prediction_columns import TRUTHS


def is_score_table(
    names: Sequence[str], measures: Sequence[str], columns: Mapping[str, str]
) -> bool:
    """Say whether columns are those of a table of scores, not of predictions.

    They are if none is the truth or a score of an instance, and either one is a known measure
    beside the models, or one measure is named for a wide table.

    Examples
    --------
    >>> is_score_table(["dataset", "model", "fold", "rmse"], [], {})
    True
    >>> is_score_table(["dataset", "model", "y_true", "y_score"], [], {})
    False
    """
    roles = ("y_true", "y_score")
    taken = {columns.get(role, role) for role in roles}
    called = {name.strip().lower() for name in names}
    unmapped = taken.intersection(roles)
    if not names or not (taken.isdisjoint(names) and unmapped.isdisjoint(called)):
        return False
    if any(name.startswith("y_score.") for name in called):
        return False
    wide = found_column("model", names, columns) is None and len(measures) == 1
    if wide or are_resamples_of_caret(names):
        return True
    if any(n in measures or known_measure(n) or SPLIT.fullmatch(n) for n in names):
        return True
    # Without a known measure, these are predictions if a column is called as labels are.
    guessed = any(map(has_word_of_measure, names))
    return TRUTHS.isdisjoint(called) and (
        guessed or len(measures) == 1 or not called.isdisjoint(METRICS)
    )
