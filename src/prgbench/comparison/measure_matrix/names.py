"""What the map and the figure share: the matrix as a square."""

import numpy as np
import pandas as pd


def square(matrix: pd.DataFrame, column: str, diagonal: float) -> pd.DataFrame:
    """Turn a column of `measure_matrix` into a symmetric table, measures by measures."""
    names = list(dict.fromkeys([*matrix["measure_a"], *matrix["measure_b"]]))
    table = pd.DataFrame(np.nan, index=names, columns=names)
    for a, b, value in matrix[["measure_a", "measure_b", column]].itertuples(index=False):
        table.loc[a, b] = table.loc[b, a] = value
    for name in names:
        table.loc[name, name] = diagonal
    return table
