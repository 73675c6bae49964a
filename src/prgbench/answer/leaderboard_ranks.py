"""The ranks of the models that share most data sets, by each measure.

Data sets of a family count as one sample.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.model_field import DECIMALS
from prgbench.answer.verdicts import FEWEST_DATASETS
from prgbench.data.models import Models
from prgbench.stats.mean_ranks import RankCorrelation, p_value_of_common_leader, rank_correlation
from prgbench.stats.ranks import centred_ranks
from prgbench.typing import Floats, Ints

MOST_LISTED = 10
"""How many of the first models by a measure are listed, each with how stable its rank is.

The correlation among these best models is also estimated if there are twice as many models.
"""

FEWEST_MODELS = 3
"""A leaderboard needs this many models on all data sets, which must be at least half of all."""

_HALVES = 20
_STREAM = 20_151


@dataclass(frozen=True, slots=True, eq=False)
class Leaderboards:
    """The centred ranks of models that are on all data sets: (measures, data sets, models).

    ``scores`` have the same shape, and are higher for better models.
    """

    measures: tuple[str, ...]
    ranks: Floats
    scores: Floats
    task_ids: Ints
    flow_ids: Ints
    n_datasets: int
    families: Ints
    family_names: list[str]
    models: list[str]
    models_left_out: int
    datasets_left_out: int

    @classmethod
    def of(cls, models: Models, signs: dict[str, int]) -> "Leaderboards":
        """Rank the models that share most data sets; ``signs`` are -1 where lower is better."""
        tables = [
            models.frame.pivot_table(index="task_id", columns="flow_id", values=measure) * sign
            for measure, sign in signs.items()
        ]
        scores = np.stack([table.reindex_like(tables[0]).to_numpy() for table in tables])
        kept_tasks, kept_models = shared(np.isfinite(scores).all(axis=0))
        scores = np.round(scores[:, kept_tasks][:, :, kept_models], DECIMALS)
        task_ids = tables[0].index[kept_tasks]
        flow_ids = tables[0].columns[kept_models]
        tasks = models.first_of_tasks().frame.set_index("task_id").loc[task_ids]
        related = models.dataset_family is not None
        families, _ = pd.factorize(tasks["dataset_family" if related else "dataset_id"])
        names = tasks["dataset_family" if related else "dataset_name"]
        flows = models.flow_name.groupby(models.flow_id).first()
        return cls(
            measures=tuple(signs),
            ranks=np.array([centred_ranks(of_measure) for of_measure in scores]),
            scores=scores,
            task_ids=task_ids.to_numpy(),
            flow_ids=flow_ids.to_numpy(),
            n_datasets=tasks["dataset_id"].nunique(),
            families=families,
            family_names=names.groupby(families).first().astype(str).tolist(),
            models=flows.loc[flow_ids].tolist(),
            models_left_out=int((~kept_models).sum()),
            datasets_left_out=int((~kept_tasks).sum()),
        )

    @property
    def n_families(self) -> int:
        """The number of families of data sets."""
        return len(self.family_names)

    @property
    def is_large_enough(self) -> bool:
        """Whether there are enough families, and enough models on all data sets, to compare.

        Models that were drawn anew for each task have no leaderboard in common.
        """
        fewest = max(FEWEST_MODELS, self.models_left_out)
        return self.n_families >= FEWEST_DATASETS and len(self.models) >= fewest

    @property
    def of_families(self) -> Floats:
        """The sums of the ranks over each family's data sets: (measures, families, models)."""
        return np.stack([self.sums_of_families(ranks) for ranks in self.ranks])

    def sums_of_families(self, values: Floats) -> Floats:
        """Return the sums of values (data sets, models) over each family's data sets."""
        sums = np.zeros((self.n_families, len(self.models)))
        np.add.at(sums, self.families, values)
        return sums

    def correlation(self, a: int, b: int, level: float) -> RankCorrelation:
        """Return the correlation of the mean ranks by two measures."""
        return rank_correlation(
            self.ranks[a], self.ranks[b], self.families, confidence_level=level
        )

    def correlation_of_best(self, a: int, b: int, level: float) -> tuple[float, float, float]:
        """Return that among the best models with its interval; NaN if there are few others."""
        if len(self.models) < 2 * MOST_LISTED:
            return (float("nan"),) * 3
        parts = best_by_halves(self.ranks[[a, b]], self.families)
        best = rank_correlation(
            self.ranks[a], self.ranks[b], self.families, confidence_level=level, parts=parts
        )
        return best.estimate, best.lower, best.upper

    def p_leaders(self, a: int, b: int) -> float:
        """Return the p-value of the hypothesis that some model leads by both measures."""
        return p_value_of_common_leader(*self.of_families[[a, b]])


def best_by_halves(ranks: Floats, families: Ints) -> Iterator[tuple[NDArray[np.bool_], Ints]]:
    """Yield the data sets of random halves of the families, and the best models on the others.

    On the same data sets the noise by which a model is chosen would look like a difference, as it
    favours the model by one measure more than by the other.
    """
    rng = np.random.default_rng(_STREAM)
    n = families.max() + 1
    for _ in range(_HALVES):
        judges = np.isin(families, rng.permutation(n)[n // 2 :])
        means = ranks[:, ~judges].mean(axis=(0, 1))
        yield judges, np.argsort(means, kind="stable")[:MOST_LISTED]


def shared(present: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return tasks and models of which all are there, at least half of the tasks if possible.

    Models on the fewest tasks are left out first.
    """
    models: NDArray[np.bool_] = np.asarray(present.any(axis=0))
    for model in np.argsort(present.sum(axis=0), kind="stable"):
        if 2 * present[:, models].all(axis=1).sum() >= len(present) or models.sum() <= 2:
            break
        models[model] = False
    return np.asarray(present[:, models].all(axis=1)), models
