"""Tables of numbers of which nothing tells whether they are scores or predictions."""

import io

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores
from prgbench.sources.scores.unnamed import check_is_told

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
        f"{path} has numbers (A, B, C), but nothing tells what they are: {hints}{PREDICTIONS}"
    )
    scores = read_scores(path, measures=["accuracy"]).scores
    expected = ["d1", "d2", "d3"] if text.startswith("model") else ["A", "B", "C"]
    assert sorted(set(scores["model"])) == expected


def test_a_measure_beside_models_on_instances_is_asked_about():
    """Solvers and their penalised runtimes are scores, of which no truth is to be asked for."""
    table = table_of("instance_id,algorithm,PAR10 / air04,CPLEX,7 / air04,CBC,64 / dfn,CBC,610")
    with pytest.raises(PrgbenchError) as raised:
        check_is_told(table, {})
    assert str(raised.value) == (
        "The table has numbers (PAR10), but nothing tells what they are: if they are of a "
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
