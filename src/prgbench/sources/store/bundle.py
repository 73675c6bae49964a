"""Bundles: the predictions of a task's models in one file, verified when they are read."""

import hashlib
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from prgbench.metrics.areas import areas
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import atomic_path, remove_remains
from prgbench.run.foreign_text import plain
from prgbench.run.records import to_json
from prgbench.sources.interface import Task
from prgbench.sources.store.columns import (
    CHECKSUMS,
    DAMAGE,
    HEADER,
    Checksums,
    ColumnFile,
    DamageError,
    checksum,
    few_at_once,
    type_of,
)
from prgbench.sources.store.layout import BundleHeader, checked_id, difference, ranked_by_both
from prgbench.sources.store.staging import ask_again, set_aside

Column = Callable[[slice], NDArray[Any]]
Refusal = Callable[[Path, str], PrgbenchError]
ROWS_PER_GROUP = 1 << 17
SAME_AUROC = 1e-9
FORGOTTEN_AFTER = 7 * 24 * 3600.0


def write_bundle(
    path: Path, header: BundleHeader, columns: Mapping[str, Column], old: "Bundle | None"
) -> None:
    """Write a bundle atomically, row group by row group, with the checksums of its columns.

    New columns are functions of a slice of rows; those of an old bundle of the same rows are
    kept after they are verified.
    """
    if old is not None:
        old.verify()
    schema = pa.schema([(name, type_of(name)) for name in header.columns()])
    checksums = dict.fromkeys(schema.names, 0)
    options = {"compression": "zstd", "write_page_checksum": True, "store_schema": False}
    with atomic_path(path) as temporary, pq.ParquetWriter(temporary, schema, **options) as writer:
        for group, start in enumerate(range(0, header.n_rows, ROWS_PER_GROUP)):
            rows = slice(start, min(start + ROWS_PER_GROUP, header.n_rows))
            arrays = {} if old is None else old.columns(group)
            for name, column in columns.items():
                arrays[name] = pa.array(np.ascontiguousarray(column(rows)), type_of(name))
            for name, before in checksums.items():
                checksums[name] = checksum(arrays[name].to_numpy(), before)
            table = pa.table([arrays[name] for name in schema.names], schema=schema)
            writer.write_table(table, row_group_size=ROWS_PER_GROUP)
        writer.add_key_value_metadata(_texts(header, checksums))


def _texts(header: BundleHeader, checksums: dict[str, int]) -> dict[bytes, str]:
    text = to_json(replace(header, checksums=True))
    return {HEADER: text, CHECKSUMS: to_json(Checksums(zlib.crc32(text.encode()), checksums))}


def refused(path: Path, why: str) -> PrgbenchError:
    """Return the error about a bundle outside a store."""
    return PrgbenchError(f"{path} can't be used ({why}): delete it and run again.")


