"""Bundles: the predictions of a task's models in one file, verified when it is opened."""

import hashlib
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.few_at_once import few_at_once
from prgbench.run.files import atomic_path, remove_remains
from prgbench.run.records import RecordError, from_json, to_json
from prgbench.run.safe_text import plain
from prgbench.sources.store.bundle_header import BundleHeader, difference
from prgbench.sources.store.set_aside import DAMAGED, ask_again, set_aside
from prgbench.sources.task_predictions import Model, TaskPredictions
from prgbench.sources.tasks import Task

Column = Callable[[slice], NDArray[Any]]
Refusal = Callable[[Path, str], PrgbenchError]
HEADER = b"prgbench"
ROWS_PER_GROUP = 1 << 17
FORGOTTEN_AFTER = 7 * 24 * 3600.0
PIECE = 1 << 20
AFTER_FOOTER = 8
"""How many bytes of a Parquet file follow its footer: the footer's length, and a mark."""
DIGEST = 32

_TYPES = {
    "repeat": pa.int16(), "row_id": pa.int64(), "fold": pa.int16(), "truth": pa.int8(),
    "group": pa.int64(),
}  # fmt: skip


def write_bundle(
    path: Path, header: BundleHeader, columns: Mapping[str, Column], old: "Bundle | None"
) -> None:
    """Write a bundle atomically, row group by row group, with its checksum.

    New columns are functions of a slice of rows; those of an old bundle of the same rows are kept.
    """
    schema = pa.schema([(name, _type_of(name)) for name in header.columns()])
    options = {"compression": "zstd", "store_schema": False}
    with atomic_path(path) as temporary:
        with pq.ParquetWriter(temporary, schema, **options) as writer:
            for group, start in enumerate(range(0, header.n_rows, ROWS_PER_GROUP)):
                rows = slice(start, min(start + ROWS_PER_GROUP, header.n_rows))
                arrays = {} if old is None else old.columns(group)
                for name, column in columns.items():
                    arrays[name] = pa.array(np.ascontiguousarray(column(rows)), _type_of(name))
                table = pa.table([arrays[name] for name in schema.names], schema=schema)
                writer.write_table(table, row_group_size=ROWS_PER_GROUP)
            writer.add_key_value_metadata({HEADER: to_json(header)})
        _seal(temporary)


def columns_of(predictions: TaskPredictions) -> dict[str, Column]:
    """Return the columns of the bundle of predictions in memory, as `write_bundle` takes them."""
    arrays: dict[str, NDArray[Any]] = {
        "repeat": predictions.repeat,
        "row_id": predictions.row_id,
        "fold": predictions.fold,
        "truth": predictions.y_true.astype(np.int8),
    }
    if predictions.group is not None:
        arrays["group"] = predictions.group
    for place, run_id in enumerate(predictions.run_ids):
        arrays[f"score_{run_id}"] = predictions.y_score[place]
        arrays[f"predicted_{run_id}"] = predictions.decision[place]
    for run_id, scores in predictions.y_score_negative.items():
        arrays[f"negative_{run_id}"] = scores
    return {name: array.__getitem__ for name, array in arrays.items()}


def _type_of(name: str) -> pa.DataType:
    return pa.int8() if name.startswith("predicted_") else _TYPES.get(name, pa.float64())


def _seal(path: Path) -> None:
    """Put the checksum of a Parquet file before its footer, where no reader of Parquet looks."""
    start = _start_of_footer(path)
    digest = _digest(path, start, start)
    with path.open("r+b") as file:
        file.seek(start)
        footer = file.read()
        file.seek(start)
        file.write(digest + footer)


def _is_sealed(path: Path) -> bool:
    """Say whether a file has the checksum of all its other bytes before its footer."""
    end = _start_of_footer(path)
    stated = _stated_digest(path)
    return len(stated) == DIGEST and stated == _digest(path, end - DIGEST, end)


def _stated_digest(path: Path) -> bytes:
    """Return the checksum before the footer of a file, or nothing if it has none."""
    start = _start_of_footer(path) - DIGEST
    if start < 0:
        return b""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(DIGEST)


