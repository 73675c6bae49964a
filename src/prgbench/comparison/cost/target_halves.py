"""The targets on the halves of a task.

A target on a half is a function of that half alone, thresholds included. So models that are equal
in truth have the same expected target, however they were chosen on the other half.
"""

from dataclasses import dataclass

import numpy as np

from prgbench.comparison.cost.best_cuts import Bytes, best_cuts
from prgbench.comparison.cost.confusion import Confusion
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import defined_parts, expected_f1_of_parts, two_parts
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores

_STREAM = 7_001
_ROWS_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class HalfTarget:
    """A target of all models on both halves of each split: arrays of shape (splits, 2, models).

    Attributes
    ----------
    values : ndarray
        The target; NaN where the half does not allow it.
    hits, totals : ndarray
        Of an F-score, what its average over splits is made of: sum of hits / sum of totals. For
        decisions these are 2 TP and the positives, predicted and true, so that counts are pooled;
        for other F-scores 1 and 1/F, the harmonic mean. NaN for other targets.
    """

    values: Floats
    hits: Floats
    totals: Floats


def targets_of_halves(task: TaskScores, setting: Setting) -> dict[str, HalfTarget]:
    """Compute the `TARGETS_OF_HALVES` of the models of a task on the halves of its splits.

    ``honest_f1`` is the F1 of the pooled decisions of a half, each of its quarters at the
    threshold that is best on the other one.
    """
    members = two_parts(task, setting, 2)
    usable: BoolArray = np.logical_and.reduce(defined_parts(task, members), axis=1)
    n_pos = _sizes(members[:, :, task.y_true])
    n_pos[~usable] = np.nan
    rows = _sizes(members)
    max_f1, honest = _thresholds(task, _quarters(task, setting, members), n_pos, rows)
    stored = _stored(task, members, n_pos, rows)
    return {
        "expected_f1": _harmonic(expected_f1_of_parts(task, setting, 2)),
        "max_f1": _harmonic(max_f1),
        "honest_f1": _pooled(honest),
        "stored_f1": _pooled(stored),
        "stored_mcc": _plain(stored.mcc()),
        "stored_accuracy": _plain(stored.accuracy()),
    }


def _sizes(members: BoolArray) -> Floats:
    sizes: Floats = np.count_nonzero(members, axis=-1).astype(np.float64)
    return sizes[:, :, None]


def _quarters(task: TaskScores, setting: Setting, members: BoolArray) -> Bytes:
    """Cut each half in two at random: 0 and 2, or 1 and 3, of shape (splits, rows).

    All rows of an instance stay together; both quarters have the same numbers of positives and of
    negatives up to one.
    """
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    n = task.n_instances
    group = np.zeros(n, dtype=np.uint8)
    quarters = np.empty((len(members), len(task.instances)), dtype=np.uint8)
    for split, (_, second) in enumerate(members):
        group[task.instances] = second + 2 * task.y_true
        order = rng.permutation(n)
        ordered = order[np.argsort(group[order], kind="stable")]
        twin = np.empty(n, dtype=np.uint8)
        twin[ordered] = (np.arange(n) + rng.integers(2)) % 2
        quarters[split] = second + 2 * twin[task.instances]
    return quarters


def _thresholds(
    task: TaskScores, quarters: Bytes, n_pos: Floats, rows: Floats
) -> tuple[Floats, Confusion]:
    """Return the max F1 of each half, and its decisions at the thresholds of its quarters."""
    cuts = [best_cuts(task.y_true, scores, quarters) for scores in task.y_scores]
    f1, tp, predicted = (np.stack(values, axis=-1) for values in zip(*cuts, strict=True))
    max_f1 = np.where(np.isnan(n_pos), np.nan, f1)
    return max_f1, Confusion(tp.astype(float), predicted.astype(float), n_pos, rows)


def _stored(task: TaskScores, members: BoolArray, n_pos: Floats, rows: Floats) -> Confusion:
    """Count the stored decisions on each half; counts of so few rows are exact in float32."""
    shape = (*members.shape[:2], len(task.run_ids))
    halves = members.reshape(-1, members.shape[-1])
    tp, predicted = np.zeros((len(halves), shape[-1])), np.zeros((len(halves), shape[-1]))
    for start in range(0, len(task.y_true), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        inside = halves[:, part].astype(np.float32)
        yes = (task.decisions[:, part] == 1).astype(np.float32)
        predicted += inside @ yes.T
        tp += inside @ (yes * task.y_true[part]).T
    tp[:, task.decisions.min(axis=1) < 0] = np.nan
    return Confusion(tp.reshape(shape), predicted.reshape(shape), n_pos, rows)


def _harmonic(f_scores: Floats) -> HalfTarget:
    return HalfTarget(f_scores, np.ones_like(f_scores), 1 / f_scores)


def _pooled(counts: Confusion) -> HalfTarget:
    return HalfTarget(counts.f1(), 2 * counts.tp, counts.predicted + counts.positives)


def _plain(values: Floats) -> HalfTarget:
    unused = np.full_like(values, np.nan)
    return HalfTarget(values, unused, unused)
