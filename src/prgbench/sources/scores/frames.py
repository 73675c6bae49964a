"""Tables of scores from files, folders and memory, as data frames."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.scores.columns import MISSING_MARKS, SUBSET, is_text
from prgbench.sources.scores.directions import known_measure, measure_in, words_of
from prgbench.sources.scores.two_levels import with_one_level
from prgbench.sources.table.files import datasets_of, find_files, is_hidden
from prgbench.sources.table.found_tables import open_file, unreadable
from prgbench.sources.table.workbook import sheets_of

IN_MEMORY = "The table"
MTEB_META = "model_meta.json"
MTEB_SCORE = "main_score"

ONLY_DATASET = "data"
ROWS_AT_ONCE = 1 << 16
NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?")
GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
NAMELESS = re.compile(r"\s*|Unnamed: [0-9]+")
"""A column without a name, as it is written and as pandas reads it."""

TUPLE = re.compile(r"""\((?:'([^']+)'|"([^"]+)"), ([^()]+)\)""")
"""A name and more, as pandas writes an index of tuples: ``('heart', 0.1, 2)``."""

DECIMAL_COMMA = re.compile(r"[+-]?(?:[0-9]*|[0-9]{1,3}(?:\.[0-9]{3})+),[0-9]+(?:[eE][+-]?[0-9]+)?")
GROUPED_BY_POINTS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
NUMBERS = (NUMBER, GROUPED, DECIMAL_COMMA, GROUPED_BY_POINTS)


class Frame(NamedTuple):
    """The name of a table for sentences, its cells, and the data set if no column states it.

    ``note`` says what of it was not read; ``model`` is that of one file among several, if its
    columns are resamples.
    """

    label: str
    table: pd.DataFrame
    dataset: str
    note: str = ""
    model: str = ""


def column_names(table: Any) -> list[str]:
    """Return the columns of a table, of the first of several files; none of what is no table."""
    try:
        if not _is_path(table):
            return [str(name) for name in _in_memory(table).columns]
        if files := mteb_files(table):
            return list(_of_mteb(files[:1])[0].columns)
        return open_file(find_files(_paths(table))[0])[0]
    except TypeError:
        return []


def read_frames(table: Any, measures: Sequence[str] | None = None) -> list[Frame]:
    """Return the tables in files or in memory, each with the name that error messages use.

    Of a workbook with a sheet for each measure these are the sheets of the ``measures``.

    Without a column of data sets, a file is one that is called as the file.
    """
    if not _is_path(table):
        frame = _without_blank_edges(_in_memory(table))
        return [Frame(IN_MEMORY, _tuples_as_columns(frame), ONLY_DATASET)]
    if files := mteb_files(table):
        results, unread = _of_mteb(files)
        note = f"Left out because they are not MTEB results: {some_of([*map(str, unread)])}."
        label = plain(_paths(table)[0])
        return [Frame(label, results, ONLY_DATASET, note if unread else "")]
    if sheets := measure_sheets(table, measures):
        path = find_files(_paths(table))[0]
        return [
            Frame(label, _of_file(path, name.measure_sheet), ONLY_DATASET)
            for label, name in sheets.items()
        ]
    files = find_files(_paths(table))
    return [
        Frame(str(path), _of_file(path), name, _other_sheets(path))
        for path, name in datasets_of(files).items()
    ]


def first_frame(table: Any) -> Frame:
    """Return the first rows of a table, of the first of several files."""
    if not _is_path(table):
        return read_frames(table)[0]
    path = find_files(_paths(table))[0]
    return Frame(str(path), _of_file(path, n_batches=1), ONLY_DATASET)


def _other_sheets(path: Path) -> str:
    """Say which sheets of a workbook are not read: only the first is."""
    first, *others = sheets_of(path) or [""]
    if not others:
        return ""
    several = "sheets" if len(others) > 1 else "sheet"
    return f"Read is the sheet {plain(first)}, not the {several} {some_of(others)}."


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
    if not _is_path(table):
        return {}
    files = find_files(_paths(table))
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
                f"{files[0]} has the sheets {some_of(sheets)}, but none that is called "
                f"{plain(missing)}: name measures as their sheets, or save the right sheet as a "
                "file of its own."
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


def mteb_files(table: Any) -> list[Path]:
    """Return the result files of MTEB in folders: ``<model>/<revision>/<task>.json``."""
    folders = [Path(path) for path in _paths(table)] if _is_path(table) else []
    return [
        file
        for folder in folders
        if folder.is_dir()
        for file in sorted(folder.rglob("*.json"))
        if file.name != MTEB_META
        and len(file.relative_to(folder).parts) > 1
        and not is_hidden(file.relative_to(folder))
    ]