def _start_of_footer(path: Path) -> int:
    """Return where the footer of a Parquet file begins by its last bytes, anywhere in others."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - AFTER_FOOTER))
        return size - AFTER_FOOTER - int.from_bytes(file.read(4), "little")


def _digest(path: Path, start: int, end: int) -> bytes:
    """Return the checksum of a file without its bytes from ``start`` to ``end``."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(min(PIECE, start - file.tell())):
            digest.update(piece)
        file.seek(end)
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.digest()


def refused(path: Path, why: str) -> PrgbenchError:
    """Return the error about a bundle outside a store."""
    return PrgbenchError(f"{path} can't be used ({why}): delete it and run again.")


class Bundle:
    """A written bundle, verified when it is opened; `load` reads the predictions of its models.

    If it can't be used, ``refuse`` makes the error from the file and the problem.
    """

    def __init__(self, path: Path, *, refuse: Refusal = refused) -> None:
        self._path = path
        self._refuse = refuse
        # All of the file: pyarrow ends the process on some damage of the metadata.
        if not _is_sealed(path):
            raise refuse(path, "its content differs from its checksum")
        self._file = pq.ParquetFile(path)
        try:
            self.header = from_json(BundleHeader, self._file.metadata.metadata[HEADER])
        except RecordError as error:
            raise refuse(path, f"its header is of another version: {error}") from None

    def load(
        self, run_ids: Sequence[int] | None = None, *, first_repeat: bool = False
    ) -> TaskPredictions:
        """Read the predictions of some models in the given order, by default of all.

        With ``first_repeat`` only the first repeat of a repeated cross-validation is read.
        """
        header = self.header
        models = self._models(run_ids)
        ids = [model.run.run_id for model in models]
        breaking_ties = [model.run.run_id for model in models if model.both]
        repeat = self._read(["repeat"])[0]
        rows = None
        if first_repeat and header.task.n_repeats > 1:
            rows = np.flatnonzero(repeat == 0)
            repeat = repeat[rows]
        decision = self._read([f"predicted_{run_id}" for run_id in ids], rows)
        negative = self._read([f"negative_{run_id}" for run_id in breaking_ties], rows)
        return TaskPredictions(
            task=header.task,
            positive=header.positive,
            negative=header.negative,
            models=models,
            y_true=self._read(["truth"], rows)[0] == 1,
            y_score=self._read([f"score_{run_id}" for run_id in ids], rows),
            decision=np.asarray(decision, dtype=np.int8),
            row_id=self._read(["row_id"], rows)[0],
            repeat=repeat,
            fold=self._read(["fold"], rows)[0],
            group=self._read(["group"], rows)[0] if header.shared.groups else None,
            y_score_negative=dict(zip(breaking_ties, negative, strict=True)),
            excluded=header.rejected,
        )

    def columns(self, group: int) -> dict[str, pa.Array]:
        """Return all columns of one row group."""
        table = self._file.read_row_group(group).combine_chunks()
        return {name: table.column(name).chunk(0) for name in table.column_names}

    def _models(self, run_ids: Sequence[int] | None) -> tuple[Model, ...]:
        if run_ids is None:
            return self.header.models
        stored = {model.run.run_id: model for model in self.header.models}
        # Of another study with the same store, which has fetched the task once more.
        if missing := [run_id for run_id in run_ids if run_id not in stored]:
            raise self._refuse(self._path, f"it lacks run {missing[0]}")
        return tuple(stored[run_id] for run_id in run_ids)

    def _read(self, names: Sequence[str], rows: NDArray[np.intp] | None = None) -> NDArray[Any]:
        """Return all or some rows of columns of one type: shape (columns, rows)."""
        dtype = _type_of(names[0]).to_pandas_dtype() if names else np.float64
        n_rows = self.header.n_rows if rows is None else len(rows)
        columns = np.empty((len(names), n_rows), dtype=dtype)
        for part in few_at_once(len(names), self.header.n_rows):
            table = self._file.read(columns=list(names[part]), use_threads=False)
            for name, values in zip(names[part], columns[part], strict=True):
                column = table.column(name).to_numpy()
                values[:] = column if rows is None else column[rows]
        return columns


