"""Models of a small study beside another reading of their files: the draw, verdicts, the sum."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from folder_archives import make_folder, make_task
from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion.readers import ArffReader, labelled_rows
from prgbench.second_opinion.verification import (
    MOST_ROWS,
    TOLERANCE,
    compared,
    draw_models,
    sum_up,
    verify_models,
)
from verified_study import make_study

TASKS = [make_task(1, n_repeats=2), make_task(2)]
# One model of task 1, two of task 2, five of task 3.
MODELS = Models(
    pd.DataFrame(
        {
            "task_id": [3, 1, 2, 3, 3, 2, 3, 3],
            "run_id": [35, 11, 22, 34, 33, 21, 32, 31],
            "n": 60,
        }
    ),
    measures=[],
)


@pytest.mark.parametrize(
    ("count", "of_tasks"),
    [(3, [1, 2, 3]), (5, [1, 2, 2, 3, 3]), (6, [1, 2, 2, 3, 3, 3]), (20, [1, 2, 2, *[3] * 5])],
)
def test_tasks_take_turns_until_they_have_no_more_models(count, of_tasks):
    for seed in range(20):
        drawn = draw_models(MODELS, count, seed)
        assert drawn.task_id.tolist() == of_tasks
        assert drawn.run_id.is_unique


def test_each_task_is_drawn_as_often_whatever_the_order_of_the_models():
    drawn = [draw_models(MODELS, 1, seed).run_id.item() for seed in range(90)]
    again = MODELS[[3, 1, 7, 0, 5, 2, 6, 4]]
    assert [draw_models(again, 1, seed).run_id.item() for seed in range(9)] == drawn[:9]
    _, counts = np.unique(np.array(drawn) // 10, return_counts=True)
    # Five of eight would be 56 of 90.
    assert (abs(counts - 30) < 15).all()


def test_none_of_a_long_file_is_drawn():
    long = with_columns(MODELS, n=MOST_ROWS + (MODELS.task_id == 3))
    assert draw_models(long, 20, seed=0).run_id.tolist() == [11, 21, 22]


@pytest.fixture
def folder(tmp_path):
    return make_folder(tmp_path / "archive", TASKS, 2)


@pytest.fixture
def study(folder, tmp_path):
    return make_study(folder, tmp_path)


@pytest.fixture
def model(study):
    return study.models.frame.to_dict("records")[0]


@pytest.fixture
def rows(folder, study, model):
    """Read the file of the first model a second time."""
    header = study.store.open(1).header
    [run] = [stored.run for stored in header.models if stored.run.run_id == model["run_id"]]
    return labelled_rows(ArffReader(folder).read(TASKS[0], run), header.negative, header.positive)


@pytest.fixture
def found(study, model):
    return study.store.load(1, run_ids=[model["run_id"]])


def test_rows_that_agree(model, found, rows):
    row = compared(model, found, rows)
    assert (row["verdict"], row["why"]) == ("agrees", "")
    assert row["auroc_sklearn"] == roc_auc_score(rows["truth"], rows["score"])
    assert row["average_precision_sklearn"] == average_precision_score(
        rows["truth"], rows["score"]
    )
    for name in ("auroc", "average_precision"):
        assert row[f"{name}_sklearn"] == pytest.approx(row[name], rel=1e-12)


def test_other_classes_are_counted(model, found, rows):
    rows.loc[:1, "truth"] = 1 - rows.loc[:1, "truth"]
    row = compared(model, found, rows)
    assert row["verdict"] == "disagrees"
    assert row["why"].startswith("another true class in 2 of 120 rows; AUROC ")


def test_the_largest_difference_of_scores_is_named(model, found, rows):
    rows.loc[3, "score"] += 0.25
    rows.loc[4, "score"] -= 0.5
    assert compared(model, found, rows)["why"].startswith("scores differ by up to 5.0e-01")


def test_other_instances_leave_nothing_to_compare_row_by_row(model, found, rows):
    rows.loc[0, "row_id"] = 99
    assert compared(model, found, rows)["why"] == "other instances or repeats"


def test_of_the_first_repeat_alone_the_auroc_is_still_of_all(folder, rows, tmp_path):
    first = make_study(folder, tmp_path / "first", "first")
    model = first.models.frame.to_dict("records")[0]
    found = first.store.load(1, run_ids=[model["run_id"]])
    assert compared(model, found, rows, first_repeat=True)["verdict"] == "agrees"
    rows.loc[rows["repeat"] == 1, "score"] = np.linspace(0, 1, 60)
    row = compared(model, found, rows, first_repeat=True)
    assert row["average_precision_sklearn"] == pytest.approx(row["average_precision"])
    assert row["why"].startswith("AUROC ")


def test_an_area_that_differs_is_written_with_ten_digits(model, found, rows):
    wrong = model | {"pooled_auroc": model["pooled_auroc"] + 2 * TOLERANCE}
    assert compared(wrong, found, rows)["why"] == (
        f"AUROC {wrong['pooled_auroc']:.10g} here, {model['pooled_auroc']:.10g} by scikit-learn"
    )
    within = model | {"pooled_auroc": model["pooled_auroc"] + TOLERANCE / 2}
    assert compared(within, found, rows)["verdict"] == "agrees"


def test_files_that_can_not_be_read_are_rows_with_a_reason_and_the_sum_names_them(
    folder, study, tmp_path
):
    models = tmp_path / "models.parquet"
    study.models.write(models)
    predictions = folder.folder / "predictions"
    (predictions / "1001.arff").unlink()
    short = predictions / "1002.arff"
    short.write_text(short.read_text() + "1,2,3\n")
    drawn = study.changed(2001, pooled_auroc=0.25).sorted()
    table = verify_models(drawn, study.store, ArffReader(folder))
    assert table["verdict"].tolist() == ["not read", "not read", "disagrees", "agrees"]
    assert "1001.arff does not exist" in table["why"][0]
    assert table["why"][1].startswith("BadDataFormat: ")
    opinion = sum_up(table, ArffReader(folder), study="test", seed=1, models=models)
    assert (opinion.models, opinion.drawn, opinion.compared, opinion.agreeing) == (4, 4, 2, 1)
    assert opinion.not_read == [f"run {1001 + i} of task 1 ({table['why'][i]})" for i in range(2)]
    assert opinion.disagreeing == [f"run 2001 of task 2 ({table['why'][2]})"]
    none = sum_up(table.head(2), ArffReader(folder), study="test", seed=1, models=models)
    with pytest.raises(PrgbenchError, match=r"none of 2 models could .* the first: run 1001 of"):
        none.check_compared()


def test_nothing_drawn_is_no_opinion(folder, study, tmp_path):
    table = verify_models(study.models.of_task(None), study.store, ArffReader(folder))
    models = tmp_path / "a.parquet"
    study.models.write(models)
    nothing = sum_up(table, ArffReader(folder), study="test", seed=1, models=models)
    with pytest.raises(PrgbenchError, match=r"none of 0 models could .* time\. Correct"):
        nothing.check_compared()


def test_a_damaged_bundle_is_no_opinion_but_fetched_again(study, folder):
    path = study.store.path(2)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(PrgbenchError, match=r"2\.parquet .*run the same command again"):
        verify_models(study.models, study.store, ArffReader(folder))


def test_a_model_without_predictions_in_the_bundle_is_a_row(study, folder):
    models = with_columns(study.models, run_id=study.models.run_id.replace(1001, 9))
    table = verify_models(models, study.store, ArffReader(folder))
    assert table["why"].tolist() == ["no longer in the bundle of its task", "", "", ""]