class FileName(NamedTuple):
    """What the name of a file tells: the measure of its scores, and the other words."""

    measure: str
    others: str


def measure_files(table: Any, measures: Sequence[str] | None) -> dict[str, FileName]:
    """Return what the names of several wide files tell, if each has one of several measures.

    These are the ``measures``, or else known ones.
    """
    if not _is_path(table):
        return {}
    if sheets := measure_sheets(table, measures):
        return {label: FileName(name.measure, "") for label, name in sheets.items()}
    files = datasets_of(find_files(_paths(table)))
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


def _of_mteb(files: Iterable[Path]) -> tuple[pd.DataFrame, list[Path]]:
    """Return a row for each split and subset in results of MTEB, and the files that are none."""
    entries: list[dict[str, Any]] = []
    unread = []
    for path in files:
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
            task = str(result["task_name"])
            model = path.parts[-3].replace("__", "/")
            of_subsets = [
                {name: v for name, v in scores.items() if isinstance(v, float | int)}
                | {"dataset": task, "model": model, SUBSET: f"{split}/{scores.get('hf_subset')}"}
                for split, of_split in result["scores"].items()
                for scores in of_split
            ]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            of_subsets = []
        if not of_subsets:
            unread.append(path)
        entries += of_subsets
    if not entries:
        raise PrgbenchError(
            f"{unread[0]} is not a result of MTEB 1.11 or later, with the keys task_name and "
            "scores, as other folders of JSON files are not read: write the scores (of lm-eval, "
            "those in its key results) as a table with the columns dataset, model and one for "
            "each measure."
        )
    return pd.DataFrame(entries), unread


def _of_file(
    path: Path, sheet: str | None = None, *, n_batches: int | None = None
) -> pd.DataFrame:
    """Read a file, or a sheet of a workbook; cells of all but Parquet files are texts.

    Of a long one, only so many batches of rows are read if that is stated.
    """
    names, batches, _ = open_file(path, sheet)
    try:
        of_rows = list(islice(batches(names, ROWS_AT_ONCE), n_batches))
        if not of_rows:
            raise PrgbenchError(f"{path} has no rows: write the scores of the models into it.")
        table = pa.Table.from_batches(of_rows)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise PrgbenchError(f"{path} can't be read{unreadable(error)}.") from None
    frame = _without_blank_edges(table.to_pandas())
    return _tuples_as_columns(_with_points(str(path), frame))


