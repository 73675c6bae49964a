"""Whether two measures lead to different leaderboards, by more than the choice of data sets.

A leaderboard has the models' mean ranks over the data sets. Which data sets were sampled is its
noise, also where there is but one score of each model; data sets of a family count as one sample.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
from pydantic import Field

from prgbench.answer.interface import Part, PartOptions, PValue, Study, Tables, table_of
from prgbench.answer.leaderboard_ranks import MOST_LISTED, Leaderboards
from prgbench.answer.rankings import noisy_tasks
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.true_scores import true_scores
from prgbench.answer.verdicts import FEWEST_DATASETS, LeaderboardVerdict
from prgbench.data.models import Models
from prgbench.stats.mean_ranks import RankCorrelation
from prgbench.stats.ranks import centred_ranks
from prgbench.study.agreement import direction
from prgbench.typing import Floats

MOST_REMOVED = 300
"""Of more models none is removed to see whether another one leads."""

_RESAMPLES = 1_000
_REPLICATES = 100
_TINY = np.finfo(float).tiny
_STREAM = 20_151


class Options(PartOptions):
    """Whether two measures lead to different leaderboards over all data sets."""

    margin: Annotated[float, Field(ge=0, lt=1)] = 0.01
    """Leaderboards differ if the correlation of their mean ranks is below 1 by more than this,
    with confidence.
    """


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
    tasks = [
        _of_ranked_models(task, boards, study.models.of_task(task_id))
        for task_id, task in zip(rows["task_id"], noisy_tasks(rows, n_measures), strict=True)
    ]
    if not tasks or min(min(task.independent, len(task.noise)) for task in tasks) < 2:
        return unknown
    shares = []
    for measure, ranks in enumerate(boards.ranks):
        truth = true_scores(tasks, measure)
        within = []
        for task, ordered, order in zip(tasks, truth.ordered, truth.orders, strict=True):
            noise = task.noise[:_REPLICATES, measure][:, order]
            within.append(centred_ranks(ordered + noise).var(axis=0).mean())
        shares.append(np.mean(within) / max(ranks.var(axis=0, ddof=1).mean(), _TINY))
    # An estimate of noise may exceed the variance that it is a part of.
    return np.minimum(shares, 1.0)


def _of_ranked_models(task: NoisyTask, boards: Leaderboards, models: Models) -> NoisyTask:
    """Return the scores and noise in a task of the models of the leaderboards."""
    # The columns are in the order of the runs; of several runs of a model the first counts.
    flows = models.frame.sort_values("run_id")["flow_id"]
    kept = np.flatnonzero(flows.isin(boards.flow_ids) & ~flows.duplicated())
    return NoisyTask(task.scores[:, kept], task.noise[:, :, kept], task.independent)


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
    pairs = _pairs(boards, study, options) if boards.is_large_enough else ()
    leaders = _leaders(boards, study) if boards.is_large_enough else ()
    return {
        "leaderboard_pairs": table_of(LeaderboardPair, pairs),
        "leaders": table_of(Leader, leaders),
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
        influential, estimate_without = _most_influential(correlation, boards.family_names)
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
            influential=influential,
            estimate_without=estimate_without,
            models=len(boards.models),
            datasets=boards.n_datasets,
            families=boards.n_families,
            models_left_out=boards.models_left_out,
            datasets_left_out=boards.datasets_left_out,
        )


def _most_influential(
    correlation: RankCorrelation, family_names: Sequence[str]
) -> tuple[str, float]:
    """Return the family without which the estimate changes most, and the estimate without it.

    They are "" and NaN if there is no estimate without any family.
    """
    changes = np.abs(correlation.without - correlation.estimate)
    if not np.isfinite(changes).any():
        return "", float("nan")
    family = int(np.nanargmax(changes))
    return family_names[family], float(correlation.without[family])


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
