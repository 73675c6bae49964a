"""Which disagreements are about models that can be told apart, and which are not."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from statsmodels.stats.multitest import multipletests

from prgbench.comparison.task_scores import TaskScores
from prgbench.replication.groups import by_pair
from prgbench.replication.ranking import rank_column
from prgbench.stats.delong import delong_test, wald_p_values

OUTCOMES = ("both", "only_a", "only_b", "none")


def gap_tests_of_task(task: TaskScores, gaps: pd.DataFrame) -> pd.DataFrame:
    """Test each model's gap to the best one of its task.

    Parameters
    ----------
    task : TaskScores
        The task.
    gaps : DataFrame
        The gaps that `noise_floor_of_task` returns.

    Returns
    -------
    DataFrame
        The gaps with ``p_value``, two-sided: DeLong's test for AUROC, else the gap over its
        bootstrap standard error as normal (replicates alone can't tell small p-values, which
        Holm's correction over hundreds of tasks needs). NaN where the test is undefined.
    """
    p_values = wald_p_values(gaps["gap"].to_numpy(), gaps["gap_se"].to_numpy())
    auroc = (gaps["measure"] == "auroc").to_numpy()
    if auroc.any():
        reference = int(np.argmax(gaps.loc[auroc, "gap"].to_numpy() == 0))
        repeated = task.n_instances < len(task.y_true)
        p_values[auroc] = delong_test(
            task.y_true, task.y_scores, reference, task.instances if repeated else None
        )[1]
    return gaps.assign(p_value=p_values)


def separable_disagreements(
    models: pd.DataFrame, agreement: pd.DataFrame, gaps: pd.DataFrame, *, level: float = 0.05
) -> pd.DataFrame:
    """Count the disagreements in which a measure separates its pick from the other measure's.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    gaps : DataFrame
        What `gap_tests_of_task` returns, for all tasks.
    level : float
        The family-wise error of each measure's tests over the disagreements, after Holm (1979).

    Returns
    -------
    DataFrame
        A row per pair: ``disagreements``, how many of them ``both``, ``only_a``, ``only_b`` and
        ``none`` of the measures separate, and ``undefined`` tests, which separate nothing.
    """
    p_values = gaps.set_index(["measure", "task_id", "run_id"])["p_value"]
    rows = []
    for a, b, tasks in by_pair(agreement):
        disputed = tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]
        pick_a, pick_b = (_first_best(models, name).loc[disputed] for name in (a, b))
        p_a = _of_picks(p_values, a, pick_b)
        p_b = _of_picks(p_values, b, pick_a)
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


def _first_best(models: pd.DataFrame, name: str) -> pd.Series:
    """Return the best run by a measure of each task, the first of several."""
    ordered = models.sort_values([rank_column(name), "run_id"])
    return ordered.groupby("task_id")["run_id"].first()


def _of_picks(p_values: pd.Series, measure: str, picks: pd.Series) -> NDArray[np.float64]:
    keys = [(measure, task_id, run_id) for task_id, run_id in picks.items()]
    return p_values.reindex(keys).to_numpy(dtype=float) if keys else np.empty(0)


def _holm(p_values: NDArray[np.float64], level: float) -> NDArray[np.bool_]:
    rejected = np.zeros(len(p_values), dtype=bool)
    defined = ~np.isnan(p_values)
    if defined.any():
        rejected[defined] = multipletests(p_values[defined], alpha=level, method="holm")[0]
    return rejected
