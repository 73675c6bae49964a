"""The paper's nine numbers of a study's models, ranked or correlated in another way."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd

from prgbench.comparison.multiverse.names import CORRELATION, STATISTICS
from prgbench.metrics import Measure
from prgbench.replication.agreement import agreement_summary, task_agreement
from prgbench.replication.groups import by_pair
from prgbench.replication.ranking import add_ranks
from prgbench.study.ranks import Ranking

# By the statistic and the two measures, in the order of the alphabet.
Numbers = Mapping[tuple[str, frozenset[str]], float]


def numbers_of(summary: pd.DataFrame) -> Numbers:
    """Return the nine numbers of what `agreement_summary` returns."""
    return {
        (statistic, frozenset((row["measure_a"], row["measure_b"]))): float(row[statistic])
        for row in summary.to_dict("records")
        for statistic in STATISTICS
    }


def other_numbers(
    name: str,
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    """Return the numbers of the paper's that an alternative changes.

    Parameters
    ----------
    name : str
        ``mean_rank``, ``first_rank`` or ``last_rank`` of tied models; ``mean_correlation`` or
        ``median_correlation`` of the tasks; ``without_undefined``, without models for which one
        of the measures is undefined.
    models, agreement : DataFrame
        The ranked models, and what `task_agreement` returns.
    measures : sequence of Measure
        The measures to compare.
    ranking : Ranking
        How the study ranks.
    """
    return _OTHERS[name](models, agreement, measures, ranking)


def _ranked_by(
    ties: str,
    models: pd.DataFrame,
    _agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    return _numbers(models, measures, ranking.model_copy(update={"ties": ties}))


def _without_undefined(
    models: pd.DataFrame,
    _agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    defined = models.dropna(subset=[measure.name for measure in measures])
    return _numbers(defined, measures, ranking)


def _numbers(models: pd.DataFrame, measures: Sequence[Measure], ranking: Ranking) -> Numbers:
    ranked = add_ranks(models, measures, ranking)
    return numbers_of(agreement_summary(task_agreement(ranked, measures), ranked))


def _correlation(
    average: str,
    _models: pd.DataFrame,
    agreement: pd.DataFrame,
    _measures: Sequence[Measure],
    _ranking: Ranking,
) -> Numbers:
    return {
        (CORRELATION, frozenset((a, b))): float(rows["spearman"].agg(average))
        for a, b, rows in by_pair(agreement)
    }


_OTHERS: dict[str, Callable[[pd.DataFrame, pd.DataFrame, Sequence[Measure], Ranking], Numbers]] = {
    "mean_rank": partial(_ranked_by, "average"),
    "first_rank": partial(_ranked_by, "min"),
    "last_rank": partial(_ranked_by, "max"),
    "mean_correlation": partial(_correlation, "mean"),
    "median_correlation": partial(_correlation, "median"),
    "without_undefined": _without_undefined,
}
