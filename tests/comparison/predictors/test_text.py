import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.predictors.text import paragraphs

FACTS = make_facts("made-up archive", confidence_level=0.9)
PAIR = {"measure_a": "aupr", "measure_b": "auprg"}
NAN = float("nan")


def make_tables(coefficient, note=""):
    curve = [
        {
            **PAIR,
            "gap_from": low,
            "gap_to": high,
            "best_differs": share,
            "lower": share - 0.1,
            "upper": share + 0.1,
            "tasks": 60,
        }
        for low, high, share in ((0.0, 0.01, 0.5), (0.02, 0.05, 0.3), (0.06, 0.2, 0.1))
    ]
    model = {
        **PAIR,
        "predictor": "log_gap",
        "coefficient": coefficient,
        "lower": coefficient - 0.25,
        "upper": coefficient + 0.25,
        "p_value_adjusted": 0.02 if coefficient == coefficient else NAN,
        "note": note,
    }
    return {"gap_curve": pd.DataFrame(curve), "predictors": pd.DataFrame([model])}


def test_the_curve_and_the_model_are_told():
    line, adjusted = paragraphs(make_tables(-0.5), FACTS)
    assert line == (
        "- AUPR and AUPRG: different best models in 30 of 60 (50.0%) tasks [40.0%, 60.0%] where "
        "the best two by AUPR are at most 0.01 apart, in 6 of 60 (10.0%) tasks [0.0%, 20.0%] "
        "where they are 0.06 or more apart. Change of the log-odds per standard deviation, with "
        "its 90% interval and adjusted p-value: log10 gap of the best two models by A −0.500 "
        "[−0.750, −0.250], p = 0.020."
    )
    assert adjusted.startswith("The models' p-values are adjusted for 1 coefficient (Holm).")


def test_without_a_model_the_reason_is_told():
    [line] = paragraphs(make_tables(NAN, "too few disagreements"), FACTS)
    assert line.endswith("No logistic model (too few disagreements).")


def test_one_bin_has_no_curve():
    tables = make_tables(-0.5)
    line, _ = paragraphs(tables | {"gap_curve": tables["gap_curve"].iloc[:1]}, FACTS)
    assert "too few tasks for bins of the gap" in line
