"""Random halves of the rows of a task, and the scores of its models on them."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import reweighted_scores
from prgbench.answer.task_rows import TaskRows
from prgbench.metrics import get_measure
from prgbench.study.agreement import direction
from prgbench.typing import BoolArray, Floats

_CELLS_AT_ONCE = 1 << 23
"""Members of halves that are evaluated at a time, of as many splits as that makes."""

_STREAM_OF_HALVES = 1
_INVERSE_F1 = get_measure("expected_inverse_f1")


def random_halves(task: TaskRows, setting: Setting) -> BoolArray:
    """Cut a task into halves in each split: shape (splits, 2, rows).

    The folds of a task are put in a random order, the instances in each fold too, and the order is
    cut in two, class by class: halves consist of whole folds as far as possible, and both have the
    same numbers of positives and negatives up to one. If a task has repeats, instances take the
    place of folds, and all rows of an instance stay together.

    Rows that depend on each other stay together as well (`dependent_rows`): such a group is moved
    like an instance, as long as its positives, or as its negatives if it has no positive. Halves
    then have the same numbers up to a group, and a group in several folds takes the place of
    folds.

    The halves of a split have no group in common, and which one has one more of a class is drawn
    at random, for each class: given the fitted models and the numbers of positives and negatives,
    they are independent samples of the same kind.
    """
    return _members(task, _first_halves_kept(task, setting.seed, setting.splits))


def first_halves(task: TaskRows, setting: Setting) -> BoolArray:
    """Return the first of the `random_halves` of each split, shape (splits, rows).

    The second has all other rows: of a large task both have hundreds of megabytes.
    """
    return _first_of(task, _first_halves_kept(task, setting.seed, setting.splits))


def _members(task: TaskRows, packed: NDArray[np.uint8]) -> BoolArray:
    """Return the rows in both halves of some splits, by what `_first_halves_kept` returns."""
    first = _first_of(task, packed)
    return np.stack([first, ~first], axis=1)


def _first_of(task: TaskRows, packed: NDArray[np.uint8]) -> BoolArray:
    return np.unpackbits(packed, axis=1, count=task.n_groups).view(bool)[:, task.groups]


def defined_halves(task: TaskRows, members: BoolArray) -> BoolArray:
    """Return which halves (splits, 2, rows) have both classes: shape (splits, 2)."""
    # Half by half, as all of a large task have hundreds of megabytes.
    defined = [
        [all((half & of_class).any() for of_class in (task.y_true, ~task.y_true)) for half in both]
        for both in members
    ]
    return np.array(defined, dtype=bool).reshape(members.shape[:2])


def scores_of_halves(task: TaskRows, setting: Setting) -> Floats:
    """Evaluate the models on the `random_halves`: shape (splits, 2, measures, models).

    Higher is better; NaN in splits in which one of the halves lacks a class.
    """
    return _evaluated_halves(task, setting)[:, :, :-1]


def expected_f1_of_halves(task: TaskRows, setting: Setting) -> Floats:
    """Return the expected F1 on the harmonic scale, 1 / E[1/F1]: shape (splits, 2, models)."""
    expected: Floats = -1 / _evaluated_halves(task, setting)[:, :, -1]
    return expected


@lru_cache(maxsize=1)
def _evaluated_halves(task: TaskRows, setting: Setting) -> Floats:
    """Evaluate by the measures, and last by E[1/F1], which needs no sort beyond theirs.

    The halves of the last task are remembered, since several parts use them.
    """
    measures = [*setting.measures, _INVERSE_F1]
    scores = np.full((setting.splits, 2, len(measures), len(task.run_ids)), np.nan)
    packed = _first_halves_kept(task, setting.seed, setting.splits)
    at_once = max(1, _CELLS_AT_ONCE // (2 * len(task.groups)))
    for start in range(0, setting.splits, at_once):
        members = _members(task, packed[start : start + at_once])
        usable = np.flatnonzero(defined_halves(task, members).all(axis=1))
        weights = members[usable].reshape(-1, members.shape[2]).astype(np.int32)
        values = reweighted_scores(task, measures, weights)
        scores[start + usable] = values.reshape(len(usable), 2, *values.shape[1:])
    scores *= direction(measures)[:, None]
    # A part that changed them would change what the next one gets.
    scores.flags.writeable = False
    return scores


@lru_cache(maxsize=1)
def _first_halves_kept(task: TaskRows, seed: int, splits: int) -> NDArray[np.uint8]:
    """Return the `_first_halves` of all splits as bits: shape (splits, groups / 8).

    Those of the last task are remembered, since several parts split it.
    """
    return np.stack([np.packbits(first) for first in _first_halves(task, seed, splits)])


def _first_halves(task: TaskRows, seed: int, splits: int) -> Iterator[BoolArray]:
    """Yield for each split which groups of rows are in its first half."""
    rng = np.random.default_rng([seed, task.seed, _STREAM_OF_HALVES])
    blocks = _blocks(task)
    positives, negatives = task.group_sizes
    lengths = np.where(positives, positives, negatives)
    classes = [np.flatnonzero(class_groups) for class_groups in (positives > 0, positives == 0)]
    for _ in range(splits):
        # Whole numbers order the blocks, and fractions the groups inside a block.
        order = rng.permutation(blocks.max() + 1)[blocks] + rng.random(len(blocks))
        first = np.empty(len(blocks), dtype=bool)
        for class_groups in classes:
            # A random offset inside the group: which half gets one row more is random.
            offset = rng.random()
            first[class_groups] = _begin_before_half(
                order[class_groups], lengths[class_groups], offset
            )
        yield first


def _begin_before_half(order: Floats, lengths: NDArray[np.intp], offset: float) -> BoolArray:
    """Say which groups lie before half of all rows, put one after the other in their order.

    A group lies where its row at the share ``offset`` of its length lies.
    """
    n_rows = max(int(lengths.sum()), 1)
    if n_rows == len(lengths):
        # To find the first half of single rows takes a fraction of the time of sorting them.
        n_first = max(n_rows // 2 - 1, 0)
        while n_first < n_rows and (n_first + offset) / n_rows < 0.5:
            n_first += 1
        if n_first == n_rows:
            return np.ones(n_rows, dtype=bool)
        return np.asarray(order < np.partition(order, n_first)[n_first])
    in_order = np.argsort(order)
    length = lengths[in_order]
    starts = np.cumsum(length) - length
    before = np.empty(len(order), dtype=bool)
    before[in_order] = (starts + length * offset) / n_rows < 0.5
    return before


def _blocks(task: TaskRows) -> NDArray[np.intp]:
    """Return for each group of rows what it is moved with: its fold, or itself.

    It is itself if there are repeats, or if a group has rows in several folds.
    """
    each_its_own = np.arange(task.n_groups)
    folds_stated = not (task.folds < 0).any()
    one_repeat = (task.repeats == task.repeats[0]).all()
    if not (folds_stated and one_repeat):
        return each_its_own
    fold_of_group = np.empty_like(each_its_own)
    fold_of_group[task.groups] = task.folds
    if (fold_of_group[task.groups] != task.folds).any():
        return each_its_own
    return np.unique(fold_of_group, return_inverse=True)[1]
