"""CSV files of results: written so that spreadsheets run no formulas, read strictly."""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import LARGEST, atomic_path, read_text_file
from prgbench.run.safe_text import plain

if TYPE_CHECKING:
    import pandas as pd

SHOWN_COLUMNS = 20
OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs"}

# Where spreadsheets see a formula, in both widths: where a text begins, unless it is a number, and
# behind semicolons, which separate cells in many countries.
_FORMULA = re.compile(r"(^(?!'*[+-]?\d+(?:\.\d+)?$)|;)(?=[' ]*[=+\-@＝＋－＠])", re.ASCII)
_GUARDED = re.compile(_FORMULA.pattern.replace("|;)", "|;)'"), re.ASCII)


def write_csv(table: "pd.DataFrame", path: Path) -> None:
    """Write a table, at full precision.

    Texts are plain, on one line. What a spreadsheet would take for a formula gets an apostrophe
    before it, as OWASP advises [1]_; `read_csv` takes it away.

    References
    ----------
    .. [1] OWASP. CSV Injection. https://owasp.org/www-community/attacks/CSV_Injection
    """
    with atomic_path(path) as temporary:
        _with_texts(table, _guarded).to_csv(temporary, index=False)


def read_csv(path: Path, dtypes: Mapping[str, Any] | None = None) -> "pd.DataFrame":
    """Read what `write_csv` has written; only an empty cell is a missing value.

    Columns get the types in ``dtypes``, or those that their cells look like. Names need ``str``: a
    flow may be called 1 or True.
    """
    import pandas as pd

    table = pd.read_csv(path, dtype=dict(dtypes or {}), keep_default_na=False, na_values=[""])
    return _with_texts(table, _bare)


def _with_texts(table: "pd.DataFrame", change: Callable[[str], str]) -> "pd.DataFrame":
    """Change the texts of a table and nothing else, types of columns included."""
    import pandas as pd

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
    return _FORMULA.sub(r"\1'", plain(text, None))


def _bare(text: str) -> str:
    return _GUARDED.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Columns of a CSV file, by name, and the line of the file on which each row ends."""

    path: Path
    lines: list[int]
    columns: dict[str, list[str]]

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Raise a `PrgbenchError` that says what is wrong in a row."""
        raise PrgbenchError(f"{self.path}, line {self.lines[row]}: {problem}.")


def read_csv_table(
    path: Path, needed: Sequence[str], more: Iterable[str] = (), largest: int = LARGEST
) -> CsvTable:
    """Read the needed columns of a CSV file, and more if present; others may hold anything."""
    reader = csv.reader(StringIO(read_text_file(path, largest), newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        positions = _positions(path, header, needed, more)
        table = CsvTable(path, [], {name: [] for name in positions})
        wanted = [(table.columns[name], position) for name, position in positions.items()]
        for cells in reader:
            if not cells:
                continue
            table.lines.append(reader.line_num)
            if len(cells) != len(header):
                table.refuse(
                    -1,
                    f"{len(cells)} cells, but {len(header)} columns; use decimal points, and "
                    "quote cells that contain commas",
                )
            for column, position in wanted:
                column.append(cells[position])
    except csv.Error as error:
        raise PrgbenchError(
            f"{path}, line {reader.line_num} is not CSV ({plain(str(error))}): correct it."
        ) from None
    return table


def _positions(
    path: Path, header: Sequence[str], needed: Sequence[str], more: Iterable[str]
) -> dict[str, int]:
    """Return the positions of the columns to read: the needed ones, and others if present."""
    missing = [name for name in needed if name not in header]
    if missing:
        for separator, name in OTHER_SEPARATORS.items():
            if any(separator in cell for cell in header):
                raise PrgbenchError(f"{path} uses {name} as separators: use commas.")
        shown = ", ".join(header[:SHOWN_COLUMNS])
        raise PrgbenchError(
            f"{path} lacks the column {', '.join(missing)}; it needs {', '.join(needed)} and has "
            f"{plain(shown) or 'none'}{', ...' if len(header) > SHOWN_COLUMNS else ''}."
        )
    read = [name for name in (*needed, *more) if name in header]
    for name in read:
        if header.count(name) > 1:
            raise PrgbenchError(f"{path} has the column {name} twice: keep one of them.")
    return {name: header.index(name) for name in read}
