"""Files, and sheets of a workbook, that are called as the measure that they have."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.scores.directions import known_measure, measure_in, words_of
from prgbench.sources.scores.headers import column_names
from prgbench.sources.scores.paths import is_path, paths_of
from prgbench.sources.table.files import datasets_of, find_files
from prgbench.sources.table.workbook import sheets_of


class SheetName(NamedTuple):
    """The sheet of a measure, and the measure."""

    measure_sheet: str
    measure: str


def measure_sheets(table: Any, measures: Sequence[str] | None) -> dict[str, SheetName]:
    """Return the sheets of a workbook that are called as the measures, by what sentences say.

    Without ``measures`` these are known ones; a workbook of one measure has no such sheets.

    Raises
    ------
    PrgbenchError
        If the first sheet is called as another measure than the one that is asked for.
    """
    if not is_path(table):
        return {}
    files = find_files(paths_of(table))
    sheets = sheets_of(files[0]) if len(files) == 1 else []
    if len(sheets) < 2:
        return {}
    titles = {" ".join(words_of(sheet)): sheet for sheet in sheets}
    wanted = {measure: titles.get(" ".join(words_of(measure))) for measure in measures or ()}
    found = {measure: sheet for measure, sheet in wanted.items() if sheet is not None}
    columns = column_names(table)
    if measures and len(found) < len(wanted):
        missing = next(measure for measure, sheet in wanted.items() if sheet is None)
        if missing not in columns and known_measure(sheets[0]) is not None:
            raise PrgbenchError(
                f"{files[0]} has the sheets {some_of(sheets)}, but none called {plain(missing)}: "
                "name measures like their sheets, or save the right sheet as a file of its own."
            )
        return {}
    if not measures:
        found = {sheet: sheet for sheet in sheets if known_measure(sheet) is not None}
    if not found or set(found) & set(columns) or (not measures and len(found) < 2):
        return {}
    return {
        f"{files[0]}, sheet {plain(sheet)}": SheetName(sheet, measure)
        for measure, sheet in found.items()
    }


class FileName(NamedTuple):
    """What the name of a file tells: the measure of its scores, and the other words."""

    measure: str
    others: str


def measure_files(table: Any, measures: Sequence[str] | None) -> dict[str, FileName]:
    """Return what the names of several wide files tell, if each has one of several measures.

    These are the ``measures``, or else known ones.
    """
    if not is_path(table):
        return {}
    if sheets := measure_sheets(table, measures):
        return {label: FileName(name.measure, "") for label, name in sheets.items()}
    files = datasets_of(find_files(paths_of(table)))
    told = {str(path): _told(name, measures) for path, name in files.items()}
    of_files = {name.measure for name in told.values()}
    complete = of_files == set(measures) if measures else "" not in of_files
    return told if complete and len(of_files) > 1 and len(set(told.values())) == len(told) else {}


def _told(name: str, measures: Sequence[str] | None) -> FileName:
    whole = [m for m in measures or () if re.search(_as_words(m), name)]
    measure = max(whole, key=len, default="") if measures else measure_in(name)
    return FileName(measure, " ".join(filter(None, re.split(_as_words(measure), name))))


def _as_words(measure: str) -> str:
    return rf"(?:^|[\W_]+){re.escape(measure)}(?:[\W_]+|$)"
