"""Labels and scores in arrays, without a table."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import prgbench
from fast_settings import FAST
from prgbench.direct.arrays import table_of_scores
from prgbench.metrics import auroc_score, confidence_interval
from prgbench.run.errors import PrgbenchError

SETTINGS = {"comparison": FAST}
RNG = np.random.default_rng(3)
Y = (np.arange(90) % 3 == 0).astype(int)
P1, P2 = RNG.random(90) * 0.6 + 0.4 * Y, RNG.random(90) * 0.8 + 0.2 * Y
SCORES = {"forest": P1, "logistic": P2}


def areas_of(compared):
    return compared.models.set_index("flow_name")["auroc"].to_dict()


MASKED = np.ma.masked_array(P1, np.arange(90) == 3)
TWICE = pd.DataFrame(np.column_stack([P1, P2]), columns=["forest", "forest"])
EXPECTED = {name: auroc_score(Y, scores) for name, scores in SCORES.items()}


@pytest.mark.parametrize(
    ("y_true", "scores"),
    [
        (Y, SCORES),
        (Y.tolist(), {name: own.tolist() for name, own in SCORES.items()}),
        (pd.Series(Y), pd.DataFrame(SCORES)),
        (pd.DataFrame({"target": Y}), {name: own[:, np.newaxis] for name, own in SCORES.items()}),
        (Y == 1, {"forest": np.column_stack([1 - P1, P1]), "logistic": P2}),
        (pa.array(Y), pa.table(SCORES)),
        (pl.Series(Y), pl.DataFrame(SCORES)),
        (Y, {"forest": pl.DataFrame({"1": P1, "0": 1 - P1}), "logistic": P2}),
        (Y, {"forest": pa.table({"1": P1, "0": 1 - P1}), "logistic": P2}),
        (Y.astype(">i8"), {name: own.astype(">f8") for name, own in SCORES.items()}),
        (pd.Series(Y, dtype=object), {name: pd.Series(own) for name, own in SCORES.items()}),
        (
            pd.Series(Y).convert_dtypes(),
            pd.DataFrame({name: list(map(Decimal, own)) for name, own in SCORES.items()}),
        ),
        (Y, {"forest": pd.DataFrame({0: 1 - P1, 1: P1}).convert_dtypes(), "logistic": P2}),
    ],
    ids=[
        *(
            "arrays",
            "lists",
            "frames",
            "columns",
            "matrix",
            "Arrow",
            "polars",
            "classes of polars",
        ),
        *("classes of Arrow", "big-endian", "objects"),
        *("decimals", "nullable classes"),
    ],
)
def test_the_kind_of_array_changes_nothing(y_true, scores):
    found = areas_of(prgbench.compare(y_true, scores, measures=["auroc"], settings=SETTINGS))
    assert found == pytest.approx(EXPECTED, rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (np.float32, np.float64),
        (np.bool_, np.float64),
        (np.int64, np.float32),
        (np.int8, np.bool_),
        (np.float16, np.longdouble),
    ],
)
def test_models_may_have_numbers_of_different_kinds(first, second):
    """XGBoost has single precision where scikit-learn has double; a rule has decisions."""
    given = {"forest": (4 * P1 > 2).astype(first), "logistic": (4 * P2).astype(second)}
    expected = {name: auroc_score(Y, own) for name, own in given.items()}
    for scores in (given, pd.DataFrame(given)):
        found = areas_of(prgbench.compare(Y, scores, measures=["auroc"], settings=SETTINGS))
        assert found == {name: pytest.approx(expected[name], rel=1e-12) for name in scores}
    by_class = {"forest": np.column_stack([1 - P1, P1]).astype(first), "logistic": P2}
    assert areas_of(prgbench.compare(Y, by_class, measures=["auroc"], settings=SETTINGS))


def test_whole_numbers_of_numpy_are_seeds():
    found = prgbench.compare(Y, SCORES, seed=np.int64(7), measures=["auroc"], settings=SETTINGS)
    given = prgbench.compare(Y, SCORES, seed=7, measures=["auroc"], settings=SETTINGS)
    assert found.answer == given.answer


def test_the_data_set_has_the_title_as_its_name():
    compared = prgbench.compare(Y, SCORES, measures=["auroc"], title="heart", settings=SETTINGS)
    assert compared.models["dataset_name"].unique().tolist() == ["heart"]


def test_scores_evaluates_arrays_too():
    found = prgbench.score(Y, {"forest": P1}, measures=["auroc"], groups=np.arange(90) // 2)
    interval = confidence_interval(Y, P1, groups=np.arange(90) // 2)
    assert found[["auroc", "auroc_lower", "auroc_upper"]].iloc[0].tolist() == [
        interval.estimate,
        interval.low,
        interval.high,
    ]


def test_few_rows_of_a_class_are_said_once(capsys):
    scores = {"a": [5, 4, 3, 2, 1, 0], "b": [4, 5, 3, 2, 1, 0]}
    prgbench.score([1, 0, 0, 1, 0, 1], scores, measures=["auroc", "aupr"], n_resamples=20)
    said = capsys.readouterr().err
    assert said.count("Fewer than 10 rows of a class (") == 1
    assert "y_true has only" not in said


def test_scores_that_are_no_probabilities_have_no_brier_score(capsys):
    found = prgbench.score(Y, {"a": P1, "b": 3 * P2}, measures=["brier"], progress=False)
    assert found["brier"].isna().tolist() == [False, True]
    assert "Brier score is undefined for 1 of 2 models: it needs" in capsys.readouterr().err


def test_scores_of_one_array_are_those_of_the_label_that_is_named():
    sick = np.where(Y == 1, "sick", "healthy")
    healthy = {"data": "healthy"}  # not stopped, as the data set is named
    compared = prgbench.compare(
        sick, SCORES, positive_label=healthy, measures=["auroc"], settings=SETTINGS
    )
    turned = {name: 1 - area for name, area in EXPECTED.items()}
    assert areas_of(compared) == pytest.approx(turned, rel=1e-12)
    both = {name: np.column_stack([1 - own, own]) for name, own in SCORES.items()}
    compared = prgbench.compare(
        sick, both, positive_label="healthy", measures=["auroc"], settings=SETTINGS
    )
    assert areas_of(compared) == pytest.approx(EXPECTED, rel=1e-12)


def test_several_classes_have_a_column_each():
    y_true = np.array(["b", "c", "a", "b"])
    proba = np.arange(12).reshape(4, 3) / 12
    table = table_of_scores(
        y_true, {"one": proba, "two": pd.DataFrame(proba, columns=list("cab"))}
    )
    assert table.column_names[-3:] == ["y_score.a", "y_score.b", "y_score.c"]
    scores = table.to_pandas().set_index("model")[["y_score.a", "y_score.b", "y_score.c"]]
    assert (scores.loc["one"].to_numpy() == proba).all()
    assert (scores.loc["two"].to_numpy() == proba[:, [1, 2, 0]]).all()


SHUFFLED = pd.Series(P1).sample(frac=1, random_state=0)


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ((Y, {"p2": P2[:80]}), PrgbenchError, "^p2 has 80 scores, y_true has 90 labels.$"),
        ((Y, P1), TypeError, "^Scores must be a dict of arrays by model, such .* not ndarray.$"),
        ((Y, {}), PrgbenchError, "^There are no scores"),
        ((SCORES,), TypeError, r"^Give the true labels before the scores: compare\(y_true, sco"),
        ((Y, {"p": np.where(Y, np.nan, P1)}), PrgbenchError, r"^p\[0\] is not finite"),
        ((Y, {"p": np.array(["a"] * 90)}), TypeError, "^p must be an array of numbers, not <U1"),
        ((P1[:, np.newaxis] * [1, 2], SCORES), TypeError, r"labels, not of shape \(90, 2\)"),
        ((np.arange(90) % 4, SCORES), PrgbenchError, "has 4 classes: give a column of forest for"),
        ((Y, {"p": np.ones((90, 3))}), PrgbenchError, "^p has 3 columns of scores, y_true has 2"),
        ((pd.Series(Y), {"p": SHUFFLED}), PrgbenchError, r"give p.loc\[y_true.index\]"),
        (
            (Y, SCORES, Y),
            TypeError,
            "^X and y need scikit-learn estimators before them",
        ),
        ((np.array([1, "a"] * 45, dtype=object), SCORES), PrgbenchError, r"types \(int, str\)"),
        ((Y, {"p": 2**53 + 1 + np.arange(90)}), PrgbenchError, "^p contains integers beyond 2"),
        ((Y, {1: P1, "1": P2}), PrgbenchError, "^Two models are called 1: rename one of them.$"),
        ((Y, TWICE), PrgbenchError, "^Two models are called forest: rename one of them.$"),
        ((Y, {"p": MASKED}), PrgbenchError, r"^p\[3\] is masked"),
        (
            (np.ma.masked_array(Y, np.arange(90) == 3), SCORES),
            PrgbenchError,
            "^y_true.* is mask",
        ),
        (
            (np.where(np.arange(90) == 3, np.nan, Y), SCORES),
            PrgbenchError,
            "^y_true.3. is mi",
        ),
        ((pd.Series([None, *Y[1:]]), SCORES), PrgbenchError, r"^y_true\[0\] is missing"),
    ],
)
def test_a_mistake_is_one_sentence(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        prgbench.compare(*arguments)
    with pytest.raises(PrgbenchError, match=r"^groups has shape \(3,\), there are 90 labels.$"):
        prgbench.compare(Y, SCORES, groups=[1, 2, 3])
