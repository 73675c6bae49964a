import pandas as pd
import pytest

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.study.macro_averages import macro_averages
from prgbench.study.measures import load_measures
from prgbench.study.what_was_read import (
    datasets_left_out,
    missing_predictions,
    planned_tasks_left_out,
    what_was_read,
)


def rows(task_id, *models, dataset=None, prevalence=0.2, positive="1", n=10, n_instances=10):
    shared = {
        "task_id": task_id,
        "dataset_id": dataset or task_id,
        "dataset_name": f"data {dataset or task_id}",
        "upload_time": "",
        "pos_label": positive,
        "prevalence": prevalence,
        "n": n,
        "n_instances": n_instances,
    }
    frame = pd.DataFrame(
        [shared | {"flow_id": ord(name), "flow_name": name, "auroc": 0.1} for name in models]
    )
    return Models(frame, ["auroc"])


def said(*tasks, **columns):
    return what_was_read(with_columns(Models.concat(tasks), **columns))


@pytest.mark.parametrize(
    ("tasks", "sentence"),
    [
        (
            [rows(1, "b", "a", n=40, n_instances=20), rows(2, "b", "c")],
            "2 data sets (data 1, data 2), 3 models (a, b, c), positive class 1 (20.0% of "
            "the rows), 30 instances in 50 rows",
        ),
        (
            [rows(1, "a"), rows(2, "a", prevalence=0.5)],
            "2 data sets (data 1, data 2), 1 model (a), positive class 1 (20.0% to "
            "50.0% of the rows), 20 instances",
        ),
        (
            [rows(1, "a", prevalence=2 / 5000)],
            "1 data set (data 1), 1 model (a), positive class 1 (0.04% of the rows), 10 instances",
        ),
        (
            [rows(1, "a", prevalence=0.995), rows(2, "a", prevalence=0.625)],
            "2 data sets (data 1, data 2), 1 model (a), positive class 1 (62.5% to "
            "99.5% of the rows, the majority), 20 instances",
        ),
        (
            [rows(1, "a", positive="x"), rows(2, "a", prevalence=0.5)],
            "2 data sets (data 1, data 2), 1 model (a), positive class: the minority of "
            "each data set (x, 1; 20.0% to 50.0% of the rows), 20 instances",
        ),
        (
            [rows(1, "a", positive="x"), rows(2, "a", prevalence=0.6)],
            "2 data sets (data 1, data 2), 1 model (a), positive classes x, 1 (20.0% to "
            "60.0% of the rows, the majority in 1 of 2 data sets), 20 instances",
        ),
        (
            [rows(n, "a", positive=str(n), dataset=9) for n in (1, 2, 3)]
            + [rows(n, "a", positive=str(n), dataset=8) for n in (4, 5)],
            "2 data sets (data 8, data 9), 1 model (a), 2 to 3 classes, each against the rest, "
            "20 instances",
        ),
        (
            [rows(1, "a", dataset=7), rows(2, "a", dataset=7)],
            "2 tasks on 1 data set (data 7), 1 model (a), positive class 1 (20.0% of the rows), "
            "10 instances",
        ),
    ],
)
def test_what_is_compared_is_one_sentence(tasks, sentence):
    assert said(*tasks) == sentence


def test_models_of_an_archive_are_counted_by_task():
    assert said(rows(1, "a", "b"), rows(2, "a"), upload_time="2014-04-01").startswith(
        "2 data sets, 3 models of 2 learners, positive"
    )


def test_the_minority_labels_of_an_archive_are_not_listed():
    tasks = [rows(1, "a", positive="x"), rows(2, "a", prevalence=0.5)]
    assert said(*tasks, upload_time="2014-04-01").endswith(
        "positive class: the minority of each data set (20.0% to 50.0% of the rows), 20 instances"
    )


def test_scores_without_instances_and_classes_are_read_too():
    unknown = dict.fromkeys(["pos_label", "prevalence", "n", "n_instances"])
    assert said(rows(1, "a", "b"), **unknown) == "1 data set (data 1), 2 models (a, b)"


