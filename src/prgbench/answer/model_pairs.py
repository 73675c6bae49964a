"""Which pairs of models two measures order the same way for certain, and which oppositely.

By each measure, the difference of two models of a task is held against its error over other
instances. The tests of all pairs of a task are one family: that both measures order the pairs
that are named as they do in truth holds in each task at the confidence level. So there is an
answer from one data set on.

Only pairs that could be ordered are counted as open. Those of a model that lacks a measure, and
those whose noise is unknown, are counted apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd

from prgbench.answer.confidence_sets import level_of_sets
from prgbench.answer.interface import Part, PartOptions, Study, Tables, table_of
from prgbench.answer.scored_task import NoisyTask, ScoredTask, Setting
from prgbench.data.models import Models
from prgbench.stats.families import holm
from prgbench.study.agreement import PAIR, by_pair
from prgbench.typing import Floats

_EQUAL = 1e-24
"""A variance of a difference up to this is one of rounding: of two models that are copies."""

MOST_LISTED = 100
"""So many reversed pairs of models of a task are listed for two measures."""

_COUNTS = ["same", "reversed", "pairs", "lacking", "noise_unknown"]
_PAIRS = ["task_id", *PAIR, *_COUNTS]


@dataclass(frozen=True, slots=True)
class OrderedPairs:
    """How many pairs of models within tasks two measures order the same way for certain.

    ``reversed`` are ordered oppositely for certain, in ``reversed_tasks`` of the tasks; ``open``
    are the rest of the ``pairs``, which lie within ``tasks``. Not among these are the pairs of
    which a model is ``lacking`` a score by one of the measures, and those with scores whose
    ``noise_unknown`` leaves nothing to test.
    """

    measure_a: str
    measure_b: str
    same: int
    reversed: int
    open: int
    pairs: int
    lacking: int
    noise_unknown: int
    reversed_tasks: int
    tasks: int


@dataclass(frozen=True, slots=True)
class ReversedPair:
    """Two models of a task of which each measure prefers the other for certain.

    Measure A prefers ``run_a`` by ``difference_a``, B prefers ``run_b`` by ``difference_b``.
    """

    task_id: int
    measure_a: str
    measure_b: str
    run_a: int
    run_b: int
    difference_a: float
    difference_b: float
    dataset_name: str = ""
    model_a: str = ""
    model_b: str = ""


def per_task(task: ScoredTask, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``ordered_pairs``, counts for each pair of measures, and ``reversed_pairs``.

    Replicates of scores that share their test instances tell nothing of other ones: the noise of
    all pairs is unknown.
    """
    names = [measure.name for measure in setting.measures]
    noisy = task.noisy(setting)
    preferences, differences = certain_preferences(noisy, setting)
    counts = []
    reversals = list[ReversedPair]()
    for a, b in combinations(range(len(names)), 2):
        agreed = np.triu(preferences[a] * preferences[b])
        same = int((agreed > 0).sum())
        opposite = int((agreed < 0).sum())
        n_scored = int(np.isfinite(noisy.scores[[a, b]]).all(axis=0).sum())
        n_tested = int(noisy.has_pair(a, b).sum()) if _is_testable(noisy) else 0
        every, scored, pairs = (comb(n, 2) for n in (noisy.n_models, n_scored, n_tested))
        of_task = (task.task_id, names[a], names[b])
        counts.append((*of_task, same, opposite, pairs, every - scored, scored - pairs))
        reversals += _reversed(
            task, (names[a], names[b]), preferences[[a, b]], differences[[a, b]]
        )
    return {
        "ordered_pairs": pd.DataFrame(counts, columns=_PAIRS),
        "reversed_pairs": table_of(ReversedPair, reversals),
    }


def certain_preferences(noisy: NoisyTask, setting: Setting) -> tuple[Floats, Floats]:
    """Return which models each measure prefers for certain, and the differences of their scores.

    Both have shape (measures, models, models). A preference is 1 where the model of the row is
    better, -1 where it is worse, else 0.
    """
    shape = (*noisy.scores.shape, noisy.n_models)
    preferences = np.zeros(shape)
    differences = noisy.scores[:, :, None] - noisy.scores[:, None]
    if not _is_testable(noisy):
        return preferences, differences
    tail = (1 - level_of_sets(setting.confidence_level)) / 2
    for index, noise in enumerate(np.moveaxis(noisy.noise, 1, 0)):
        covariance = np.atleast_2d(np.cov(noise, rowvar=False))
        preferences[index] = _preferences(differences[index], covariance, noisy.degrees, 2 * tail)
    return preferences, differences


