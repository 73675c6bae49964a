"""One pass over tables that sorts their rows by data set and model, and one that compares models.

Neither holds more than some hundred thousand rows, or the rows of two models of one data set.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.interface import Exclusion, Reason, Task
from prgbench.sources.table.aligned import (
    MisfitError,
    Rows,
    check_same_rows,
    checksum,
    class_codes,
    own_scores,
    reference_rows,
    row_order,
)
from prgbench.sources.table.coded_rows import Records, RowCoder
from prgbench.sources.table.found_tables import Part
from prgbench.sources.table.layout import SCORE
from prgbench.sources.table.name_ids import check_distinct, id_of
from prgbench.sources.table.sorted_tables import (
    SHARED,
    Index,
    SortedRun,
    SortedTables,
    SortedTask,
)
from prgbench.sources.table.spill import Spill

TARGET = "y_true"
PROCEDURE = 1
"""A table states no procedure of OpenML; the settings take this one unless they say otherwise."""

N_CLASSES = 2

OnStep = Callable[[str, int, int | None, str], None]


def sort_tables(
    parts: Sequence[Part | str], folder: Path, step: OnStep = lambda *_: None
) -> SortedTables:
    """Sort the rows of tables into a folder, which is there when all of it is.

    Parameters
    ----------
    parts : sequence of Part and str
        The tables, and the names of data sets that are not binary.
    folder : Path
        Where the rows go.
    step : callable
        Is told what is done, how much of it, of how much, and of what.

    Raises
    ------
    PrgbenchError
        If something is wrong with a table; the sentence names the table and the row, or the data
        set and the model.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".sorting-", dir=folder.parent) as temporary:
        sorting = _Sorting(Path(temporary), parts, step)
        sorting.read()
        sorting.compare()
        shutil.rmtree(folder, ignore_errors=True)
        Path(temporary, "tables").rename(folder)
    return SortedTables(folder)


class _Sorting:
    def __init__(self, folder: Path, parts: Sequence[Part | str], step: OnStep) -> None:
        self._parts = [part for part in parts if isinstance(part, Part)]
        self._others = sorted({part for part in parts if isinstance(part, str)})
        self._step = step
        self._lenient = all(part.benchmark for part in self._parts)
        _check_one_kind(self._parts)
        labels = [
            SCORE if part.layout.wide else label
            for part in self._parts
            for label in part.layout.scores
        ]
        if self._lenient:
            labels = labels[:N_CLASSES]
        self._coder = RowCoder(list(dict.fromkeys(labels)))
        self._spill = Spill(folder / "spill", len(self._coder.scores))
        self._tables = SortedTables(folder / "tables")
        self._folder = folder / "tables"

    def read(self) -> None:
        """Sort the rows of all tables."""
        for number, part in enumerate(self._parts):
            for block in self._coder.blocks(part):
                self._spill.add(block)
            self._step("reading", number + 1, len(self._parts), "table")
        self._spill.flush()
        coder = self._coder
        check_distinct("data set", ([name] for name in coder.datasets.texts))
        check_distinct("model", ([name] for name in coder.models.texts))
        check_distinct(
            "run",
            (
                (coder.datasets.texts[dataset], coder.models.texts[model])
                for dataset, models in self._spill.models.items()
                for model in models
            ),
        )

    def compare(self) -> None:
        """Bring the models of each data set to the same rows."""
        self._folder.mkdir()
        names = self._coder.datasets.texts
        tasks, excluded = [], [_not_binary(name) for name in self._others]
        datasets = sorted(self._spill.models, key=names.__getitem__)
        for number, dataset in enumerate(datasets):
            task = None if dataset in self._coder.not_binary else self._task(dataset)
            if task is None:
                excluded.append(_not_binary(names[dataset]))
            else:
                tasks.append(task)
            self._step("comparing models", number + 1, len(datasets), "data set")
        self._tables.write_index(Index(tasks, excluded))

    def _task(self, dataset: int) -> SortedTask | None:
        """Return a data set with its models; None if it is not binary, which not all may be."""
        found = self._begun(dataset)
        if found is None:
            return None
        runs = [self._run(found, model) for model in found.models]
        return SortedTask(found.task, sorted(runs, key=lambda run: run.model))

    def _begun(self, dataset: int) -> "_DataSet | None":
        """Take the rows of a data set from the model that has most, and store what all share."""
        n_rows, names = self._spill.models[dataset], self._coder.models.texts
        name = self._coder.datasets.texts[dataset]
        models = sorted(n_rows, key=lambda model: (-n_rows[model], names[model]))
        records = self._spill.take(dataset, models[0])
        with _named(name, names[models[0]]):
            rows, order = reference_rows(records)
        labels = self._coder.labels.texts
        codes = sorted(np.unique(rows.truth).tolist(), key=labels.__getitem__)
        if len(codes) != N_CLASSES:
            if self._lenient:
                return None
            raise PrgbenchError(
                f"The data set {plain(name)} has one class, {plain(repr(labels[codes[0]]))}: "
                "keep rows of both classes, or leave the data set out."
            )
        task = _described(name, rows, tuple(labels[code] for code in codes))
        shared = _shared(rows, codes)
        self._tables.write_shared(task.task_id, shared)
        return _DataSet(
            dataset, task, models, codes, rows, records[order], checksum([*shared.values()])
        )

    def _run(self, found: "_DataSet", model: int) -> SortedRun:
        """Compare a model with the first one and store its scores."""
        dataset, name = found.task.dataset_name, self._coder.models.texts[model]
        run_id = id_of("run", dataset, name)
        try:
            with _named(dataset, name):
                return self._stored(found, run_id, model)
        except PrgbenchError as error:
            if not self._lenient:
                raise
            return SortedRun(run_id, name, problem=str(error))

    def _stored(self, found: "_DataSet", run_id: int, model: int) -> SortedRun:
        names, records = self._coder.models.texts, found.first
        if model != found.models[0]:
            records = self._spill.take(found.code, model)
            records = records[row_order(records)]
            first = f"model {plain(names[found.models[0]])}"
            check_same_rows(records, found.first, found.rows, first)
        labels, scores = own_scores(
            records["scores"], self._coder.labels_of(found.code), found.task.classes
        )
        decisions = class_codes(records["decision"], found.codes)
        stated = bool((records["decision"] >= 0).any())
        if not stated:
            decisions = decisions[:0]
        n_bytes = self._tables.write_own(found.task.task_id, run_id, scores, decisions)
        content = f"{found.checksum} {labels} {checksum([scores, decisions])}"
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        return SortedRun(run_id, names[model], labels, stated, n_bytes, sha256)


