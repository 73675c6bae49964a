"""What the server has: tasks, data sets, runs and their files, from any archive."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from prgbench.sources.interface import Source
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import PredictionFile
from prgbench.sources.tasks import Task, TaskQuery


@dataclass
class Dataset:
    """A data set: the declared labels of its nominal features, its qualities, its status.

    ``missing`` are the numbers of missing values of its features, 0 where it does not say.
    """

    dataset_id: int
    name: str
    default_target: str
    nominal: dict[str, tuple[str, ...]]
    qualities: dict[str, float]
    status: str = "active"
    arff: bytes | None = None
    missing: dict[str, int] = field(default_factory=dict)


@dataclass
class Content:
    """All that the server knows; tests change it as they like.

    ``predictions`` returns the prediction file of a run. ``engines`` says for a run
    by which engines it was evaluated, 1 where it is not there. ``error_messages`` of runs go into
    their descriptions as they are. With ``states_folds`` these have the scores in each fold, in
    no order. ``inputs_left_out`` and
    ``qualities_left_out`` are tasks and data sets of which the list of tasks does not state
    inputs and qualities.
    """

    tasks: dict[int, Task] = field(default_factory=dict)
    datasets: dict[int, Dataset] = field(default_factory=dict)
    runs: dict[int, Run] = field(default_factory=dict)
    predictions: Callable[[Run], PredictionFile] | None = None
    suites: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tags: dict[str, set[int]] = field(default_factory=dict)
    engines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    inputs_left_out: set[int] = field(default_factory=set)
    qualities_left_out: set[int] = field(default_factory=set)
    error_messages: dict[int, str] = field(default_factory=dict)
    runs_without_file: set[int] = field(default_factory=set)
    states_folds: bool = False
    _files: dict[int, PredictionFile] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Source, query: TaskQuery | None = None) -> "Content":
        """Take the tasks, runs and files of a source."""
        tasks = source.tasks(query or TaskQuery()).tasks
        content = cls()
        content.add_tasks(tasks)
        for _, runs in source.candidate_runs(tasks):
            content.runs |= {run.run_id: run for run in runs}

        content.predictions = lambda run: source.send(content.tasks[run.task_id], run)
        return content

    def file_id(self, run: Run) -> int | None:
        """Return the id of the prediction file of a run."""
        if self.predictions is None or run.run_id in self.runs_without_file:
            return None
        if run.run_id not in self._files:
            self._files[run.run_id] = self.predictions(run)
        return self._files[run.run_id].file_id

    def file(self, file_id: int) -> bytes | None:
        """Return the body of a file."""
        known = (file for file in list(self._files.values()) if file.file_id == file_id)
        if (found := next(known, None)) is not None:
            return found.path.read_bytes()
        if any(self.file_id(run) == file_id for run in self.runs.values()):
            return self.file(file_id)
        return None

    def aurocs(self, run: Run) -> str:
        """Return the AUROCs of all declared labels as the server writes them."""
        task = self.tasks[run.task_id]
        declared = self.datasets[task.dataset_id].nominal.get(task.target, task.classes)
        stated = dict(zip(task.classes, run.aurocs or (run.auroc,) * 2, strict=False))
        return f"[{','.join(str(stated.get(label, 'NaN')) for label in declared)}]"

    def add_tasks(self, tasks: Iterable[Task]) -> None:
        """Add tasks and, where they are not there yet, their data sets."""
        for task in tasks:
            self.tasks[task.task_id] = task
            dataset = self.datasets.get(task.dataset_id)
            if dataset is None:
                self.datasets[task.dataset_id] = Dataset(
                    dataset_id=task.dataset_id,
                    name=task.dataset_name,
                    default_target=task.target,
                    nominal={task.target: task.classes},
                    qualities={
                        "MajorityClassSize": float(task.n_instances - task.n_instances // 3),
                        "MinorityClassSize": float(task.n_instances // 3),
                        "NumberOfClasses": float(len(task.classes)),
                        "NumberOfFeatures": 9.0,
                        "NumberOfInstances": float(task.n_instances),
                        "NumberOfMissingValues": 0.0,
                    },
                )
            else:
                dataset.nominal.setdefault(task.target, task.classes)
            self.datasets[task.dataset_id].missing[task.target] = task.n_unlabelled

    def runs_of(self, task_ids: Iterable[int] | None) -> list[Run]:
        """Return the runs of tasks, or all, by their ids."""
        wanted = None if task_ids is None else set(task_ids)
        runs = (run for run in self.runs.values() if wanted is None or run.task_id in wanted)
        return sorted(runs, key=lambda run: run.run_id)
