"""OpenML as a source of predictions."""

import itertools
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Self, TypeVar

from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.interface import Source
from prgbench.sources.openml import calls
from prgbench.sources.openml.address import (
    CONNECTIONS,
    NAMES,
    PATIENCE,
    REQUESTS_PER_SECOND,
    SERVER,
)
from prgbench.sources.openml.answers import KEPT, UnansweredCallError
from prgbench.sources.openml.apis import APIS
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.classes import Targets
from prgbench.sources.openml.client import AnswerCache, Client
from prgbench.sources.openml.descriptions import DescribedRun, Scores, scores_of
from prgbench.sources.openml.downloads import Downloads
from prgbench.sources.openml.judged_tasks import TaskJudge, task_listing
from prgbench.sources.openml.listed_tasks import Match, matching
from prgbench.sources.openml.listings import Evaluations, aurocs_of_run, lists_not_answered
from prgbench.sources.openml.named_runs import ask_again, ask_for_run, described_ones
from prgbench.sources.openml.procedures import procedures
from prgbench.sources.openml.retries import Contact, Retries
from prgbench.sources.openml.transport import SharedLimiter
from prgbench.sources.prediction_files.reader import read_predictions
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import PredictionFile, Predictions, SentPredictions
from prgbench.sources.tasks import Task, TaskListing, TaskQuery, estimated_bytes

Item = TypeVar("Item")
Result = TypeVar("Result")
TASKS_PER_CALL = 25
AHEAD = 2
SLACK = 10
LEAST_BOUND = 1 << 20
MOST_UNLISTED = 0.05


class _Connection(NamedTuple):
    """The client of a server and what uses it."""

    client: Client
    targets: Targets
    evaluations: Evaluations
    downloads: Downloads


