"""Writes predictions as OpenML's prediction files are: ARFF, row after row of each fold."""

import numpy as np

from prgbench.archive.embedded.cross_validation import Confidences, Folds
from prgbench.archive.embedded.tasks import LabelledTask


def arff(labelled: LabelledTask, fold_of: Folds, confidences: Confidences) -> str:
    """Return the predictions of a run; the class with the greater confidence is predicted.

    Parameters
    ----------
    labelled : LabelledTask
        The task.
    fold_of : ndarray of shape (n_repeats, n_instances)
        The fold of each instance.
    confidences : ndarray of shape (n_repeats, n_instances, 2)
        The confidences in its two classes.
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