@dataclass(frozen=True, slots=True, eq=False)
class _DataSet:
    """A data set: its models, the codes of its classes, and the rows of the first model."""

    code: int
    task: Task
    models: list[int]
    codes: list[int]
    rows: Rows
    first: Records
    checksum: str


@contextmanager
def _named(dataset: str, model: str) -> Iterator[None]:
    """Say of which model something is wrong."""
    try:
        yield
    except MisfitError as error:
        raise PrgbenchError(
            f"The model {plain(model)} of the data set {plain(dataset)} {error}."
        ) from None


def _described(name: str, rows: Rows, classes: tuple[str, ...]) -> Task:
    return Task(
        task_id=id_of("data set", name),
        dataset_id=id_of("data set", name),
        dataset_name=name,
        target=TARGET,
        classes=classes,
        n_instances=int(rows.row_id.max()) + 1,
        estimation_procedure=PROCEDURE,
        n_repeats=rows.n_repeats,
        n_folds=rows.n_folds,
    )


def _shared(rows: Rows, codes: Sequence[int]) -> dict[str, NDArray[Any]]:
    values: dict[str, NDArray[Any]] = {
        "repeat": rows.repeat,
        "row_id": rows.row_id,
        "fold": rows.fold,
        "truth": class_codes(rows.truth, codes),
    }
    return {name: values[name].astype(dtype, copy=False) for name, dtype in SHARED.items()}


def _check_one_kind(parts: Sequence[Part]) -> None:
    """Refuse tables beside results of the AutoML Benchmark, whose models go by other rules."""
    others = [part for part in parts if not part.benchmark]
    if others and len(others) < len(parts):
        raise PrgbenchError(
            f"{others[0].name} lies among results of the AutoML Benchmark: name either these or "
            "tables."
        )


def _not_binary(dataset: str) -> Exclusion:
    return Exclusion(id_of("data set", dataset), None, Reason.NOT_BINARY, plain(dataset))
