"""What several claims share: areas on samples of a task's rows, and what choosing by one loses."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.choosing import HALVES, choices_of_task
from prgbench.answer.interface import Setting
from prgbench.answer.subsamples import random_parts
from prgbench.answer.task_scores import Floats, TaskScores, model_batches
from prgbench.metrics import Measure, evaluate
from prgbench.metrics.resampling import reweighted_areas

AREAS = ("auroc", "aupr", "auprg")
_CELLS_AT_ONCE = 1 << 23

Weights = NDArray[np.float64]


def areas_of_samples(task: TaskScores, drawn: Iterable[Weights]) -> Floats:
    """Evaluate the models by `AREAS` under weights of the rows.

    ``drawn`` has weights (samples, rows) for each split, at least one. Returns (splits, samples,
    areas, models).
    """
    found = []
    splits = iter(drawn)
    while batch := list(islice(splits, max(1, _CELLS_AT_ONCE // (6 * len(task.y_true))))):
        weights = np.concatenate(batch)
        values = np.concatenate(
            [
                reweighted_areas(task.y_true, task.y_scores[own], weights, measures=AREAS)
                for own in model_batches(task.y_scores)
            ],
            axis=1,
        )
        found.append(values.reshape(len(batch), -1, *values.shape[1:]).swapaxes(2, 3))
    return np.concatenate(found)


def evaluate_rows(
    task: TaskScores, rows: NDArray[np.bool_ | np.intp], measures: Sequence[str | Measure]
) -> Floats:
    """Evaluate the models on some rows, in their order: shape (measures, models)."""
    batches = (task.y_scores[own][:, rows] for own in model_batches(task.y_scores))
    return np.concatenate([evaluate(task.y_true[rows], own, measures) for own in batches]).T


FEWEST_POSITIVES, FEWEST_NEGATIVES = 50, 100
HALF, THINNED, HALF_AT_PRIOR, THINNED_AT_PRIOR, OTHER, OTHER_REWEIGHTED = range(6)
PRIOR = 0.5


@lru_cache(maxsize=1)
def thinned_areas(task: TaskScores, setting: Setting) -> Floats | None:
    """Evaluate the models on a half of the instances, with all of its negatives and with half.

    The other samples are both at the prevalence `PRIOR` by weights, and the other half, as it is
    and with its negatives weighted so that its odds are those of the thinned half. Returns
    (splits, 6 samples, areas, models); None if the task has too few positives or negatives, or if
    none of its splits has both classes in each sample.
    """
    n_pos = int(task.y_true.sum())
    if n_pos < FEWEST_POSITIVES or len(task.y_true) - n_pos < FEWEST_NEGATIVES:
        return None
    drawn = _thinned(task, setting)
    first = next(drawn, None)
    if first is None:
        return None
    areas = areas_of_samples(task, chain([first], drawn))
    areas.flags.writeable = False
    return areas


def _thinned(task: TaskScores, setting: Setting) -> Iterator[Weights]:
    positive = task.y_true
    halves, quarters = (random_parts(task, setting, parts) for parts in (2, 4))
    for (half, other), (quarter, _) in zip(halves, quarters, strict=True):
        thinned = np.where(positive, half, quarter)
        if not all(
            (own & kind).any() for own in (thinned, other) for kind in (positive, ~positive)
        ):
            continue
        kept = (thinned & ~positive).sum() / (half & ~positive).sum()
        yield np.array(
            [
                half,
                thinned,
                half * _at_prior(positive, half),
                thinned * _at_prior(positive, thinned),
                other,
                other * np.where(positive, 1, kept),
            ],
            dtype=np.float64,
        )


def _at_prior(positive: NDArray[np.bool_], members: NDArray[np.bool_]) -> Weights:
    """Return weights that bring the positives among the members to the share `PRIOR`."""
    odds = (members & positive).sum() / (members & ~positive).sum()
    return np.where(positive, 1.0, odds * (1 - PRIOR) / PRIOR)


def by_areas(setting: Setting) -> Setting:
    """Return the setting with the areas as its measures."""
    return setting.model_copy(update={"names": AREAS})


@lru_cache(maxsize=1)
def _losses(task: TaskScores, setting: Setting) -> dict[tuple[str, str], float]:
    return {
        (str(row["by"]), str(row["target"])): float(row["difference"])
        for row in choices_of_task(task, by_areas(setting), HALVES)
    }


def advantage(task: TaskScores, setting: Setting, of: str, over: str, target: str) -> float:
    """Return how much more of a target the pick ``of`` an area has than that by another.

    Models are picked on one half of the instances and judged on the other; NaN if the target is
    undefined there.
    """
    losses = _losses(task, setting)
    return losses[over, target] - losses[of, target]
