"""The tables of a source: files and tables in memory, opened to be read batch by batch."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.table.layout import CSV, PARQUET, Layout, find_layout, is_benchmark_file

Batches = Iterable[pa.RecordBatch]

CSV_BLOCK_BYTES = 1 << 22
N_CLASSES = 2

_OPENING = re.compile(r"Could not open .* input source '.*': Invalid: ")
_TIME = re.compile(r"\.[0-9]{8}T[0-9]{6}\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """A table of a source: a file, or a table in memory, by the name that error messages use.

    ``batches`` returns its rows in their order, given the columns and how many rows at once.
    ``benchmark`` says that the AutoML Benchmark wrote it: its models fail now and then, so a
    model with an error is left out.
    """

    name: str
    layout: Layout
    batches: Callable[[Sequence[str], int], Batches]
    benchmark: bool = False

    @property
    def is_csv(self) -> bool:
        """Whether it is a CSV file."""
        return self.name.endswith(CSV)


def open_files(files: Iterable[Path], mapping: Mapping[str, str]) -> Iterator[Part | str]:
    """Yield the tables in files, and the data sets of the AutoML Benchmark that are not binary.

    ``mapping`` has the columns by role, where they are not called as their roles.
    """
    for path in files:
        names = _header(path)
        benchmark = is_benchmark_file(path)
        layout = (
            _benchmark_layout(path, names) if benchmark else find_layout(str(path), names, mapping)
        )
        if benchmark and len(layout.scores) != N_CLASSES:
            yield layout.fixed["dataset"]
        else:
            read = _parquet_batches if path.name.endswith(PARQUET) else _csv_batches
            yield Part(str(path), layout, partial(read, path), benchmark)


def open_memory(table: pa.Table, mapping: Mapping[str, str]) -> Part:
    """Return a table in memory as a part of a source."""
    layout = find_layout("The table", table.column_names, mapping)
    return Part("The table", layout, partial(_few_ahead, ds.dataset(table)))


def arrow_problem(error: Exception) -> str:
    """Return what Arrow says of a file, without the path."""
    lines = str(error).splitlines() or [type(error).__name__]
    return plain(_OPENING.sub("", lines[0]).rstrip("."))


def _benchmark_layout(path: Path, names: Sequence[str]) -> Layout:
    """Return the columns before ``predictions`` as those of the classes."""
    for needed in ("predictions", "truth"):
        if needed not in names:
            raise PrgbenchError(
                f"{path} lacks the column {needed}, which the AutoML Benchmark writes; it has "
                f"{plain(', '.join(names))}: correct or remove it."
            )
    run, _, dataset, fold, _ = path.parts[-5:]
    labels = {name: name for name in names[: names.index("predictions")]}
    return Layout(
        {"y_true": "truth", "decision": "predictions"},
        labels,
        fixed={"dataset": dataset, "model": _TIME.sub("", run), "fold": fold},
    )


def _header(path: Path) -> list[str]:
    """Return the names of the columns."""
    parquet = path.name.endswith(PARQUET)
    try:
        if not path.is_file():
            problem = "is no regular file" if path.exists() else "does not exist"
            raise PrgbenchError(f"{path} {problem}: correct the path.")
        if parquet:
            return list(pq.read_schema(path).names)
        with pa.input_stream(str(path), compression="detect") as stream:
            text = TextIOWrapper(stream, encoding="utf-8-sig", newline="")
            return next(csv.reader(text), [])
    except (OSError, pa.ArrowException, csv.Error, EOFError) as error:
        raise PrgbenchError(
            f"{path} can't be read as {'Parquet' if parquet else 'CSV'} "
            f"({arrow_problem(error)}): write it again."
        ) from None
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it in this encoding."
        ) from None


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


def _csv_batches(path: Path, columns: Sequence[str], n_rows: int) -> Batches:  # noqa: ARG001
    """Read a CSV file block by block, as texts that get their types where they are used.

    A data set of Arrow would read ahead as much of the file as memory holds. The size of a block
    decides how many rows come at once, not ``n_rows``.
    """
    batches: Batches = pyarrow.csv.open_csv(
        path,
        read_options=pyarrow.csv.ReadOptions(block_size=CSV_BLOCK_BYTES),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(columns, pa.string()),
            include_columns=columns,
            strings_can_be_null=False,
        ),
    )
    return batches
