"""How stable the best models are under resampling of the instances, over all tasks."""

from collections.abc import Sequence

import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.stability import Options
from prgbench.stats.cluster_bootstrap import Resampling


def tables(study: Study, _options: Options) -> Tables:
    """Return the stability of the best models by each measure."""
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    names = [measure.name for measure in study.setting.measures]
    summary = stability_summary(study.per_task["stability"], datasets, names, study.resampling)
    return {"stability": summary}


def stability_summary(
    stability: pd.DataFrame,
    datasets: pd.Series,
    measures: Sequence[str],
    resampling: Resampling,
) -> pd.DataFrame:
    """Summarise over the tasks how often the best models change in a replicate.

    Parameters
    ----------
    stability : DataFrame
        What `stability_of_task` returns, for all tasks.
    datasets : Series
        The data set of each task, by task.
    measures : sequence of str
        The measures, in the order of the table.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per measure: ``differs``, the mean over the tasks of the share of replicates in which
        the best models are others, all tied models standing in one random order, with its interval
        by resampling data sets (``lower``, ``upper``); the quartiles over the tasks; the number of
        tasks and data sets, and of tasks whose every replicate has one class only
        (``undefined``).
    """
    rows = []
    for name in measures:
        own = stability[stability["measure"] == name]
        values = own["differs_expected"]
        defined = values.notna()
        clusters = own["task_id"].map(datasets)
        interval = resampling.of(clusters).interval_of_share(values)
        lower, median, upper = values.quantile([0.25, 0.5, 0.75])
        rows.append(
            {
                "measure": name,
                "differs": interval.estimate,
                "lower": interval.lower,
                "upper": interval.upper,
                "lower_quartile": lower,
                "median": median,
                "upper_quartile": upper,
                "tasks": int(defined.sum()),
                "datasets": clusters[defined].nunique(),
                "undefined": int((~defined).sum()),
                "note": interval.note,
            }
        )
    return pd.DataFrame(rows)
