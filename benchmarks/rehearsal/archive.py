"""What the server has: an archive of any number of tasks, made when it is asked for."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import numpy as np
from files import prediction_file
from runs import Fault, ServedRun, served_runs, task_number
from scores import rows_of, scores_of
from tasks import ServedTask

from archive_server import Content
from prgbench.metrics.areas import areas
from prgbench.sources.runs import Run

FIRST_FILE = 100_000_000
"""The id of a run's prediction file is that much higher than its own."""
OTHER_SCORE = 0.98
"""What a stored AUROC of another file is, as a share of the true one."""


class ServedArchive(Content):
    """Tasks, their runs and files; nothing is kept of a file once it has been sent.

    Parameters
    ----------
    tasks : list of ServedTask
        The tasks.
    """

    def __init__(self, tasks: list[ServedTask]) -> None:
        super().__init__()
        self.served = {served.number: served for served in tasks}
        self._numbers = {served.task.task_id: served.number for served in tasks}
        for served in tasks:
            self.tasks[served.task.task_id] = served.task
            self.datasets[served.task.dataset_id] = served.dataset
        self.runs = _Runs(self)

    def runs_of(self, task_ids: Iterable[int] | None) -> list[Run]:
        """Return the runs of tasks, or all, by their ids."""
        asked = self._numbers if task_ids is None else self._numbers.keys() & set(task_ids)
        numbers = sorted(self._numbers[task_id] for task_id in asked)
        return [run for number in numbers for run in listed_runs(self.served[number]).values()]

    def file_id(self, run: Run) -> int | None:
        """Return the id of the prediction file of a run."""
        has_none = self.made(run.run_id).fault == Fault.NO_FILE
        return None if has_none else run.run_id + FIRST_FILE

    def file(self, file_id: int) -> bytes | None:
        """Return the body of a file."""
        run = self.runs.get(file_id - FIRST_FILE)
        made = None if run is None else self.made(run.run_id)
        if made is None or made.fault == Fault.NOT_FOUND:
            return None
        return prediction_file(self.served[task_number(made.run_id)], made)

    def made(self, run_id: int) -> ServedRun:
        """Return what a run is made of."""
        return served_runs(self.served[task_number(run_id)])[run_id]


class _Runs(Mapping[int, Run]):
    """The runs by their ids, those that are gone aside."""

    def __init__(self, archive: ServedArchive) -> None:
        self._archive = archive

    def __getitem__(self, run_id: int) -> Run:
        if self._archive.made(run_id).fault == Fault.NO_RUN:
            raise KeyError(run_id)
        return listed_runs(self._archive.served[task_number(run_id)])[run_id]

    def __iter__(self) -> Iterator[int]:
        runs = (run.run_id for run in self._archive.runs_of(None))
        return (run_id for run_id in runs if self._archive.made(run_id).fault != Fault.NO_RUN)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def listed_runs(served: ServedTask) -> dict[int, Run]:
    """Return the runs of a task as the server lists them, by their ids."""
    runs = list(served_runs(served).values())
    aurocs = _aurocs(served, runs)
    return {
        run.run_id: _listed(served, run, auroc) for run, auroc in zip(runs, aurocs, strict=True)
    }


def _aurocs(served: ServedTask, runs: list[ServedRun]) -> list[float]:
    truth = (rows_of(served).truth == 1).astype(np.int8)
    scores = np.array([scores_of(served, run).in_order for run in runs])
    return np.round(areas(truth, scores)[:, 0], 6).tolist()


def _listed(served: ServedTask, run: ServedRun, auroc: float) -> Run:
    if run.fault == Fault.OTHER_SCORE:
        auroc = round(OTHER_SCORE * auroc, 6)
    stored = None if run.fault == Fault.NO_STORED_SCORE else auroc
    return Run(
        run_id=run.run_id,
        task_id=served.task.task_id,
        flow_id=run.flow_id,
        flow_name=run.flow_name,
        setup_id=run.flow_id,
        uploader_id=1 + run.flow_id % 2,
        upload_time=f"2014-04-{1 + run.flow_id % 28:02d} 23:30:01",
        auroc=stored,
        aurocs=() if stored is None else (stored, stored),
    )
