"""Whether two measures lead to different leaderboards, by more than the choice of data sets.

A leaderboard has the models' mean ranks over the data sets. Which data sets were sampled is its
noise, also where there is but one score of each model; data sets of a family count as one sample.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import Field

from prgbench.answer.interface import Part, PartOptions, PValue, Study, Tables, table_of
from prgbench.answer.rankings import noisy_tasks
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.true_scores import true_scores
from prgbench.answer.verdicts import FEWEST_DATASETS, LeaderboardVerdict
from prgbench.data.models import Models
from prgbench.stats.mean_ranks import RankCorrelation, p_values_of_leading, rank_correlation
from prgbench.stats.ranks import centred_ranks
from prgbench.study.agreement import direction
from prgbench.typing import Floats, Ints

MOST_LISTED = 10
"""Of the first models by a measure, so many are listed with how stable they are.

Among so many best models the correlation is estimated, too, if there are twice as many.
"""

FEWEST_MODELS = 3
"""With so many, at least half of all, there is a leaderboard."""

MOST_REMOVED = 300
"""Of more models none is removed to see whether another one leads."""

_RESAMPLES = 1_000
_HALVES = 20
_REPLICATES = 100
_TINY = np.finfo(float).tiny
_STREAM = 20_151
_DECIMALS = 12


class Options(PartOptions):
    """Whether two measures lead to different leaderboards over all data sets."""

    margin: Annotated[float, Field(ge=0, lt=1)] = 0.01
    """Leaderboards differ if the correlation of mean ranks is below 1 by more, with confidence."""


@dataclass(frozen=True, slots=True)
class LeaderboardPair:
    """The leaderboards by two measures.

    ``estimate`` is the correlation of the models' mean ranks, free of the noise of the sampled
    data sets, with an interval that holds for all pairs of measures together; ``estimate_best`` is
    that among the best models. ``p_leaders`` is for a model that leads by both measures, adjusted
    for all pairs. Without the family ``influential`` the estimate would be ``estimate_without``.
    """

    measure_a: str
    measure_b: str
    observed: float
    estimate: float
    lower: float
    upper: float
    estimate_best: float
    lower_best: float
    upper_best: float
    verdict: str
    leader_a: str
    leader_b: str
    p_leaders: PValue
    influential: str
    estimate_without: float
    models: int
    datasets: int
    families: int
    models_left_out: int
    datasets_left_out: int


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the first models by mean rank, and how stable that is.

    ``first`` is the share of resamples of the families in which it leads. ``other_leaders`` counts
    the models whose removal makes another model lead than the first one, -1 if that is unknown.
    ``within`` is the share of the variance of ranks over data sets that is noise of their
    instances; NaN where that is unknown.
    """

    measure: str
    model: str
    mean_rank: float
    first: float
    other_leaders: int
    within: float


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
        scores = np.round(scores[:, kept_tasks][:, :, kept_models], _DECIMALS)
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
        p_a, p_b = (p_values_of_leading(self.of_families[measure]) for measure in (a, b))
        # A model does not lead by both if it fails by either: Bonferroni.
        return float(min(1.0, 2 * np.minimum(p_a, p_b).max()))


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


def shares_within(boards: Leaderboards, study: Study) -> Floats:
    """Return by measure which share of the variance of ranks is noise of the instances.

    The ranks vary from data set to data set with the models' true scores there and with the noise
    of the instances. The latter is that of ranks of the true scores, as estimated for the common
    order, with replicates of the noise.
    """
    unknown = np.full(len(boards.measures), np.nan)
    n_measures = len(boards.measures)
    rows = study.per_task.get("noise")
    if rows is None:
        return unknown
    rows = rows[rows["task_id"].isin(boards.task_ids)]
    tasks = []
    for task_id, task in zip(rows["task_id"], noisy_tasks(rows, n_measures), strict=True):
        # The columns are in the order of the runs.
        flows = study.models.of_task(task_id).frame.sort_values("run_id")["flow_id"]
        kept = np.flatnonzero(flows.isin(boards.flow_ids) & ~flows.duplicated())
        tasks.append(NoisyTask(task.scores[:, kept], task.noise[:, :, kept], task.independent))
    if not tasks or min(min(task.independent, len(task.noise)) for task in tasks) < 2:
        return unknown
    shares = []
    for measure, ranks in enumerate(boards.ranks):
        truth = true_scores(tasks, measure)
        within = [
            centred_ranks(ordered + task.noise[:_REPLICATES, measure][:, order]).var(axis=0).mean()
            for task, ordered, order in zip(tasks, truth.ordered, truth.orders, strict=True)
        ]
        shares.append(np.mean(within) / max(ranks.var(axis=0, ddof=1).mean(), _TINY))
    return np.minimum(shares, 1.0)


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


