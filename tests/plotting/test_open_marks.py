import numpy as np
import pandas as pd

from prgbench.plotting.rows import has_open_marks, without_interval

ROWS = pd.DataFrame(
    {
        "value": [1.0, 1.0, 1.0, np.nan],
        "lower": [0.5, np.nan, 0.5, np.nan],
        "upper": [1.5, 1.5, np.nan, np.nan],
    }
)


def test_a_point_is_open_where_a_bound_is_missing():
    assert without_interval(ROWS).tolist() == [False, True, True, False]
    assert has_open_marks(ROWS)
    assert not has_open_marks(ROWS.iloc[[0, 3]])


def test_points_that_have_no_bounds_at_all_are_not_open():
    rows = ROWS[["value"]]
    assert without_interval(rows).tolist() == [False] * 4
    assert not has_open_marks(rows)
