"""Columns that number the rows of a wide table are no models; those that may be one are."""

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(4)
TRUE = RNG.integers(0, 2, 60)
FOREST = (TRUE + RNG.normal(size=60)).round(3)
LOGISTIC = (TRUE + RNG.normal(size=60)).round(3)
NUMBERS = RNG.permutation(60)
AMONG = "Taken as models although they contain only whole numbers: "


def read(table):
    """Return the models of a table and the sentences about what was assumed of it."""
    settings = {"comparison": FAST}
    compared = prgbench.compare(pd.DataFrame(table), settings=settings, progress=False)
    return sorted(set(compared.models["flow_name"])), str(compared)


def beside(name, values, dataset=None):
    shared = {} if dataset is None else {"dataset": dataset}
    return shared | {"y_true": TRUE, "forest": FOREST, "logistic": LOGISTIC, name: values}


@pytest.mark.parametrize(
    "name",
    [
        *("id", "ID", "row", "Row Number", "rowIndex", "row.id", "patient_id", "PassengerId"),
        *("sample-id", "Index", "uid"),
    ],
)
def test_numbers_of_rows_are_not_used(name):
    models, notes = read(beside(name, NUMBERS))
    assert models == ["forest", "logistic"]
    assert f"Not used: the column {name}." in notes
    assert "role `group`" not in notes


def test_a_column_of_patients_is_offered_as_the_groups():
    patients = np.tile([f"p{number // 3}" for number in range(60)], 2)
    table = {
        "dataset": "a",
        "model": np.repeat(["forest", "logistic"], 60),
        "row_id": np.tile(np.arange(60), 2),
        "y_true": np.tile(TRUE, 2),
        "y_score": np.concatenate([FOREST, LOGISTIC]),
    }
    _, notes = read(table | {"Patient_ID": patients})
    assert "Not used: the column Patient_ID. If several rows have the same Patient_ID" in notes
    assert "assign that column the role `group` with `columns`" in notes
    _, notes = read(table | {"group": patients})
    assert "role `group`" not in notes


@pytest.mark.parametrize("name", ["patient", "Patient ID", "subjectId", "user"])
@pytest.mark.parametrize("values", [NUMBERS // 4, [f"P{number // 4:02}" for number in NUMBERS]])
def test_patients_of_a_wide_table_are_no_model_but_offered_as_the_groups(name, values):
    models, notes = read(beside(name, values))
    assert models == ["forest", "logistic"]
    assert f"Not used: the column {name}. If several rows have the same {name}" in notes


@pytest.mark.parametrize("values", [TRUE, LOGISTIC[::-1]])
def test_decisions_and_fractions_are_of_a_model_also_if_it_is_called_patient(values):
    assert read(beside("patient", values))[0] == ["forest", "logistic", "patient"]


def test_they_may_begin_anew_on_each_data_set_and_in_each_repeat():
    again = np.tile(np.arange(15), 4)
    table = beside("row", again, np.repeat(["a", "b"], 30))
    # Repeats have the same truth.
    table["y_true"] = np.tile(TRUE[:15], 4)
    models, notes = read(table | {"repeat": np.tile(np.repeat([0, 1], 15), 2)})
    assert models == ["forest", "logistic"]
    assert "Not used: the column row." in notes
    # Without the repeats, they say which rows belong together, unless classes differ there.
    with pytest.raises(PrgbenchError, match="number these in a column repeat and give --columns"):
        read(table)
    models, notes = read(table | {"y_true": TRUE})
    assert models == ["forest", "logistic", "row"]
    assert f"{AMONG}row." in notes


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("resnet_id", LOGISTIC[::-1]),
        ("id", np.where(NUMBERS == 3, 0.5, NUMBERS)),
        ("case", FOREST[::-1]),
    ],
)
def test_scores_are_those_of_a_model_whatever_its_name(name, values):
    assert read(beside(name, values))[0] == sorted(["forest", "logistic", name])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        # Ids of roles are to be assigned, and decisions are of a model.
        ("fold_id", np.arange(60)),
        ("group_id", NUMBERS),
        ("ward_id", NUMBERS // 2),
        ("resnet_id", TRUE),
        ("visits", NUMBERS),
    ],
)
def test_other_whole_numbers_are_told_of(name, values):
    models, notes = read(beside(name, values))
    assert name in models
    assert f"{AMONG}{name}." in notes


def test_texts_that_name_data_sets_or_models_are_refused():
    for name in ("dataset_id", "model_id"):
        with pytest.raises(
            PrgbenchError, match=rf"has text in {name} \(heart\), so these are not"
        ):
            read(beside(name, np.repeat("heart", 60)))


def test_a_table_with_nothing_else_has_no_scores():
    with pytest.raises(PrgbenchError, match="has no scores but y_true, id: add the columns model"):
        read({"id": NUMBERS, "y_true": TRUE})


def test_labels_that_are_called_as_rows_are_columns_of_classes():
    labels = np.where(TRUE, "control", "case")
    scores = np.clip(FOREST / 4 + 0.5, 0, 1)
    table = pd.DataFrame({"y_true": labels, "case": 1 - scores, "control": scores})
    found = prgbench.score(table, measures=["auroc"])
    assert found["model"].tolist() == ["model"]


def test_models_in_memory_have_the_names_that_they_were_given():
    compared = prgbench.compare(TRUE, {"id": NUMBERS, "row": FOREST}, progress=False)
    assert set(compared.models["flow_name"]) == {"id", "row"}
