"""Tables as CSV files that a spreadsheet opens without computing anything."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from prgbench.pipeline.files import atomic_path
from prgbench.pipeline.foreign_text import plain

# What spreadsheets take for a formula, in both widths; a number is none.
_FORMULA = re.compile(r"'*(?![+-]?\d+(\.\d+)?$)[=+\-@＝＋－＠]", re.ASCII)


def write_csv(table: pd.DataFrame, path: Path) -> None:
    """Write a table, at full precision.

    Texts are plain, on one line. One that a spreadsheet would take for a formula gets an
    apostrophe before it, as OWASP advises [1]_; `read_csv` takes it away.

    References
    ----------
    .. [1] OWASP. CSV Injection. https://owasp.org/www-community/attacks/CSV_Injection
    """
    with atomic_path(path) as temporary:
        _with_texts(table, _guarded).to_csv(temporary, index=False)


def read_csv(path: Path, dtypes: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """Read what `write_csv` has written; only an empty cell is a missing value.

    Parameters
    ----------
    path : Path
        The file.
    dtypes : mapping, optional
        The types of columns; default those that their cells look like. Names need ``str``: a flow
        may be called 1 or True.
    """
    table = pd.read_csv(path, dtype=dict(dtypes or {}), keep_default_na=False, na_values=[""])
    return _with_texts(table, _bare)


def _with_texts(table: pd.DataFrame, change: Callable[[str], str]) -> pd.DataFrame:
    """Change the texts of a table and nothing else, types of columns included."""
    texts = table.select_dtypes(exclude=["number", "bool"])
    return table.assign(
        **{
            str(name): pd.Series(
                [change(cell) if isinstance(cell, str) else cell for cell in column],
                index=column.index,
                dtype=object if isinstance(column.dtype, pd.CategoricalDtype) else column.dtype,
            )
            for name, column in texts.items()
        }
    )


def _guarded(text: str) -> str:
    line = plain(text, None)
    return f"'{line}" if _FORMULA.match(line) else line


def _bare(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
