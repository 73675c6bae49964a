"""The tables of a source: files and tables in memory, opened to be read batch by batch."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from zipfile import BadZipFile

import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.interface import RunUnusableError
from prgbench.sources.prediction_files.arff import read_header, read_rows
from prgbench.sources.prediction_files.class_labels import MISSING
from prgbench.sources.table.class_columns import layouts_of_classes
from prgbench.sources.table.files import (
    ARFF,
    CSV,
    EXCEL,
    PARQUET,
    SHOWN_ENDINGS,
    TXT,
    datasets_of,
    ends_in,
    is_benchmark_file,
    models_of,
    partition_of,
    to_csv,
)
from prgbench.sources.table.no_models import (
    check_are_models,
    check_have_numbers,
    check_not_both_classes,
    check_of_one_class,
    without_texts,
)
from prgbench.sources.table.one_model import called_as_files, check_one_model
from prgbench.sources.table.part import Batches, Part
from prgbench.sources.table.prediction_columns import SCORE, TableLayout, find_table_layout
from prgbench.sources.table.repeated_rows import with_resamples
from prgbench.sources.table.row_numbers import without_row_numbers
from prgbench.sources.table.samples import check_one_sample
from prgbench.sources.table.workbook import read_sheet
from prgbench.sources.tasks import N_CLASSES

CSV_BLOCK_BYTES = 1 << 22
LONGEST_HEADER = 1 << 24
SEPARATORS = (",", ";", "\t", "|")

_RAGGED = re.compile(
    r"CSV parse error: (?:Row #[0-9]+: )?Expected (?P<header>[0-9]+) columns, got "
    r"(?P<row>[0-9]+)(?:: (?P<text>.*))?"
)
MOST_OF_ROW = 40
"""So many characters of a row are shown, by which it is found."""

_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?")
_OPENING = re.compile(r"Could not open .* input source '.*': Invalid: ")
_TIME = re.compile(r"\.[0-9]{8}T[0-9]{6}\Z")


def open_files(files: Sequence[Path], mapping: Mapping[str, str]) -> list[Part | str]:
    """Return the tables in files, and the data sets of the AutoML Benchmark that are not binary.

    ``mapping`` has the columns by role, where they are not called as their roles.
    """
    datasets = datasets_of(files)
    opened = list(_opened(files, mapping, datasets))
    names = {str(path): name for path, name in models_of(files).items()}
    tables = [part for part in opened if isinstance(part, Part)]
    not_binary = [part for part in opened if isinstance(part, str)]
    return [*called_as_files(tables, names), *not_binary]


def _opened(
    files: Sequence[Path], mapping: Mapping[str, str], datasets: Mapping[Path, str]
) -> Iterator[Part | str]:
    for path in files:
        names, batches, separator = open_file(path)
        benchmark = is_benchmark_file(path)
        if benchmark:
            layout = _benchmark_layout(path, names)
        else:
            layout = find_table_layout(
                str(path), names, mapping, partition_of(path), datasets[path]
            )
        if benchmark and len(layout.scores) != N_CLASSES:
            yield str(layout.text("dataset"))
        else:
            if not benchmark:
                check_one_sample(str(path), layout, batches)
                layout = with_resamples(str(path), layout, batches)
            check_one_model(str(path), layout, batches)
            check_of_one_class(str(path), layout, batches)
            scored = without_row_numbers(str(path), layout, batches)
            for of_classes in layouts_of_classes(str(path), scored, batches):
                of_model = without_texts(str(path), of_classes, batches)
                check_have_numbers(str(path), of_model, batches)
                check_are_models(str(path), of_model, batches)
                check_not_both_classes(str(path), of_model, batches)
                yield Part(str(path), of_model, batches, benchmark, separator)


def open_memory(table: pa.Table, mapping: Mapping[str, str]) -> list[Part]:
    """Return a table in memory as a part of a source, for each model if it has their classes."""
    layout = find_table_layout("The table", table.column_names, mapping)
    batches = partial(_few_ahead, ds.dataset(table))
    check_one_sample("The table", layout, batches)
    layout = with_resamples("The table", layout, batches)
    check_one_model("The table", layout, batches)
    check_of_one_class("The table", layout, batches)
    scored = without_row_numbers("The table", layout, batches)
    layouts = [
        without_texts("The table", of_classes, batches)
        for of_classes in layouts_of_classes("The table", scored, batches)
    ]
    for of_model in layouts:
        check_have_numbers("The table", of_model, batches)
        check_are_models("The table", of_model, batches)
        check_not_both_classes("The table", of_model, batches)
    return called_as_files([Part("The table", of_model, batches) for of_model in layouts], {})


def check_one_kind(parts: Sequence[Part]) -> None:
    """Refuse tables beside results of the AutoML Benchmark, for which other rules hold."""
    tables = [part for part in parts if not part.benchmark]
    if tables and len(tables) < len(parts):
        raise PrgbenchError(
            f"{tables[0].name} is among results of the AutoML Benchmark: give either these or "
            "tables."
        )


def labels_of_scores(parts: Sequence[Part]) -> dict[str, list[str]]:
    """Return the labels of all columns of scores at "", for the AutoML Benchmark by data set.

    Files of the AutoML Benchmark with the same data set have the same labels.
    """
    by_dataset: dict[str, list[str]] = {}
    for part in parts:
        labels = [SCORE] if part.layout.wide else list(part.layout.scores)
        earlier = by_dataset.setdefault((part.benchmark and part.layout.text("dataset")) or "", [])
        if earlier and part.benchmark and labels != earlier:
            raise PrgbenchError(
                f"{part.name} has columns for the classes {plain(', '.join(labels))}, other files "
                f"of its data set for {plain(', '.join(earlier))}: leave out one of them."
            )
        earlier += [label for label in labels if label not in earlier]
    return by_dataset


def unreadable(error: Exception) -> str:
    """Return the end of a sentence on a file: why it can't be read, and what to do.

    Examples
    --------
    >>> unreadable(ValueError("CSV parse error: Expected 1 columns, got 5: dataset,a,b,c,d"))[:68]
    ': its header has 1 column, but a row has 5 (dataset,a,b,c,d): delete'
    >>> unreadable(ValueError("File is not a zip file"))
    ' (File is not a zip file): write it again'
    """
    if ragged := _RAGGED.match(str(error)):
        several = "s" * (ragged["header"] != "1")
        text = plain(ragged["text"] or "")
        begin = f"{text[:MOST_OF_ROW]}…" if len(text) > MOST_OF_ROW else text
        return (
            f": its header has {ragged['header']} column{several}, but a row has {ragged['row']}"
            f"{begin and f' ({begin})'}: delete lines above the header, complete the row, or "
            "quote the cells that have separators in them"
        )
    return f" ({arrow_problem(error)}): write it again"


def arrow_problem(error: Exception) -> str:
    """Return what Arrow says of a file, without the path."""
    lines = str(error).splitlines() or [type(error).__name__]
    return plain(_OPENING.sub("", lines[0]).rstrip("."))


def _benchmark_layout(path: Path, names: Sequence[str]) -> TableLayout:
    """Return the columns before ``predictions`` as those of the classes."""
    for needed in ("predictions", "truth"):
        if needed not in names:
            raise PrgbenchError(
                f"{path} lacks the column {needed}, which the AutoML Benchmark writes; it has "
                f"{plain(', '.join(names))}: correct or remove it."
            )
    run, _, dataset, fold, _ = path.parts[-5:]
    labels = {name: name for name in names[: names.index("predictions")]}
    roles = {"y_true": "truth", "decision": "predictions"}
    stated = {"dataset": dataset, "model": _TIME.sub("", run), "fold": fold}
    of_path = {role: f"<{role}>" for role in stated}
    fixed = {of_path[role]: text for role, text in stated.items()}
    return TableLayout({**roles, **of_path}, labels, fixed=fixed)


def open_file(
    path: Path, sheet: str | None = None
) -> tuple[list[str], Callable[[Sequence[str], int], Batches], str]:
    """Return the names of a file's columns, the function that reads them, and its separator.

    ``sheet`` is that of a workbook, by default its first.
    """
    kinds = {"Parquet": PARQUET, "Excel": EXCEL, "CSV": CSV + TXT, "ARFF": ARFF}
    kind = next((kind for kind, endings in kinds.items() if ends_in(path.name, endings)), "")
    try:
        if not path.is_file():
            problem = "is not a regular file" if path.exists() else "does not exist"
            raise PrgbenchError(f"{path} {problem}: correct the path.")
        if not kind:
            raise PrgbenchError(
                f"{path} is not a table: it should end in {SHOWN_ENDINGS}{to_csv(path)}."
            )
        if kind == "Parquet":
            return list(pq.read_schema(path).names), partial(_parquet_batches, path), ""
        if kind == "Excel":
            return _excel_sheet(path, sheet)
        if kind == "ARFF":
            return _arff_file(path)
        names, separator = _csv_header(path)
        return names, partial(_csv_batches, path, separator), separator
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it as UTF-8."
        ) from None
    except (
        OSError,
        pa.ArrowException,
        csv.Error,
        EOFError,
        BadZipFile,
        ValueError,
        KeyError,
        RunUnusableError,
    ) as error:
        raise PrgbenchError(f"{path} can't be read as {kind}{unreadable(error)}.") from None


def _csv_header(path: Path) -> tuple[list[str], str]:
    """Return the names of the columns and what separates them: what makes most of the header."""
    with pa.input_stream(str(path), compression="detect") as stream:
        text = TextIOWrapper(stream, encoding="utf-8-sig", newline="")
        line = text.readline(LONGEST_HEADER)
        if len(line) == LONGEST_HEADER:
            raise ValueError(f"its first line has {LONGEST_HEADER:,} characters or more")
        # Names may have commas in them, so that the separator that cuts most of them wins.
        separator = max(SEPARATORS, key=partial(_n_columns, line))
        # A stream that is compressed can't go back to its second line.
        second = text.readline(LONGEST_HEADER)
        if separator not in line:
            _check_not_cut_by_blanks(path, line.split(), second.split())
        names = next(csv.reader(chain([line, second], text), delimiter=separator), [])
    _check_are_names(path, names, separator)
    return names, separator


def _check_are_names(path: Path, header: Sequence[str], separator: str) -> None:
    """Refuse a header of numbers alone: it is a row, as SageMaker writes no header.

    Whole numbers may name classes, folds or data sets.
    """
    cells = [cell.strip() for cell in header]
    if all(map(_NUMBER.fullmatch, cells)) and not all(cell.isdecimal() for cell in cells):
        raise PrgbenchError(
            f"{path} has no header, as its first line has numbers alone ({some_of(cells)}): write "
            f"the names of its columns above it, such as {separator.join(('y_true', 'y_score'))}."
        )


def _check_not_cut_by_blanks(path: Path, header: Sequence[str], row: Sequence[str]) -> None:
    """Refuse a table with blanks between its columns, as its header would be a single name."""
    has_numbers = any(map(_NUMBER.fullmatch, row))
    if len(header) > 2 and len(header) == len(row) and has_numbers:
        raise PrgbenchError(
            f"{path} has columns ({some_of(header)}) separated by blanks, which may also occur "
            "in names: separate them by commas or tabs."
        )


def _n_columns(line: str, separator: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=separator), []))
    except csv.Error:  # a field longer than the reader takes
        return 0


def _excel_sheet(
    path: Path, name: str | None = None
) -> tuple[list[str], Callable[[Sequence[str], int], Batches], str]:
    """Read a sheet of a workbook; by default the first."""
    try:
        table = read_sheet(path, name)
    except PrgbenchError:
        raise
    except Exception as error:  # a damaged book raises anything
        raise ValueError(arrow_problem(error)) from error
    return table.column_names, partial(_few_ahead, ds.dataset(table)), ""


def _arff_file(path: Path) -> tuple[list[str], Callable[[Sequence[str], int], Batches], str]:
    """Read a file of ARFF, all values as texts, as in a CSV file; "?" is an empty cell."""
    header = read_header(path)
    names = list(header.names)
    rows = [["" if text == MISSING else text for text in row] for row in read_rows(path, header)]
    columns = [pa.array([row[n] for row in rows], pa.string()) for n in range(len(names))]
    return names, partial(_few_ahead, ds.dataset(pa.table(columns, names))), ""


def _parquet_batches(path: Path, columns: Sequence[str], n_rows: int) -> Batches:
    # Without the buffer of a whole row group, which may be the whole file.
    options = ds.ParquetFragmentScanOptions(use_buffered_stream=True, pre_buffer=False)
    file_format = ds.ParquetFileFormat(default_fragment_scan_options=options)
    return _few_ahead(ds.dataset(path, format=file_format), columns, n_rows)


def _few_ahead(dataset: ds.Dataset, columns: Sequence[str], n_rows: int) -> Batches:
    batches: Batches = dataset.to_batches(
        columns=list(columns), batch_size=n_rows, batch_readahead=2, fragment_readahead=1
    )
    return batches


def _csv_batches(
    path: Path,
    separator: str,
    columns: Sequence[str],
    n_rows: int,  # noqa: ARG001 - other files need it
) -> Batches:
    """Read a CSV file block by block, as texts that get their types where they are used.

    A data set of Arrow would read ahead as much of the file as memory holds. The size of a block
    decides how many rows come at once, not ``n_rows``.
    """
    batches: Batches = pyarrow.csv.open_csv(
        path,
        read_options=pyarrow.csv.ReadOptions(block_size=CSV_BLOCK_BYTES),
        parse_options=pyarrow.csv.ParseOptions(delimiter=separator),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(columns, pa.string()),
            include_columns=columns,
            strings_can_be_null=False,
        ),
    )
    return batches
