"""Tables whose programs leave unsaid that higher is better, and what their samples are."""

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores

AUTOGLUON = pd.DataFrame(
    {
        "model": ["a", "b"],
        "score_test": [-0.4, -0.3],
        "score_val": [-0.2, -0.3],
        "eval_metric": "log_loss",
        "pred_time_test": [0.1, 0.2],
        "pred_time_val": [0.1, 0.2],
        "fit_order": [1, 2],
    }
)
OF_SAMPLES = pd.DataFrame(
    {"model": ["a", "b"], "train_auc": [1.0, 0.99], "val_auc": [0.9, 0.8], "val_f1": [0.5, 0.6]}
)


def test_scores_of_autogluon_are_higher_for_better_models():
    read = read_scores(AUTOGLUON)
    assert read.measures == {"score_test": True}
    assert read.scores["score_test"].tolist() == [-0.4, -0.3]
    assert "Not used, as they are of other samples: score_val." in read.notes


def test_validation_scores_are_compared_alone_or_if_they_are_named():
    alone = read_scores(AUTOGLUON.drop(columns=["score_test", "pred_time_test"]))
    assert alone.measures == {"score_val": True}
    for stated in ({"score_val": True}, {}):
        named = read_scores(AUTOGLUON, measures=["score_val"], stated=stated)
        assert named.measures == {"score_val": True}
        assert named.scores["score_val"].tolist() == [-0.2, -0.3]
        assert not any("other samples" in note for note in named.notes)


def test_training_scores_of_cross_validate_are_compared_if_they_are_named():
    table = pd.DataFrame(
        {"model": ["a", "b"], "fit_time": 1.0, "score_time": 1.0, "test_score": [-0.4, -0.3]}
    ).assign(train_score=[-0.1, -0.2])
    assert read_scores(table).measures == {"test_score": True}
    named = read_scores(table, measures=["train_score"])
    assert named.measures == {"train_score": True}


def test_scorers_of_scikit_learn_are_higher_for_better_models():
    splits = {f"split{n}_test_score": [0.7, 0.5 + n / 8] for n in range(3)}
    training = {f"split{n}_train_score": [1.0, 0.9] for n in range(3)}
    read = read_scores(pd.DataFrame({"params": ["C=1", "C=2"], **splits, **training}))
    assert read.measures == {"score": True}
    assert read.varies == "fold"
    assert read.scores.groupby("model")["score"].max().to_dict() == {"C=1": 0.7, "C=2": 0.75}


def test_what_is_stated_counts_more_than_what_is_usual():
    splits = {f"split{n}_test_score": [0.7, 0.8] for n in range(3)}
    table = pd.DataFrame({"params": ["C=1", "C=2"], **splits})
    assert read_scores(table, stated={"score": False}).measures == {"score": False}


def test_training_scores_are_no_measure_beside_those_of_other_instances():
    read = read_scores(OF_SAMPLES)
    assert read.measures == {"val_auc": True, "val_f1": True}
    assert "Not used, as they are of other samples: train_auc." in read.notes
    named = read_scores(OF_SAMPLES, measures=["train_auc", "val_auc"])
    assert [*named.measures] == ["train_auc", "val_auc"]


def test_a_training_loss_is_no_measure_beside_another_one_of_the_test_sample():
    table = pd.DataFrame({"model": ["a", "b"], "test/acc": [0.9, 0.8], "train/loss": [0.1, 0.2]})
    read = read_scores(table)
    assert read.measures == {"test/acc": True}
    assert read.notes == ["Not used, as they are of other samples: train/loss."]
    assert read_scores(table.drop(columns="test/acc")).measures == {"train/loss": False}


def test_a_score_of_an_unknown_program_is_asked_about():
    with pytest.raises(PrgbenchError, match="Whether higher is better is unknown for score_test"):
        read_scores(AUTOGLUON[["model", "score_test"]])
