import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import repeated
from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.your_model.own_predictions import models_of_task, read_scores
from prgbench.pipeline.errors import PrgbenchError


def predictions_of(task, scores):
    return pd.DataFrame(
        {
            "row_id": 10 * task.instances,
            "fold": task.folds,
            "repeat": task.repeats,
            "score": scores,
        }
    )


def write(tmp_path, table):
    path = tmp_path / "mine.csv"
    table.to_csv(path, index=False)
    return path


def test_rows_may_stand_in_any_order(task, bundle, tmp_path):
    scores = np.random.default_rng(0).random(60)
    table = predictions_of(task, scores).sample(frac=1, random_state=1).drop(columns="repeat")
    np.testing.assert_array_equal(read_scores(write(tmp_path, table), bundle), scores)


def test_repeats_are_told_apart(task, tmp_path):
    several = repeated(task, 3)
    store = BundleStore(tmp_path)
    write_task(store, several)
    scores = np.random.default_rng(0).random(180)
    table = predictions_of(several, scores).sample(frac=1, random_state=1)
    np.testing.assert_array_equal(read_scores(write(tmp_path, table), store.open(1)), scores)
    with pytest.raises(PrgbenchError, match="lacks the column repeat"):
        read_scores(write(tmp_path, table.drop(columns="repeat")), store.open(1))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda t: t.drop(columns="score"),
            "lacks the column score; it needs row_id, fold, score",
        ),
        (lambda t: t.iloc[2:], r"lacks row_id 0 of task 1 \(2 of 60 rows are missing\)"),
        (lambda t: pd.concat([t, t.iloc[:1]]), "has row_id 0 more than once"),
        (lambda t: t.assign(row_id=t["row_id"] + 10), "has row_id 600, which is not of task 1"),
        (lambda t: t.assign(fold=(t["fold"] + 1) % 10), "row_id 0 in fold 1, the task has it in"),
        (
            lambda t: t.assign(score=t["score"].where(t.index != 4)),
            "line 6: score is nan, not a number",
        ),
        (
            lambda t: t.assign(row_id=t["row_id"] + 0.5),
            "line 2: row_id is 0.5, not a whole number",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_explained(task, bundle, tmp_path, edit, message):
    table = edit(predictions_of(task, np.linspace(0, 1, 60)))
    with pytest.raises(PrgbenchError, match=message):
        read_scores(write(tmp_path, table), bundle)


def test_what_is_no_csv_is_explained(bundle, tmp_path):
    (tmp_path / "mine.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PrgbenchError, match=r"mine\.csv is not a readable CSV file"):
        read_scores(tmp_path / "mine.csv", bundle)
    with pytest.raises(PrgbenchError, match=r"none\.csv is not a readable"):
        read_scores(tmp_path / "none.csv", bundle)


def test_a_task_that_the_study_does_not_have_is_named():
    models = pd.DataFrame({"task_id": [3, 3, *range(5, 40)]})
    assert models_of_task(models, 3, "demo").index.tolist() == [0, 1]
    with pytest.raises(
        PrgbenchError, match=r"^Task 4 is not in study demo; .* tasks 3, 5.*, \.\.\.\.$"
    ):
        models_of_task(models, 4, "demo")
    with pytest.raises(PrgbenchError, match=r"it has the tasks 3\.$"):
        models_of_task(models.head(2), 4, "demo")