def _is_testable(noisy: NoisyTask) -> bool:
    """Say whether the noise of a task is known, so that differences have an error."""
    return noisy.independent > 1 and len(noisy.noise) > 1


def _preferences(differences: Floats, covariance: Floats, degrees: float, alpha: float) -> Floats:
    """Test all pairs of models by Student's t, with Holm's adjustment.

    Models without a score or an error are preferred by none, and to none.
    """
    from scipy.special import stdtr

    rows, columns = np.triu_indices(len(differences), 1)
    variances = covariance.diagonal()
    squares = variances[rows] + variances[columns] - 2 * covariance[rows, columns]
    gaps = differences[rows, columns]
    gaps = np.where(np.isfinite(squares), gaps, np.nan)
    varying = squares[squares > _EQUAL]
    # Few positives make some errors small by chance: none is below half the median error.
    median = np.median(varying) if len(varying) else np.nan
    errors = np.sqrt(np.where(squares > _EQUAL, np.maximum(squares, median / 4), median))
    p_values = 2 * stdtr(degrees, -np.abs(gaps / errors))
    certain = np.nan_to_num(holm(p_values), nan=1.0) <= alpha
    preferred = np.zeros(differences.shape)
    preferred[rows, columns] = np.nan_to_num(np.sign(gaps)) * certain
    return preferred - preferred.T


def _reversed(
    task: ScoredTask, names: tuple[str, str], preferences: Floats, gaps: Floats
) -> list[ReversedPair]:
    """Return the pairs of which the first measure prefers one model and the second the other."""
    better, worse = np.nonzero((preferences[0] > 0) & (preferences[1] < 0))
    # A pair is as clear as the smaller of its two differences.
    smaller = np.minimum(gaps[0, better, worse], -gaps[1, better, worse])
    listed = np.argsort(-smaller, kind="stable")[:MOST_LISTED]
    return [
        ReversedPair(
            task_id=task.task_id,
            measure_a=names[0],
            measure_b=names[1],
            run_a=int(task.run_ids[a]),
            run_b=int(task.run_ids[b]),
            difference_a=float(gaps[0, a, b]),
            difference_b=float(gaps[1, b, a]),
        )
        for a, b in zip(better[listed], worse[listed], strict=True)
    ]


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``model_pairs``, sums over the tasks, and the list of ``reversed_pairs``."""
    return {
        "model_pairs": table_of(OrderedPairs, _sums(study.per_task["ordered_pairs"])),
        "reversed_pairs": _with_names(study.per_task["reversed_pairs"], study.models),
    }


def _with_names(pairs: pd.DataFrame, models: Models) -> pd.DataFrame:
    names = pd.Series(models.flow_name.to_numpy(), [models.task_id, models.run_id])
    tasks = pd.Series(models.dataset_name.to_numpy(), models.task_id).groupby(level=0).first()
    named = {
        f"model_{side}": names.reindex(
            pd.MultiIndex.from_frame(pairs[["task_id", f"run_{side}"]])
        ).to_numpy()
        for side in "ab"
    }
    return pairs.assign(dataset_name=tasks.reindex(pairs["task_id"]).to_numpy(), **named)


def _sums(counts: pd.DataFrame) -> Iterator[OrderedPairs]:
    for a, b, tasks in by_pair(counts):
        same, opposite, pairs, lacking, unknown = (int(tasks[name].sum()) for name in _COUNTS)
        yield OrderedPairs(
            measure_a=a,
            measure_b=b,
            same=same,
            reversed=opposite,
            open=pairs - same - opposite,
            pairs=pairs,
            lacking=lacking,
            noise_unknown=unknown,
            reversed_tasks=int((tasks["reversed"] > 0).sum()),
            tasks=int((tasks["pairs"] > 0).sum()),
        )


PART = Part(
    "model_pairs",
    PartOptions,
    tables,
    per_task,
    rows={"model_pairs": OrderedPairs, "reversed_pairs": ReversedPair},
    of_pairs=True,
)