def tables(study: Study, options: Options) -> Tables:
    """Return ``leaderboard_pairs`` and ``leaders``."""
    models = study.models
    if models.cluster_of_task.nunique() < FEWEST_DATASETS:
        return {
            "leaderboard_pairs": table_of(LeaderboardPair, ()),
            "leaders": table_of(Leader, ()),
        }
    measures = study.setting.measures
    signs = dict(zip([m.name for m in measures], direction(measures).astype(int), strict=True))
    boards = Leaderboards.of(models, signs)
    # Models that were drawn anew for each task have no leaderboard in common.
    few = boards.n_families < FEWEST_DATASETS or len(boards.models) < max(
        FEWEST_MODELS, boards.models_left_out
    )
    return {
        "leaderboard_pairs": table_of(
            LeaderboardPair, () if few else _pairs(boards, study, options)
        ),
        "leaders": table_of(Leader, () if few else _leaders(boards, study)),
    }


def _pairs(boards: Leaderboards, study: Study, options: Options) -> Iterator[LeaderboardPair]:
    """Compare the leaderboards by every two measures."""
    pairs = list(combinations(range(len(boards.measures)), 2))
    level = study.setting.confidence_level
    # Bonferroni: the intervals of all pairs of measures hold together.
    level = 1 - (1 - level) / max(len(pairs), 1)
    means = boards.ranks.mean(axis=1)
    for a, b in pairs:
        correlation = boards.correlation(a, b, level)
        # The family that moves the estimate most when it is left out.
        changes = np.abs(correlation.without - correlation.estimate)
        family = int(np.nanargmax(changes)) if np.isfinite(changes).any() else None
        p_leaders = boards.p_leaders(a, b)
        estimate_best, lower_best, upper_best = boards.correlation_of_best(a, b, level)
        yield LeaderboardPair(
            measure_a=boards.measures[a],
            measure_b=boards.measures[b],
            observed=correlation.observed,
            estimate=correlation.estimate,
            lower=correlation.lower,
            upper=correlation.upper,
            estimate_best=estimate_best,
            lower_best=lower_best,
            upper_best=upper_best,
            verdict=verdict_of(correlation, options.margin),
            leader_a=boards.models[means[a].argmin()],
            leader_b=boards.models[means[b].argmin()],
            p_leaders=min(1.0, p_leaders * len(pairs)),
            influential="" if family is None else boards.family_names[family],
            estimate_without=float("nan")
            if family is None
            else float(correlation.without[family]),
            models=len(boards.models),
            datasets=boards.n_datasets,
            families=boards.n_families,
            models_left_out=boards.models_left_out,
            datasets_left_out=boards.datasets_left_out,
        )


def verdict_of(correlation: RankCorrelation, margin: float) -> LeaderboardVerdict:
    """Return the verdict on a correlation of mean ranks."""
    if np.isnan(correlation.estimate):
        return LeaderboardVerdict.NO_DIFFERENCES
    if correlation.upper < 1 - margin:
        return LeaderboardVerdict.DIFFER
    if correlation.lower > 1 - margin:
        return LeaderboardVerdict.ALIKE
    return LeaderboardVerdict.NOT_RESOLVED


def _leaders(boards: Leaderboards, study: Study) -> Iterator[Leader]:
    """Yield the first models by each measure; the same resamples of families for all measures."""
    rng = np.random.default_rng([study.setting.seed, _STREAM])
    n = boards.n_families
    counts = rng.multinomial(n, np.full(n, 1 / n), size=_RESAMPLES)
    n_models = len(boards.models)
    for measure, ranks, sums, within in zip(
        boards.measures,
        boards.ranks,
        boards.of_families,
        shares_within(boards, study),
        strict=True,
    ):
        firsts = np.bincount((counts @ sums).argmin(axis=1), minlength=n_models) / len(counts)
        means = ranks.mean(axis=0)
        changing = other_leaders(ranks) if n_models <= MOST_REMOVED else -1
        for model in np.argsort(means, kind="stable")[:MOST_LISTED]:
            yield Leader(
                measure=measure,
                model=boards.models[model],
                # Centred ranks have mean 0, ranks from 1 that of the middle one.
                mean_rank=float(means[model] + (n_models + 1) / 2),
                first=float(firsts[model]),
                other_leaders=changing,
                within=float(within),
            )


def other_leaders(ranks: Floats) -> int:
    """Count the models whose removal makes another model than the first one lead."""
    means = ranks.mean(axis=0)
    leader = int(means.argmin())
    count = 0
    for removed in range(len(means)):
        if removed == leader:
            continue
        # A model loses a rank wherever the removed one is before it, half a rank where tied.
        before = (np.sign(ranks - ranks[:, [removed]]) + 1) / 2
        without = means - before.mean(axis=0)
        without[removed] = np.inf
        count += int(without.argmin() != leader)
    return count


PART = Part(
    "leaderboards",
    Options,
    tables,
    rows={"leaderboard_pairs": LeaderboardPair, "leaders": Leader},
)
