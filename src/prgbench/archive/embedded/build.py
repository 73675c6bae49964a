"""Makes the embedded archive: cross-validates every flow on every task."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from joblib import Parallel, delayed, parallel_config

from prgbench.archive.embedded.cross_validation import CrossValidation, auroc, learning
from prgbench.archive.embedded.flows import setups
from prgbench.archive.embedded.learners import Setup
from prgbench.archive.embedded.prediction_file import arff
from prgbench.archive.embedded.source import LABEL
from prgbench.archive.embedded.tasks import LabelledTask, labelled_tasks
from prgbench.archive.folder import write_index, write_truth
from prgbench.archive.interface import Run
from prgbench.pipeline.files import atomic_path, write_text
from prgbench.pipeline.fingerprint import modules_fingerprint
from prgbench.pipeline.progress import SharedProgress
from prgbench.pipeline.records import from_json, to_json
from prgbench.pipeline.terminal import say

UPLOADER_ID = 1
FIRST_UPLOAD = np.datetime64("2026-01-01T00:00:00")
DECIMALS = 6
SECONDS_BETWEEN_LINES = 10.0


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
    tasks, chosen = list(labelled_tasks())[:max_tasks], setups()
    n_runs = len(tasks) * len(chosen)
    say(f"Making the embedded archive of predictions of scikit-learn, {n_runs:,} runs")
    with parallel_config("loky", n_jobs=n_jobs):
        made = Parallel(return_as="generator")(
            delayed(_make_task)(labelled, chosen, 1 + place * len(chosen), folder)
            for place, labelled in enumerate(tasks)
        )
        runs = [run for of_task in _with_progress(made, len(tasks)) for run in of_task]
    for labelled in tasks:
        write_truth(folder, labelled.task, labelled.y.tolist())
    marker = {"name": LABEL, "recipe": recipe()}
    write_index(folder, marker, (t.task for t in tasks), ((run, run.run_id) for run in runs))


def recipe() -> str:
    """Return a checksum of the code that decides what the archive holds: all of it."""
    return modules_fingerprint(__name__)


def _remove_other_recipe(folder: Path) -> None:
    note = folder / "recipe.txt"
    if note.exists() and note.read_text(encoding="utf-8") == recipe():
        return
    shutil.rmtree(folder, ignore_errors=True)
    write_text(note, recipe())


def _with_progress(made: Iterable[list[Run]], n_tasks: int) -> Iterator[list[Run]]:
    with TemporaryDirectory() as scratch:
        total = Path(scratch) / "n_tasks"
        write_text(total, str(n_tasks))
        progress = SharedProgress(
            Path(scratch), "all", total, "Cross-validating", seconds=SECONDS_BETWEEN_LINES
        )
        for runs in made:
            yield runs
            progress.done()


def _make_task(
    labelled: LabelledTask, chosen: list[Setup], first_run_id: int, folder: Path
) -> list[Run]:
    """Write the prediction files of a task unless all are there; return its runs.

    The note of the runs is written when their files are.
    """
    predictions = folder / "predictions"
    note = folder / "finished" / f"{labelled.task.task_id}.json"
    if note.exists():
        runs = from_json(list[Run], note.read_text(encoding="utf-8"))
        if all((predictions / f"{run.run_id}.arff").exists() for run in runs):
            return runs
    cross_validation = CrossValidation(labelled)
    runs = []
    with learning():
        for run_id, setup in enumerate(chosen, start=first_run_id):
            confidences = cross_validation.confidences(setup)
            with atomic_path(predictions / f"{run_id}.arff") as path:
                text = arff(labelled, cross_validation.fold_of, confidences)
                path.write_text(text, encoding="utf-8")
            runs.append(_run(run_id, setup, labelled, auroc(labelled.y, confidences)))
    write_text(note, to_json(runs, list[Run]))
    return runs


def _run(run_id: int, setup: Setup, labelled: LabelledTask, stored_auroc: float) -> Run:
    """Return the run; its upload time is nominal: a second per run."""
    time = FIRST_UPLOAD + np.timedelta64(run_id, "s")
    return Run(
        run_id=run_id,
        task_id=labelled.task.task_id,
        flow_id=setup.flow_id,
        flow_name=setup.flow.name,
        setup_id=setup.setup_id,
        uploader_id=UPLOADER_ID,
        upload_time=str(time).replace("T", " "),
        auroc=round(stored_auroc, DECIMALS),
    )