class Bundle:
    """A written bundle, whose columns are read and verified on demand.

    If it is damaged, ``refuse`` makes the error from the file and the problem, in methods too.
    """

    def __init__(
        self, path: Path, *, first_repeat: bool = False, refuse: Refusal = refused
    ) -> None:
        self._path = path
        self._refuse = refuse
        with self._guarded():
            self._columns = VerifiedColumns(path)
        self.header = self._columns.header
        self._rows: NDArray[np.intp] | None = None
        if first_repeat and self.header.task.n_repeats > 1:
            self._rows = np.flatnonzero(self.repeat() == 0)

    @property
    def n_instances(self) -> int:
        """How many instances its rows are of: repeats predict each several times."""
        if self.header.task.n_repeats == 1:
            return self.header.n_rows
        return len(np.unique(self.row_id()))

    @property
    def all_rows(self) -> bool:
        """Whether all rows are used."""
        return self._rows is None

    def y_true(self) -> NDArray[np.int8]:
        """Return the truth of every row, 1 for the positive class."""
        with self._guarded():
            return self._selected(self._columns.truth)

    def y_score(self, run_id: int) -> NDArray[np.float64]:
        """Return a model's scores of the positive class."""
        scores: NDArray[np.float64] = self.y_scores([run_id])[0]
        return scores

    def y_scores(
        self, run_ids: Sequence[int], *, check_aurocs: bool = True
    ) -> NDArray[np.float64]:
        """Return the scores of several models: shape (models, rows).

        Without ``check_aurocs`` the caller verifies the AUROCs, by the method of this name.
        """
        with self._guarded():
            return self._selected(self._columns.scores(run_ids, check_aurocs=check_aurocs))

    def y_scores_by_both(self, run_ids: Sequence[int]) -> NDArray[np.float64] | None:
        """Return scores that rank rows by both classes' scores: shape (models, rows).

        Those of equal score of the positive class rank by that of the negative one, the least
        first. None if that changes no model.
        """
        with self._guarded():
            negative = self._columns.negative_scores(run_ids)
        if not negative:
            return None
        scores = self.y_scores(run_ids, check_aurocs=False)
        for place, run_id in enumerate(run_ids):
            if run_id in negative:
                scores[place] = ranked_by_both(scores[place], self._selected(negative[run_id]))
        return scores

    def check_aurocs(self, run_ids: Sequence[int], aurocs: NDArray[np.float64]) -> None:
        """Refuse the bundle if AUROCs over all rows differ from those of its header."""
        with self._guarded():
            self._columns.check_aurocs(run_ids, aurocs)

    def decisions(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the stored decisions of models, shape (models, rows): 1, 0 or -1 (unknown)."""
        with self._guarded():
            return self._selected(self._columns.predicted(run_ids))

    def row_id(self) -> NDArray[np.int64]:
        """Return the instance of every row."""
        with self._guarded():
            return self._selected(self._columns.repeat_and_row_id[1])

    def repeat(self) -> NDArray[np.int16]:
        """Return the repeat of the cross-validation of every row."""
        with self._guarded():
            return self._selected(self._columns.repeat_and_row_id[0])

    def fold(self) -> NDArray[np.int16]:
        """Return the fold of every row, -1 if no file states it."""
        with self._guarded():
            return self._selected(self._columns.fold)

    def group(self) -> NDArray[np.int64] | None:
        """Return the group of every row; None if the source states none."""
        if not self.header.groups:
            return None
        with self._guarded():
            return self._selected(self._columns.group_of_rows)

    def columns(self, group: int) -> dict[str, pa.Array]:
        """Return all columns of one row group, not verified."""
        with self._guarded():
            return self._columns.group(group)

    def verify(self) -> None:
        """Read, and thus verify, all columns."""
        for shared in (self.y_true, self.row_id, self.fold, self.group):
            shared()
        for model in self.header.models:
            self.y_score(model.run.run_id)
            self.decisions([model.run.run_id])
        self._columns.negative_scores([model.run.run_id for model in self.header.models])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn the errors of a damaged file into one sentence."""
        try:
            yield
        except (MemoryError, PermissionError) as error:
            raise PrgbenchError(
                f"{self._path} can't be read ({plain(str(error)) or type(error).__name__}): "
                "check memory and permissions and run again."
            ) from None
        except DAMAGE as error:
            why = plain(str(error)).rstrip(".") or type(error).__name__
            raise self._refuse(self._path, why) from None

    def _selected(self, values: NDArray[Any]) -> NDArray[Any]:
        return values if self._rows is None else values[..., self._rows]


class VerifiedColumns(ColumnFile):
    """All rows of a bundle's columns; each method raises `DamageError` if they don't fit."""

    @cached_property
    def truth(self) -> NDArray[np.int8]:
        """The truth of every row, 1 for the positive class."""
        truth: NDArray[np.int8] = self.read(["truth"])[0]
        header = self.header
        codes = [header.task.classes.index(label) for label in (header.negative, header.positive)]
        if ((truth != 0) & (truth != 1)).any() or truth.sum() != header.n_positive:
            raise DamageError("its truth differs from its header")
        _compare("truth", header.truth, np.array(codes, dtype=np.int8)[truth])
        return truth

    @cached_property
    def fold(self) -> NDArray[np.int16]:
        """The fold of every row, -1 if no file states it."""
        fold: NDArray[np.int16] = self.read(["fold"])[0]
        _compare("folds", self.header.folds, fold)
        return fold

    @cached_property
    def group_of_rows(self) -> NDArray[np.int64]:
        """The group of every row."""
        group: NDArray[np.int64] = self.read(["group"])[0]
        _compare("groups", self.header.groups, group)
        return group

    @cached_property
    def repeat_and_row_id(self) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """The repeat of the cross-validation and the instance of every row."""
        repeat, row_id = self.read(["repeat"])[0], self.read(["row_id"])[0]
        _compare("rows", self.header.rows, repeat.astype(np.int64), row_id)
        return repeat, row_id

    def predicted(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the stored decisions of several models."""
        return self.read([f"predicted_{run_id}" for run_id in self._known(run_ids)])

    def negative_scores(self, run_ids: Sequence[int]) -> dict[int, NDArray[np.float64]]:
        """Return the scores of the negative class, of those models that the bundle has them of."""
        both = {model.run.run_id for model in self.header.models if model.both}
        return {i: self.read([f"negative_{i}"])[0] for i in self._known(run_ids) if i in both}

    def scores(self, run_ids: Sequence[int], *, check_aurocs: bool) -> NDArray[np.float64]:
        """Return the scores of several models."""
        scores = self.read([f"score_{run_id}" for run_id in self._known(run_ids)])
        if check_aurocs:
            for part in few_at_once(len(run_ids), self.header.n_rows):
                self.check_aurocs(run_ids[part], areas(self.truth, scores[part])[:, 0])
        return scores

    def check_aurocs(self, run_ids: Sequence[int], aurocs: NDArray[np.float64]) -> None:
        """Compare AUROCs over all rows with those of the header."""
        stated = {model.run.run_id: model.auroc for model in self.header.models}
        for run_id, auroc in zip(run_ids, aurocs.tolist(), strict=True):
            if not abs(auroc - stated[run_id]) <= SAME_AUROC:
                raise DamageError(
                    f"AUROC of run {run_id} {auroc:.9f} instead of {stated[run_id]:.9f}"
                )

    def _known(self, run_ids: Sequence[int]) -> Sequence[int]:
        run_ids_stored = {model.run.run_id for model in self.header.models}
        for run_id in run_ids:
            if run_id not in run_ids_stored:
                raise DamageError(f"it lacks run {run_id}")
        return run_ids


def _compare(what: str, checksum: str, *values: NDArray[Any]) -> None:
    """Compare arrays with their checksum, if there is one."""
    if not checksum:
        return
    digest = hashlib.sha256()
    for part in values:
        digest.update(part.data)
    if digest.hexdigest() != checksum:
        raise DamageError(f"its {what} differ from their checksum")


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

    def predictions(
        self, task_id: int, run_id: int
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.int16]]:
        """Return the labels of a task, and the scores and folds of one of its runs."""
        bundle = self.open(task_id)
        return bundle.y_true(), bundle.y_score(run_id), bundle.fold()

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
        for folder in (self.folder / "bundles", self.folder / "bundles" / "damaged"):
            remove_remains(self._inside(folder))
        oldest = time.time() - FORGOTTEN_AFTER
        for staged in (self.folder / "staging").glob("*"):
            if staged.name.isdecimal() and staged.lstat().st_mtime < oldest:
                with suppress(Timeout), self.lock(int(staged.name)).acquire(blocking=False):
                    shutil.rmtree(self._inside(staged), ignore_errors=True)

    def _place(self, kind: str, task_id: int, ending: str = "") -> Path:
        return self.folder / kind / f"{checked_id(task_id, 'task')}{ending}"

    def _inside(self, path: Path) -> Path:
        """Return a place whose contents may be deleted, unless a link leads out of the store."""
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise PrgbenchError(
                f"{path} leads out of the store {self.folder}: remove the link and run again."
            )
        return path

    def _opened(self, path: Path, task: Task | None, *, ask: bool) -> Bundle | None:
        """Open a bundle, which is set aside as soon as something is wrong with it."""
        try:
            opened = path.stat()
        except FileNotFoundError:
            return None
        refuse = partial(set_aside, opened, ask)
        bundle = Bundle(path, first_repeat=self.repeats == "first", refuse=refuse)
        other = None if task is None else difference(bundle.header, task)
        if other is not None:
            raise refuse(path, f"it is of another task: {plain(other)}")
        return bundle
