"""OpenML as a source of predictions."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from prgbench.archive.interface import (
    PredictionFile,
    Run,
    Task,
    TaskListing,
    TaskQuery,
    Truth,
)
from prgbench.archive.openml.cache import AnswerCache
from prgbench.archive.openml.classes import Targets
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.downloads import Downloads
from prgbench.archive.openml.evaluations import evaluated_runs
from prgbench.archive.openml.limiter import SharedLimiter
from prgbench.archive.openml.listings import ListedTask, procedures
from prgbench.archive.openml.retries import Retries
from prgbench.archive.openml.tasks import TaskJudge, matching

SERVER = "https://www.openml.org"
TASKS_PER_CALL = 25
AHEAD = 2

Item = TypeVar("Item")
Result = TypeVar("Result")


class OpenMLArchive:
    """The tasks, runs and prediction files of an OpenML server.

    Parameters
    ----------
    staging : Path
        Where downloads, the answers of listings and the locks of the shared limits are. All
        processes that use the same folder keep the limits together.
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

    name = "OpenML"

    def __init__(
        self,
        staging: Path,
        server: str = SERVER,
        *,
        connections: int = 4,
        requests_per_second: float = 5.0,
        timeout: tuple[float, float] = (10.0, 60.0),
        patience: float = 900.0,
        first_wait: float = 1.0,
    ) -> None:
        self.connections = connections
        cache = AnswerCache(staging / "answers")
        limiter = SharedLimiter(staging / "limits", connections, requests_per_second)
        self._client = Client(server, limiter, cache, Retries(patience, first_wait), timeout)
        self._targets = Targets(self._client, cache)
        self._downloads = Downloads(self._client, staging / "downloads")

    def tasks(self, query: TaskQuery) -> TaskListing:
        """Return the tasks whose own target has two classes that occur, by their ids."""
        judge = TaskJudge(self._client, self._targets, procedures(self._client), query)
        listed, excluded = matching(self._client, query)
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

    def truth(self, task: Task) -> Truth | None:  # noqa: ARG002
        """Return None: the task's files state the true classes."""
        return None

    def predictions(self, task: Task, run: Run) -> PredictionFile:  # noqa: ARG002
        """Return the run's prediction file, downloading it unless it is there."""
        return self._downloads.get(run)

    def release(self, files: Iterable[PredictionFile]) -> None:
        """Delete the files."""
        for file in files:
            self._downloads.release(file)

    def _evaluated_runs(self, task_ids: Sequence[int]) -> dict[int, list[Run]]:
        return evaluated_runs(self._client, task_ids)

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
