"""The places of the instances of each model, from the best score to the worst."""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import BoolArray, FloatArray

Places = npt.NDArray[np.int64]
Orders = tuple[Places, BoolArray]


def orders_of(scores: FloatArray) -> Orders:
    """Return the places of scores (models, n) by their rank, and which is the last of equal ones.

    Examples
    --------
    >>> places, ends = orders_of(np.array([[2.0, 3.0, 2.0]]))
    >>> int(places[0, 0]), ends.tolist()
    (1, [[True, False, True]])
    """
    # Ties in any order: `ends` marks where a block of them is complete.
    places = np.argsort(-scores, axis=1).astype(np.int64, copy=False)
    ranked = np.take_along_axis(scores, places, axis=1)
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    return places, ends
