"""Instances that each model predicts several times, as R and others write them."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import prgbench
from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.found_tables import open_memory
from prgbench.sources.table.sorted_tables import sort_tables

N_ROWS = 60
N_FOLDS = 5
COLUMNS = {"y_true": "churn", "model": "wflow_id", "y_score": ".pred_yes"}


def of_tidymodels(n_repeats=5, noise=0.5, workflows=("rf", "glm")):
    """Return `collect_predictions(summarize = FALSE)`: repeats differ in order and noise."""
    truth = np.where(np.arange(N_ROWS) % 3 == 0, "yes", "no")
    parts = []
    for number, workflow in enumerate(workflows):
        rng = np.random.default_rng(number)
        quality = rng.normal(size=N_ROWS) + (truth == "yes")
        for repeat in range(n_repeats):
            score = 1 / (1 + np.exp(-quality - noise * rng.normal(size=N_ROWS)))
            table = pd.DataFrame(
                {
                    "id": f"Repeat{repeat + 1}",
                    "id2": [f"Fold{1 + n % N_FOLDS:02}" for n in range(N_ROWS)],
                    ".row": np.arange(1, N_ROWS + 1),
                    "churn": truth,
                    ".pred_yes": score,
                    ".pred_no": 1 - score,
                    ".pred_class": np.where(score > 0.5, "yes", "no"),
                    ".config": "Preprocessor1_Model1",
                    "wflow_id": workflow,
                }
            )
            parts.append(table.sample(frac=1, random_state=repeat))
    return pd.concat(parts, ignore_index=True)


def of_mlr3(table):
    """Return the predictions of a resampling: a number for each fold of each repeat."""
    repeat, fold = table["id"].str[-1].astype(int), table["id2"].str[-1].astype(int)
    names = {".row": "row_ids", "churn": "truth", ".pred_yes": "prob.yes", ".pred_no": "prob.no"}
    table = table.rename(columns={**names, ".pred_class": "response", "wflow_id": "learner_id"})
    unused = ["id", "id2", ".config"]
    return table.drop(columns=unused).assign(iteration=N_FOLDS * (repeat - 1) + fold)


def task_of(table, columns):
    [task] = sort_tables(open_memory(pa.Table.from_pandas(table), columns)).tasks
    return task


def scored(table, columns):
    arguments = {"columns": columns, "measures": ["auroc"], "positive_label": "yes"}
    return prgbench.score(table, **arguments).set_index("model").sort_index()


def widths(table, columns=COLUMNS):
    scores = scored(table, columns)
    return (scores["auroc_upper"] - scores["auroc_lower"]).to_numpy()


@pytest.mark.parametrize(
    "columns", [{}, {"row_id": ".row", "repeat": "id"}, {"y_score": ".pred_"}]
)
def test_repeats_and_folds_of_tidymodels_are_read(columns):
    table = of_tidymodels()
    read = task_of(table, {**COLUMNS, **columns})
    assert read.task.n_instances == N_ROWS
    assert (read.task.n_repeats, read.task.n_folds) == (5, N_FOLDS)
    wanted = table[table["wflow_id"] == "rf"].sort_values(["id", ".row"])
    assert read.rows["row_id"].tolist() == (wanted[".row"] - 1).tolist()
    assert read.rows["repeat"].tolist() == (wanted["id"].str[-1].astype(int) - 1).tolist()
    assert read.rows["fold"].tolist() == (wanted["id2"].str[-2:].astype(int) - 1).tolist()
    score = read.predictions(1, "yes").y_score
    assert score[1].tolist() == wanted[".pred_yes"].tolist()


def test_columns_of_repeats_are_no_models_beside_those_of_classes():
    table = of_tidymodels(workflows=("rf",)).drop(columns="wflow_id")
    read = task_of(table, {"y_true": "churn"})
    assert read.task.n_repeats == 5
    assert [run.model for run in read.runs] == ["model"]


def test_samples_are_repeats_if_rows_come_again_and_else_folds():
    table = of_tidymodels()
    samples = "Bootstrap0" + table["id"].str[-1]
    read = task_of(table.assign(id=samples).drop(columns="id2"), COLUMNS)
    assert (read.task.n_repeats, read.task.n_folds) == (5, 1)
    once = of_tidymodels(1).assign(id=lambda t: "Resample" + t["id2"].str[-1])
    read = task_of(once.drop(columns="id2"), COLUMNS)
    assert (read.task.n_repeats, read.task.n_folds) == (1, N_FOLDS)


def test_the_column_resample_of_caret_has_folds_and_repeats():
    table = of_tidymodels()
    names = table["id2"] + ".Rep" + table["id"].str[-1]
    table = table.drop(columns=["id", "id2"]).rename(columns={".row": "rowIndex"})
    table = table.assign(Resample=names)
    with pytest.raises(PrgbenchError, match="give --columns row_id=rowIndex"):
        task_of(table, COLUMNS)
    read = task_of(table, {**COLUMNS, "row_id": "rowIndex"})
    assert (read.task.n_repeats, read.task.n_folds) == (5, N_FOLDS)
    assert read.task.n_instances == N_ROWS


def test_equal_repeats_have_the_interval_of_one():
    assert widths(of_tidymodels(5, noise=0)) == pytest.approx(widths(of_tidymodels(1, noise=0)))


def test_repeats_narrow_intervals_by_no_more_than_their_mean_does():
    table = of_tidymodels()
    single = [widths(part) for _, part in table.groupby("id")]
    means = table.groupby(["wflow_id", ".row", "churn"], as_index=False)[".pred_yes"].mean()
    repeated = widths(table)
    assert (repeated > 0.9 * widths(means)).all()
    assert (repeated > 0.8 * np.mean(single, axis=0)).all()


def test_rows_of_mlr3_that_come_again_are_a_question_whose_advice_works():
    table = of_mlr3(of_tidymodels())
    columns = {"y_true": "truth", "model": "learner_id", "y_score": "prob.yes"}
    asked = (
        r"row_id 1 more than once: keep one of the rows, or if iteration numbers repeats, or the "
        r"folds of all repeats, give --columns repeat=iteration "
    )
    for roles in (columns, {**columns, "fold": "iteration"}):
        with pytest.raises(PrgbenchError, match=asked):
            scored(table, roles)
    with pytest.raises(PrgbenchError, match=r"give --columns repeat=fold "):
        scored(table.rename(columns={"iteration": "fold"}), columns)
    of_iterations = scored(table, {**columns, "repeat": "iteration"})
    of_repeats = scored(of_tidymodels(), COLUMNS)
    for name in ("auroc", "auroc_lower", "auroc_upper"):
        assert of_iterations[name].tolist() == pytest.approx(of_repeats[name].tolist())


def test_rows_of_one_repeat_of_mlr3_are_read():
    table = of_mlr3(of_tidymodels(1))
    columns = {"y_true": "truth", "model": "learner_id", "y_score": "prob.yes"}
    read = task_of(table, {**columns, "fold": "iteration"})
    assert (read.task.n_instances, read.task.n_folds) == (N_ROWS, N_FOLDS)


def test_ids_that_come_again_are_not_counted_as_instances():
    table = of_tidymodels().drop(columns="id2").rename(columns={".row": "case", "id": "run"})
    with pytest.raises(PrgbenchError, match="an instance, give --columns row_id=case repeat=run;"):
        scored(table, COLUMNS)
    repeats = {"row_id": "case", "repeat": "run"}
    assert widths(table, {**COLUMNS, **repeats}) == pytest.approx(widths(of_tidymodels()))
    grouped = widths(table, {**COLUMNS, "group": "case"})
    assert grouped == pytest.approx(widths(of_tidymodels()), rel=0.1)


def test_ids_of_a_wide_table_that_come_again_are_no_model():
    table = of_tidymodels().drop(columns="id2").rename(columns={".row": "case", "id": "run"})
    wide = table.pivot(index=["case", "run", "churn"], columns="wflow_id", values=".pred_yes")
    wide = wide.reset_index()
    with pytest.raises(PrgbenchError, match="an instance, give --columns row_id=case repeat=run;"):
        scored(wide, {"y_true": "churn"})
    read = task_of(wide, {"y_true": "churn", "row_id": "case", "repeat": "run"})
    assert [run.model for run in read.runs] == ["glm", "rf"]
    assert read.task.n_repeats == 5


def test_repeats_that_nothing_numbers_are_to_be_numbered():
    table = of_tidymodels().drop(columns=["id", "id2"]).rename(columns={".row": "case"})
    with pytest.raises(PrgbenchError, match="in a column repeat and give --columns row_id=case;"):
        scored(table, COLUMNS)


def test_ids_with_rows_of_both_classes_are_no_repeats():
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"shop_id": np.arange(200) % 20, "y_true": rng.integers(0, 2, 200)})
    table["y_score"] = table["y_true"] + rng.normal(size=200)
    assert task_of(table, {}).task.n_instances == 200
