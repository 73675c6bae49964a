import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import MEASURES, RANKING, make_task_scores, models_of, repeated
from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.your_model.tables import place_model, read_scores
from prgbench.comparison.your_model.text import model_page
from prgbench.metrics import evaluate, get_measure
from prgbench.pipeline.errors import PrgbenchError


@pytest.fixture
def task():
    return make_task_scores(n=60)


@pytest.fixture
def bundle(task, tmp_path):
    store = BundleStore(tmp_path)
    write_task(store, task)
    return store.open(1)


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


def place(task, bundle, tmp_path, scores, measures=MEASURES):
    models = models_of([task])
    file = write(tmp_path, predictions_of(task, scores))
    return place_model(file, bundle, models, measures, RANKING, replicates=40)


def test_a_copy_of_the_winner_is_tied_with_it(task, bundle, tmp_path):
    best = int(evaluate(task.y_true, task.y_scores, ["auroc"]).argmax())
    table = place(task, bundle, tmp_path, task.y_scores[best]).set_index("by")
    row = table.loc["auroc"]
    assert (row["rank"], row["tied"], row["models"]) == (1.5, 2, 7)
    assert (row["ahead"], row["lower"], row["upper"], row["p_value"]) == (0, 0, 0, 1)
    assert row["rival"] == task.run_ids[best]
    assert row["rival_flow"] == f"weka.Flow{best}"


def test_ranks_and_distances_by_hand(task, bundle, tmp_path):
    scores = np.round(task.y_scores[2] + 0.2 * np.random.default_rng(3).normal(size=60), 3)
    measures = [*MEASURES, get_measure("log_loss")]
    table = place(task, bundle, tmp_path, np.clip(scores, 0.01, 0.99), measures).set_index("by")
    everyone = np.vstack([np.clip(scores, 0.01, 0.99), task.y_scores])
    values = evaluate(task.y_true, everyone, measures)
    for column, measure in enumerate(measures):
        sign = 1 if measure.higher_is_better else -1
        row = table.loc[measure.name]
        own, others = sign * values[0, column], sign * values[1:, column]
        assert row["rank"] == 1 + (others > own).sum() + 0.5 * (others == own).sum()
        assert row["ahead"] == pytest.approx(own - others.max())
        assert row["lower"] <= row["upper"]
    targets = targets_of_task(task)
    assert table.loc["max_f1", "rival_value"] == pytest.approx(targets["max_f1"].max())
    assert "stored_f1" not in table.index
    assert np.isnan(table.loc["max_f1", "p_value"])


def test_a_perfect_and_a_worthless_model(tmp_path):
    task = make_task_scores(n=200)
    store = BundleStore(tmp_path)
    write_task(store, task)
    perfect = place(task, store.open(1), tmp_path, task.y_true + 0.0).set_index("by")
    assert (perfect.loc[["aupr", "auroc"], "rank"] == 1).all()
    assert (perfect.loc[["aupr", "auroc"], "lower"] > 0).all()
    assert (perfect.loc[["aupr", "auroc"], "p_value"] < 0.05).all()
    worthless = place(task, store.open(1), tmp_path, np.zeros(200)).set_index("by")
    assert (worthless.loc[["aupr", "auroc"], "rank"] == 7).all()
    assert (worthless.loc[["aupr", "auroc"], "upper"] < 0).all()


def test_the_page_says_where_the_model_stands(task, bundle, tmp_path):
    table = place(task, bundle, tmp_path, -1.0 * task.y_true)
    page = model_page(table, file="mine.csv", task="task 1 (data-1)", archive="made-up archive")
    assert page.startswith(
        "# mine.csv on task 1 (data-1)\n\nAmong 6 models from the source **made-up archive**"
    )
    assert "AUROC: 0, rank 7 of 7; " in page
    assert "behind the best other model, weka.Flow" in page
    assert "nan" not in page
