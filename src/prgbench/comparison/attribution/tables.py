"""Where a disagreement about AUPR comes from: low or high recall.

The paper explains one disagreement (data set white-clover) by the early part of the curve, to
which AUPR gives weight and AUPRG none. Cutting the area at recall = prevalence, where recall gain
is 0, tests this on every task.
"""

import pandas as pd

from prgbench.comparison.attribution import Options
from prgbench.comparison.compared import Study, Tables
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import by_pair, sort_models, task_slices


def tables(study: Study, _: Options) -> Tables:
    """Return ``attribution``, a row per disagreement, and ``attributed``, their counts."""
    parts = disagreement_parts(study.models, study.agreement, study.per_task["area_parts"])
    return {"attribution": parts, "attributed": attribution_summary(study.agreement, parts)}


def disagreement_parts(
    models: pd.DataFrame, agreement: pd.DataFrame, parts: pd.DataFrame
) -> pd.DataFrame:
    """Compare the low and the high part of AUPR of the best models of each disagreement.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    parts : DataFrame
        What `area_parts_of_task` returns, for the disputed runs.

    Returns
    -------
    DataFrame
        A row per disagreement: ``low`` and ``high``, the parts of the best model by A minus those
        of the best model by B (means, where several are best), and ``early``, whether the signs
        differ and the low part decides: |low| > |high|.
    """
    table = sort_models(models).merge(parts, on=["task_id", "run_id"], how="left")
    by_task = dict(task_slices(table))
    values = table[["aupr_low", "aupr_high"]].to_numpy()
    rows = []
    for a, b, tasks in by_pair(agreement):
        best = best_models(table, [a, b])
        for task_id in tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]:
            at = by_task[task_id]
            of_a, of_b = (values[at][best[at, measure]].mean(axis=0) for measure in (0, 1))
            low, high = of_a - of_b
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "task_id": task_id,
                    "dataset_name": table["dataset_name"].iloc[at.start],
                    "prevalence": table["prevalence"].iloc[at.start],
                    "low": low,
                    "high": high,
                    "early": bool(low * high < 0 and abs(low) > abs(high)),
                }
            )
    return pd.DataFrame(rows, columns=_PARTS)


def attribution_summary(agreement: pd.DataFrame, disagreements: pd.DataFrame) -> pd.DataFrame:
    """Count the early-part disagreements of each pair, those without one included."""
    rows = []
    for a, b, _ in by_pair(agreement):
        own = disagreements[(disagreements["measure_a"] == a) & (disagreements["measure_b"] == b)]
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "disagreements": len(own),
                "early": int(own["early"].sum()),
                "opposed": int((own["low"] * own["high"] < 0).sum()),
                "undefined": int(own["low"].isna().sum()),
            }
        )
    return pd.DataFrame(rows)


_PARTS = [
    "measure_a",
    "measure_b",
    "task_id",
    "dataset_name",
    "prevalence",
    "low",
    "high",
    "early",
]
