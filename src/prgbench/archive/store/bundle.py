"""Bundles: the models of one task in one Parquet file.

Columns: ``repeat``, ``row_id``, ``fold`` (-1 = not stated), ``truth`` (1 = positive) and per model
``score_<run_id>`` (of the positive class) and ``predicted_<run_id>`` (1 = positive, 0 = negative,
-1 = not stated). The header in the file's metadata holds the provenance.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock
from numpy.typing import NDArray

from prgbench.archive.interface import Exclusion, Run, Task
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import atomic_path
from prgbench.pipeline.records import from_json, to_json

ROWS_PER_GROUP = 1 << 17
Column = Callable[[slice], NDArray[Any]]
_HEADER = b"prgbench"


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a bundle: its run, its prediction file and what was found in it."""

    run: Run
    file_id: int
    sha256: str
    auroc: float


@dataclass(frozen=True, slots=True)
class BundleHeader:
    """What a bundle says of itself: checksums are those of the rows that the models share."""

    version: str
    task: Task
    positive: str
    negative: str
    n_rows: int
    n_positive: int
    rows: str
    folds: str
    truth: str
    models: tuple[Model, ...]
    rejected: tuple[Exclusion, ...]


class Bundle:
    """A bundle that has been written; columns are read when they are asked for.

    Parameters
    ----------
    path : Path
        The Parquet file.
    first_repeat : bool
        Use the first repeat of the cross-validation only.
    """

    def __init__(self, path: Path, *, first_repeat: bool = False) -> None:
        try:
            self._file = pq.ParquetFile(path)
            self.header = from_json(BundleHeader, self._file.schema_arrow.metadata[_HEADER])
        except (pa.ArrowInvalid, KeyError, TypeError, ValueError, OSError) as error:
            raise PrgbenchError(
                f"{path} is not a readable bundle ({error}): delete it and run again."
            ) from None
        self._rows = None
        if first_repeat and self.header.task.n_repeats > 1:
            self._rows = np.flatnonzero(self._column("repeat") == 0)

    def y_true(self) -> NDArray[np.int8]:
        """Return the truth of every row, 1 for the positive class."""
        return self._selected("truth")

    def y_score(self, run_id: int) -> NDArray[np.float64]:
        """Return a model's scores of the positive class."""
        return self._selected(f"score_{run_id}")

    def y_scores(self, run_ids: Sequence[int]) -> NDArray[np.float64]:
        """Return the scores of several models, read at once: shape (models, rows)."""
        return self._stacked([f"score_{run_id}" for run_id in run_ids])

    def decisions(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the stored decisions of several models, read at once: shape (models, rows)."""
        return self._stacked([f"predicted_{run_id}" for run_id in run_ids])

    def predicted(self, run_id: int) -> NDArray[np.int8]:
        """Return a model's stored decisions: 1 positive, 0 negative, -1 not stated."""
        return self._selected(f"predicted_{run_id}")

    def row_id(self) -> NDArray[np.int64]:
        """Return the instance of every row."""
        return self._selected("row_id")

    def repeat(self) -> NDArray[np.int16]:
        """Return the repeat of the cross-validation of every row."""
        return self._selected("repeat")

    def fold(self) -> NDArray[np.int16]:
        """Return the fold of every row, -1 if no file states it."""
        return self._selected("fold")

    def columns(self, group: int) -> dict[str, pa.Array]:
        """Return all columns of one row group."""
        table = self._file.read_row_group(group).combine_chunks()
        return {name: table.column(name).chunk(0) for name in table.column_names}

    def _selected(self, name: str) -> NDArray[Any]:
        column = self._column(name)
        return column if self._rows is None else column[self._rows]

    def _stacked(self, names: Sequence[str]) -> NDArray[Any]:
        table = self._file.read(columns=list(names))
        columns = np.stack([table.column(name).to_numpy() for name in names])
        return columns if self._rows is None else columns[:, self._rows]

    def _column(self, name: str) -> NDArray[Any]:
        values: NDArray[Any] = self._file.read(columns=[name]).column(0).to_numpy()
        return values


class BundleStore:
    """The bundles of a source in a folder, one file per task.

    Parameters
    ----------
    folder : Path
        The folder.
    repeats : {"pooled", "first"}
        Whether all repeats of a cross-validation are read or the first one only.
    """

    def __init__(self, folder: Path, repeats: str = "pooled") -> None:
        self.folder = folder
        self.repeats = repeats

    @classmethod
    def from_params(cls, params: Mapping[str, str]) -> Self:
        """Make the store from its folder and repeats."""
        return cls(Path(params["folder"]), params["repeats"])

    def path(self, task_id: int) -> Path:
        """Return where the bundle of a task lies."""
        return self.folder / "bundles" / f"{task_id}.parquet"

    def staging(self, task_id: int) -> Path:
        """Return where the models of a task are collected."""
        return self.folder / "staging" / str(task_id)

    def get(self, task_id: int) -> Bundle | None:
        """Return the bundle of a task if there is one."""
        path = self.path(task_id)
        return Bundle(path, first_repeat=self.repeats == "first") if path.exists() else None

    def open(self, task_id: int) -> Bundle:
        """Return the bundle of a task."""
        bundle = self.get(task_id)
        if bundle is None:
            raise PrgbenchError(
                f"{self.path(task_id)} is missing: delete the study's folder `fetch` and run "
                f"again to fetch task {task_id} once more."
            )
        return bundle

    @contextmanager
    def lock(self, task_id: int) -> Iterator[None]:
        """Keep other processes from working on the same task."""
        folder = self.folder / "locks"
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / f"{task_id}.lock"):
            yield


def write_bundle(
    path: Path,
    header: BundleHeader,
    columns: Mapping[str, Column],
    old: Bundle | None,
) -> None:
    """Write a bundle atomically, row group by row group.

    Parameters
    ----------
    path : Path
        Where the bundle goes.
    header : BundleHeader
        Its header.
    columns : mapping of str to callable
        New columns, each asked for one slice of rows after the other.
    old : Bundle or None
        A bundle of the same rows whose columns are kept.
    """
    schema = None
    with atomic_path(path) as temporary:
        writer = None
        for group, start in enumerate(range(0, header.n_rows, ROWS_PER_GROUP)):
            rows = slice(start, start + ROWS_PER_GROUP)
            arrays = {} if old is None else old.columns(group)
            arrays |= {
                name: pa.array(np.ascontiguousarray(column(rows)))
                for name, column in columns.items()
            }
            batch = pa.table(arrays)
            if writer is None:
                schema = batch.schema.with_metadata({_HEADER: to_json(header)})
                writer = pq.ParquetWriter(temporary, schema, compression="zstd")
            writer.write_table(batch.cast(schema), row_group_size=ROWS_PER_GROUP)
        if writer is not None:
            writer.close()