class BundleStore:
    """The bundles of a source in a folder, one file per task.

    All repeats of a repeated cross-validation are read ("pooled"), or only the first one.
    """

    def __init__(self, folder: Path, repeats: str = "pooled") -> None:
        self.folder = folder
        self.repeats = repeats

    @classmethod
    def from_params(cls, params: Mapping[str, str]) -> Self:
        """Make the store from its folder and repeats."""
        return cls(Path(params["folder"]), params["repeats"])

    def path(self, task_id: int) -> Path:
        """Return where the bundle of a task is."""
        return self._place("bundles", task_id, ".parquet")

    def staging(self, task_id: int) -> Path:
        """Return where the models of a task are collected."""
        return self._inside(self._place("staging", task_id))

    def take(self, task: Task) -> Bundle | None:
        """Return the bundle of a task, if there is one, to add models to.

        `SetAsideError` if it is damaged or of another task; the caller fetches the task again.
        """
        return self._opened(self.path(task.task_id), task, ask=False)

    def load(
        self, task_id: int, *, run_ids: Sequence[int] | None = None, task: Task | None = None
    ) -> TaskPredictions:
        """Read the predictions of a task from its bundle, which is opened as in `open`."""
        bundle = self.open(task_id, task)
        return bundle.load(run_ids, first_repeat=self.repeats == "first")

    def open(self, task_id: int, task: Task | None = None) -> Bundle:
        """Return the bundle of a fetched task, which must be that of ``task`` if given.

        If it is missing, damaged or of another task, the next run fetches it again.
        """
        path = self.path(task_id)
        bundle = self._opened(path, task, ask=True)
        if bundle is None:
            ask_again(path, "missing")
            raise PrgbenchError(
                f"{path} (task {task_id}) is missing; "
                "run the same command again: it is fetched once more."
            )
        return bundle

    def checksum(self, task_id: int) -> str | None:
        """Return the checksum in the bundle of a task; None if there is none.

        It is not compared with the content, as `open` does: what was computed from a whole bundle
        of this checksum stays right, whatever has happened to the file since.
        """
        try:
            checksum = _stated_digest(self.path(task_id))
        except OSError:
            return None
        return checksum.hex() or None

    def only(self, task_id: int) -> Self:  # noqa: ARG002 - nothing of it is in memory
        """Return the store itself, which another process reads as well."""
        return self

    def lock(self, task_id: int) -> FileLock:
        """Return a lock that keeps other processes from working on the same task."""
        path = self._place("locks", task_id, ".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path)

    def tidy(self) -> None:
        """Remove temporary files of killed processes, and old staged models unless in use."""
        for folder in (self.folder / "bundles", self.folder / "bundles" / DAMAGED):
            remove_remains(self._inside(folder))
        # Left by a process that was killed after its last bundle. A link may lead to another disk.
        remove_remains(self.folder / "downloads")
        oldest = time.time() - FORGOTTEN_AFTER
        for staged in (self.folder / "staging").glob("*"):
            # Another process may have removed it meanwhile.
            with suppress(FileNotFoundError, Timeout):
                if staged.name.isdecimal() and staged.lstat().st_mtime < oldest:
                    with self.lock(int(staged.name)).acquire(blocking=False):
                        shutil.rmtree(self._inside(staged), ignore_errors=True)

    def _place(self, kind: str, task_id: int, ending: str = "") -> Path:
        return self.folder / kind / f"{task_id}{ending}"

    def _inside(self, path: Path) -> Path:
        """Return a place whose contents may be deleted, unless a link leads out of the store."""
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise PrgbenchError(
                f"{path} points outside the store {self.folder}: remove the link and run again."
            )
        return path

    def _opened(self, path: Path, task: Task | None, *, ask: bool) -> Bundle | None:
        """Open a bundle, which is set aside as soon as something is wrong with it."""
        try:
            opened = path.stat()
        except FileNotFoundError:
            return None
        refuse = partial(set_aside, opened, ask)
        bundle = Bundle(path, refuse=refuse)
        other = None if task is None else difference(bundle.header, task)
        if other is not None:
            raise refuse(path, f"it belongs to another task: {plain(other)}")
        return bundle
