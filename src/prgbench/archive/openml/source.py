"""OpenML as a source of predictions."""

from collections import defaultdict, deque
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
)
from prgbench.archive.openml.address import CONNECTIONS, REQUESTS_PER_SECOND, SERVER
from prgbench.archive.openml.cache import AnswerCache
from prgbench.archive.openml.classes import Targets
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.downloads import Downloads
from prgbench.archive.openml.evaluations import evaluated_runs
from prgbench.archive.openml.limiter import SharedLimiter
from prgbench.archive.openml.listings import ListedTask, procedures
from prgbench.archive.openml.retries import Retries
from prgbench.archive.openml.tasks import TaskJudge, matching
from prgbench.archive.predictions.reader import read_predictions

TASKS_PER_CALL = 25
AHEAD = 2

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Connection(NamedTuple):
    """What asks the server."""

    client: Client
    targets: Targets
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
        return "OpenML" if self._server == SERVER else f"server {self._server}"

    @property
    def store(self) -> Path:
        """The folder of what is made of its predictions."""
        return self._store

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks whose own target has two classes that occur, by their ids."""
        judge = TaskJudge(
            self._connection.client,
            self._connection.targets,
            procedures(self._connection.client),
            query,
        )
        listed, excluded = matching(self._connection.client, query)
        listing = TaskListing([], excluded)
        by_dataset: dict[int, list[ListedTask]] = defaultdict(list)
        for task in listed.values():
            by_dataset[task.dataset_id].append(task)
        for verdicts in self._in_parallel(judge.judge, by_dataset.values()):
            for verdict in verdicts:
                if isinstance(verdict, Task):
                    listing.tasks.append(verdict)
                else:
                    listing.excluded.append(verdict)
        listing.tasks.sort(key=lambda task: task.task_id)
        listing.excluded.sort(key=lambda exclusion: exclusion.task_id)
        return listing

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with its runs that the server has evaluated.

        Runs without a stored evaluation have no usable scores and are not listed.
        """
        by_id = {task.task_id: task for task in tasks}
        calls = [list(by_id)[i : i + TASKS_PER_CALL] for i in range(0, len(by_id), TASKS_PER_CALL)]
        for found in self._in_parallel(self._evaluated_runs, calls):
            for task_id, runs in found.items():
                yield by_id[task_id], runs

    # OpenML knows a file by its run alone; the interface gives the task, which folders name.
    def send(self, task: Task, run: Run) -> PredictionFile:  # noqa: ARG002
        """Bring the run's prediction file, downloading it unless it is there."""
        return self._connection.downloads.get(run)

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self._connection.downloads.path(sent.run_id), task.classes)

    def release(self, sent: SentPredictions) -> None:
        """Delete the file."""
        self._connection.downloads.release(sent.run_id)

    @property
    def _connection(self) -> _Connection:
        """What asks the server; made at the first use, by one thread."""
        with self._connecting:
            if self._connected is None:
                cache = AnswerCache(self.store / "answers")
                limiter = SharedLimiter(
                    self.store / "limits", self.connections, self.requests_per_second
                )
                client = Client(self._server, limiter, cache, self._retries, self._timeout)
                downloads = Downloads(client, self.store / "downloads")
                self._connected = _Connection(client, Targets(client, cache), downloads)
            return self._connected

    def _evaluated_runs(self, task_ids: Sequence[int]) -> dict[int, list[Run]]:
        return evaluated_runs(self._connection.client, task_ids)

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
