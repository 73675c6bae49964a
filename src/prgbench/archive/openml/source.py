"""OpenML as a source of predictions."""

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeVar

from prgbench.archive.interface import (
    PredictionFile,
    Predictions,
    Run,
    SentPredictions,
    Source,
    Task,
    TaskListing,
    TaskQuery,
    estimated_bytes,
)
from prgbench.archive.openml.address import CONNECTIONS, REQUESTS_PER_SECOND, SERVER
from prgbench.archive.openml.cache import AnswerCache
from prgbench.archive.openml.classes import Targets
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.downloads import Downloads
from prgbench.archive.openml.evaluations import Evaluations
from prgbench.archive.openml.limiter import SharedLimiter
from prgbench.archive.openml.procedures import procedures
from prgbench.archive.openml.retries import Retries
from prgbench.archive.openml.tasks import TaskJudge, matching, task_listing
from prgbench.archive.predictions.reader import read_predictions

TASKS_PER_CALL = 25
AHEAD = 2
SLACK = 10
LEAST_BOUND = 1 << 20

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Connection(NamedTuple):
    """What asks the server."""

    client: Client
    targets: Targets
    evaluations: Evaluations
    downloads: Downloads


class OpenMLSource(Source):
    """The tasks, runs and prediction files of an OpenML server.

    Parameters
    ----------
    store : Path
        The folder for what is made of its predictions; downloads, the answers of listings and the
        locks of the shared limits are there too. All processes that use the same folder keep the
        limits together.
    server : str
        Address of the server.
    connections : int
        Requests under way at the same time, in all processes together.
    requests_per_second : float
        Requests that start within a second, in all processes together.
    timeout : tuple of float
        Seconds to wait for a connection, and for the next bytes.
    patience : float
        Seconds after which a request that gets no answer is given up; the first of all is
        given up within a minute.
    first_wait : float
        Seconds before a request is tried for the second time; the waits double from there.
    """

    requests_per_second: float
    checks_aurocs = True

    def __init__(
        self,
        store: Path,
        server: str = SERVER,
        *,
        connections: int = CONNECTIONS,
        requests_per_second: float = REQUESTS_PER_SECOND,
        timeout: tuple[float, float] = (10.0, 60.0),
        patience: float = 900.0,
        first_wait: float = 1.0,
    ) -> None:
        self.connections = connections
        self.requests_per_second = requests_per_second
        self._store = store
        self._server = server
        self._timeout = timeout
        self._retries = Retries(patience, first_wait)
        self._connecting = Lock()
        self._connected: _Connection | None = None

    @property
    def label(self) -> str:
        """How figures, plan and report call the source."""
        return "OpenML" if self.has_pages else f"server {self._server}"

    @property
    def has_pages(self) -> bool:
        """Whether it is the server whose pages are at openml.org."""
        return self._server == SERVER

    @property
    def store(self) -> Path:
        """The folder of what is made of its predictions."""
        return self._store

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks whose own target has two classes that occur, by their ids."""
        client, targets = self._connection.client, self._connection.targets
        judge = TaskJudge(client, targets, procedures(client), query)
        pages = itertools.count(1)
        match = matching(client, query, lambda: self.listener.step("listing tasks", next(pages)))
        known = self._all("asking for classes", judge.judge, match.by_dataset())
        absent = self._all("asking for unlisted tasks", judge.judge_absent, match.absent)
        return task_listing(client, match, [*itertools.chain.from_iterable(known), *absent])

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with its runs that the server has evaluated.

        Runs without a stored evaluation have no usable scores and are not listed. Tasks of which
        the server lists no run at first come last, after it was asked again.
        """
        evaluations, without = self._connection.evaluations, []
        calls = [tasks[i : i + TASKS_PER_CALL] for i in range(0, len(tasks), TASKS_PER_CALL)]
        many = self._all("asking for evaluated runs", evaluations.of_many, calls)
        for call, found in zip(calls, many, strict=True):
            for task in call:
                if task.task_id in found:
                    yield task, found[task.task_id]
                else:
                    without.append(task)
        again = self._all("asking again for evaluated runs", evaluations.of_one, without)
        yield from zip(without, again, strict=True)

    def send(self, task: Task, run: Run) -> PredictionFile:
        """Bring the run's prediction file, downloading it unless it is there."""
        return self._connection.downloads.get(run, LEAST_BOUND + SLACK * estimated_bytes(task))

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._connection.downloads.path(sent), task.classes)

    def release(self, sent: SentPredictions) -> None:
        """Delete the file."""
        self._connection.downloads.release(sent)

    @property
    def _connection(self) -> _Connection:
        """What asks the server; made at the first use, by one thread."""
        with self._connecting:
            if self._connected is None:
                cache = AnswerCache(self.store / "answers")
                limiter = SharedLimiter(
                    self.store / "limits", self.connections, self.requests_per_second
                )
                client = Client(
                    self._server,
                    limiter,
                    cache,
                    self._retries,
                    self._timeout,
                    listener=lambda: self.listener,
                )
                self._connected = _Connection(
                    client,
                    Targets(client, cache),
                    Evaluations(client, cache),
                    Downloads(client, self.store / "downloads"),
                )
            return self._connected

    def _all(
        self, what: str, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Iterator[Result]:
        """Yield the results in order and tell the listener how many there are."""
        for done, result in enumerate(self._in_parallel(function, items), start=1):
            self.listener.step(what, done, len(items))
            yield result

    def _in_parallel(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """Yield the results in order, running ahead no further than the memory should hold."""
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
