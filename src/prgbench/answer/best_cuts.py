"""Decisions at the thresholds with the best F1 on other instances, compiled."""

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.task_scores import BoolArray, Floats
from prgbench.run.compiling import compiled

Bytes = NDArray[np.uint8]
Counts = NDArray[np.int64]


def best_cuts(positive: BoolArray, scores: Floats, quarters: Bytes) -> tuple[Counts, Counts]:
    """Decide each quarter of the instances at the threshold with the best F1 on its twin.

    ``quarters`` (splits, rows) are 0 and 2 in the first half, 1 and 3 in the second. Returns the
    true and predicted positives of each half, both (splits, 2): a row is predicted positive if its
    score is at least the highest threshold with the best F1 on the other quarter of the half
    (nothing is if that quarter has no positive).
    """
    order = np.argsort(-scores)
    ranked = scores[order]
    ends = np.append(ranked[1:] != ranked[:-1], True)
    tp, predicted = np.zeros((2, len(quarters), 2), dtype=np.int64)
    n_pos = np.stack([(quarters[:, positive] == own).sum(axis=1) for own in range(4)], axis=1)
    by_row = np.ascontiguousarray(quarters.T)
    _scan(positive[order], order, ends, by_row, n_pos, tp, predicted)
    return tp, predicted


@compiled
def _scan(
    positive: BoolArray,
    order: Counts,
    ends: BoolArray,
    quarters: Bytes,
    n_pos: Counts,
    tp: Counts,
    predicted: Counts,
) -> None:
    splits = len(tp)
    hits, reached = np.zeros((splits, 4), np.int64), np.zeros((splits, 4), np.int64)
    # The best fractions hits / (predicted + positives) so far.
    best, size = np.zeros((splits, 4), np.int64), np.ones((splits, 4), np.int64)
    cut_hits, cut_reached = np.zeros((splits, 4), np.int64), np.zeros((splits, 4), np.int64)
    risen = False
    for place in range(len(order)):
        own = quarters[order[place]]
        for split in range(splits):
            reached[split, own[split]] += 1
        if positive[place]:
            risen = True
            for split in range(splits):
                hits[split, own[split]] += 1
        if not (risen and ends[place]):
            continue
        risen = False
        for split in range(splits):
            for part in range(4):
                total = reached[split, part] + n_pos[split, part]
                if hits[split, part] * size[split, part] > best[split, part] * total:
                    best[split, part], size[split, part] = hits[split, part], total
                    twin = part ^ 2
                    cut_hits[split, twin] = hits[split, twin]
                    cut_reached[split, twin] = reached[split, twin]
    for half in range(2):
        tp[:, half] = cut_hits[:, half] + cut_hits[:, half + 2]
        predicted[:, half] = cut_reached[:, half] + cut_reached[:, half + 2]
