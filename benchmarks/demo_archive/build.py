"""The predictions of the demo: tasks, runs and prediction files, made on this machine."""

import os
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
from folder_files import write_index, write_truth
from joblib.externals.loky import get_reusable_executor

from demo_archive.cross_validation import (
    Confidences,
    CrossValidation,
    Folds,
    LabelledTask,
    auroc,
    labelled_tasks,
    learning,
    rarer_class,
)
from demo_archive.flows import Setup, setups
from prgbench.run.files import write_text
from prgbench.sources.runs import Run

NAME = "demo archive"
UPLOADER_ID = 1
FIRST_UPLOAD = np.datetime64("2026-01-01T00:00:00")
DECIMALS = 6
LEFT_OUT = "prgbench.Reversed(GaussianNB)"
"""Worse than chance on purpose: the demo's answer would begin with a warning about it."""


def build(folder: Path, n_jobs: int = 1, *, max_tasks: int | None = None) -> None:
    """Make the archive in ``folder``, which is new: `prgbench.sources.folder` reads it."""
    tasks = list(labelled_tasks())[:max_tasks]
    chosen = [setup for setup in setups() if setup.flow.name != LEFT_OUT]
    make = partial(_make_task, chosen=chosen, folder=folder)
    with get_reusable_executor(n_jobs, env=_one_arithmetic()) as workers:
        runs_of_tasks = workers.map(make, tasks, count(1, len(chosen)))
        runs = [run for runs_of_task in runs_of_tasks for run in runs_of_task]
    for labelled in tasks:
        write_truth(folder, labelled.task, labelled.y.tolist())
    write_index(
        folder, {"name": NAME}, (t.task for t in tasks), ((run, run.run_id) for run in runs)
    )


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
    """Write the prediction files of a task, and return its runs."""
    cross_validation = CrossValidation(labelled)
    with learning():
        return [
            _make_run(labelled, run_id, setup, cross_validation, folder)
            for run_id, setup in enumerate(chosen, start=first_run_id)
        ]


def _make_run(
    labelled: LabelledTask,
    run_id: int,
    setup: Setup,
    cross_validation: CrossValidation,
    folder: Path,
) -> Run:
    confidences = in_single_precision(cross_validation.confidences(setup), rarer_class(labelled.y))
    text = arff(labelled, cross_validation.fold_of, confidences)
    write_text(folder / "predictions" / f"{run_id}.arff", text)
    nominal_time = FIRST_UPLOAD + np.timedelta64(run_id, "s")
    return Run(
        run_id=run_id,
        task_id=labelled.task.task_id,
        flow_id=setup.flow_id,
        flow_name=setup.flow.name,
        setup_id=setup.setup_id,
        uploader_id=UPLOADER_ID,
        upload_time=str(nominal_time).replace("T", " "),
        auroc=round(auroc(labelled.y, confidences), DECIMALS),
    )


def in_single_precision(confidences: Confidences, positive: int) -> Confidences:
    """Return confidences with the 24 bits of a float32 in the positive class, and the rest to 1.

    That halves the file of the package. The confidence in the other class then adds nothing that
    could break ties, and is not kept in a bundle.

    Examples
    --------
    >>> in_single_precision(np.array([[[0.1, 0.9], [0.75, 0.25]]]), 1).tolist()
    [[[0.10000002384185791, 0.8999999761581421], [0.75, 0.25]]]
    """
    single = confidences[:, :, positive].astype(np.float32).astype(np.float64)
    both = (single, 1 - single) if positive == 0 else (1 - single, single)
    return np.stack(both, axis=2)


def arff(labelled: LabelledTask, fold_of: Folds, confidences: Confidences) -> str:
    """Return the prediction file of a run; the class with the greater confidence is predicted.

    ``fold_of`` is of shape (repeats, instances), ``confidences`` (repeats, instances, 2).
    """
    labels = labelled.task.classes
    nominal = "{" + ",".join(labels) + "}"
    lines = [
        f"@RELATION demo_task_{labelled.task.task_id}_predictions",
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
