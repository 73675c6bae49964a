"""The rows of the groups of a table, found once for all of them.

Cutting a table into a frame for each of many groups takes longer than what is done with most of
them: positions are enough where arrays are.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pandas.core.groupby import DataFrameGroupBy


def positions_of(groups: "DataFrameGroupBy[Any, Any]") -> list[NDArray[np.intp]]:
    """Return the positions of the rows of each group.

    Parameters
    ----------
    groups : DataFrameGroupBy
        A table grouped by keys that no row lacks.

    Returns
    -------
    list of ndarray of intp
        In the order of ``groups.size()``, each ascending.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"dataset": ["b", "a", "b"]})
    >>> [positions.tolist() for positions in positions_of(table.groupby("dataset"))]
    [[1], [0, 2]]
    >>> [positions.tolist() for positions in positions_of(table.groupby("dataset", sort=False))]
    [[0, 2], [1]]
    """
    numbers = groups.ngroup().to_numpy()
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers))
    return np.split(order, ends[:-1])
