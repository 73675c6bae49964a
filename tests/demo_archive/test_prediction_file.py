import numpy as np
from demo_archive.build import arff
from demo_archive.cross_validation import LabelledTask

from prgbench.sources.tasks import Task


def test_rows_stand_fold_after_fold_with_the_class_of_the_greater_confidence():
    task = Task(7, 1, "made", "class", ("no", "yes"), 3, 3, 2, 2)
    labelled = LabelledTask(task, np.zeros((3, 1)), np.array([1, 0, 1], dtype=np.int8))
    confidences = np.array([[[0.25, 0.75], [0.5, 0.5], [1.0, 0.0]]] * 2)
    text = arff(labelled, np.array([[1, 0, 1], [0, 0, 1]]), confidences)
    assert text.splitlines() == [
        "@RELATION demo_task_7_predictions",
        "",
        "@ATTRIBUTE repeat NUMERIC",
        "@ATTRIBUTE fold NUMERIC",
        "@ATTRIBUTE row_id NUMERIC",
        "@ATTRIBUTE confidence.no NUMERIC",
        "@ATTRIBUTE confidence.yes NUMERIC",
        "@ATTRIBUTE prediction {no,yes}",
        "@ATTRIBUTE correct {no,yes}",
        "",
        "@DATA",
        "0,0,1,0.5,0.5,no,no",
        "0,1,0,0.25,0.75,yes,yes",
        "0,1,2,1.0,0.0,no,yes",
        "1,0,0,0.25,0.75,yes,yes",
        "1,0,1,0.5,0.5,no,no",
        "1,1,2,1.0,0.0,no,yes",
    ]
