"""The rows of tables in memory, by data set and model: one pass sorts, one compares."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain, some_of
from prgbench.sources.interface import Exclusion, Predictions, Reason, Task
from prgbench.sources.table.aligned import (
    MisfitError,
    Rows,
    check_same_rows,
    checksum,
    class_codes,
    has_scores,
    mirrored,
    one_of_classes,
    ordered,
    own_scores,
    reference_rows,
)
from prgbench.sources.table.coded_rows import Records, RowCoder, RowsByModel
from prgbench.sources.table.found_tables import N_CLASSES, Part, check_one_kind, labels_of_scores
from prgbench.sources.table.layout import DATASET, SCORE, check_distinct, id_of

TARGET = "y_true"
PROCEDURE = 1
"""A table states no procedure of OpenML; the settings take this one unless they say otherwise."""

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
    """A task and its models: a data set, or one of its labels (``one_of``) against the rest."""

    task: Task
    runs: list[SortedRun] = field(default_factory=list)
    one_of: tuple[str, ...] = ()

    @property
    def one_label(self) -> tuple[str, ...]:
        """Return the label that stands against the rest, if one does."""
        return self.task.classes[1:] if self.one_of else ()


@dataclass(frozen=True, slots=True)
class Index:
    """All tasks of a source, the data sets and classes of which there is none, and ``notes``.

    Notes are sentences on what was assumed.
    """

    tasks: list[SortedTask]
    excluded: list[Exclusion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class SortedTables:
    """The data sets and models of a source in memory.

    ``arrays`` has those of each task, by the names of `SHARED` and `GROUP`, or by model.
    """

    def __init__(self, index: Index, arrays: Mapping[int, Mapping[str, NDArray[Any]]]) -> None:
        self.index = index
        self._arrays = arrays
        self.runs = {run.run_id: run for task in index.tasks for run in task.runs}
        self.one_of_several = {task.task.task_id for task in index.tasks if task.one_of}

    def read(self, task: Task, run_id: int, scored: str) -> Predictions:
        """Return the predictions of a model; one column of scores is of the label ``scored``."""
        arrays, run = self._arrays[task.task_id], self.runs[run_id]
        shared = {name: arrays[name] for name in (*SHARED, GROUP) if name in arrays}
        columns = zip(run.labels, arrays[f"{run_id}.scores"], strict=True)
        by_label = {label or scored: scores for label, scores in columns}
        scores = [
            by_label[label] if label in by_label else mirrored(next(iter(by_label.values())))
            for label in task.classes
        ]
        decisions = arrays[f"{run_id}.decisions"] if run.has_decisions else None
        return Predictions(**shared, predicted=decisions, confidences=np.stack(scores))


def sort_tables(parts: Sequence[Part | str], step: OnStep = lambda *_: None) -> SortedTables:
    """Sort the rows of tables by data set and model.

    ``parts`` are the tables, and the names of data sets that are not binary; ``step`` hears about
    the progress, as `Listener.step` does.
    """
    sorting = _Sorting(parts, step)
    sorting.read()
    return SortedTables(sorting.compare(), sorting.arrays)


class _Sorting:
    """The two passes: `read` sorts all rows, `compare` brings the models to the same rows."""

    def __init__(self, parts: Sequence[Part | str], step: OnStep) -> None:
        self._parts = [part for part in parts if isinstance(part, Part)]
        self._step = step
        check_one_kind(self._parts)
        self._lenient = all(part.benchmark for part in self._parts)
        self._labels = labels_of_scores(self._parts)
        grouped = any("group" in part.layout.roles for part in self._parts)
        self._coder = RowCoder(next(iter(self._labels.values()), []), grouped=grouped)
        self._rows = RowsByModel()
        self.arrays: defaultdict[int, dict[str, NDArray[Any]]] = defaultdict(dict)
        self._datasets: list[str] = []
        self._models: list[str] = []
        others = {part for part in parts if isinstance(part, str)}
        self._excluded = [_not_binary(name) for name in sorted(others)]
        self._by_order = False

    def read(self) -> None:
        for number, part in enumerate(self._parts):
            for pairs, records in self._coder.blocks(part):
                self._rows.add(pairs, records)
            self._step("reading", number + 1, len(self._parts), "table")
        self._datasets, self._models = self._coder.datasets.texts, self._coder.models.texts
        check_distinct("data set", ([name] for name in self._datasets))
        check_distinct("model", ([name] for name in self._models))

    def compare(self) -> Index:
        tasks: list[SortedTask] = []
        datasets = sorted(self._rows.models, key=self._datasets.__getitem__)
        for number, dataset in enumerate(datasets):
            if dataset in self._coder.not_binary:
                self._excluded.append(_not_binary(self._datasets[dataset]))
            else:
                tasks += self._tasks(dataset)
            self._step("comparing models", number + 1, len(datasets), "data set")
        named = [(known.task.dataset_name, known.one_label, known.runs) for known in tasks]
        check_distinct("data set", ((name, *label) for name, label, _ in named))
        check_distinct(
            "run", ((name, run.model, *label) for name, label, runs in named for run in runs)
        )
        return Index(tasks, self._excluded, list(self._notes()))

    def _tasks(self, dataset: int) -> list[SortedTask]:
        """Store a data set with its models, by class if it has more than two."""
        first = self._first(dataset)
        if first is None:
            self._excluded.append(_not_binary(self._datasets[dataset]))
            return []
        for model in first.models:
            name = self._models[model]
            try:
                records = self._records(first, model)
                for target in first.targets:
                    if (run := self._run(first, target, name, records)) is not None:
                        target.runs.append(run)
            except MisfitError as error:
                problem = self._misfit(name, first.name, error)
                if not self._lenient:
                    raise PrgbenchError(problem) from None
                refused = SortedRun(id_of("run", first.name, name), name, problem=problem)
                first.targets[0].runs.append(refused)
        self._excluded += first.without_task(self._coder.scores)
        return [
            SortedTask(target.task, sorted(target.runs, key=lambda run: run.model), first.one_of)
            for target in first.targets
            if target.runs
        ]

    def _first(self, dataset: int) -> "_First | None":
        """Read the model with the most rows, and store what all models of a data set share."""
        name, n_rows = self._datasets[dataset], self._rows.models[dataset]
        models = sorted(n_rows, key=lambda model: (-n_rows[model], self._models[model]))
        try:
            records = ordered(self._rows.take(dataset, models[0]))
            rows = reference_rows(records)
        except MisfitError as error:
            raise PrgbenchError(self._misfit(self._models[models[0]], name, error)) from None
        self._by_order |= rows.n_repeats > 1 and not len(rows.ids)
        texts = self._coder.labels.texts
        labels = {texts[code]: code for code in np.unique(rows.truth).tolist()}
        if len(labels) < N_CLASSES:
            if self._lenient:
                return None
            raise PrgbenchError(
                f"The data set {plain(name)} has one class, {plain(repr(*labels))}: "
                "keep rows of both classes, or leave the data set out."
            )
        first = _First(dataset, name, models, dict(sorted(labels.items())), records, rows)
        values: list[NDArray[Any]] = [rows.repeat, rows.row_id, rows.fold]
        shared: dict[str, NDArray[Any]] = {
            key: array.astype(SHARED[key]) for key, array in zip(SHARED, values, strict=False)
        }
        if rows.group is not None:
            shared[GROUP] = rows.group
        for target in first.targets:
            shared["truth"] = target.coded(rows.truth)
            target.checksum = checksum(shared[key] for key in (*SHARED, GROUP) if key in shared)
            self.arrays[target.task.task_id] |= shared
        return first

    def _records(self, first: "_First", model: int) -> Records:
        if model == first.models[0]:
            return first.records
        records = ordered(self._rows.take(first.dataset, model))
        other = f"model {plain(self._models[first.models[0]])}"
        check_same_rows(records, first.records, first.rows, other)
        return records

    def _run(
        self, first: "_First", target: "_Target", model: str, records: Records
    ) -> SortedRun | None:
        """Store the scores and decisions of a model; return None if it has none of a class."""
        known = self._labels[first.name if self._lenient else ""]
        classes = target.task.classes[-1:] if first.one_of else target.task.classes
        if first.one_of:
            if has_scores(records["scores"], known, SCORE):
                raise MisfitError(
                    f"has one score for {len(first.one_of)} classes: write a column of scores for "
                    "each"
                )
            if not has_scores(records["scores"], known, classes[0]):
                return None
        labels, scores = own_scores(records["scores"], known, classes)
        run_id = id_of("run", first.name, model, *(classes if first.one_of else ()))
        arrays: dict[str, NDArray[Any]] = {f"{run_id}.scores": scores}
        stated = bool((records["decision"] >= 0).any())
        if stated:
            arrays[f"{run_id}.decisions"] = target.coded(records["decision"])
        self.arrays[target.task.task_id] |= arrays
        content = f"{target.checksum} {labels} {checksum(arrays.values())}"
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        n_bytes = sum(array.nbytes for array in arrays.values())
        return SortedRun(run_id, model, labels, stated, n_bytes, sha256)

    def _misfit(self, model: str, dataset: str, error: MisfitError) -> str:
        unnamed = any(part.layout.fixed.get(DATASET) == dataset for part in self._parts)
        more = " (without a column dataset, all rows are of one data set)" if unnamed else ""
        return f"The model {plain(model)} of the data set {plain(dataset)} {error}{more}."

    def _notes(self) -> Iterator[str]:
        whole = [plain(name) for name, is_whole in self._coder.whole.items() if is_whole]
        if len(whole) == 1:
            yield (
                f"The column {whole[0]} holds whole numbers only and was taken as a model: drop "
                "it if it is none, or say by `columns` what it is."
            )
        elif whole:
            yield (
                f"The columns {some_of(whole)} hold whole numbers only and were taken as models: "
                "drop those that are none, or say by `columns` what they are."
            )
        unused = dict.fromkeys(name for part in self._parts for name in part.layout.unused)
        if unused:
            columns = "column" if len(unused) == 1 else "columns"
            yield f"Not used: the {columns} {some_of(list(unused))}."
        if self._by_order:
            yield (
                "Repeats have no row_id: their rows were taken as the same instances in the same "
                "order."
            )


@dataclass(slots=True)
class _Target:
    """A task of a data set, with its models: both classes, or one of several and the rest."""

    task: Task
    codes: Sequence[int]
    runs: list[SortedRun] = field(default_factory=list)
    checksum: str = ""

    def coded(self, codes: NDArray[np.int32]) -> NDArray[np.int8]:
        """Return the classes of labels: 0, 1 or -1."""
        if len(self.codes) == 1:
            return one_of_classes(codes, self.codes[0])
        return class_codes(codes, self.codes)


@dataclass(frozen=True, eq=False)
class _First:
    """A data set as its first model has it; ``labels`` have the codes of its labels in order."""

    dataset: int
    name: str
    models: list[int]
    labels: Mapping[str, int]
    records: Records
    rows: Rows

    @property
    def one_of(self) -> tuple[str, ...]:
        """The labels that stand against the rest, if there are more than two."""
        return tuple(self.labels) if len(self.labels) > N_CLASSES else ()

    @cached_property
    def targets(self) -> list[_Target]:
        if not self.one_of:
            return [_Target(self._task(*self.labels), list(self.labels.values()))]
        return [_Target(self._task(f"not {one}", one), [self.labels[one]]) for one in self.one_of]

    def without_task(self, scored: Sequence[str]) -> Iterator[Exclusion]:
        """Yield the classes of several that no model has scores of, or that have no rows."""
        for target in self.targets:
            if not target.runs:
                named = f"{plain(self.name)}: class {plain(target.task.classes[-1])}"
                yield Exclusion(target.task.task_id, None, Reason.NO_SCORES, named)
        for label in scored if self.one_of else ():
            if label not in self.one_of and has_scores(self.records["scores"], scored, label):
                named = f"{plain(self.name)}: class {plain(label)}"
                task_id = id_of("data set", self.name, label)
                yield Exclusion(task_id, None, Reason.NOT_BINARY, f"{named} has no rows")

    def _task(self, negative: str, positive: str) -> Task:
        names = (self.name, positive) if self.one_of else (self.name,)
        return Task(
            task_id=id_of("data set", *names),
            dataset_id=id_of("data set", self.name),
            dataset_name=self.name,
            target=f"{TARGET} = {positive}" if self.one_of else TARGET,
            classes=(negative, positive),
            n_instances=int(self.rows.row_id.max()) + 1,
            estimation_procedure=PROCEDURE,
            n_repeats=self.rows.n_repeats,
            n_folds=self.rows.n_folds,
        )


def _not_binary(dataset: str) -> Exclusion:
    return Exclusion(id_of("data set", dataset), None, Reason.NOT_BINARY, plain(dataset))
