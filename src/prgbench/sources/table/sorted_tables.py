"""The rows of tables in memory, by data set and model: one pass sorts, one compares."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics.areas import auroc_score
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import A_FOLDER_FOR_EACH, as_columns
from prgbench.sources.both_scores import breaks_ties
from prgbench.sources.interface import Exclusion, Reason, Run, Task
from prgbench.sources.table.aligned import (
    TO_MATCH,
    TO_REPEAT,
    MisfitError,
    Rows,
    check_same_rows,
    checksum,
    class_codes,
    has_scores,
    mirrored,
    ordered,
    reference_rows,
    scores_by_label,
)
from prgbench.sources.table.coded_rows import Codes, Records, RowCoder, by_model
from prgbench.sources.table.found_tables import check_one_kind, labels_of_scores
from prgbench.sources.table.names import id_of, snake_case
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import DATASET, GROUPS, SCORE
from prgbench.sources.table.repeated_rows import numbers_of_repeats
from prgbench.sources.table.row_numbers import names_rows
from prgbench.sources.table.workbook import other_sheets
from prgbench.sources.task_predictions import Model, TaskPredictions
from prgbench.sources.tasks import N_CLASSES

TARGET = "y_true"
PROCEDURE = 1
"""A table states no procedure of OpenML; the settings take this one unless they say otherwise."""

MOST_NAMED = 100
"""So many data sets of one class are named: each has to be left out."""

OnStep = Callable[[str, int, int | None, str], None]


@dataclass(frozen=True, slots=True, eq=False)
class SortedRun:
    """A model of a data set, or the ``problem`` for which it can't be used.

    ``scores`` are by label, "" for one score of both classes; ``decisions`` are indices of the
    classes of the task, -1 where it is none of them; ``sha256`` is the checksum of all its values.
    """

    run_id: int
    model: str
    scores: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    decisions: NDArray[np.int8] | None = None
    sha256: str = ""
    problem: str = ""

    def described(self, task: Task) -> Run:
        """Return the model as a run of its task; it has no stored AUROC to agree with."""
        flow_id = id_of("model", self.model)
        return Run(
            self.run_id, task.task_id, flow_id, self.model, 0, 0, upload_time="", auroc=None
        )

    def score_of(self, task: Task, positive: int, scored: str) -> NDArray[np.float64]:
        """Return the scores of a class; one score of both is of the label ``scored``."""
        by_label = {label or scored: scores for label, scores in self.scores.items()}
        label = task.classes[positive]
        return by_label[label] if label in by_label else mirrored(next(iter(by_label.values())))

    def negative_of(self, task: Task, positive: int) -> NDArray[np.float64] | None:
        """Return the scores of the other class, if they break ties in those of the positive one.

        Scores that only mirror the others break none.
        """
        score, negative = (
            self.scores.get(label)
            for label in (task.classes[positive], task.classes[1 - positive])
        )
        if score is None or negative is None or not breaks_ties(score, negative):
            return None
        return negative

    def decision_of(self, positive: int, n_rows: int) -> NDArray[np.int8]:
        """Return 1 for a class, 0 for the other, -1 where neither is stated."""
        if self.decisions is None:
            return np.full(n_rows, -1, dtype=np.int8)
        return np.where(self.decisions < 0, -1, self.decisions == positive).astype(np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class SortedTask:
    """A task and its models: a data set, or one of its labels (``one_of``) against the rest.

    ``rows`` are what its models share, by the names of `TaskPredictions` and with ``truth``, the
    index of the true class; ``checksum`` is theirs. ``codes`` are those of its classes, without
    the rest.
    """

    task: Task
    codes: Sequence[int]
    rows: Mapping[str, NDArray[Any]]
    checksum: str = ""
    one_of: tuple[str, ...] = ()
    runs: list[SortedRun] = field(default_factory=list)

    @property
    def one_label(self) -> tuple[str, ...]:
        """Return the label that stands against the rest, if one does."""
        return self.task.classes[1:] if self.one_of else ()

    @property
    def rarer_class(self) -> int:
        """Return the index of the rarer class; of equal ones, the second."""
        first, second = np.bincount(self.rows["truth"], minlength=N_CLASSES)
        return 0 if first < second else 1

    def predictions(self, positive: int, scored: str) -> TaskPredictions:
        """Return the predictions of the models, for the class of an index as the positive one.

        One score of both classes is of the label ``scored``.
        """
        task = self.task
        usable = [run for run in self.runs if not run.problem]
        y_true = self.rows["truth"] == positive
        y_score = np.empty((len(usable), len(y_true)))
        decision = np.empty(y_score.shape, dtype=np.int8)
        y_score_negative = {}
        models = []
        for place, run in enumerate(usable):
            y_score[place] = run.score_of(task, positive, scored)
            decision[place] = run.decision_of(positive, len(y_true))
            negative = run.negative_of(task, positive)
            if negative is not None:
                y_score_negative[run.run_id] = negative
            auroc = auroc_score(y_true, y_score[place])
            both = negative is not None
            models.append(Model(run.described(task), run.run_id, run.sha256, auroc, both))
        return TaskPredictions(
            task=task,
            positive=task.classes[positive],
            negative=task.classes[1 - positive],
            models=tuple(models),
            y_true=y_true,
            y_score=y_score,
            decision=decision,
            row_id=self.rows["row_id"],
            repeat=self.rows["repeat"],
            fold=self.rows["fold"],
            group=self.rows.get("group"),
            y_score_negative=y_score_negative,
            excluded=tuple(
                Exclusion(task.task_id, run.run_id, Reason.ROWS_OF_TASK, run.problem)
                for run in self.runs
                if run.problem
            ),
        )


@dataclass(frozen=True, eq=False)
class SortedTables:
    """All tasks of a source, the data sets and classes of which there is none, and ``notes``.

    Notes are sentences on what was assumed; ``unused`` are the columns that were not read.
    """

    tasks: list[SortedTask]
    excluded: list[Exclusion]
    notes: list[str]
    unused: list[str]


def sort_tables(parts: Sequence[Part | str], step: OnStep = lambda *_: None) -> SortedTables:
    """Sort the rows of tables by data set and model.

    ``parts`` are the tables, and the names of data sets that are not binary; ``step`` hears about
    the progress, as `Listener.step` does.
    """
    return _Sorting(parts, step).compare()


class _Sorting:
    """All rows, read and sorted; `compare` brings the models to the same rows."""

    def __init__(self, parts: Sequence[Part | str], step: OnStep) -> None:
        self._parts = [part for part in parts if isinstance(part, Part)]
        self._step = step
        check_one_kind(self._parts)
        self._lenient = all(part.benchmark for part in self._parts)
        self._labels = labels_of_scores(self._parts)
        grouped = any("group" in part.layout.roles for part in self._parts)
        self._coder = RowCoder(next(iter(self._labels.values()), []), grouped=grouped)
        blocks: list[tuple[Codes, Records]] = []
        for number, part in enumerate(self._parts, start=1):
            blocks += self._coder.blocks(part)
            step("reading", number, len(self._parts), "table")
        self._rows = by_model(blocks)
        self._datasets = self._coder.datasets.texts
        self._models = self._coder.models.texts
        not_binary = {part for part in parts if isinstance(part, str)}
        self._excluded = [_not_binary(name) for name in sorted(not_binary)]
        self._by_order = False

    def compare(self) -> SortedTables:
        if not self._lenient:
            self._check_classes()
        tasks: list[SortedTask] = []
        datasets = sorted(self._rows, key=self._datasets.__getitem__)
        for number, dataset in enumerate(datasets, start=1):
            tasks += self._tasks(dataset)
            self._step("comparing models", number, len(datasets), "data set")
        return SortedTables(tasks, self._excluded, list(self._notes()), self._unused)

    def _check_classes(self) -> None:
        """Refuse data sets with rows of a single class, all of them at once."""
        texts = self._coder.labels.texts
        only: dict[str, str] = {}
        for dataset, rows_of in self._rows.items():
            codes = np.unique(rows_of[self._by_rows(dataset)[0]]["truth"])
            if len(codes) == 1:
                only[self._datasets[dataset]] = texts[codes[0]]
        if not only:
            return
        names = sorted(only)
        one = len(names) == 1
        sets = f"The data set {plain(names[0])} has" if one else f"{len(names):,} data sets have"
        labels = some_of([repr(label) for label in sorted(set(only.values()))])
        which = "" if one else f" ({some_of(names, MOST_NAMED)})"
        raise PrgbenchError(
            f"{sets} rows of only one class, {labels}{which}: keep rows of both classes, or leave "
            f"the data set{'s' * (not one)} out."
        )

    def _tasks(self, dataset: int) -> list[SortedTask]:
        """Return a data set with its models, by class if it has more than two."""
        shared = None if dataset in self._coder.not_binary else self._shared(dataset)
        if shared is None:
            self._excluded.append(_not_binary(self._datasets[dataset]))
            return []
        tasks = shared.tasks()
        for model in shared.models:
            name = self._models[model]
            try:
                records = self._records(shared, model)
                for task in tasks:
                    if (run := self._run(task, name, records)) is not None:
                        task.runs.append(run)
            except MisfitError as error:
                problem = self._misfit(name, shared.name, error)
                if not self._lenient:
                    raise PrgbenchError(problem) from None
                run_id = id_of("run", shared.name, name)
                tasks[0].runs.append(SortedRun(run_id, name, problem=problem))
        self._excluded += shared.without_task(tasks, self._coder.scores)
        for task in tasks:
            task.runs.sort(key=lambda run: run.model)
        return [task for task in tasks if task.runs]

    def _by_rows(self, dataset: int) -> list[int]:
        """Return the models of a data set, those with the most rows first."""
        rows_of = self._rows[dataset]
        return sorted(rows_of, key=lambda model: (-len(rows_of[model]), self._models[model]))

    def _shared(self, dataset: int) -> "_SharedRows | None":
        """Return the rows of the model with the most rows; None if they have one class."""
        name = self._datasets[dataset]
        rows_of = self._rows[dataset]
        models = self._by_rows(dataset)
        try:
            records = ordered(rows_of[models[0]])
            rows = reference_rows(records, self._to_match(), self._to_repeat)
        except MisfitError as error:
            raise PrgbenchError(self._misfit(self._models[models[0]], name, error)) from None
        self._by_order |= rows.n_repeats > 1 and not len(rows.ids)
        texts = self._coder.labels.texts
        labels = {texts[code]: code for code in np.unique(rows.truth).tolist()}
        if len(labels) < N_CLASSES:
            return None
        return _SharedRows(dataset, name, models, dict(sorted(labels.items())), records, rows)

    def _records(self, shared: "_SharedRows", model: int) -> Records:
        if model == shared.models[0]:
            return shared.records
        records = ordered(self._rows[shared.dataset][model])
        other = f"model {plain(self._models[shared.models[0]])}"
        check_same_rows(records, shared.records, shared.rows, other, self._to_match())
        return records

    def _run(self, task: SortedTask, model: str, records: Records) -> SortedRun | None:
        """Return a model with its scores and decisions; None if it has no scores of the class."""
        dataset = task.task.dataset_name
        labels_of_columns = self._labels[dataset if self._lenient else ""]
        if task.one_of:
            if has_scores(records["scores"], labels_of_columns, SCORE):
                raise MisfitError(
                    f"has one score for {len(task.one_of)} classes: write a column of scores for "
                    "each"
                )
            if not has_scores(records["scores"], labels_of_columns, task.task.classes[1]):
                return None
        labels, scores = scores_by_label(
            records["scores"], labels_of_columns, task.one_label or task.task.classes
        )
        # Absent decisions must not look like those that are in no class.
        stated = bool((records["decision"] >= 0).any())
        decisions = class_codes(records["decision"], task.codes) if stated else None
        arrays: list[NDArray[Any]] = [scores] if decisions is None else [scores, decisions]
        content = f"{task.checksum} {labels} {checksum(arrays)}"
        return SortedRun(
            id_of("run", dataset, model, *task.one_label),
            model,
            dict(zip(labels, scores, strict=True)),
            decisions,
            hashlib.sha256(content.encode()).hexdigest(),
        )

    def _to_match(self) -> str:
        """Say what tells which rows are of one instance: an unused column, or a new one."""
        unused = (set(part.layout.unused) for part in self._parts)
        in_all = set.intersection(*unused)
        ids = [name for name in self._unused if name in in_all and names_rows(name)]
        return f"give {as_columns('row_id', ids)}" if ids else TO_MATCH

    def _to_repeat(self) -> str:
        """Say what tells of which repeat rows are: unused columns, or a new one."""
        names = numbers_of_repeats(self._parts)
        if not names:
            return TO_REPEAT
        return (
            f"if {plain(' or '.join(names))} numbers repeats, or the folds of all repeats, give "
            f"{as_columns('repeat', names)}"
        )

    def _misfit(self, model: str, dataset: str, error: MisfitError) -> str:
        unnamed = [part for part in self._parts if part.layout.fixed.get(DATASET) == dataset]
        more = " (without a column dataset, all rows are of one data set)" if unnamed else ""
        if any(part.called_as_file for part in unnamed):
            more = (
                f" (each file is taken as a model's predictions of one data set: if there are "
                f"several, {A_FOLDER_FOR_EACH})"
            )
        return f"The model {plain(model)} on the data set {plain(dataset)} {error}{more}."

    @property
    def _unused(self) -> list[str]:
        names = (name for part in self._parts for name in part.layout.unused)
        return list(dict.fromkeys(names))

    def _unused_groups(self) -> Iterator[str]:
        """Say that rows of one patient look like more instances than they are."""
        if any("group" in part.layout.roles for part in self._parts):
            return
        # What else is not used of a wide table numbers its rows.
        columns = (
            part.layout.grouping if part.layout.wide else part.layout.unused
            for part in self._parts
        )
        groups = [name for names in columns for name in names if snake_case(name) in GROUPS]
        if groups:
            yield (
                f"If several rows have the same {plain(groups[0])}, results look more certain "
                "than they are: assign that column the role `group` with `columns`."
            )

    def _notes(self) -> Iterator[str]:
        files = dict.fromkeys(Path(part.name) for part in self._parts)
        yield from filter(None, map(other_sheets, files))
        if called := [part for part in self._parts if part.called_as_file]:
            by_order = all("row_id" not in part.layout.roles for part in called)
            rows = ", and its rows as the same instances in the same order" if by_order else ""
            yield f"Each file is taken as the predictions of the model it is named after{rows}."
        if whole := [name for name, is_whole in self._coder.whole.items() if is_whole]:
            yield (
                f"Taken as models although they contain only whole numbers: {some_of(whole)}. "
                "Drop those that are not models, or assign their roles with `columns`."
            )
        if unused := self._unused:
            columns = "column" if len(unused) == 1 else "columns"
            yield f"Not used: the {columns} {some_of(unused)}."
            yield from self._unused_groups()
        if self._by_order:
            yield (
                "Repeats have no row_id: their rows were taken as the same instances in the same "
                "order."
            )


@dataclass(frozen=True, eq=False)
class _SharedRows:
    """The rows of a data set as its first model has them; ``labels`` have codes, in order."""

    dataset: int
    name: str
    models: list[int]
    labels: Mapping[str, int]
    records: Records
    rows: Rows

    def tasks(self) -> list[SortedTask]:
        """Return the task of both classes, or one for each of several against the rest."""
        rows: dict[str, NDArray[Any]] = {
            "repeat": self.rows.repeat.astype(np.int16),
            "row_id": self.rows.row_id.astype(np.int64),
            "fold": self.rows.fold.astype(np.int16),
        }
        if len(self.labels) == N_CLASSES:
            return [self._task(rows, tuple(self.labels), list(self.labels.values()))]
        return [
            self._task(rows, (f"not {label}", label), [code])
            for label, code in self.labels.items()
        ]

    def _task(
        self, rows: Mapping[str, NDArray[Any]], classes: tuple[str, ...], codes: list[int]
    ) -> SortedTask:
        several = len(codes) == 1
        task = Task(
            task_id=id_of("data set", self.name, *(classes[1:] if several else ())),
            dataset_id=id_of("data set", self.name),
            dataset_name=self.name,
            target=f"{TARGET} = {classes[1]}" if several else TARGET,
            classes=classes,
            n_instances=int(self.rows.row_id.max()) + 1,
            estimation_procedure=PROCEDURE,
            n_repeats=self.rows.n_repeats,
            n_folds=self.rows.n_folds,
        )
        rows = {**rows, "truth": class_codes(self.rows.truth, codes)}
        if self.rows.group is not None:
            rows["group"] = self.rows.group
        one_of = tuple(self.labels) if several else ()
        return SortedTask(task, codes, rows, checksum(rows.values()), one_of)

    def without_task(
        self, tasks: Sequence[SortedTask], scored: Sequence[str]
    ) -> Iterator[Exclusion]:
        """Yield the classes of several that no model has scores of, or that have no rows."""
        for task in tasks:
            if not task.runs:
                yield task.task.left_out(Reason.NO_SCORES)
        for label in scored if len(self.labels) > N_CLASSES else ():
            if label not in self.labels and has_scores(self.records["scores"], scored, label):
                task_id = id_of("data set", self.name, label)
                yield Exclusion(task_id, None, Reason.NO_ROWS, dataset_name=self.name, label=label)


def _not_binary(dataset: str) -> Exclusion:
    task_id = id_of("data set", dataset)
    return Exclusion(task_id, None, Reason.NOT_BINARY, dataset_name=dataset)
