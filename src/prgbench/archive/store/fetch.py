"""Fetches the models of a task: down the candidates until enough valid ones are there."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from prgbench import __version__
from prgbench.archive.interface import (
    Exclusion,
    Reason,
    Run,
    RunUnusableError,
    SentPredictions,
    Source,
    Task,
)
from prgbench.archive.store.bundle import Bundle, BundleStore
from prgbench.archive.store.consensus import Reference, agree, judge, settled
from prgbench.archive.store.fetched import FetchedTask
from prgbench.archive.store.header import BundleHeader, Model
from prgbench.archive.store.rows_of_task import labelled_rows
from prgbench.archive.store.set_aside import SetAsideError
from prgbench.archive.store.staging import StagedModel, Staging
from prgbench.archive.store.writing import Column, write_bundle
from prgbench.pipeline.terminal import say

_TRIED_AGAIN = {Reason.NOT_FOUND, Reason.NOT_DESCRIBED}


def fetch_task(
    source: Source,
    store: BundleStore,
    task: Task,
    candidates: Sequence[Run],
    n_models: int | None,
    on_file: Callable[[int], None] = lambda _: None,
) -> FetchedTask:
    """Walk down the candidates until ``n_models`` are valid and see that the bundle has them.

    A model is valid if its file is complete and readable, if its rows are those of the task, if it
    agrees with the task's other files on the instances, the folds and the truth (the majority
    counts), and if its AUROC is the one that the archive has stored. What the bundle has already
    is not fetched again, unless it is damaged.

    Parameters
    ----------
    source : Source
        The source.
    store : BundleStore
        Where the bundle of the task is, or will be.
    task : Task
        The task.
    candidates : sequence of Run
        Runs of different flows in the order of the draw.
    n_models : int or None
        How many models the study wants; None for all.
    on_file : callable
        Is told the size in bytes of every file that the archive has sent.

    Returns
    -------
    FetchedTask
        Fewer than ``n_models`` models if the candidates do not have more valid ones.

    Raises
    ------
    ArchiveUnreachableError
        If the archive does not answer.
    """
    store.tidy()
    with store.lock(task.task_id):
        try:
            return _Fetch(source, store, task, on_file).run(candidates, n_models)
        except SetAsideError as error:
            say(f"{error.what}: it is fetched again.")
            return _Fetch(source, store, task, on_file).run(candidates, n_models)


class _Fetch:
    """The work on one task; the archive may send several files at once, one is read at a time."""

    def __init__(
        self, source: Source, store: BundleStore, task: Task, on_file: Callable[[int], None]
    ) -> None:
        self.source = source
        self.store = store
        self.task = task
        self.on_file = on_file
        self.staging = Staging(store.staging(task.task_id))
        self.reading = Lock()
        self.stated = source.truth(task)
        self.bundle: Bundle | None = None
        self.bundled: dict[int, Model] = {}
        self.rejected: dict[int, Exclusion] = {}
        self.reference: Reference | Reason | None = None

    def run(self, candidates: Sequence[Run], n_models: int | None) -> FetchedTask:
        """Fetch, agree, write the bundle."""
        self._take_over(self.store.take(self.task), candidates)
        wanted = len(candidates) if n_models is None else n_models
        outcomes: dict[int, Model | StagedModel | Exclusion] = {}
        verdicts: dict[int, Model | Exclusion] = {}

        def missing() -> int:
            return wanted - sum(isinstance(verdict, Model) for verdict in verdicts.values())

        runs = {run.run_id: run for run in candidates}
        for run, outcome in self._outcomes(candidates, missing):
            outcomes[run.run_id] = outcome
            verdicts = self._verdicts(outcomes, verdicts, runs)
        self._write(verdicts)
        kept = [verdict for verdict in verdicts.values() if isinstance(verdict, Model)][:wanted]
        exclusions = [verdict for verdict in verdicts.values() if isinstance(verdict, Exclusion)]
        if isinstance(self.reference, Reason):
            exclusions.append(Exclusion(self.task.task_id, None, self.reference))
        return FetchedTask(self.task, kept, exclusions)

    def _take_over(self, bundle: Bundle | None, candidates: Sequence[Run]) -> None:
        """Go on from the bundle that is there, unless predictions in it have changed since."""
        if bundle is None:
            return
        header = bundle.header
        bundled = {model.run.run_id: model for model in header.models}
        now = {run.run_id: self.source.checksum(run) for run in candidates}
        if any(now.get(run_id) not in (None, model.sha256) for run_id, model in bundled.items()):
            return
        self.bundle, self.bundled = bundle, bundled
        self.reference = settled(header, self.task, bundle.y_true())
        if header.version == __version__:
            rejected = {e.run_id: e for e in header.rejected if e.run_id is not None}
            self.rejected = {i: e for i, e in rejected.items() if now.get(i) is None}

    def _outcomes(
        self, candidates: Sequence[Run], missing: Callable[[], int]
    ) -> Iterator[tuple[Run, Model | StagedModel | Exclusion]]:
        """Yield the candidates in order, looking ahead by no more files than are missing."""
        waiting: deque[tuple[Run, Future[Model | StagedModel | Exclusion]]] = deque()
        rest = deque(candidates)
        with ThreadPoolExecutor(self.source.connections) as executor:
            try:
                while True:
                    while rest and len(waiting) < min(self.source.connections, missing()):
                        run = rest.popleft()
                        waiting.append((run, executor.submit(self._load, run)))
                    if not waiting:
                        return
                    run, future = waiting.popleft()
                    yield run, future.result()
            finally:
                executor.shutdown(wait=True, cancel_futures=True)

    def _load(self, run: Run) -> Model | StagedModel | Exclusion:
        """Return the model from bundle, staging folder or source, or why there is none."""
        known = self.bundled.get(run.run_id) or self.rejected.get(run.run_id)
        if known is not None:
            return known
        staged = self.staging.get(run.run_id)
        if staged is not None and self.source.checksum(run) in (None, staged.sha256):
            return staged
        try:
            sent = self.source.send(self.task, run)
            self.on_file(sent.n_bytes)
            try:
                with self.reading:
                    return self._stage(sent)
            finally:
                self.source.release(sent)
        except RunUnusableError as error:
            return Exclusion(self.task.task_id, run.run_id, error.reason, error.detail)

    def _stage(self, sent: SentPredictions) -> StagedModel:
        predictions = self.source.read(self.task, sent)
        labelled = labelled_rows(self.task, predictions, self.stated)
        return self.staging.add(sent, predictions, labelled)

    def _verdicts(
        self,
        outcomes: dict[int, Model | StagedModel | Exclusion],
        verdicts: dict[int, Model | Exclusion],
        runs: dict[int, Run],
    ) -> dict[int, Model | Exclusion]:
        """Judge the new outcome, and all again where the majority has changed."""
        if self.bundle is None:
            staged = [o for o in outcomes.values() if isinstance(o, StagedModel)]
            reference = agree(staged, self.staging, self.stated)
            if not _same(reference, self.reference):
                self.reference, verdicts = reference, {}
        return {
            run_id: verdicts[run_id] if run_id in verdicts else self._judge(outcome, runs[run_id])
            for run_id, outcome in outcomes.items()
        }

    def _judge(self, outcome: Model | StagedModel | Exclusion, run: Run) -> Model | Exclusion:
        if not isinstance(outcome, StagedModel):
            return outcome
        if isinstance(self.reference, Reference):
            with self.reading:
                return judge(outcome, run, self.reference, self.staging)
        return Exclusion(self.task.task_id, run.run_id, self.reference or Reason.NO_TRUTH)

    def _write(self, verdicts: dict[int, Model | Exclusion]) -> None:
        """Add the new models to the bundle; staged ones stay if there is nothing to agree on."""
        if not isinstance(self.reference, Reference):
            return
        models = [v for v in verdicts.values() if isinstance(v, Model)]
        new = [model for model in models if model.run.run_id not in self.bundled]
        rejected = self.rejected | {
            run_id: verdict
            for run_id, verdict in verdicts.items()
            if isinstance(verdict, Exclusion) and verdict.reason not in _TRIED_AGAIN
        }
        if new or rejected != self.rejected:
            self._write_bundle(self.reference, new, rejected)
        self.staging.clear()

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
            n_positive=int(reference.y_true.sum()),
            rows=reference.rows,
            folds=reference.folds,
            truth=reference.truth,
            models=(*self.bundled.values(), *new),
            rejected=tuple(rejected.values()),
        )
        columns = self._rows(reference) if self.bundle is None else {}
        for model in new:
            run_id = model.run.run_id
            columns[f"score_{run_id}"] = partial(self._scores, run_id, reference)
            columns[f"predicted_{run_id}"] = partial(self._decisions, run_id, reference)
        write_bundle(self.store.path(self.task.task_id), header, columns, self.bundle)

    def _rows(self, reference: Reference) -> dict[str, Column]:
        return {
            "repeat": lambda rows: self.staging.shared(reference.rows)[0, rows].astype(np.int16),
            "row_id": lambda rows: self.staging.shared(reference.rows)[1, rows],
            "fold": partial(self._folds, reference),
            "truth": lambda rows: reference.y_true[rows],
        }

    def _folds(self, reference: Reference, rows: slice) -> NDArray[np.int16]:
        if reference.folds:
            return self.staging.shared(reference.folds)[rows]
        return np.full_like(reference.y_true[rows], -1, dtype=np.int16)

    def _scores(self, run_id: int, reference: Reference, rows: slice) -> NDArray[np.float64]:
        return self.staging.confidences(run_id)[reference.positive, rows]

    def _decisions(self, run_id: int, reference: Reference, rows: slice) -> NDArray[np.int8]:
        predicted = self.staging.predicted(run_id)
        if predicted is None:
            return np.full_like(reference.y_true[rows], -1)
        codes = predicted[rows]
        return np.where(codes < 0, -1, codes == reference.positive).astype(np.int8)


def _same(one: Reference | Reason | None, other: Reference | Reason | None) -> bool:
    if isinstance(one, Reference) and isinstance(other, Reference):
        return (one.rows, one.folds, one.truth) == (other.rows, other.folds, other.truth)
    return one is other
