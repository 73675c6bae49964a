"""Values of the tasks of a study, with the data sets that are resampled for their intervals."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.stats.interval import Interval


@dataclass(frozen=True, slots=True)
class StudyTasks:
    """The tasks of a study: the data set of each, by task, and how data sets are resampled."""

    datasets: "pd.Series[int]"
    resampling: Resampling

    @classmethod
    def of(cls, models: pd.DataFrame, resampling: Resampling) -> "StudyTasks":
        """Return the tasks of a table of models."""
        return cls(models.groupby("task_id")["dataset_id"].first(), resampling)

    def aligned(self, values: "pd.Series[float]") -> "pd.Series[float]":
        """Return a value for each task of the study, NaN where there is none."""
        return values.reindex(self.datasets.index)

    def bootstrap(self, values: "pd.Series[float]") -> ClusterBootstrap:
        """Return the bootstrap of the tasks that these values are of; of all if there are none."""
        own = self.datasets.reindex(values.index) if len(values) else self.datasets
        return self.resampling.of(own)

    def share(self, values: "pd.Series[float]") -> dict[str, Any]:
        """Return the mean of shares in [0, 1] with its interval, as columns."""
        defined = self.aligned(values).dropna()
        bootstrap = self.bootstrap(defined)
        nothing = np.full(len(self.datasets), np.nan)
        return self.columns(
            bootstrap.interval_of_share(defined if len(defined) else nothing), defined
        )

    def mean(self, values: "pd.Series[float]") -> dict[str, Any]:
        """Return the mean with its interval, as columns."""
        defined = self.aligned(values).dropna()
        bootstrap = self.bootstrap(defined)
        nothing = np.full(len(self.datasets), np.nan)
        statistic = bootstrap.mean(defined if len(defined) else nothing)
        return self.columns(bootstrap.interval(statistic), defined)

    def columns(self, interval: Interval, defined: "pd.Series[float]") -> dict[str, Any]:
        """Return an interval and how many tasks and data sets it rests on, as columns."""
        return {
            "estimate": interval.estimate,
            "lower": interval.lower,
            "upper": interval.upper,
            "tasks": len(defined),
            "datasets": int(self.datasets.reindex(defined.index).nunique()),
            "undefined": len(self.datasets) - len(defined),
            "note": interval.note,
        }
