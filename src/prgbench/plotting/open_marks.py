"""Open marks: points whose interval stands on too few data sets, or does not exist."""

import pandas as pd


def without_interval(drawn: pd.DataFrame) -> "pd.Series[bool]":
    """Tell for each of the rows that `draw_rows` draws whether its mark is open.

    Examples
    --------
    >>> import numpy as np
    >>> rows = pd.DataFrame({"value": [1.0, 1.0, np.nan], "lower": [0.5, np.nan, np.nan]})
    >>> without_interval(rows.assign(upper=1.5)).tolist()
    [False, True, False]
    """
    if "lower" not in drawn:
        return pd.Series(False, index=drawn.index)
    return drawn["value"].notna() & drawn[["lower", "upper"]].isna().any(axis=1)


def has_open_marks(drawn: pd.DataFrame) -> bool:
    """Tell whether some of the rows have open marks.

    Examples
    --------
    >>> has_open_marks(pd.DataFrame({"value": [1.0], "lower": [0.5], "upper": [None]}))
    True
    """
    return bool(without_interval(drawn).any())
