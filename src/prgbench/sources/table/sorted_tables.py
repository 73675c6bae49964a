"""The rows of tables sorted into a folder by data set and model: one pass sorts, one compares.

Neither pass holds more than some hundred thousand rows, or the rows of two models of a data set.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import write_text
from prgbench.run.foreign_text import plain
from prgbench.run.records import from_json, to_json
from prgbench.sources.interface import Exclusion, Predictions, Reason, Task
from prgbench.sources.table.aligned import (
    MisfitError,
    Rows,
    check_same_rows,
    checksum,
    class_codes,
    ordered,
    own_scores,
    reference_rows,
)
from prgbench.sources.table.coded_rows import Records, RowCoder, Spill
from prgbench.sources.table.found_tables import N_CLASSES, Part
from prgbench.sources.table.layout import SCORE, check_distinct, id_of

TARGET = "y_true"
PROCEDURE = 1
"""A table states no procedure of OpenML; the settings take this one unless they say otherwise."""

INDEX = "index.json"
SHARED: Mapping[str, type[np.generic]] = {
    "repeat": np.int16, "row_id": np.int64, "fold": np.int16, "truth": np.int8
}  # fmt: skip
GROUP = "group"
"""What models share if a table states groups of rows."""

OnStep = Callable[[str, int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class SortedRun:
    """A model of a data set: what is stored of it, or why it can't be used.

    ``labels`` are those whose scores are stored, ``("",)`` if there is one score for both;
    ``sha256`` is the checksum of all its values.
    """

    run_id: int
    model: str
    labels: tuple[str, ...] = ()
    has_decisions: bool = False
    n_bytes: int = 0
    sha256: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SortedTask:
    """A data set and its models."""

    task: Task
    runs: list[SortedRun] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Index:
    """All data sets of a source, and those of which no task can be made."""

    tasks: list[SortedTask]
    excluded: list[Exclusion] = field(default_factory=list)


class SortedTables:
    """The data sets and models of a source, sorted into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def is_there(self) -> bool:
        """Whether all rows are sorted."""
        return (self.folder / INDEX).is_file()

    @cached_property
    def index(self) -> Index:
        """What there is."""
        return from_json(Index, (self.folder / INDEX).read_text(encoding="utf-8"))

    @cached_property
    def runs(self) -> dict[int, SortedRun]:
        """The models by their ids."""
        return {run.run_id: run for known in self.index.tasks for run in known.runs}

    def write(self, task_id: int, values: Mapping[str, NDArray[Any]]) -> None:
        """Store arrays of a data set by their names."""
        folder = self.folder / "tasks" / str(task_id)
        folder.mkdir(parents=True, exist_ok=True)
        for name, array in values.items():
            np.save(folder / f"{name}.npy", array)

    def write_index(self, index: Index) -> None:
        """Store the index, when all arrays are stored."""
        write_text(self.folder / INDEX, f"{to_json(index)}\n")

    def read(self, task: Task, run_id: int, scored: str) -> Predictions:
        """Return the predictions of a model; one column of scores is of the label ``scored``."""
        run = self.runs[run_id]
        folder = self.folder / "tasks" / str(task.task_id)
        shared: dict[str, NDArray[Any]] = {
            name: np.load(folder / f"{name}.npy") for name in SHARED
        }
        if (group := folder / f"{GROUP}.npy").exists():
            shared[GROUP] = np.load(group)
        stored = np.load(folder / f"{run_id}.scores.npy")
        by_label = {label or scored: row for label, row in zip(run.labels, stored, strict=True)}
        scores = [
            by_label[label] if label in by_label else mirrored(next(iter(by_label.values())))
            for label in task.classes
        ]
        decisions = np.load(folder / f"{run_id}.decisions.npy") if run.has_decisions else None
        return Predictions(**shared, predicted=decisions, confidences=np.stack(scores))


