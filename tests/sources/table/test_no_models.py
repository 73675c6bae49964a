"""Columns of one model that may be taken as several models, or as scores of another class."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import prgbench
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(6)
N = 80
TRUE = RNG.integers(0, 2, N)
PROBABILITY = (1 / (1 + np.exp(-(2 * TRUE - 1 + RNG.normal(0, 1, N))))).round(3)
PREDICTED = (PROBABILITY > 0.5).astype(int)
OF_PREDICTED = np.maximum(PROBABILITY, 1 - PROBABILITY)
AUROC = pytest.approx(roc_auc_score(TRUE, PROBABILITY))


def auroc_of(table, **options):
    scores = prgbench.score(table, measures=["auroc"], progress=False, **options)
    return dict(zip(scores["model"], scores["auroc"], strict=True))


@pytest.mark.parametrize(
    "others", [{"y_pred": PREDICTED}, {"age": np.arange(N) % 7, "prediction": PREDICTED}]
)
@pytest.mark.parametrize("score", ["y_prob", "prediction_score", "Score", "Probability_ill"])
def test_predictions_and_features_are_no_models_beside_scores(score, others):
    table = pd.DataFrame({"y_true": TRUE, **others, score: PROBABILITY})
    with pytest.raises(PrgbenchError, match=rf"of one model, give --columns y_score={score}, wh"):
        auroc_of(table)
    assert auroc_of(table, columns={"y_score": score}) == {"model": AUROC}


def test_probabilities_of_several_models_are_theirs():
    table = pd.DataFrame({"y_true": TRUE, "rf_prob": PROBABILITY, "glm_prob": PROBABILITY})
    assert auroc_of(table) == {"rf_prob": AUROC, "glm_prob": AUROC}


def test_predicted_classes_are_not_offered_as_scores():
    table = pd.DataFrame({"y_true": TRUE, "Predicted": PREDICTED, "risk": PROBABILITY})
    with pytest.raises(
        PrgbenchError, match=r"Predicted may not be a model.*give --columns y_score=risk,"
    ):
        auroc_of(table)


def test_files_of_scores_with_another_name(tmp_path):
    for model in ("a", "b"):
        table = pd.DataFrame({"y_true": TRUE, "y_prob": PROBABILITY})
        table.to_csv(tmp_path / f"{model}.csv", index=False)
    with pytest.raises(
        PrgbenchError, match=r"scores of a model, give --columns y_score=y_prob\.$"
    ):
        prgbench.compare(tmp_path, progress=False)
    assert auroc_of(tmp_path, columns={"y_score": "y_prob"}) == {"a": AUROC, "b": AUROC}


def test_one_column_of_scores_is_scored():
    assert auroc_of(pd.DataFrame({"y_true": TRUE, "y_prob": PROBABILITY})) == {"y_prob": AUROC}


def test_columns_of_classes_beside_the_predicted_one():
    classes = {"prediction_score_0": 1 - PROBABILITY, "prediction_score_1": PROBABILITY}
    table = pd.DataFrame({"y_true": TRUE, "prediction_label": PREDICTED, **classes})
    assert auroc_of(table) == {"model": AUROC}


@pytest.mark.parametrize("name", ["prediction_label", "y_pred", "decision"])
def test_scores_of_the_predicted_class_are_refused(name):
    table = pd.DataFrame({"y_true": TRUE, name: PREDICTED, "y_score": OF_PREDICTED})
    with pytest.raises(PrgbenchError, match=rf"1 - y_score where {name} is 0 \(in PyCaret"):
        auroc_of(table)
    turned = np.where(PREDICTED == 0, 1 - OF_PREDICTED, OF_PREDICTED)
    assert auroc_of(table.assign(y_score=turned)) == {"model": AUROC}


def test_high_scores_of_one_class_are_taken():
    """A threshold tells the classes that were predicted."""
    high = (1 + PROBABILITY) / 2
    table = pd.DataFrame({"y_true": TRUE, "y_pred": PREDICTED, "y_score": high})
    assert auroc_of(table) == {"model": AUROC}


def in_german():
    """Return predictions of two models on two data sets, of which no column is known."""
    return pd.DataFrame(
        [
            (dataset, model, case, case % 2, 0.3 * (case % 2) + 0.1 * (case % 5) + level)
            for dataset in ("Herz", "Niere")
            for model, level in (("Wald", 0.0), ("Baum", 0.05))
            for case in range(20)
        ],
        columns=["Datensatz", "Modell", "Fall", "Wahrheit", "Wert"],
    )


def test_texts_beside_true_classes_may_name_data_sets_or_models():
    columns = {"y_true": "Wahrheit"}
    with pytest.raises(PrgbenchError) as raised:
        prgbench.score(in_german(), columns=columns)
    assert str(raised.value) == (
        "The table has text in Datensatz (Herz, Niere) and Modell (Wald, Baum), so these are not "
        "scores of a model: if one names the data sets, add --columns dataset=Datensatz or "
        "dataset=Modell; if one names the models, add --columns model=Datensatz or model=Modell "
        "and y_score=Wert; else leave them out."
    )
    columns["dataset"] = "Datensatz"
    with pytest.raises(PrgbenchError, match="scores of a model: if it names the models, add --"):
        prgbench.score(in_german(), columns=columns)
    columns |= {"model": "Modell", "y_score": "Wert"}
    scores = prgbench.score(in_german(), columns=columns, measures=["auroc"])
    expected = [(d, m) for d in ("Herz", "Niere") for m in ("Baum", "Wald")]
    assert sorted(zip(scores["dataset"], scores["model"], strict=True)) == expected


def test_texts_alone_are_to_be_left_out():
    table = in_german()[["Datensatz", "Wahrheit", "Modell"]]
    columns = {"y_true": "Wahrheit", "dataset": "Datensatz"}
    with pytest.raises(PrgbenchError, match="not scores of a model: leave it out"):
        prgbench.score(table, columns=columns)


def test_scores_in_percent_are_no_texts():
    table = pd.DataFrame(
        {"y_true": [0, 1] * 10, "a": [f"{n}%" for n in range(20)], "b": range(20)}
    )
    with pytest.raises(PrgbenchError, match=r"a is '0%', which is not a number: leave out the %"):
        prgbench.score(table)
    table["a"] = table["a"].str.rstrip("%")
    assert prgbench.score(table)["model"].tolist() == ["a", "b"]
