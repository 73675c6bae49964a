"""Data sets with more than two classes: a task for each class against the rest."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from sklearn.metrics import roc_auc_score

import prgbench
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Reason, TaskQuery
from prgbench.sources.table.names import id_of
from prgbench.sources.table.source import TableSource

SPECIES = ("setosa", "versicolor", "virginica")
N = 60
RNG = np.random.default_rng(0)
CODES = np.tile([0, 1, 1, 2, 2, 2], N // 6)


def model(name, noise):
    logits = np.eye(3)[CODES] + RNG.normal(size=(N, 3)) * noise
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    columns = {f"y_score.{label}": scores[:, place] for place, label in enumerate(SPECIES)}
    shared = {"dataset": "iris", "model": name, "row_id": np.arange(N)}
    decision = np.array(SPECIES)[scores.argmax(axis=1)]
    return pd.DataFrame(
        {**shared, "y_true": np.array(SPECIES)[CODES], "decision": decision, **columns}
    )


IRIS = pd.concat([model("lr", 0.5), model("rf", 1.0), model("nb", 2.0)], ignore_index=True)


def source_of(table, folder, label=None):
    source = TableSource(pa.Table.from_pandas(table, preserve_index=False), folder)
    source.positive_label = label
    return source


def test_each_class_is_a_task_of_its_data_set_and_positive_in_it(tmp_path):
    source = source_of(IRIS, tmp_path)
    tasks = source.tasks(TaskQuery()).tasks
    assert {(task.dataset_id, task.dataset_name) for task in tasks} == {
        (id_of("data set", "iris"), "iris")
    }
    assert [task.task_id for task in tasks] == [id_of("data set", "iris", s) for s in SPECIES]
    assert [task.classes for task in tasks] == [(f"not {s}", s) for s in SPECIES]
    assert [task.target for task in tasks] == [f"y_true = {s}" for s in SPECIES]
    # virginica has half of the rows, and is positive nevertheless.
    assert [source.positive_class_of(task) for task in tasks] == [1, 1, 1]


def test_scores_truth_and_decisions_are_those_of_the_class(tmp_path):
    source = source_of(IRIS, tmp_path)
    for (task, runs), species in zip(source.all_models(), SPECIES, strict=True):
        assert [run.flow_name for run in runs] == ["lr", "nb", "rf"]
        for run in runs:
            own = IRIS[IRIS["model"] == run.flow_name]
            found = source.load(task).of([run.run_id])
            assert found.y_true.tolist() == (own["y_true"] == species).tolist()
            assert found.decision.tolist() == [(own["decision"] == species).tolist()]
            assert found.y_score.tolist() == [own[f"y_score.{species}"].tolist()]


def test_models_and_runs_have_their_own_ids(tmp_path):
    runs = [run for _, runs in source_of(IRIS, tmp_path).all_models() for run in runs]
    assert len({run.run_id for run in runs}) == 9
    assert len({run.flow_id for run in runs}) == 3


def test_areas_are_those_of_scikit_learn_one_against_the_rest():
    areas = prgbench.score(IRIS, measures=["auroc"])
    assert areas["pos_label"].tolist() == [species for species in SPECIES for _ in range(3)]
    for row in areas.itertuples():
        own = IRIS[IRIS["model"] == row.model]
        expected = roc_auc_score(own["y_true"] == row.pos_label, own[f"y_score.{row.pos_label}"])
        assert row.auroc == pytest.approx(expected, abs=1e-12)


def test_the_macro_average_is_that_of_scikit_learn():
    settings = {"comparison": {"replicates": 20, "splits": 2}}
    compared = prgbench.compare(IRIS, settings=settings)
    macro = compared.tables["macro"]
    assert macro[["dataset", "model", "tasks"]].to_dict("list") == {
        "dataset": ["iris"] * 3, "model": ["lr", "nb", "rf"], "tasks": [3] * 3
    }  # fmt: skip
    for row in macro.itertuples():
        own = IRIS[IRIS["model"] == row.model]
        scores = own[[f"y_score.{species}" for species in SPECIES]]
        expected = roc_auc_score(own["y_true"], scores, multi_class="ovr", average="macro")
        assert row.auroc == pytest.approx(expected, abs=1e-12)
    assert compared.answer.datasets == 1
    assert compared.answer.scope == (
        "1 data set (iris), 3 models (lr, nb, rf), 3 classes, each against the rest, 60 instances"
    )


def test_a_positive_label_keeps_its_class_alone(tmp_path):
    for label in ("setosa", {"iris": "setosa"}):
        source = source_of(IRIS, tmp_path, label)
        listing = source.tasks(TaskQuery())
        assert [task.classes[1] for task in listing.tasks] == ["setosa"]
        assert [one.reason for one in listing.excluded] == [Reason.NOT_REQUESTED] * 2
        assert [task.classes[1] for task, _ in source.all_models()] == ["setosa"]
    with pytest.raises(PrgbenchError, match=r"'iris'|iris has the classes 'setosa', 'vers"):
        source_of(IRIS, tmp_path, "sick").all_models()


def test_classes_without_scores_or_rows_are_left_out_with_their_reason(tmp_path):
    table = IRIS.drop(columns="y_score.setosa").assign(**{"y_score.hybrid": 0.0})
    listing = source_of(table, tmp_path).tasks(TaskQuery())
    assert [task.classes[1] for task in listing.tasks] == ["versicolor", "virginica"]
    assert [(one.reason, one.dataset_name, one.label) for one in listing.excluded] == [
        (Reason.NO_SCORES, "iris", "setosa"),
        (Reason.NO_ROWS, "iris", "hybrid"),
    ]


def test_a_model_without_scores_of_a_class_is_missing_there(tmp_path):
    lr = IRIS["model"] == "lr"
    table = IRIS.assign(**{"y_score.setosa": IRIS["y_score.setosa"].where(~lr)})
    found = {
        task.classes[1]: [run.flow_name for run in runs]
        for task, runs in source_of(table, tmp_path).all_models()
    }
    assert found["setosa"] == ["nb", "rf"]
    assert found["virginica"] == ["lr", "nb", "rf"]