class OpenMLSource(Source):
    """The tasks, runs and prediction files of an OpenML server.

    All processes with the same store share its limits: of requests under way at the same time,
    and of those started per second. They also share what they know of the server: one that
    has answered before is waited for, for ``patience`` seconds. ``timeout`` has the seconds to
    wait for a connection and for the next bytes; a failed request is tried again after
    ``first_wait`` seconds, then twice that, and so on. ``api`` is the interface by which it is
    asked, a name in `APIS`.
    """

    requests_per_second: float
    checks_aurocs = True
    lists_runs = True

    def __init__(
        self,
        store: Path,
        server: str = SERVER,
        *,
        connections: int = CONNECTIONS,
        requests_per_second: float = REQUESTS_PER_SECOND,
        timeout: tuple[float, float] = (10.0, 60.0),
        patience: float = PATIENCE,
        first_wait: float = 1.0,
        api: str = "v1",
    ) -> None:
        self.api = APIS[api].words
        self._api = api
        self.connections = connections
        self.requests_per_second = requests_per_second
        self._store = store
        self._server = server
        self._timeout = timeout
        self._patience = patience, first_wait
        self._run_ids: tuple[int, ...] | None = None
        self._named: tuple[list[DescribedRun], list[str]] | None = None
        self._connecting = Lock()
        self._connected: _Connection | None = None

    @property
    def label(self) -> str:
        """How figures, plan and report call the source."""
        return "OpenML" if self.has_pages else f"server {self._server}"

    @property
    def has_pages(self) -> bool:
        """Whether it is the server of openml.org."""
        return self._server in NAMES

    @property
    def store(self) -> Path:
        """The folder of bundles, downloads, answers and limits."""
        return self._store

    def of_runs(self, run_ids: Sequence[int]) -> Self:
        """Return this source as one of some runs, for which no list is asked."""
        named = copy(self)
        named._run_ids = tuple(run_ids)
        named._named = None
        return named

    def lists_not_answered(self, task_id: int) -> dict[str, str]:
        """Return which lists the server does not answer for a task, and why."""
        return lists_not_answered(self._connection.client, task_id)

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks whose target has two classes that occur, by their ids."""
        if self._run_ids is not None:
            return self._tasks_of_runs(self._run_ids, query)
        client = self._connection.client
        targets = self._connection.targets
        judge = TaskJudge(client, targets, procedures(client), query)
        pages = itertools.count(1)
        match = matching(client, query, lambda: self.listener.step("listing tasks", next(pages)))
        listed = self._all("asking for classes", judge.judge_listed, match.by_dataset())
        absent = self._all("asking for unlisted tasks", judge.judge, match.absent)
        verdicts = [*itertools.chain.from_iterable(listed), *absent]
        again = self._in_parallel(partial(judge.judge_again, match.listed), verdicts)
        return task_listing(client, match, again)

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with the runs that the server has evaluated.

        Runs without a stored evaluation have no usable scores. Tasks without a listed run come
        last, after the server was asked again. A few tasks whose query fails, while those of all
        others are answered, are left out; `ArchiveUnreachableError` if more than 5% are.
        """
        if self._run_ids is not None:
            yield from self._named_runs(self._run_ids, tasks)
            return
        evaluations = self._connection.evaluations
        without: list[Task] = []
        parts = [tasks[i : i + TASKS_PER_CALL] for i in range(0, len(tasks), TASKS_PER_CALL)]
        many = self._all("asking for evaluated runs", evaluations.of_many, parts)
        for part, runs in zip(parts, many, strict=True):
            for task in part:
                if task.task_id in runs:
                    yield task, runs[task.task_id]
                else:
                    without.append(task)

        def asked(task: Task) -> list[Run] | UnansweredCallError:
            try:
                return evaluations.of_one(task)
            except UnansweredCallError as error:
                return error

        n_unlisted = 0
        again = self._all("asking again for evaluated runs", asked, without)
        for task, answer in zip(without, again, strict=True):
            if not isinstance(answer, UnansweredCallError):
                yield task, answer
                continue
            n_unlisted += 1
            if n_unlisted > MOST_UNLISTED * len(tasks):
                raise ArchiveUnreachableError(
                    f"{self._server} lists no evaluated runs of task {task.task_id}, though there "
                    f"are others ({answer.detail}): choose other tasks, or "
                    f"try again later; {KEPT}."
                ) from answer

    def _tasks_of_runs(self, run_ids: Sequence[int], query: TaskQuery) -> TaskListing:
        """Return the tasks of the runs that are named, each asked for alone."""
        client = self._connection.client
        targets = self._connection.targets
        runs, notes = self._described(run_ids)
        match = Match({}, sorted({described.run.task_id for described in runs}))
        judge = TaskJudge(client, targets, None, query)
        verdicts = list(self._all("asking for tasks", judge.judge, match.absent))
        again = self._in_parallel(partial(judge.judge_again, match.listed), verdicts)
        listing = task_listing(client, match, again)
        return replace(listing, notes=[*notes, *listing.notes])

    def _named_runs(
        self, run_ids: Sequence[int], tasks: Sequence[Task]
    ) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with those of the runs that are named."""
        by_task: defaultdict[int, list[DescribedRun]] = defaultdict(list)
        for described in self._described(run_ids)[0]:
            by_task[described.run.task_id].append(described)
        for task in tasks:
            yield task, [run.of_task(len(task.classes)) for run in by_task[task.task_id]]

    def _described(self, run_ids: Sequence[int]) -> tuple[list[DescribedRun], list[str]]:
        """Return the named runs, for which it asks once, and a note on those not there."""
        if self._named is None:
            client = self._connection.client
            first = list(self._all("asking for runs", partial(ask_for_run, client), run_ids))
            answers = ask_again(client, run_ids, first)
            self._named = described_ones(client, run_ids, answers)
        return self._named

    def stored_scores(self, runs: Sequence[Run]) -> Iterator[Scores | None]:
        """Yield the scores that the server stores of each run; None if it is not described."""
        client = self._connection.client

        def asked(run: Run) -> Scores | None:
            try:
                call = calls.described(Kind.RUNS, run.run_id)
                root = client.ask(call, check=partial(scores_of, run), cached=True)
                return scores_of(run, root)
            except UnansweredCallError:
                return None

        yield from self._all("asking for scores", asked, runs)
        self.check_refusals()

    def aurocs_of(self, run: Run) -> set[float]:
        """Return the AUROCs of a run by all evaluation engines; empty if they are not listed."""
        try:
            return aurocs_of_run(self._connection.client, run)
        except UnansweredCallError:
            return set()

    def wait_for_turns(self, requests: int) -> None:
        """Wait until others may make so many requests, which count as those of this source."""
        for _ in range(requests):
            with self._connection.client.limiter.request():
                pass

    def send(self, task: Task, run: Run) -> PredictionFile:
        """Return the run's prediction file, downloading it unless it is there."""
        return self._connection.downloads.get(run, LEAST_BOUND + SLACK * estimated_bytes(task))

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._connection.downloads.path(sent), task.classes)

    def check_refusals(self) -> None:
        """Raise `ArchiveUnreachableError` if runs or files were refused and none ever came."""
        self._connection.client.check_refusals()

    def release(self, sent: SentPredictions) -> None:
        """Delete the file."""
        self._connection.downloads.path(sent).unlink(missing_ok=True)

    @property
    def _connection(self) -> _Connection:
        """The client and its helpers, made at first use by one thread."""
        with self._connecting:
            if self._connected is None:
                cache = AnswerCache(self.store / "answers")
                limits = self.store / "limits"
                patience, first_wait = self._patience
                client = Client(
                    self._server,
                    SharedLimiter(limits, self.connections, self.requests_per_second),
                    cache,
                    Retries(Contact(limits), patience, first_wait),
                    self._timeout,
                    lambda: self.listener,
                    self._api,
                )
                self._connected = _Connection(
                    client,
                    Targets(client, cache),
                    Evaluations(client),
                    Downloads(client, self.store / "downloads"),
                )
            return self._connected

    def _all(
        self, stage: str, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Iterator[Result]:
        """Yield the results in order and tell the listener their number."""
        for done, result in enumerate(self._in_parallel(function, items), start=1):
            self.listener.step(stage, done, len(items))
            yield result

    def _in_parallel(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """Yield the results in order, with few calls ahead to save memory."""
        waiting: deque[Future[Result]] = deque()
        with ThreadPoolExecutor(self.connections) as executor:
            try:
                for item in items:
                    waiting.append(executor.submit(function, item))
                    if len(waiting) == AHEAD * self.connections:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                executor.shutdown(cancel_futures=True)
