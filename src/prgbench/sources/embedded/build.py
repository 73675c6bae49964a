"""The embedded archive: tasks, runs and prediction files, made on this machine."""

import os
import shutil
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from joblib.externals.loky import get_reusable_executor

from prgbench.run.files import atomic_path, write_text
from prgbench.run.fingerprint import modules_fingerprint
from prgbench.run.listener import say
from prgbench.run.progress import SharedProgress
from prgbench.run.records import from_json, to_json
from prgbench.sources.embedded.cross_validation import (
    Confidences,
    CrossValidation,
    Folds,
    LabelledTask,
    auroc,
    labelled_tasks,
    learning,
)
from prgbench.sources.embedded.flows import Setup, setups
from prgbench.sources.folder import EMBEDDED, write_index, write_truth
from prgbench.sources.interface import Run

UPLOADER_ID = 1
FIRST_UPLOAD = np.datetime64("2026-01-01T00:00:00")
DECIMALS = 6
SECONDS_BETWEEN_LINES = 10.0


def build(folder: Path, n_jobs: int = 1, *, max_tasks: int | None = None) -> None:
    """Make the archive in ``folder``, continuing an interrupted call.

    Predictions of another recipe are removed from the folder first.
    """
    note = folder / "recipe.txt"
    if not note.exists() or note.read_text(encoding="utf-8") != recipe():
        shutil.rmtree(folder, ignore_errors=True)
        write_text(note, recipe())
    tasks, chosen = list(labelled_tasks())[:max_tasks], setups()
    n_runs = len(tasks) * len(chosen)
    say(f"Making the embedded archive of predictions of scikit-learn, {n_runs:,} runs")
    make = partial(_make_task, chosen=chosen, folder=folder)
    with get_reusable_executor(n_jobs, env=_one_arithmetic()) as workers:
        made = workers.map(make, tasks, count(1, len(chosen)))
        runs = [run for of_task in _with_progress(made, len(tasks)) for run in of_task]
    for labelled in tasks:
        write_truth(folder, labelled.task, labelled.y.tolist())
    marker = {"name": EMBEDDED, "recipe": recipe()}
    write_index(folder, marker, (t.task for t in tasks), ((run, run.run_id) for run in runs))


def recipe() -> str:
    """Return a checksum of the code that makes the archive."""
    return modules_fingerprint(__name__)


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
        progress.close()


def _one_arithmetic() -> dict[str, str]:
    """Return the environment in which the learners add up alike on all processors with AVX2.

    OpenBLAS chooses by the processor how it adds up: with AVX-512, a fifth of the files differ.
    """
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    facts = Path("/proc/cpuinfo")
    if facts.exists() and " avx2 " in facts.read_text(encoding="utf-8"):
        one_thread["OPENBLAS_CORETYPE"] = os.environ.get("OPENBLAS_CORETYPE", "Haswell")
    return one_thread


def _make_task(
    labelled: LabelledTask, first_run_id: int, chosen: list[Setup], folder: Path
) -> list[Run]:
    """Write the prediction files of a task, then the note of its runs, unless all are there."""
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
            nominal_time = FIRST_UPLOAD + np.timedelta64(run_id, "s")
            run = Run(
                run_id=run_id,
                task_id=labelled.task.task_id,
                flow_id=setup.flow_id,
                flow_name=setup.flow.name,
                setup_id=setup.setup_id,
                uploader_id=UPLOADER_ID,
                upload_time=str(nominal_time).replace("T", " "),
                auroc=round(auroc(labelled.y, confidences), DECIMALS),
            )
            runs.append(run)
    write_text(note, to_json(runs, list[Run]))
    return runs


def arff(labelled: LabelledTask, fold_of: Folds, confidences: Confidences) -> str:
    """Return the prediction file of a run; the class with the greater confidence is predicted.

    ``fold_of`` is of shape (repeats, instances), ``confidences`` (repeats, instances, 2).
    """
    labels = labelled.task.classes
    nominal = "{" + ",".join(labels) + "}"
    lines = [
        f"@RELATION embedded_task_{labelled.task.task_id}_predictions",
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
    truth = [labels[code] for code in labelled.y.tolist()]
    for repeat, (folds, scores) in enumerate(zip(fold_of, confidences, strict=True)):
        fold, score = folds.tolist(), scores.tolist()
        predicted = scores.argmax(axis=1).tolist()
        lines += [
            f"{repeat},{fold[row]},{row},{score[row][0]!r},{score[row][1]!r},"
            f"{labels[predicted[row]]},{truth[row]}"
            for row in np.argsort(folds, kind="stable").tolist()
        ]
    return "\n".join(lines) + "\n"
