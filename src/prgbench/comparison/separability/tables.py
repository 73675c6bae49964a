"""Which disagreements are about models that can be told apart, and which are not."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from statsmodels.stats.multitest import multipletests

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.separability import Options
from prgbench.replication.best_models import first_best
from prgbench.replication.groups import by_pair


def tables(study: Study, _options: Options) -> Tables:
    """Return the disagreements by who separates the models, and the models tied for best."""
    setting, gaps = study.setting, study.per_task["gaps"]
    return {
        "separability": separable_disagreements(
            study.models, study.agreement, gaps, confidence_level=setting.confidence_level
        ),
        "tied_for_best": tied_for_best(gaps, [measure.name for measure in setting.measures]),
    }


def separable_disagreements(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    gaps: pd.DataFrame,
    *,
    confidence_level: float,
) -> pd.DataFrame:
    """Count the disagreements in which a measure separates its best model from the other's.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    gaps : DataFrame
        What `gaps_of_task` returns, for all tasks.
    confidence_level : float
        1 minus the family-wise error of each measure's tests over the disagreements, after Holm
        (1979).

    Returns
    -------
    DataFrame
        A row per pair: ``disagreements``, how many of them ``both``, ``only_a``, ``only_b`` and
        ``none`` of the measures separate, and ``undefined`` tests, which separate nothing.
    """
    p_values = gaps.set_index(["measure", "task_id", "run_id"])["p_value"]
    level = 1 - confidence_level
    rows = []
    for a, b, tasks in by_pair(agreement):
        disputed = tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]
        best_a, best_b = (first_best(models, name)["run_id"].loc[disputed] for name in (a, b))
        p_a = _of_models(p_values, a, best_b)
        p_b = _of_models(p_values, b, best_a)
        by_a, by_b = _holm(p_a, level), _holm(p_b, level)
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "disagreements": len(disputed),
                "both": int((by_a & by_b).sum()),
                "only_a": int((by_a & ~by_b).sum()),
                "only_b": int((~by_a & by_b).sum()),
                "none": int((~by_a & ~by_b).sum()),
                "undefined": int((np.isnan(p_a) | np.isnan(p_b)).sum()),
            }
        )
    return pd.DataFrame(rows)


def tied_for_best(gaps: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Count the models that can't be told from the best one.

    Returns
    -------
    DataFrame
        A row per measure: mean, quartiles and maximum over the tasks of the number of models whose
        bootstrap interval of the gap includes 0, the best one counted; the share of tasks with a
        single best one; the number of tasks and of those without intervals (``undefined``).
    """
    tied = gaps[gaps["gap_lower"].notna()].assign(tied=lambda g: g["gap_lower"] <= 0)
    counts = tied.groupby(["measure", "task_id"])["tied"].sum()
    n_tasks = gaps["task_id"].nunique()
    rows = []
    for name in measures:
        own = counts[counts.index.get_level_values("measure") == name]
        lower, median, upper = own.quantile([0.25, 0.5, 0.75])
        rows.append(
            {
                "measure": name,
                "mean": own.mean(),
                "lower_quartile": lower,
                "median": median,
                "upper_quartile": upper,
                "most": own.max(),
                "single_best": (own == 1).mean(),
                "tasks": len(own),
                "undefined": n_tasks - len(own),
            }
        )
    return pd.DataFrame(rows)


def _of_models(p_values: pd.Series, measure: str, runs: pd.Series) -> NDArray[np.float64]:
    """Return the p-values by a measure of a model in each task."""
    keys = [(measure, task_id, run_id) for task_id, run_id in runs.items()]
    return p_values.reindex(keys).to_numpy(dtype=float) if keys else np.empty(0)


def _holm(p_values: NDArray[np.float64], level: float) -> NDArray[np.bool_]:
    rejected = np.zeros(len(p_values), dtype=bool)
    defined = ~np.isnan(p_values)
    if defined.any():
        rejected[defined] = multipletests(p_values[defined], alpha=level, method="holm")[0]
    return rejected
