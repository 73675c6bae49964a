"""Real prediction files and what OpenML's own evaluation engine says about them."""

import re

import numpy as np
import pytest
from scipy.stats import rankdata

from places import SHARED
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.reader import read_predictions

REAL = SHARED / "openml" / "predictions"

pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason=f"no real prediction files in {REAL}")


def aurocs(predictions):
    """Compute the AUROC of every class against the rest, ties counting one half."""
    found = []
    for index, scores in enumerate(predictions.confidences):
        positive = predictions.truth == index
        n_positive = np.count_nonzero(positive)
        rank_sum = rankdata(scores)[positive].sum()
        pairs = n_positive * (positive.size - n_positive)
        found.append((rank_sum - n_positive * (n_positive + 1) / 2) / pairs)
    return found


def stored_aurocs(name):
    text = (REAL / name / "run.xml").read_text()
    match = re.search(
        r"area_under_roc_curve</oml:name>.*?<oml:array_data>\[(.*?)\]", text, re.DOTALL
    )
    return [float(value) for value in match[1].split(",")]


@pytest.mark.parametrize(
    ("name", "classes", "n_rows"),
    [
        ("mlr_balance_10fold_hard", ["L", "B", "R"], 625),
        ("mlr_balance_5x2fold", ["L", "B", "R"], 3125),
        ("mlr_iris_quoted", ["Iris-setosa", "Iris-versicolor", "Iris-virginica"], 150),
    ],
)
def test_aurocs_are_those_that_the_server_stores(name, classes, n_rows):
    predictions = read_predictions(REAL / name / "predictions.arff", classes)
    assert len(predictions) == n_rows
    assert aurocs(predictions) == pytest.approx(stored_aurocs(name), abs=1e-6)


def test_binary_file_of_scikit_learn():
    path = REAL / "sklearn_diabetes_10fold" / "predictions.arff"
    predictions = read_predictions(path, ["tested_negative", "tested_positive"])
    assert sorted(predictions.row_id) == list(range(768))
    assert np.bincount(predictions.fold).tolist() == [77] * 8 + [76] * 2
    assert aurocs(predictions) == pytest.approx([0.806142, 0.806142], abs=1e-6)


def test_multiclass_file_of_weka_whatever_the_order_of_the_classes():
    path = REAL / "weka_vehicle_10fold" / "predictions.arff"
    predictions = read_predictions(path, ["van", "bus", "opel", "saab"])
    assert len(predictions) == 846
    assert predictions.confidences[:, 0].tolist() == [0, 0, 0.557927, 0.442073]
    assert (predictions.predicted[0], predictions.truth[0]) == (2, 3)


def test_learning_curve_of_weka():
    path = REAL / "weka_anneal_learning_curve" / "predictions.arff"
    with pytest.raises(RunUnusableError) as caught:
        read_predictions(path, ["-3", "-2", "-1", "0", "1", "2", "3"])
    assert caught.value.reason is Reason.LEARNING_CURVE
