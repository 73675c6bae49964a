"""Makes the embedded archive: cross-validates every flow on every task."""

import shutil
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed, parallel_config
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from tqdm import tqdm

from prgbench.archive.embedded.datasets import N_FOLDS, LabelledTask, labelled_tasks
from prgbench.archive.embedded.flows import flows
from prgbench.archive.embedded.learners import Flow
from prgbench.archive.embedded.source import LABEL
from prgbench.archive.folder import write_index, write_truth
from prgbench.archive.interface import Run, Task
from prgbench.pipeline.files import atomic_path, write_text
from prgbench.pipeline.fingerprint import modules_fingerprint
from prgbench.pipeline.terminal import say

UPLOADER_ID = 1
FIRST_UPLOAD = np.datetime64("2026-01-01T00:00:00")


@dataclass(frozen=True, slots=True)
class _Job:
    """One flow with one seed on one task; the upload time is nominal: a second per run."""

    run_id: int
    flow_id: int
    flow: Flow
    setup_id: int
    seed: int
    labelled: LabelledTask

    def run(self, auroc: float) -> Run:
        time = FIRST_UPLOAD + np.timedelta64(self.run_id, "s")
        return Run(
            run_id=self.run_id,
            task_id=self.labelled.task.task_id,
            flow_id=self.flow_id,
            flow_name=self.flow.name,
            setup_id=self.setup_id,
            uploader_id=UPLOADER_ID,
            upload_time=str(time).replace("T", " "),
            auroc=auroc,
        )


def build(folder: Path, n_jobs: int = 1, *, max_tasks: int | None = None) -> None:
    """Make the archive in ``folder``, going on where an interrupted call has stopped.

    Parameters
    ----------
    folder : Path
        Where the archive is made; predictions of another recipe there are removed.
    n_jobs : int
        Processes that work at the same time.
    max_tasks : int, optional
        Make the first tasks only.
    """
    _remove_other_recipe(folder)
    tasks = list(labelled_tasks())[:max_tasks]
    jobs = list(_jobs(tasks))
    say(
        f"Making the embedded archive: {len(tasks)} tasks, {len(flows())} scikit-learn flows, "
        f"{len(jobs)} runs of 10-fold cross-validation."
    )
    with parallel_config("loky", n_jobs=n_jobs, inner_max_num_threads=1):
        results = Parallel(return_as="generator")(
            delayed(_cross_validate)(job, folder) for job in jobs
        )
        aurocs = list(
            tqdm(results, total=len(jobs), desc="embedded archive", unit="run", mininterval=2)
        )
    for labelled in tasks:
        write_truth(folder, labelled.task, labelled.y.tolist())
    runs = ((job.run(auroc), job.run_id) for job, auroc in zip(jobs, aurocs, strict=True))
    marker = {"name": LABEL, "recipe": recipe()}
    write_index(folder, marker, (labelled.task for labelled in tasks), runs)


def recipe() -> str:
    """Return a checksum of the code that decides what the archive holds: all of it."""
    return modules_fingerprint(__name__)


def _remove_other_recipe(folder: Path) -> None:
    note = folder / "recipe.txt"
    if note.exists() and note.read_text(encoding="utf-8") == recipe():
        return
    shutil.rmtree(folder, ignore_errors=True)
    write_text(note, recipe())


def _jobs(tasks: list[LabelledTask]) -> Iterator[_Job]:
    setups = [
        (flow_id, flow, seed)
        for flow_id, flow in enumerate(flows(), start=1)
        for seed in flow.setups
    ]
    run_id = 0
    for labelled in tasks:
        for setup_id, (flow_id, flow, seed) in enumerate(setups, start=1):
            run_id += 1
            yield _Job(run_id, flow_id, flow, setup_id, seed, labelled)


def _cross_validate(job: _Job, folder: Path) -> float:
    """Write the job's prediction file unless it is there; return its AUROC."""
    path = folder / "predictions" / f"{job.run_id}.arff"
    note = path.with_suffix(".auroc")
    if path.exists() and note.exists():
        return float(note.read_text(encoding="utf-8"))
    x, y = job.labelled.x, job.labelled.y
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0).split(x, y)
    confidence = np.empty((len(y), 2))
    predicted = np.empty(len(y), dtype=np.int8)
    fold_of = np.empty(len(y), dtype=np.int64)
    for fold, (train, test) in enumerate(folds):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = job.flow.make(job.seed).fit(x[train], y[train])
            predicted[test] = model.predict(x[test])
            confidence[test] = (
                model.predict_proba(x[test])
                if hasattr(model, "predict_proba")
                else np.eye(2)[predicted[test]]
            )
        fold_of[test] = fold
    with atomic_path(path) as temporary:
        _write_arff(temporary, job.labelled.task, fold_of, confidence, predicted, y)
    auroc = round(float(roc_auc_score(y, confidence[:, 1])), 6)
    write_text(note, repr(auroc))
    return auroc


def _write_arff(
    path: Path,
    task: Task,
    fold_of: NDArray[np.int64],
    confidence: NDArray[np.float64],
    predicted: NDArray[np.int8],
    y: NDArray[np.int8],
) -> None:
    labels = task.classes
    nominal = "{" + ",".join(labels) + "}"
    lines = [
        f"@RELATION embedded_task_{task.task_id}_predictions",
        "",
        "@ATTRIBUTE repeat NUMERIC",
        "@ATTRIBUTE fold NUMERIC",
        "@ATTRIBUTE row_id NUMERIC",
        *(f"@ATTRIBUTE confidence.{label} NUMERIC" for label in labels),
        f"@ATTRIBUTE prediction {nominal}",
        f"@ATTRIBUTE correct {nominal}",
        "",
        "@DATA",
    ]
    for row_id in np.argsort(fold_of, kind="stable").tolist():
        scores = ",".join(repr(float(score)) for score in confidence[row_id])
        lines.append(
            f"0,{fold_of[row_id]},{row_id},{scores},{labels[predicted[row_id]]},{labels[y[row_id]]}"
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
