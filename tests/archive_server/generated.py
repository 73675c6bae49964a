"""An archive of any size whose predictions are drawn from a seed."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from prgbench.run.files import atomic_path, sha256_of
from prgbench.sources.interface import Source
from prgbench.sources.prediction_files.reader import read_predictions
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import PredictionFile, Predictions, SentPredictions
from prgbench.sources.tasks import Task, TaskListing, TaskQuery

MOST_RUNS = 256
"""Of how many runs the AUROCs and files are kept: tests make the same small archive again."""
SMALL = {"n_tasks": 4, "n_flows": 6, "n_instances": 40}
"""The archive of most tests."""
FAMILIES = ("weka.J48_{}(1)", "mlr.classif.rpart_{}(2)", "sklearn.svm.SVC_{}(3)")


class GeneratedArchive(Source):
    """Tasks with one run of every flow.

    Parameters
    ----------
    folder : Path
        Where prediction files are written when they are asked for.
    n_tasks, n_flows, n_instances, n_repeats : int
        The size of the archive; even tasks have the estimation procedure of one repeat and
        share their data set with the task before, which has ``n_repeats``.
    evaluated : bool
        Whether runs have their true AUROC; otherwise all have 0.5, which costs nothing.
    mirrored : bool
        Whether the two scores of a row add up to one; otherwise each class has its own AUROC, and
        that of the run is their mean weighted by the sizes of the classes.
    """

    label = "generated archive"
    store = Path()

    def __init__(
        self,
        folder: Path,
        n_tasks: int = 2,
        n_flows: int = 5,
        n_instances: int = 60,
        n_repeats: int = 10,
        *,
        evaluated: bool = True,
        mirrored: bool = True,
    ) -> None:
        self.folder = folder
        self.store = folder / "store"
        self._evaluated = evaluated
        self._mirrored = mirrored
        self._tasks = [
            Task(
                task_id=task_id,
                dataset_id=1000 + (task_id + 1) // 2,
                dataset_name=f"data-{(task_id + 1) // 2}",
                target="class",
                classes=("no", "yes") if (task_id + 1) // 2 % 2 else ("a class", "it's another"),
                n_instances=n_instances,
                estimation_procedure=1 if task_id % 2 == 0 else 3,
                n_repeats=1 if task_id % 2 == 0 else n_repeats,
                n_folds=10,
            )
            for task_id in range(1, n_tasks + 1)
        ]
        self._n_flows = n_flows

    def tasks(self, query: TaskQuery) -> TaskListing:  # noqa: ARG002 - it has the same tasks for all
        """Return all tasks."""
        return TaskListing(self._tasks)

    def candidate_runs(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Run]]]:
        """Yield each task with a run of every flow."""
        for task in tasks:
            yield task, [self._run(task, flow) for flow in range(1, self._n_flows + 1)]

    def send(self, task: Task, run: Run) -> PredictionFile:
        """Write the run's file unless it is there."""
        path = self.folder / f"{run.run_id}.arff"
        if not path.exists():
            with atomic_path(path) as temporary:
                temporary.write_text(_body(task, run, self._mirrored))
        return PredictionFile(
            run.run_id, run.run_id + 7, sha256_of(path), path.stat().st_size, path
        )

    def read(self, task: Task, sent: SentPredictions) -> Predictions:
        """Read the file."""
        return read_predictions(self.folder / f"{sent.run_id}.arff", task.classes)

    def clear(self) -> None:
        """Delete all files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, task: Task, flow: int) -> Run:
        run = Run(
            run_id=task.task_id * 100_000 + flow,
            task_id=task.task_id,
            flow_id=flow,
            flow_name=FAMILIES[flow % 3].format(flow),
            setup_id=flow,
            uploader_id=1 + flow % 2,
            upload_time=f"2014-04-{1 + flow % 28:02d} 23:30:01",
            auroc=0.5,
            aurocs=(0.5, 0.5),
        )
        if not self._evaluated:
            return run
        first, second = (_auroc(task, run, self._mirrored, code) for code in (0, 1))
        share = np.count_nonzero(_truth(task)) / task.n_instances
        mean = round(float((1 - share) * first + share * second), 6)
        return replace(run, auroc=mean, aurocs=(first, second))


def _truth(task: Task) -> NDArray[np.int64]:
    return (np.random.default_rng(task.dataset_id).random(task.n_instances) < 0.35).astype(int)


def _scores(task: Task, run: Run, repeat: int, mirrored: bool, code: int) -> NDArray[np.float64]:
    """Return the scores of a class."""
    if mirrored and code == 0:
        return np.round(1 - _scores(task, run, repeat, mirrored, 1), 6)
    rng = np.random.default_rng([run.run_id, repeat, *([] if code else [0])])
    shift = (_truth(task) == code) * (0.2 + 0.05 * (run.flow_id % 30))
    return np.round(1 / (1 + np.exp(-rng.normal(size=task.n_instances) - shift)), 6)


@lru_cache(MOST_RUNS)
def _auroc(task: Task, run: Run, mirrored: bool, code: int) -> float:
    """Return the AUROC of a class against the other."""
    positive = np.tile(_truth(task) == code, task.n_repeats)
    scores = [_scores(task, run, repeat, mirrored, code) for repeat in range(task.n_repeats)]
    n_positive = np.count_nonzero(positive)
    rank_sum = rankdata(np.concatenate(scores))[positive].sum()
    pairs = n_positive * (positive.size - n_positive)
    return round(float((rank_sum - n_positive * (n_positive + 1) / 2) / pairs), 6)


@lru_cache(MOST_RUNS)
def _body(task: Task, run: Run, mirrored: bool) -> str:
    """Return the text of a prediction file."""
    return "".join(_lines(task, run, mirrored))


def _lines(task: Task, run: Run, mirrored: bool) -> Iterator[str]:
    labels = ["'" + label.replace("'", "\\'") + "'" for label in task.classes]
    yield f"@relation openml_task_{task.task_id}_predictions\n\n"
    for name in ("repeat", "fold", "row_id"):
        yield f"@attribute {name} numeric\n"
    for label in labels:
        yield f"@attribute 'confidence.{label[1:]} numeric\n"
    yield f"@attribute prediction {{{','.join(labels)}}}\n"
    yield f"@attribute correct {{{','.join(labels)}}}\n\n@data\n"
    truth = _truth(task).tolist()
    for repeat in range(task.n_repeats):
        order = np.random.default_rng([task.task_id, repeat]).permutation(task.n_instances)
        first, scores = (_scores(task, run, repeat, mirrored, code).tolist() for code in (0, 1))
        for place, row_id in enumerate(order.tolist()):
            score, fold = scores[row_id], place * task.n_folds // task.n_instances
            predicted, correct = labels[score > 0.5], labels[truth[row_id]]
            confidences = f"{first[row_id]},{score}"
            yield f"{repeat},{fold},{row_id},{confidences},{predicted},{correct}\n"
