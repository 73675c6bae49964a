"""The empty columns and rows that spreadsheets write, and columns of signs without a name."""

import re

import numpy as np
import pandas as pd
from numpy.typing import NDArray

NAMELESS = re.compile(r"\s*|Unnamed: [0-9]+")
"""A column without a name, as it is written and as pandas reads it."""

SIGNS = frozenset("±↑↓|")


def without_blank_edges(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table without columns that have no name and no cell, nor such rows at its end.

    Spreadsheets write them where cells once were filled, or only coloured. Cells of signs count as
    none: lm-eval writes ↑ before a value and ± after it.
    """
    nameless = np.array([NAMELESS.fullmatch(str(name)) is not None for name in frame.columns])
    # To look at all cells of a large table takes long, and few have such edges.
    if frame.empty or not (nameless.any() or _is_blank(frame.iloc[-1:]).all()):
        return frame
    blank = _is_blank(frame)
    filled = np.flatnonzero(~blank.all(axis=1))
    n_rows = int(filled[-1]) + 1 if len(filled) else 0
    empty = np.zeros(len(nameless), dtype=np.bool_)
    empty[nameless] = (blank[:, nameless] | _is_sign(frame.loc[:, nameless])).all(axis=0)
    kept: pd.DataFrame = frame.loc[:, ~empty].iloc[:n_rows]
    return kept


def _is_sign(cells: pd.DataFrame) -> NDArray[np.bool_]:
    signs = cells.map(lambda cell: isinstance(cell, str) and cell.strip() in SIGNS)
    return signs.to_numpy(np.bool_, na_value=False)


def _is_blank(cells: pd.DataFrame) -> NDArray[np.bool_]:
    # Categories stay ones where they are mapped, and have no logic.
    texts = cells.map(lambda cell: isinstance(cell, str) and not cell.strip())
    blank: NDArray[np.bool_] = texts.to_numpy(np.bool_, na_value=True) | cells.isna().to_numpy()
    return blank
