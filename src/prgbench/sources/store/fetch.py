"""Fetches the models of tasks: goes through the candidates until enough are valid."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench import __version__
from prgbench.run.printing import say
from prgbench.sources.chosen_models import ChosenModels, choose_models
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import FOR_NOW, Exclusion, Reason
from prgbench.sources.in_memory import SourceInMemory
from prgbench.sources.interface import Source
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import SentPredictions
from prgbench.sources.store.agreed import (
    Reference,
    agree,
    judge,
    labelled_rows,
    majority,
)
from prgbench.sources.store.bundle import Bundle, BundleStore, Column, columns_of, write_bundle
from prgbench.sources.store.bundle_header import BundleHeader, Shared
from prgbench.sources.store.set_aside import SetAsideError
from prgbench.sources.store.staging import StagedModel, Staging
from prgbench.sources.task_predictions import Model, TaskPredictions
from prgbench.sources.tasks import Task

Result = TypeVar("Result")
Outcome = Model | StagedModel | Exclusion
OnFile = Callable[[Task, int], None]
Send = Callable[[], SentPredictions]
Read = Callable[[SentPredictions], StagedModel]


def fetch_tasks(
    source: Source,
    store: BundleStore,
    tasks: Iterable[tuple[Task, Sequence[Run]]],
    n_models: int | None,
    on_file: OnFile = lambda *_: None,
) -> Iterator[ChosenModels]:
    """Yield the tasks, each when its bundle has ``n_models`` valid models; None for all.

    Candidates are taken in their order. A model is valid if its file is complete and readable,
    its rows are those of the task, it agrees with the majority of the task's files on the
    instances, the folds and the truth, and its AUROC is the stored one. What the bundle already
    has is not fetched again, unless it is damaged. Where a source has all models at hand, as a
    table does, its bundle has all of them.

    No more files are asked for than are missing. ``on_file`` receives the task and the size in
    bytes of every file that the archive has sent. Each task is locked for other processes, which
    bring other files while its models are judged and written.
    """
    store.tidy()
    with closing(Workers(source.connections)) as workers:
        for task, runs in tasks:
            with store.lock(task.task_id):
                if isinstance(source, SourceInMemory):
                    predictions = source.load(task)
                    _keep(store, predictions, on_file)
                    fetched = choose_models(predictions, runs, n_models)
                else:
                    fetched = _Fetch(source, store, workers, task, runs, n_models, on_file).run()
            yield fetched


def fetch_task(
    source: Source, store: BundleStore, task: Task, candidates: Sequence[Run], n_models: int | None
) -> ChosenModels:
    """Return a task as `fetch_tasks` does."""
    [fetched] = fetch_tasks(source, store, [(task, candidates)], n_models)
    return fetched


def _keep(store: BundleStore, predictions: TaskPredictions, on_file: OnFile) -> None:
    """Write the bundle of predictions that are at hand, unless it is there as they are."""
    task = predictions.task
    rows = predictions.digest_of_rows()
    header = BundleHeader(
        version=__version__,
        task=task,
        positive=predictions.positive,
        negative=predictions.negative,
        n_rows=len(predictions),
        shared=Shared(rows=rows, groups="" if predictions.group is None else rows),
        models=predictions.models,
        rejected=predictions.excluded,
    )
    try:
        bundle = store.take(task)
    except SetAsideError as error:
        say(f"{error.problem}: it is fetched again.")
        bundle = None
    if not header.models or (bundle is not None and bundle.header == header):
        return
    write_bundle(store.path(task.task_id), header, columns_of(predictions), None)
    for _ in header.models:
        on_file(task, len(predictions) * predictions.y_score.itemsize)


class Workers:
    """Threads that ask for files, one for each connection, and one that reads them.

    Only one thread has predictions in memory, since threads do not return theirs. An unusable run
    fails alone; after any other error nothing more is asked for.
    """

    def __init__(self, connections: int) -> None:
        self._senders = ThreadPoolExecutor(connections)
        self._reader = ThreadPoolExecutor(1)
        self._error: BaseException | None = None

    def close(self) -> None:
        """Wait for what has begun."""
        self._senders.shutdown(cancel_futures=True)
        self._reader.shutdown()

    def submit(self, send: Send, read: Read) -> "Future[StagedModel]":
        """Have predictions sent, then read."""
        return self._senders.submit(self._bring, send, read)

    def compute(self, function: Callable[..., Result], *given: object) -> Result:
        """Return the result of a function that has predictions in memory."""
        return self._reader.submit(function, *given).result()

    def _bring(self, send: Send, read: Read) -> StagedModel:
        if self._error is not None:
            raise self._error
        try:
            return self.compute(read, send())
        except RunUnusableError:
            raise
        except BaseException as error:
            self._error = error
            raise


@dataclass
class _Fetch:
    """The work on one task."""

    source: Source
    store: BundleStore
    workers: Workers
    task: Task
    candidates: Sequence[Run]
    n_models: int | None
    on_file: OnFile

    def __post_init__(self) -> None:
        """Take over what the bundle of the task has."""
        task = self.task
        source = self.source
        candidates = self.candidates
        self.wanted = len(candidates) if self.n_models is None else self.n_models
        self.staging = Staging(self.store.staging(task.task_id))
        self.stated = source.truth(task)
        self.positive = source.positive_class_of(task)
        self.bundle: Bundle | None = None
        self.bundled: dict[int, Model] = {}
        self.rejected: dict[int, Exclusion] = {}
        self.majority: Shared | None = None
        self.reference: Reference | Reason | None = None
        self.outcomes: dict[int, Outcome] = {}
        self.verdicts: dict[int, Model | Exclusion] = {}
        self.runs = {run.run_id: run for run in candidates}
        self._take_over()
        self.waiting = deque(candidates)
        self.awaited: deque[tuple[Run, Future[StagedModel] | Outcome]] = deque()
        self.sent: list[SentPredictions] = []

    def run(self) -> ChosenModels:
        """Ask for files and wait for them, agree, write the bundle."""
        self._ask()
        while self.awaited:
            run, awaited = self.awaited.popleft()
            self.outcomes[run.run_id] = self._outcome(run, awaited)
            self._agree()
            self._ask()
        self._write()
        self.staging.clear()
        verdicts = self.verdicts.values()
        kept = [verdict for verdict in verdicts if isinstance(verdict, Model)][: self.wanted]
        exclusions = [verdict for verdict in verdicts if isinstance(verdict, Exclusion)]
        if isinstance(self.reference, Reason):
            exclusions.append(self.task.left_out(self.reference))
        return ChosenModels(self.task, kept, exclusions)

    def _take_over(self) -> None:
        """Continue from the bundle, unless it is damaged or its predictions have changed since."""
        try:
            bundle = self.store.take(self.task)
        except SetAsideError as error:
            say(f"{error.problem}: it is fetched again.")
            return
        if bundle is None:
            return
        header = bundle.header
        bundled = {model.run.run_id: model for model in header.models}
        # None where only the archive's server could tell: what it has sent does not change.
        now = {run_id: self.source.checksum(run) for run_id, run in self.runs.items()}
        if any(now.get(run_id) not in (None, model.sha256) for run_id, model in bundled.items()):
            return
        self.bundle = bundle
        self.bundled = bundled
        positive, negative = map(self.task.classes.index, (header.positive, header.negative))
        y_true = bundle.load(()).y_true.astype(np.int8)
        self.reference = Reference(header.shared, y_true, positive, negative)
        # Another version may be able to use what this one could not.
        if header.version == __version__:
            self.rejected = {
                exclusion.run_id: exclusion
                for exclusion in header.rejected
                if exclusion.run_id is not None and now.get(exclusion.run_id) is None
            }

    def _ask(self) -> None:
        """Ask for the next candidates, only as many as are surely needed."""
        while self.waiting and len(self.awaited) < self._missing():
            run = self.waiting.popleft()
            stored = self.bundled.get(run.run_id) or self.rejected.get(run.run_id)
            send = partial(self._send, run)
            read = partial(self._stage, run)
            self.awaited.append((run, stored or self.workers.submit(send, read)))

    def _missing(self) -> int:
        """Count what is missing; while files are awaited, all that was read may be valid."""
        outcomes = self.outcomes if self.awaited else self.verdicts
        n_usable = sum(not isinstance(outcome, Exclusion) for outcome in outcomes.values())
        return self.wanted - n_usable

    def _send(self, run: Run) -> SentPredictions:
        sent = self.source.send(self.task, run)
        self.on_file(self.task, sent.n_bytes)
        return sent

    def _stage(self, run: Run, sent: SentPredictions) -> StagedModel:
        try:
            return self._read(sent)
        except RunUnusableError:
            # A file without a stated length may have been cut: the same bytes must come twice.
            again = self.source.send(self.task, run)
            if again.sha256 == sent.sha256:
                self.source.release(again)
                raise
            try:
                return self._read(again)
            except RunUnusableError as error:
                differs = "two downloads of it differ"
                raise RunUnusableError(Reason.NOT_FOUND, differs) from error

    def _read(self, sent: SentPredictions) -> StagedModel:
        """Read predictions; those that can be used stay until the bundle is written."""
        try:
            predictions = self.source.read(self.task, sent)
            labelled = labelled_rows(self.task, predictions, self.stated)
        except RunUnusableError:
            self.source.release(sent)
            raise
        self.sent.append(sent)
        return self.staging.add(sent, predictions, labelled)

    def _outcome(self, run: Run, awaited: Future[StagedModel] | Outcome) -> Outcome:
        if not isinstance(awaited, Future):
            return awaited
        try:
            return awaited.result()
        except RunUnusableError as error:
            return Exclusion(self.task.task_id, run.run_id, error.reason, error.detail)

    def _agree(self) -> None:
        """Judge the new outcome, and all again if the majority has changed."""
        outcomes = self.outcomes.values()
        staged = [outcome for outcome in outcomes if isinstance(outcome, StagedModel)]
        # What a bundle has is settled: its models are not voted on again.
        if self.bundle is None and staged and (most := majority(staged)) != self.majority:
            self.majority = most
            self.verdicts = {}
            self.reference = agree(most, self.staging, self.stated, self.positive)
        self.verdicts = {
            run_id: self.verdicts.get(run_id) or self._judge(outcome, self.runs[run_id])
            for run_id, outcome in self.outcomes.items()
        }

    def _judge(self, outcome: Outcome, run: Run) -> Model | Exclusion:
        if not isinstance(outcome, StagedModel):
            return outcome
        if isinstance(self.reference, Reference):
            return self.workers.compute(judge, outcome, run, self.reference, self.staging)
        return Exclusion(self.task.task_id, run.run_id, self.reference or Reason.NO_TRUTH)

    def _write(self) -> None:
        """Add the new models to the bundle; without a reference, their files are kept."""
        if not isinstance(self.reference, Reference):
            return
        models = [verdict for verdict in self.verdicts.values() if isinstance(verdict, Model)]
        new = [model for model in models if model.run.run_id not in self.bundled]
        rejected = self.rejected | {
            run_id: verdict
            for run_id, verdict in self.verdicts.items()
            if isinstance(verdict, Exclusion) and verdict.reason not in FOR_NOW
        }
        if new or rejected != self.rejected:
            self._write_bundle(self.reference, new, rejected)
        for sent in self.sent:
            self.source.release(sent)

    def _write_bundle(
        self, reference: Reference, new: list[Model], rejected: dict[int, Exclusion]
    ) -> None:
        classes = self.task.classes
        header = BundleHeader(
            version=__version__,
            task=self.task,
            positive=classes[reference.positive],
            negative=classes[reference.negative],
            n_rows=len(reference.y_true),
            shared=reference.shared,
            models=(*self.bundled.values(), *new),
            rejected=tuple(rejected.values()),
        )
        columns = self._rows(reference) if self.bundle is None else {}
        for model in new:
            run_id = model.run.run_id
            columns[f"score_{run_id}"] = partial(self._scores, run_id, reference.positive)
            columns[f"predicted_{run_id}"] = partial(self._decisions, run_id, reference.positive)
            if model.both:
                columns[f"negative_{run_id}"] = partial(self._scores, run_id, reference.negative)
        write_bundle(self.store.path(self.task.task_id), header, columns, self.bundle)

    def _rows(self, reference: Reference) -> dict[str, Column]:
        """Return what the models share, read a slice at a time."""
        shared = reference.shared
        y_true = reference.y_true
        load = self.staging.shared

        def fold(rows: slice) -> NDArray[np.int16]:
            return load(shared.folds, rows) if shared.folds else np.full_like(y_true[rows], -1)

        columns: dict[str, Column] = {
            "repeat": lambda rows: load(shared.rows, rows)["repeat"].astype(np.int16),
            "row_id": lambda rows: load(shared.rows, rows)["row_id"],
            "fold": lambda rows: fold(rows).astype(np.int16),
            "truth": y_true.__getitem__,
        }
        if shared.groups:
            columns["group"] = partial(load, shared.groups)
        return columns

    def _scores(self, run_id: int, label: int, rows: slice) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = self.staging.model(run_id, rows)["scores"][:, label]
        return scores

    def _decisions(self, run_id: int, positive: int, rows: slice) -> NDArray[np.int8]:
        codes = self.staging.model(run_id, rows)["predicted"]
        return np.where(codes < 0, -1, codes == positive).astype(np.int8)