def sort_tables(
    parts: Sequence[Part | str], folder: Path, step: OnStep = lambda *_: None
) -> SortedTables:
    """Sort the rows of tables into a folder, which is there only when all of it is.

    ``parts`` are the tables, and the names of data sets that are not binary; ``step`` hears about
    the progress, as `Listener.step` does.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".sorting-", dir=folder.parent) as temporary:
        sorting = _Sorting(parts, Path(temporary), step)
        sorting.read()
        sorting.compare()
        shutil.rmtree(folder, ignore_errors=True)
        Path(temporary, "tables").rename(folder)
    return SortedTables(folder)


class _Sorting:
    """The two passes: `read` sorts all rows, `compare` brings the models to the same rows."""

    def __init__(self, parts: Sequence[Part | str], folder: Path, step: OnStep) -> None:
        self._parts = [part for part in parts if isinstance(part, Part)]
        self._others = sorted({part for part in parts if isinstance(part, str)})
        self._step = step
        _check_one_kind(self._parts)
        self._lenient = all(part.benchmark for part in self._parts)
        self._labels = _labels_of_scores(self._parts)
        grouped = any("group" in part.layout.roles for part in self._parts)
        self._coder = RowCoder(next(iter(self._labels.values()), []), grouped=grouped)
        self._spill = Spill(folder / "spill", self._coder.record_type)
        self._tables = SortedTables(folder / "tables")
        self._datasets: list[str] = []
        self._models: list[str] = []

    def read(self) -> None:
        for number, part in enumerate(self._parts):
            for pairs, records in self._coder.blocks(part):
                self._spill.add(pairs, records)
            self._step("reading", number + 1, len(self._parts), "table")
        self._datasets, self._models = self._coder.datasets.texts, self._coder.models.texts
        check_distinct("data set", ([name] for name in self._datasets))
        check_distinct("model", ([name] for name in self._models))
        check_distinct(
            "run",
            (
                (self._datasets[dataset], self._models[model])
                for dataset, models in self._spill.models.items()
                for model in models
            ),
        )

    def compare(self) -> None:
        self._tables.folder.mkdir()
        tasks, excluded = [], [_not_binary(name) for name in self._others]
        datasets = sorted(self._spill.models, key=self._datasets.__getitem__)
        for number, dataset in enumerate(datasets):
            task = None if dataset in self._coder.not_binary else self._task(dataset)
            if task is None:
                excluded.append(_not_binary(self._datasets[dataset]))
            else:
                tasks.append(task)
            self._step("comparing models", number + 1, len(datasets), "data set")
        self._tables.write_index(Index(tasks, excluded))

    def _task(self, dataset: int) -> SortedTask | None:
        """Store a data set with its models; return None if it is not binary, as some may be."""
        first = self._first(dataset)
        if first is None:
            return None
        name, runs = first.task.dataset_name, []
        for model in first.models:
            try:
                runs.append(self._run(first, model))
            except MisfitError as error:
                problem = _misfit(self._models[model], name, error)
                if not self._lenient:
                    raise PrgbenchError(problem) from None
                run_id = id_of("run", name, self._models[model])
                runs.append(SortedRun(run_id, self._models[model], problem=problem))
        return SortedTask(first.task, sorted(runs, key=lambda run: run.model))

    def _first(self, dataset: int) -> "_First | None":
        """Read the model with the most rows, and store what all models of a data set share."""
        name, n_rows = self._datasets[dataset], self._spill.models[dataset]
        models = sorted(n_rows, key=lambda model: (-n_rows[model], self._models[model]))
        try:
            records = ordered(self._spill.take(dataset, models[0]))
            rows = reference_rows(records)
        except MisfitError as error:
            raise PrgbenchError(_misfit(self._models[models[0]], name, error)) from None
        texts = self._coder.labels.texts
        codes = sorted(np.unique(rows.truth).tolist(), key=texts.__getitem__)
        if len(codes) != N_CLASSES:
            if self._lenient:
                return None
            raise PrgbenchError(
                f"The data set {plain(name)} has one class, {plain(repr(texts[codes[0]]))}: "
                "keep rows of both classes, or leave the data set out."
            )
        task = Task(
            task_id=id_of("data set", name),
            dataset_id=id_of("data set", name),
            dataset_name=name,
            target=TARGET,
            classes=tuple(texts[code] for code in codes),
            n_instances=int(rows.row_id.max()) + 1,
            estimation_procedure=PROCEDURE,
            n_repeats=rows.n_repeats,
            n_folds=rows.n_folds,
        )
        truth = class_codes(rows.truth, codes)
        values: list[NDArray[Any]] = [rows.repeat, rows.row_id, rows.fold, truth]
        shared = {
            key: array.astype(SHARED[key]) for key, array in zip(SHARED, values, strict=True)
        }
        if rows.group is not None:
            shared[GROUP] = rows.group
        self._tables.write(task.task_id, shared)
        return _First(dataset, task, models, codes, records, rows, checksum(shared.values()))

    def _run(self, first: "_First", model: int) -> SortedRun:
        """Compare a model with the first one, and store its scores and decisions."""
        task, records = first.task, first.records
        if model != first.models[0]:
            records = ordered(self._spill.take(first.dataset, model))
            other = f"model {plain(self._models[first.models[0]])}"
            check_same_rows(records, first.records, first.rows, other)
        run_id = id_of("run", task.dataset_name, self._models[model])
        known = self._labels[task.dataset_name if self._lenient else ""]
        labels, scores = own_scores(records["scores"], known, task.classes)
        own: dict[str, NDArray[Any]] = {f"{run_id}.scores": scores}
        stated = bool((records["decision"] >= 0).any())
        if stated:
            own[f"{run_id}.decisions"] = class_codes(records["decision"], first.codes)
        self._tables.write(task.task_id, own)
        content = f"{first.checksum} {labels} {checksum(own.values())}"
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        n_bytes = sum(array.nbytes for array in own.values())
        return SortedRun(run_id, self._models[model], labels, stated, n_bytes, sha256)


@dataclass(frozen=True, slots=True, eq=False)
class _First:
    """A data set as its first model has it, with the codes of its models and of its classes."""

    dataset: int
    task: Task
    models: list[int]
    codes: list[int]
    records: Records
    rows: Rows
    checksum: str


def _misfit(model: str, dataset: str, error: MisfitError) -> str:
    return f"The model {plain(model)} of the data set {plain(dataset)} {error}."


def _labels_of_scores(parts: Sequence[Part]) -> dict[str, list[str]]:
    """Return the labels of all columns of scores at "", for the AutoML Benchmark by data set.

    Files of the AutoML Benchmark with the same data set have the same labels.
    """
    found: dict[str, list[str]] = {}
    for part in parts:
        labels = [SCORE] if part.layout.wide else list(part.layout.scores)
        known = found.setdefault(part.layout.fixed.get("dataset", ""), [])
        if known and part.benchmark and labels != known:
            raise PrgbenchError(
                f"{part.name} has columns of the classes {plain(', '.join(labels))}, other files "
                f"of its data set of {plain(', '.join(known))}: leave out one of them."
            )
        known += [label for label in labels if label not in known]
    return found


def _check_one_kind(parts: Sequence[Part]) -> None:
    """Refuse tables beside results of the AutoML Benchmark, for which other rules hold."""
    others = [part for part in parts if not part.benchmark]
    if others and len(others) < len(parts):
        raise PrgbenchError(
            f"{others[0].name} lies among results of the AutoML Benchmark: name either these or "
            "tables."
        )


def _not_binary(dataset: str) -> Exclusion:
    return Exclusion(id_of("data set", dataset), None, Reason.NOT_BINARY, plain(dataset))


def mirrored(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores of the other of two classes, in the opposite order.

    They are one minus the scores, if these are from 0 to 1 and no two become equal by that;
    otherwise the negative scores.

    Examples
    --------
    >>> mirrored(np.array([0.25, 1.0])), mirrored(np.array([1e-20, 1e-30]))
    (array([0.75, 0.  ]), array([-1.e-20, -1.e-30]))
    """
    if scores.size and scores.min() >= 0 and scores.max() <= 1:
        others: NDArray[np.float64] = 1 - scores
        if len(np.unique(others)) == len(np.unique(scores)):
            return others
    return -scores
