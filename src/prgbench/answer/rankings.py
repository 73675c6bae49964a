"""Whether two measures rank the models differently, by more than the study's own noise.

What was found is held against `prgbench.answer.common_order`: what this study would find if the
measures ordered the models of each task alike. Rankings are compared by the mean of Spearman's
correlation over the tasks, winners by the share of tasks in which they differ, both weighted by
what a task can tell, and beside each of the paper's numbers is its range under a common order.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.common_order import (
    DRAWS,
    SPEARMAN,
    WINNERS,
    AlikeStudies,
    alike_studies,
)
from prgbench.answer.interface import (
    Part,
    PartOptions,
    PValue,
    Study,
    Tables,
    table_of,
)
from prgbench.answer.models_differ import models_differ
from prgbench.answer.scored_task import NoiseKnown, NoisyTask, ScoredTask, Setting
from prgbench.answer.verdicts import EQUIVALENT, RankingVerdict, WinnerVerdict
from prgbench.stats.families import adjusted_p_values
from prgbench.study.agreement import PAIR, by_pair
from prgbench.typing import Floats

MOST_PAIRED = 200
"""Of more models in a task, so many are compared in pairs."""

_NOISE = ["task_id", "seed", "scores", "noise", "independent", "noise_known"]
_REVERSALS = ["task_id", "seed", *PAIR, "share", "replicates"]
_STREAM = 20_151

Pair = tuple[str, str]
Pairs = Mapping[Pair, AlikeStudies]


class Options(PartOptions):
    """Whether two measures rank the models differently, beyond sampling noise."""

    margin: Annotated[float, Field(ge=0, lt=1)] = 0.01
    """A difference too small to matter: how far the mean rank correlation may lie below that of a
    common order. Beyond noise, measures may differ by less.
    """

    most_reversed: Annotated[float, Field(ge=0, lt=1)] = 0.05
    """Measures rank the models alike if, with confidence, they order at most this share of the
    pairs of models oppositely, by more than .01 under both.
    """


@dataclass(frozen=True, slots=True)
class IfAlike:
    """A number found for two measures, and its range if they ordered the models alike.

    Left out are tasks of which fewer than two models have both measures (``few_models``), and
    tasks whose noise is unknown (``undefined``).
    """

    measure_a: str
    measure_b: str
    statistic: str
    found: float
    if_alike: float
    if_alike_lower: float
    if_alike_upper: float
    tasks: int
    datasets: int
    few_models: int
    undefined: int


@dataclass(frozen=True, slots=True)
class PairVerdicts:
    """The verdicts on two measures.

    P-values are adjusted for all pairs of measures: ``p_ranks`` that the rankings differ at all,
    ``p_ranks_beyond`` that they do by more than the ``margin``, ``p_winners`` that the winners do.
    ``reversed`` is the share of pairs of models of which each measure prefers another by more than
    `EQUIVALENT`, at most ``reversed_upper``. ``noise_at_most`` says that the noise is that of
    random splits of unknown sizes: no more if no test set is larger than its training set.
    ``opposite_skews`` is that of `AlikeStudies`.
    A task has from ``fewest`` to ``most`` independent groups of the rarer class, folds or splits.
    """

    measure_a: str
    measure_b: str
    margin: float
    p_ranks: PValue
    p_ranks_beyond: PValue
    ranking: str
    p_winners: PValue
    winners: str
    reversed: float
    reversed_upper: float
    noise_at_most: bool
    fewest: int
    most: int
    opposite_skews: bool


def per_task(task: ScoredTask, setting: Setting, _options: Options) -> Tables:
    """Return ``noise``, a row, and ``reversals``, a row for each pair of measures.

    The row has the scores of the models and replicates of their noise, as `NoisyTask` does, none
    where test instances are shared.
    ``share`` is that of the pairs of models that are reversed by more than `EQUIVALENT`, also in
    replicates.
    """
    noisy = task.noisy(setting)
    of_task = (task.task_id, task.seed)
    noise = []
    reversals = []
    unknown = task.noise_known is NoiseKnown.NO
    if len(noisy.noise):
        pairs = combinations([measure.name for measure in setting.measures], 2)
        reversals = [
            (*of_task, *pair, shares[0], shares[1:])
            for pair, shares in zip(pairs, reversed_shares(noisy, EQUIVALENT), strict=True)
        ]
    if len(noisy.noise) or unknown:
        scaled = task.noisy(setting, gains=False)
        replicates = scaled.noise.astype(np.float32).ravel()
        known = (scaled.independent, str(task.noise_known))
        noise = [(*of_task, scaled.scores.ravel(), replicates, *known)]
    return {
        "noise": pd.DataFrame(noise, columns=_NOISE),
        "reversals": pd.DataFrame(reversals, columns=_REVERSALS),
    }


def reversed_shares(noisy: NoisyTask, equal: float) -> Floats:
    """Return of which share of the pairs of models two measures prefer another by more.

    Shape (pairs of measures, 1 + replicates): of the scores, then of these with the noise added,
    which have more noise than the scores and so more pairs reversed. Of the pairs of models that
    both measures have a score of; NaN if there is none.
    """
    compared = np.unique(np.linspace(0, noisy.n_models - 1, MOST_PAIRED).astype(int))
    scores = noisy.scores[:, compared]
    noise = noisy.noise[:, :, compared]
    pairs = list(combinations(range(len(scores)), 2))
    shares = np.empty((len(pairs), 1 + len(noise)))
    for replicate, values in enumerate([scores, *(scores + noise)]):
        gaps = values[:, :, None] - values[:, None, :]
        preferred = (gaps > equal).astype(np.int8) - (gaps < -equal)
        for row, (a, b) in enumerate(pairs):
            shares[row, replicate] = (preferred[a] * preferred[b] < 0).sum()
    n_defined = np.array([np.isfinite(scores[[a, b]]).all(axis=0).sum() for a, b in pairs])
    n_pairs = np.where(n_defined > 1, n_defined * (n_defined - 1.0), np.nan)
    return np.asarray(shares / n_pairs[:, None])


def noisy_tasks(rows: pd.DataFrame, n_measures: int) -> list[NoisyTask]:
    """Return the tasks of the table ``noise``."""
    return [
        NoisyTask(
            scores.reshape(n_measures, -1),
            noise.reshape(-1, n_measures, len(scores) // n_measures),
            independent,
        )
        for scores, noise, independent in zip(
            rows["scores"], rows["noise"], rows["independent"], strict=True
        )
    ]


def tables(study: Study, options: Options) -> Tables:
    """Return ``if_alike``, numbers beside those of a common order, and the ``verdicts``."""
    setting = study.setting
    datasets = study.models.dataset_of_task
    names = [measure.name for measure in setting.measures]
    rows = study.per_task["noise"].sort_values("seed", ignore_index=True)
    # One verdict for the whole study, so that of all tasks with noise.
    unknown = rows["noise_known"] == NoiseKnown.NO
    few = {
        (names[a], names[b]): _tasks_of_few_models(rows, len(names), a, b)
        for a, b in combinations(range(len(names)), 2)
    }
    rows = rows[~unknown]
    tasks = noisy_tasks(rows, len(names))
    of_tasks = datasets.reindex(rows["task_id"]).tolist()
    seeds = [[setting.seed, seed, _STREAM] for seed in rows["seed"]]
    pairs = {
        (names[a], names[b]): alike_studies(
            [task.of_pair(a, b) for task in tasks], of_tasks, seeds, setting.ranking
        )
        for a, b in combinations(range(len(names)), 2)
    }
    tail = (1 - setting.confidence_level) / 2
    verdicts = pair_verdicts(
        pairs,
        study.per_task["reversals"],
        options,
        tail,
        shared=bool(unknown.any()),
        at_most=bool((rows["noise_known"] == NoiseKnown.AT_MOST).any()),
        few_models=[pair for pair, is_few in few.items() if is_few.sum() == len(datasets)],
        independent=[task.independent for task in tasks],
        differ=models_differ(tasks, len(names), tail),
    )
    left_out = {pair: int(is_few[~unknown].sum()) for pair, is_few in few.items()}
    return {
        "if_alike": table_of(IfAlike, _if_alike(pairs, left_out, len(datasets), tail)),
        "verdicts": table_of(PairVerdicts, verdicts),
    }


def _tasks_of_few_models(rows: pd.DataFrame, n_measures: int, a: int, b: int) -> "pd.Series[bool]":
    """Say in which tasks of the table ``noise`` fewer than two models have both measures."""
    shared = [
        int(np.isfinite(scores.reshape(n_measures, -1)[[a, b]]).all(axis=0).sum())
        for scores in rows["scores"]
    ]
    return pd.Series(shared, rows.index, dtype=int) < 2


def _if_alike(
    pairs: Pairs, few_models: Mapping[Pair, int], tasks: int, tail: float
) -> Iterator[IfAlike]:
    for pair, studies in pairs.items():
        for name, draws in studies.draws.items():
            # Without a task there is neither a number nor its range.
            known = draws if studies.tasks else np.full(1, np.nan)
            mean, lower, upper = _mean_and_range(known, tail)
            yield IfAlike(
                *pair,
                statistic=name,
                found=studies.found[name] if studies.tasks else float("nan"),
                if_alike=mean,
                if_alike_lower=lower,
                if_alike_upper=upper,
                tasks=studies.tasks,
                datasets=studies.datasets,
                few_models=few_models[pair],
                undefined=tasks - studies.tasks - few_models[pair],
            )


def _mean_and_range(draws: Floats, tail: float) -> tuple[float, float, float]:
    """Return the mean of the draws and the quantiles that cut off a ``tail`` at each end.

    Of the draws that are defined: a correlation is not where a measure ranks all models alike,
    which it may do in every draw. All three are NaN then.
    """
    defined = draws[~np.isnan(draws)]
    if not defined.size:
        return float("nan"), float("nan"), float("nan")
    lower, upper = np.quantile(defined, [tail, 1 - tail]).tolist()
    return float(defined.mean()), lower, upper


def pair_verdicts(
    pairs: Pairs,
    reversals: pd.DataFrame,
    options: Options,
    tail: float,
    *,
    shared: bool,
    at_most: bool,
    few_models: Collection[Pair],
    independent: Sequence[int],
    differ: bool,
) -> Iterator[PairVerdicts]:
    """Yield the verdicts on the pairs of measures, each at one ``tail`` of the level.

    Where no task has known noise, that is because of too few data or of ``shared`` test instances.
    Pairs with ``few_models`` share fewer than two in every task. The noise of random splits of
    unknown sizes is only ``at_most`` what was computed. ``independent`` counts the independent
    groups of rows or replicates of each task. If the models do not ``differ`` beyond sampling
    noise, there is nothing to rank.
    """
    tested = {pair: studies for pair, studies in pairs.items() if studies.tasks}
    p_ranks = _p_values(tested, SPEARMAN, 1)
    p_beyond = _p_values(tested, SPEARMAN, 1, options.margin)
    p_winners = _p_values(tested, WINNERS, -1)
    upper_bounds = {(a, b): _upper_share(rows, tail) for a, b, rows in by_pair(reversals)}
    for pair in pairs:
        share, upper = upper_bounds.get(pair, (np.nan, np.nan))
        if pair in tested:
            few_reversed = upper <= options.most_reversed and not _is_low(tested[pair], tail)
            ranking = _ranking_verdict(
                differ=differ,
                slightly=p_ranks[pair] <= tail,
                beyond=p_beyond[pair] <= tail,
                few_reversed=few_reversed,
            )
            winners_differ = p_winners[pair] <= tail
            winners = WinnerVerdict.DIFFER if winners_differ else WinnerVerdict.NOT_RESOLVED
        elif pair in few_models:
            ranking = RankingVerdict.FEW_MODELS
            winners = WinnerVerdict.FEW_MODELS
        elif shared:
            ranking = RankingVerdict.NOISE_UNKNOWN
            winners = WinnerVerdict.NOISE_UNKNOWN
        else:
            ranking = RankingVerdict.TOO_FEW
            winners = WinnerVerdict.TOO_FEW
        yield PairVerdicts(
            *pair,
            margin=options.margin,
            p_ranks=p_ranks.get(pair, np.nan),
            p_ranks_beyond=p_beyond.get(pair, np.nan),
            ranking=ranking,
            p_winners=p_winners.get(pair, np.nan),
            winners=winners,
            reversed=share,
            reversed_upper=upper,
            noise_at_most=at_most,
            fewest=min(independent, default=0),
            most=max(independent, default=0),
            opposite_skews=pairs[pair].opposite_skews,
        )


def _ranking_verdict(
    *, differ: bool, slightly: bool, beyond: bool, few_reversed: bool
) -> RankingVerdict:
    """Return the verdict on two rankings that differ ``slightly``, or ``beyond`` the margin."""
    if not differ:
        return RankingVerdict.NO_DIFFERENCES
    if beyond:
        return RankingVerdict.DIFFERENT
    if slightly:
        return RankingVerdict.SLIGHTLY_DIFFERENT
    return RankingVerdict.ALIKE if few_reversed else RankingVerdict.NOT_RESOLVED


def _is_low(studies: AlikeStudies, tail: float) -> bool:
    """Say whether the correlation lies below the range that is shown of a common order.

    Among many pairs of measures that may be chance, but no reason to say that they are alike.
    """
    _, lower, _ = _mean_and_range(studies.draws[SPEARMAN], tail)
    return studies.found[SPEARMAN] < lower


def _p_values(tested: Pairs, name: str, sign: int, margin: float = 0) -> dict[Pair, float]:
    """Return the adjusted p-value of a number: that it is so low (or with sign -1, so high)."""
    if not tested:
        return {}
    observed = np.array([sign * studies.found[name] + margin for studies in tested.values()])
    draws = np.array([sign * studies.draws[name] for studies in tested.values()])
    return dict(zip(tested, adjusted_p_values(observed, draws).tolist(), strict=True))


def _upper_share(reversals: pd.DataFrame, tail: float) -> tuple[float, float]:
    """Return the mean share of reversed pairs of models, and its upper bound over the noise.

    The scores have noise, and replicates of them twice as much: the bound is a safe one.
    """
    # By the task's own seed and in its order: the names of data sets change nothing.
    defined = reversals.dropna(subset="share").sort_values("seed")
    if defined.empty:
        return float("nan"), float("nan")
    draws = [
        np.random.default_rng([seed, _STREAM]).choice(replicates, DRAWS)
        for seed, replicates in zip(defined["seed"], defined["replicates"], strict=True)
    ]
    return float(defined["share"].mean()), float(np.quantile(np.mean(draws, axis=0), 1 - tail))


PART = Part(
    "rankings",
    Options,
    tables,
    per_task,
    rows={"if_alike": IfAlike, "verdicts": PairVerdicts},
    of_pairs=True,
)
