"""Means of the measures over all models of data sets, which count alike."""

from collections.abc import Sequence

import pandas as pd

from prgbench.data.models import Models
from prgbench.metrics import Measure


def macro_averages(models: Models, measures: Sequence[Measure]) -> pd.DataFrame:
    """Average the measures of each model over the tasks of a data set that has several.

    ``tasks`` is how many the model has there, such as one for each class.
    """
    shared = ["dataset_id", "flow_id"]
    # With a single task there is nothing to average.
    several = models.task_id.groupby(models.dataset_id).transform("nunique") > 1
    means = (
        models[several]
        .frame.groupby(shared, sort=False)
        .agg(
            dataset=("dataset_name", "first"),
            model=("flow_name", "first"),
            tasks=("task_id", "nunique"),
            **{measure.name: (measure.name, "mean") for measure in measures},
        )
    )
    return means.sort_values(["dataset", "model"], ignore_index=True)
