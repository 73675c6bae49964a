"""Decisions at the thresholds with the best F1 on other instances."""

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.task_scores import BoolArray, Floats
from prgbench.metrics import engine

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
    tp, predicted = engine.best_cuts(positive, order, ends, quarters)
    return tp[:, :2] + tp[:, 2:], predicted[:, :2] + predicted[:, 2:]
