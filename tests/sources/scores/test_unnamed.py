"""Tables of which nothing tells, or a name alone, whether they have scores or predictions."""

import io

import numpy as np
import pandas as pd
import pytest

import prgbench
from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores
from prgbench.sources.scores.unnamed import check_is_told, check_not_predictions

RNG = np.random.default_rng(7)
N_PATIENTS = 30
ILL = RNG.random(N_PATIENTS) < 0.4
WIDE = "dataset,A,B,C / d1,.7,.8,.6 / d2,.6,.9,.5 / d3,.9,.8,.7"
ONE_MEASURE = (
    "if they are scores of models on data sets, name their one measure, such as --measures "
    "accuracy (in Python, measures=['accuracy']); "
)
PREDICTIONS = (
    "if they are predictions, name the column of true classes, such as --columns y_true=label."
)


def table_of(text):
    return pd.read_csv(io.StringIO(text.replace(" / ", "\n")))


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        (WIDE, ONE_MEASURE),
        (WIDE.replace("dataset", "what it is"), ONE_MEASURE),
        (WIDE.replace("dataset", ""), ONE_MEASURE),
        (
            WIDE.replace("dataset", "model"),
            f"{ONE_MEASURE}if each column is a measure, name these, such as --measures A (in "
            "Python, measures=['A']); ",
        ),
    ],
    ids=["wide", "another name", "no name", "models in rows"],
)
def test_numbers_that_nothing_names_are_asked_about(text, hints, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text(text.replace(" / ", "\n"))
    with pytest.raises(PrgbenchError) as raised:
        check_is_told(path, {})
    assert str(raised.value) == (
        f"{path} has numbers (A, B, C), but nothing says what they are: {hints}{PREDICTIONS}"
    )
    scores = read_scores(path, measures=["accuracy"]).scores
    expected = ["d1", "d2", "d3"] if text.startswith("model") else ["A", "B", "C"]
    assert sorted(set(scores["model"])) == expected


def test_predicted_classes_are_not_offered_as_true_ones():
    """Held against what was predicted from them, all scores would be perfect."""
    truth = np.where(ILL, "ill", "well")
    predicted = truth[::-1]
    table = pd.DataFrame({"pred": predicted, "obs": truth, "ill": RNG.random(N_PATIENTS)})
    with pytest.raises(PrgbenchError, match=r"true classes, --columns y_true=obs\.$"):
        check_is_told(table, {})
    with pytest.raises(PrgbenchError, match=r"lacks the column y_true; it has pred, ill: "):
        prgbench.compare(table.drop(columns="obs"))


def test_data_sets_may_have_numbers_for_names(tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("did,A,B\n3,.7,.8\n31,.6,.9\n37,.9,.8\n")
    with pytest.raises(PrgbenchError, match=r"has numbers \(A, B\), but nothing says what they"):
        check_is_told(path, {})
    assert set(read_scores(path, measures=["accuracy"]).scores["dataset"]) == {"3", "31", "37"}


def test_numbers_of_rows_are_advised_as_no_measure():
    table = table_of("case_no,model,x / 1,A,.7 / 2,A,.6 / 1,B,.8 / 2,B,.9")
    with pytest.raises(PrgbenchError, match=r"name these, such as --measures x \(in Python"):
        check_is_told(table, {})


def test_a_measure_beside_models_on_instances_is_asked_about():
    """Solvers and their penalised runtimes are scores, of which no truth is to be asked for."""
    table = table_of("instance_id,algorithm,PAR10 / air04,CPLEX,7 / air04,CBC,64 / dfn,CBC,610")
    with pytest.raises(PrgbenchError) as raised:
        check_is_told(table, {})
    assert str(raised.value) == (
        "The table has numbers (PAR10), but nothing says what they are: if they are of a "
        "measure, name it: --measures PAR10 (in Python, measures=['PAR10']); " + PREDICTIONS
    )


def test_a_long_table_whose_numbers_nothing_names_is_asked_about():
    table = table_of(WIDE).melt("dataset", var_name="model", value_name="it")
    with pytest.raises(PrgbenchError) as raised:
        check_is_told(table, {})
    assert "if they are of a measure, name it: --measures it (in" in str(raised.value)
    assert ONE_MEASURE not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (f"{WIDE.replace('dataset', 'row_id')}", {}),
        (WIDE.replace("A", "label"), {}),
        (WIDE, {"y_true": "A"}),
        ("A,B / .7,.8 / .6,.9", {}),
        ("dataset,A / d1,.7 / d2,.6", {}),
    ],
    ids=["rows", "classes", "said", "no text", "one column"],
)
def test_what_may_be_predictions_alone_is_left_to_their_reading(text, columns):
    check_is_told(table_of(text), columns)