def _without_blank_edges(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table without columns that have no name and no cell, nor such rows at its end.

    Spreadsheets write them where cells once were filled, or only coloured.
    """
    nameless = np.array([NAMELESS.fullmatch(str(name)) is not None for name in frame.columns])
    # To look at all cells of a large table takes long, and few have such edges.
    if frame.empty or not (nameless.any() or _is_blank(frame.iloc[-1:]).all()):
        return frame
    blank = _is_blank(frame)
    filled = np.flatnonzero(~blank.all(axis=1))
    n_rows = int(filled[-1]) + 1 if len(filled) else 0
    kept: pd.DataFrame = frame.loc[:, ~(blank.all(axis=0) & nameless)].iloc[:n_rows]
    return kept


def _is_blank(cells: pd.DataFrame) -> NDArray[np.bool_]:
    # Categories stay ones where they are mapped, and have no logic.
    texts = cells.map(lambda cell: isinstance(cell, str) and not cell.strip())
    blank: NDArray[np.bool_] = texts.to_numpy(np.bool_, na_value=True) | cells.isna().to_numpy()
    return blank


def _tuples_as_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose data sets are called by tuples with the first name of each as data set.

    What follows it, such as a split or a seed, tells the subsets of a data set apart: results on
    these are no results on other data sets.
    """
    texts = [str(name) for name, column in frame.items() if _has_tuples(column)]
    if len(texts) != 1 or {"dataset", SUBSET} & {*map(str, frame)} - {*texts}:
        return frame
    tuples = frame[texts[0]].str.extract(TUPLE)
    names = tuples[0].fillna(tuples[1])
    return frame.drop(columns=texts).assign(**{"dataset": names, SUBSET: tuples[2]})


def _has_tuples(column: pd.Series) -> bool:
    first = column.iloc[0] if len(column) else None
    if not isinstance(first, str) or TUPLE.fullmatch(first) is None:
        return False
    texts = is_text(column) and column.notna().all()
    return bool(texts and column.map(str).str.fullmatch(TUPLE).all())


def _with_points(label: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return numbers as texts with only a decimal point: commas group digits or are decimal.

    What they are is the same in all of the file: "1,024" alone does not tell, "0,5" or "2.5" do.
    Cells without a score, and failures, stand among numbers with commas as among others.
    """
    texts = frame.select_dtypes(["object", "str"]).fillna("").astype(str)
    if not any(texts[name].str.contains(",", regex=False).any() for name in texts):
        return frame
    distinct = {str(name): {*map(str.strip, set(texts[name]))} for name in texts}
    scores = [_numbers_in(values) for values in distinct.values() if _has_numbers(values)]
    cells = set[str]().union(*scores)
    commas = [cell for cell in cells if "," in cell]
    grouped, decimal = (all(map(kind.fullmatch, commas)) for kind in (GROUPED, DECIMAL_COMMA))
    if not commas or not (grouped or decimal):
        return frame
    if grouped and decimal and not any("." in cell for cell in cells):
        raise PrgbenchError(
            f"{label} has the number {plain(min(commas))!r}, whose comma may group digits or be "
            "decimal: write numbers with a decimal point and no comma."
        )
    numbers = {name: _numbers_in(values) for name, values in distinct.items()}
    with_commas = {n: own for n, own in numbers.items() if any("," in cell for cell in own)}
    if not grouped:
        _check_no_decimal_points(label, with_commas)
    signs = str.maketrans("", "", ",") if grouped else str.maketrans(",", ".", ".")
    changed = {}
    for name, own in with_commas.items():
        stripped = texts[name].str.strip()
        changed[name] = stripped.where(~stripped.isin(own), stripped.str.translate(signs))
    return frame.assign(**changed)


def _check_no_decimal_points(label: str, numbers: Mapping[str, Collection[str]]) -> None:
    """Refuse decimal points beside decimal commas: points would be taken to group digits."""
    for name, cells in numbers.items():
        pointed = [cell for cell in cells if "." in cell]
        decimal = [
            cell
            for cell in pointed
            if not (DECIMAL_COMMA.fullmatch(cell) or GROUPED_BY_POINTS.fullmatch(cell))
        ]
        if decimal:
            comma = min(cell for cell in cells if "," in cell)
            raise PrgbenchError(
                f"{label} has {plain(comma)!r} and {plain(min(decimal))!r} in the column "
                f"{plain(name)}: write all its numbers with a decimal point and no comma."
            )


def _has_numbers(values: Collection[str]) -> bool:
    """Say whether most different cells of a column are numbers, but for those without a score."""
    filled = [cell for cell in values if cell.lower() not in MISSING_MARKS]
    return 2 * len(_numbers_in(filled)) > len(filled)


def _numbers_in(values: Iterable[str]) -> set[str]:
    """Return the cells that are numbers, with a point or with commas."""
    return {cell for cell in values if any(kind.fullmatch(cell) for kind in NUMBERS)}


def _in_memory(table: Any) -> pd.DataFrame:
    """Return a data frame as one of pandas; an index with a name or of texts is a column."""
    if isinstance(table, pd.DataFrame):
        flat = with_one_level(table)
        if isinstance(flat.index, pd.RangeIndex) and flat.index.name is None:
            return _with_texts_of_nested(flat)
        named = flat.rename_axis(index="dataset") if _is_unnamed(flat) else flat
        return _with_texts_of_nested(_with_index_as_columns(named))
    if hasattr(table, "__arrow_c_stream__"):
        return _with_texts_of_nested(pa.table(table).to_pandas())
    raise TypeError(
        f"A table of scores must be a file's path or a pandas, polars or Arrow data frame, "
        f"not {type(table).__name__}."
    )


def _with_index_as_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose index is columns; what is a column already is not added again."""
    twice = [name for name in frame.index.names if name in frame.columns]
    if len(twice) == frame.index.nlevels:
        return frame.reset_index(drop=True)
    once = frame.reset_index(level=twice, drop=True) if twice else frame
    return once.reset_index()


def _with_texts_of_nested(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with texts for dicts, lists and arrays, such as the settings of a model."""
    if not frame.columns.is_unique:
        return frame
    nested = (dict, list, set, np.ndarray)
    changed = frame.copy(deep=False)
    for name in frame:
        if frame[name].dtype == object and any(isinstance(cell, nested) for cell in frame[name]):
            changed[name] = frame[name].map(str)
    return changed


def _is_unnamed(frame: pd.DataFrame) -> bool:
    texts = frame.index.nlevels == 1 and not pd.api.types.is_numeric_dtype(frame.index)
    return texts and frame.index.name is None and "dataset" not in frame.columns


def _is_path(table: Any) -> bool:
    return isinstance(table, str | PathLike) or (
        isinstance(table, Sequence) and all(isinstance(path, str | PathLike) for path in table)
    )


def _paths(table: Any) -> list[str]:
    return (
        [fspath(table)] if isinstance(table, str | PathLike) else [fspath(path) for path in table]
    )
