"""Predictions on rows that models were trained on, beside those of a test sample."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import prgbench
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(8)
N = 90
TRUE = RNG.integers(0, 2, N)
TESTED = np.arange(N) % 3 == 0
SPLIT = np.where(TESTED, "Test", "train")
# Trained on the other rows, the forest knows their classes.
FOREST = np.where(TESTED, RNG.normal(size=N), TRUE)
LOGISTIC = TRUE + RNG.normal(size=N)
WIDE = pd.DataFrame({"split": SPLIT, "y_true": TRUE, "forest": FOREST, "logistic": LOGISTIC})
LONG = WIDE.melt(["split", "y_true"], var_name="model", value_name="y_score")
ADVICE = (
    r"has rows of the samples Test, train \(column split\), .*: keep the rows of one sample, "
    r"such as those of Test; if no model was trained on any of these rows, leave split out\."
)


def areas_of(table):
    scores = prgbench.score(table, measures=["auroc"], progress=False)
    return dict(zip(scores["model"], scores["auroc"], strict=True))


@pytest.mark.parametrize("table", [WIDE, LONG], ids=["wide", "long"])
def test_rows_of_training_are_no_test_of_a_model(table):
    with pytest.raises(PrgbenchError, match=ADVICE):
        prgbench.compare(table)
    with pytest.raises(PrgbenchError, match=ADVICE):
        areas_of(table)
    true = TRUE[TESTED]
    assert areas_of(table[table["split"] == "Test"].drop(columns="split")) == {
        "forest": pytest.approx(roc_auc_score(true, FOREST[TESTED])),
        "logistic": pytest.approx(roc_auc_score(true, LOGISTIC[TESTED])),
    }


@pytest.mark.parametrize(
    "values", [np.full(N, "test"), np.where(TESTED, "north", "train"), np.arange(N) % 2]
)
def test_a_column_of_one_sample_or_of_anything_else_is_not_used(values):
    table = LONG.assign(split=np.tile(values, 2))
    assert areas_of(table)["logistic"] == pytest.approx(roc_auc_score(TRUE, LOGISTIC))