def predictions_of(score="score", truth=("benign", "malignant")):
    """Return a long table of three models' predictions whose columns have other names."""
    labels = np.where(ILL, truth[1], truth[0])
    tables = [
        pd.DataFrame(
            {
                "patient": range(N_PATIENTS),
                "model": model,
                "diagnosis": labels,
                score: (ILL * shift + RNG.normal(0, 1, N_PATIENTS)).round(3),
            }
        )
        for model, shift in (("a", 0), ("b", 2), ("c", 4))
    ]
    return pd.concat(tables, ignore_index=True)


@pytest.mark.parametrize("truth", [("benign", "malignant"), (0, 1), (False, True)])
def test_a_truth_of_another_name_is_offered(truth):
    table = predictions_of(truth=truth)
    with pytest.raises(PrgbenchError) as raised:
        prgbench.compare(table)
    assert str(raised.value) == (
        "The table may have predictions, since many rows of each model have one of two values of "
        f"diagnosis ({truth[0]}, {truth[1]}): if these are the true classes, give --columns "
        "y_true=diagnosis y_score=score; if score is a measure, give --higher-is-better or "
        "--lower-is-better score (`higher_is_better` in Python)."
    )
    columns = {"y_true": "diagnosis", "y_score": "score"}
    scores = prgbench.score(table, columns=columns, measures=["auroc"])
    assert scores.set_index("model")["auroc"].idxmax() == "c"


def test_a_score_whose_name_suggests_a_direction():
    with pytest.raises(
        PrgbenchError, match=r"y_score=risk; if risk is a measure, give --lower-is"
    ):
        prgbench.compare(predictions_of("risk"))


def test_numbers_that_nothing_names_beside_two_classes():
    table = predictions_of("probability")
    with pytest.raises(
        PrgbenchError, match=r"true classes, --columns y_true=diagnosis y_score=pr"
    ):
        prgbench.compare(table)
    rows = table.pivot(index=["patient", "diagnosis"], columns="model", values="probability")
    wide = rows.rename_axis(columns=None).reset_index()
    for table in (wide, wide.assign(diagnosis=ILL.astype(int)[wide["patient"]])):
        with pytest.raises(PrgbenchError, match=r"of true classes, --columns y_true=diagnosis\.$"):
            prgbench.compare(table)


def test_one_model_is_asked_to_be_named():
    table = predictions_of().query("model == 'c'").drop(columns="model")
    with pytest.raises(PrgbenchError, match=r"y_true=diagnosis, with a file or a column for ea"):
        prgbench.compare(table)


@pytest.mark.parametrize(
    "others",
    [
        {"diagnosis": "benign"},
        {"diagnosis": np.arange(90) % 3},
        {"diagnosis": np.repeat(["x", "y"], 45)},
        {"diagnosis": ["x", *["y"] * 89]},
        {"diagnosis": np.arange(90) % 2, "auc": 0.5},
    ],
    ids=["one value", "three values", "of models", "once", "a known measure"],
)
def test_other_columns_are_no_classes(others):
    check_not_predictions(predictions_of().assign(**others), {})
