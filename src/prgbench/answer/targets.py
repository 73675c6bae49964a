"""The targets by which a choice is judged, on halves of the instances."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.halves import expected_f1_of_halves, first_halves
from prgbench.answer.scored_task import Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.engine.counts import orders_of
from prgbench.metrics.thresholding import best_cuts
from prgbench.typing import BoolArray, Floats, Ints

Bytes = NDArray[np.uint8]

TARGETS_OF_HALVES = {
    "expected_f1": "expected F1",
    "honest_f1": "F1 at a threshold from other instances",
    "stored_f1": "F1 of the stored decisions",
    "stored_mcc": "MCC of the stored decisions",
    "stored_accuracy": "accuracy of the stored decisions",
}
"""On the half that was not chosen on."""

F_TARGETS = ("expected_f1", "max_f1", "honest_f1", "stored_f1")
"""F-scores, which are averaged as F-gain."""

_STREAM = 7_001
_ROWS_AT_ONCE = 1 << 13


@dataclass(frozen=True, slots=True)
class Confusion:
    """Confusion counts of many sets of decisions, of shapes that broadcast; NaN where unknown."""

    tp: Floats
    predicted: Floats
    positives: Floats | float
    instances: Floats | float

    def f1(self) -> Floats:
        """Return F1; NaN where there is no positive, predicted or true."""
        return ratio(2 * self.tp, self.predicted + self.positives)

    def accuracy(self) -> Floats:
        """Return the share of right decisions."""
        wrong = self.predicted + self.positives - 2 * self.tp
        return ratio(self.instances - wrong, self.instances + 0 * self.tp)

    def mcc(self) -> Floats:
        """Return Matthews' correlation; 0 of decisions that are all alike."""
        n = self.instances
        covariance = n * self.tp - self.predicted * self.positives
        spread = np.sqrt(self.predicted * (n - self.predicted))
        spread = spread * np.sqrt(self.positives * (n - self.positives))
        constant = (spread == 0) & ~np.isnan(covariance)
        return np.where(constant, 0.0, covariance / np.where(spread == 0, 1.0, spread))


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, NaN where the denominator is 0."""
    undefined = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    result: Floats = np.divide(numerator, denominator, out=undefined, where=denominator != 0)
    return result


@dataclass(frozen=True, slots=True)
class TargetOfHalves:
    """A target of all models on both parts of each split: arrays of shape (splits, 2, models).

    The average of an F-score over splits is the sum of hits over that of totals. For decisions
    these are 2 TP and the number of predicted and true positives, so counts are pooled; for other
    F-scores 1 and 1/F, the harmonic mean. NaN for other targets.
    """

    values: Floats
    hits: Floats
    totals: Floats


def arithmetic(values: Floats) -> TargetOfHalves:
    """Return a target whose average is the arithmetic mean."""
    return TargetOfHalves(values, *np.full((2, *values.shape), np.nan))


def harmonic(values: Floats) -> TargetOfHalves:
    """Return an F-score whose average is the harmonic mean."""
    return TargetOfHalves(values, np.ones_like(values), 1 / values)


def targets_of_halves(task: TaskScores, setting: Setting) -> dict[str, TargetOfHalves]:
    """Compute the `TARGETS_OF_HALVES` of the models of a task on the halves of its splits.

    ``honest_f1`` is the F1 of the pooled decisions of a half, each of its quarters decided at the
    best threshold of the other one.
    """
    first = first_halves(task, setting)
    n_pos = _of_both(np.count_nonzero(first[:, task.y_true], axis=1), task.y_true.sum())
    rows = _of_both(np.count_nonzero(first, axis=1), task.y_true.size)
    # Of a split with a half of one class, nothing is known.
    n_pos[((n_pos == 0) | (n_pos == rows)).any(axis=(1, 2))] = np.nan

    quarters = _quarters(task, setting, first)
    tp, predicted = (
        np.concatenate(counts).transpose(1, 2, 0).astype(float)
        for counts in zip(*_cuts(task, quarters), strict=True)
    )
    honest = Confusion(tp, predicted, n_pos, rows)
    stored = _stored(task, first, n_pos, rows)
    return {
        "expected_f1": harmonic(expected_f1_of_halves(task, setting)),
        **{
            name: TargetOfHalves(
                confusion.f1(), 2 * confusion.tp, confusion.predicted + confusion.positives
            )
            for name, confusion in {"honest_f1": honest, "stored_f1": stored}.items()
        },
        "stored_mcc": arithmetic(stored.mcc()),
        "stored_accuracy": arithmetic(stored.accuracy()),
    }


def _cuts(task: TaskScores, quarters: Bytes) -> Iterator[tuple[Ints, Ints]]:
    """Yield what `best_cuts` returns for some models at a time."""
    if task.orders is not None:
        yield best_cuts(task.y_true, task.orders, quarters)
        return
    for scores in task.y_scores:
        yield best_cuts(task.y_true, orders_of(scores[np.newaxis]), quarters)


def _of_both(of_first: Ints, total: int) -> Floats:
    """Return the counts in both halves of each split: shape (splits, 2, 1)."""
    return np.stack([of_first, total - of_first], axis=1)[:, :, np.newaxis].astype(float)


def _quarters(task: TaskScores, setting: Setting, first: BoolArray) -> Bytes:
    """Cut each half in two at random: 0 and 2, or 1 and 3, of shape (splits, rows).

    Groups of rows stay together. The quarters of a half have the same numbers of groups with and
    of groups without a positive, up to one.
    """
    rng = np.random.default_rng([setting.seed, task.seed, _STREAM])
    n = task.n_groups
    positive = 2 * (task.group_sizes[0] > 0).astype(np.uint8)
    half = np.empty(n, dtype=np.uint8)
    quarters = np.empty(first.shape, dtype=np.uint8)
    for split, of_first in enumerate(first):
        second = ~of_first
        half[task.groups] = second
        order = rng.permutation(n)
        ordered = order[np.argsort((half + positive)[order], kind="stable")]
        twin = np.empty(n, dtype=np.uint8)
        # Alternating along the random order halves each class; the random start picks the larger.
        twin[ordered] = (np.arange(n) + rng.integers(2)) % 2
        quarters[split] = second + 2 * twin[task.groups]
    return quarters


def _stored(task: TaskScores, first: BoolArray, n_pos: Floats, rows: Floats) -> Confusion:
    """Count the stored decisions on each half; float32 holds counts of so few rows exactly."""
    n_models = len(task.run_ids)
    tp = np.zeros((len(first), 2, n_models))
    predicted = np.zeros((len(first), 2, n_models))
    for start in range(0, len(task.y_true), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        inside = first[:, part].astype(np.float32)
        yes = (task.decisions[:, part] == 1).astype(np.float32)
        for counts, of_rows in ((tp, yes * task.y_true[part]), (predicted, yes)):
            of_first = inside @ of_rows.T
            counts[:, 0] += of_first
            counts[:, 1] += of_rows.sum(axis=1) - of_first
    tp[:, :, task.decisions.min(axis=1) < 0] = np.nan
    return Confusion(tp, predicted, n_pos, rows)