def test_names_of_models_are_plain():
    assert "(a b)" in said(rows(1, "a"), flow_name="a\n\x1b b")


def test_models_that_lack_data_sets_are_named_with_how_many():
    tasks = Models.concat(
        [rows(1, "a", "b", "c"), rows(2, "a", "c"), rows(3, "c"), rows(4, "c", dataset=3)]
    )
    without = "Without predictions: b (on 2 data sets), a (on 1 data set)."
    a, b, c = map(ord, "abc")
    assert list(missing_predictions(tasks, ())) == [without]
    assert list(missing_predictions(tasks, (a, b, c))) == [without]
    assert list(missing_predictions(tasks, (a, c))) == [
        without,
        "Not ranked, on too few data sets: b (on 1 data set).",
    ]
    assert list(missing_predictions(rows(1, "a", "b"), (a, b))) == []
    archive = Models(tasks.frame.assign(upload_time="2014-04-01"), tasks.measures)
    assert list(missing_predictions(archive, (a,))) == []


def test_macro_averages_are_of_data_sets_with_several_tasks():
    tasks = [
        with_columns(rows(1, "b", "a", dataset=7), auroc=[0.5, 0.25]),
        with_columns(rows(2, "a", "b", dataset=7), auroc=[0.75, 1.0]),
        with_columns(rows(3, "b", dataset=7), auroc=0.0),
        rows(4, "a", "b"),
    ]
    found = macro_averages(Models.concat(tasks), load_measures(["auroc"]))
    assert found.to_dict("records") == [
        {"dataset": "data 7", "model": "a", "tasks": 2, "auroc": 0.5},
        {"dataset": "data 7", "model": "b", "tasks": 3, "auroc": 0.5},
    ]
    assert list(macro_averages(tasks[-1], load_measures(["auroc"]))) == list(found)


def test_what_is_left_out_without_a_name_has_its_id():
    """As plans of an earlier version have it."""
    exclusions = pd.DataFrame(
        {
            "what": ["task", "run", "task", "task", "task"],
            "reason": [
                "with fewer flows than asked for",
                "without a prediction file",
                "without scores for the positive class",
                "with fewer valid models than asked for",
                "not among the tasks asked for",
            ],
            "task_id": [3, 4, 5, 6, 7],
            "dataset_name": ["C", "", "", "NA", "E"],
            "label": "",
        }
    )
    sentence = "Left out: C, NA (too few models); task 5 (without scores for the positive class)."
    assert list(datasets_left_out(rows(1, "a", "b"), exclusions)) == [sentence]
    assert list(datasets_left_out(rows(1, "a", "b"), exclusions.iloc[:0])) == []


def test_a_data_set_without_any_class_is_named_once_and_before_classes():
    """Its ten classes would hide the data sets that come after the first six names."""
    classes = [("data 1", "x"), *(("D", str(label)) for label in range(10)), ("E", "")]
    exclusions = pd.DataFrame(classes, columns=["dataset_name", "label"]).assign(
        what="task", reason="with fewer flows than asked for", task_id=range(12)
    )
    (sentence,) = datasets_left_out(rows(1, "a", "b"), exclusions)
    assert sentence == "Left out: D, E, data 1: class x (too few models)."


def test_planned_tasks_without_enough_models_are_counted_with_the_most_frequent_reason():
    models = with_columns(rows(1, "a", "b"), upload_time="2014-04-06 23:30:40")
    runs = [("fetch", "run", reason) for reason in ("without a prediction file", "unreadable") * 2]
    listed = pd.DataFrame(
        [
            ("plan", "task", "with fewer flows than asked for"),
            ("fetch", "task", "with fewer valid models than asked for"),
            ("fetch", "run", "without a prediction file"),
            *runs,
        ],
        columns=["stage", "what", "reason"],
    )
    assert [*planned_tasks_left_out(models, listed)] == [
        "1 of 2 planned tasks are left out, as too few predictions could be used "
        "(left out most often: runs without a prediction file)."
    ]
    assert [*planned_tasks_left_out(models, listed[listed["what"] == "run"])] == []
    assert [*planned_tasks_left_out(rows(1, "a", "b"), listed)] == []
