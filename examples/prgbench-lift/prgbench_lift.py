"""Lift: how many times more frequent positives are among the highest scores than everywhere."""

import numpy as np

from prgbench.metrics import Measure
from prgbench.metrics.engine.inputs import BoolArray, FloatArray

SHARE = 0.1


def lift(y_true: BoolArray, y_scores: FloatArray) -> FloatArray:
    """Return the lift of each row of scores; instances tied at the last place count in part."""
    wanted = SHARE * y_true.size
    values = []
    for scores in y_scores:
        last = np.sort(scores)[::-1][max(int(np.ceil(wanted)) - 1, 0)]
        above, tied = scores > last, scores == last
        found = y_true[above].sum() + y_true[tied].mean() * (wanted - above.sum())
        values.append(found / wanted / y_true.mean() if y_true.any() else np.nan)
    return np.array(values)


LIFT = Measure("lift", "lift at 10%", True, 0, np.inf, False, lift)
