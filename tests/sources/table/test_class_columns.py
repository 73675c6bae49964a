"""Columns named after the labels of y_true are the classes of one model, as in R and H2O."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import prgbench
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(3)
TRUE = RNG.integers(0, 2, 60)
SCORE = np.clip(0.5 + 0.2 * (TRUE - 0.5) + RNG.normal(0, 0.2, 60), 0, 1).round(3)
OTHER = np.clip(SCORE + RNG.normal(0, 0.2, 60), 0, 1).round(3)
LABELS = np.where(TRUE, "Yes", "No")


def scored(table, truth="obs"):
    scores = prgbench.score(pd.DataFrame(table), columns={"y_true": truth}, measures=["auroc"])
    return dict(zip(scores["model"], scores["auroc"], strict=True))


@pytest.mark.parametrize(
    "names",
    [
        ("No", "Yes"),
        ("prob.No", "prob.Yes"),
        (".pred_No", ".pred_Yes"),
        ("p_no", "p_yes"),
        ("confidence.No", "confidence.Yes"),
    ],
)
@pytest.mark.parametrize("reverse", [False, True])
def test_classes_are_those_of_one_model(names, reverse):
    columns = dict(zip(names, (1 - SCORE, SCORE), strict=True))
    columns = dict(reversed(columns.items())) if reverse else columns
    assert scored({"obs": LABELS, **columns}) == {
        "model": pytest.approx(roc_auc_score(TRUE, SCORE))
    }


def test_numbers_of_h2o():
    table = {"obs": TRUE, "predict": TRUE, "p0": 1 - SCORE, "p1": SCORE}
    assert scored(table) == {"model": pytest.approx(roc_auc_score(TRUE, SCORE))}


def test_several_models_have_classes_each():
    both = {
        "obs": LABELS,
        "rf.No": 1 - SCORE,
        "rf.Yes": SCORE,
        "glm.No": 1 - OTHER,
        "glm.Yes": OTHER,
    }
    assert scored(both) == {
        "rf": pytest.approx(roc_auc_score(TRUE, SCORE)),
        "glm": pytest.approx(roc_auc_score(TRUE, OTHER)),
    }


def test_models_called_0_and_1_are_models():
    table = {"obs": TRUE, "0": OTHER, "1": SCORE}
    assert set(scored(table)) == {"0", "1"}


def test_scores_called_as_labels_that_are_no_probabilities_are_refused():
    with pytest.raises(PrgbenchError, match="No, Yes, named after the labels of obs"):
        scored({"obs": LABELS, "No": -SCORE, "Yes": SCORE})


@pytest.mark.parametrize("name", ["sample_weight", "weights", "Case Weight"])
def test_weights_are_no_model(name):
    table = {"obs": LABELS, "rf": SCORE, name: np.arange(60.0)}
    assert set(scored(table)) == {"rf"}


@pytest.mark.parametrize("truth", [LABELS, TRUE])
def test_one_column_beside_those_of_classes_may_be_a_model_and_is_asked_for(truth):
    negative, positive = ("rf.No", "rf.Yes") if truth is LABELS else ("rf.0", "rf.1")
    table = {"obs": truth, negative: 1 - SCORE, positive: SCORE, "glm": OTHER}
    advice = (
        f"if no other column is a model, give --columns y_score={positive}; else leave out what "
        f"is not a model, or keep one column for each model, such as only {positive}"
    )
    some = np.where(np.arange(60) == 7, np.nan, OTHER)
    for glm in (OTHER, some):
        with pytest.raises(PrgbenchError, match=f"of rf, but only one for glm: {advice} of rf"):
            scored(table | {"glm": glm})
    # Both remedies lead to what they say.
    assert scored({name: table[name] for name in table if name != negative}) == {
        positive: pytest.approx(roc_auc_score(TRUE, SCORE)),
        "glm": pytest.approx(roc_auc_score(TRUE, OTHER)),
    }
    assert set(scored({name: table[name] for name in table if name != "glm"})) == {"rf"}


def test_what_has_two_values_or_texts_beside_columns_of_classes_is_not_used():
    both = {"obs": LABELS, "rf.No": 1 - SCORE, "rf.Yes": SCORE, "rf": LABELS, "train": TRUE}
    assert set(scored(both)) == {"rf"}


def test_what_was_not_used_is_said_where_only_one_model_is_left():
    table = {"y_true": TRUE, "rf.0": 1 - SCORE, "rf.1": SCORE, "glm": (OTHER > 0.5).astype(int)}
    with pytest.raises(PrgbenchError, match=r"only one model \(rf; not used: glm\)"):
        prgbench.compare(pd.DataFrame(table))


@pytest.mark.parametrize("name", ["learner_id", "learner.id", ".config", "wflow_id"])
def test_rows_of_several_models_are_not_read_as_those_of_one(name):
    rows = {"truth": LABELS, "prob.No": 1 - SCORE, "prob.Yes": SCORE, name: "forest"}
    others = rows | {"prob.No": 1 - OTHER, "prob.Yes": OTHER, name: "glm"}
    table = pd.concat([pd.DataFrame(rows), pd.DataFrame(others)])
    columns = {"model": name, "y_score": "prob.Yes"}
    with pytest.raises(PrgbenchError) as refused:
        scored(table, "truth")
    assert f"in {name} the names forest, glm" in str(refused.value)
    assert f"add --columns model={name} y_score=prob.Yes (in Python, columns=" in str(
        refused.value
    )
    # What is advised is read; a single name is no question.
    scores = prgbench.score(table, columns={"y_true": "truth"} | columns, measures=["auroc"])
    assert scores["model"].tolist() == ["forest", "glm"]
    assert set(scored(pd.DataFrame(rows), "truth")) == {"model"}
