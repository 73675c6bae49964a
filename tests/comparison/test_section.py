import re

import numpy as np
import pandas as pd
import pytest

from prgbench.comparison.section import PARTS, comparison_section
from prgbench.plotting.sentences import bounds, count, decimal, listing, p_value, percent, points
from prgbench.report import certainty, sensitivity
from prgbench.report.page import ReportFigure

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}
NAN = float("nan")


def test_numbers_are_written_with_true_minus_signs_and_no_nan():
    assert points(-0.0291) == "−2.9"
    assert decimal(-0.4) == "−0.400"
    assert decimal(-0.0001) == "> −0.001"
    assert bounds(-0.1, 0.2, decimal) == "[−0.100, 0.200]"
    for write in (percent, points, decimal):
        assert write(NAN) == "undefined"
    assert bounds(NAN, 0.3) == "[no interval]"
    assert p_value(NAN) == "no p-value"


def test_counts_and_lists_read_as_words():
    assert count(2, "data set") == "2 data sets"
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"


def make_intervals(**edits):
    rows = [
        {
            **PAIR,
            "statistic": statistic,
            "estimate": estimate,
            "lower": estimate - 0.1,
            "upper": estimate + 0.1,
            "naive_lower": estimate - 0.05,
            "naive_upper": estimate + 0.05,
            "tasks": 40,
            "datasets": 30,
            **edits,
        }
        for statistic, estimate in (
            ("best_differs", 0.24),
            ("top3_differs", 0.58),
            ("rank_correlation", 0.85),
        )
    ]
    return pd.DataFrame(rows)


NO_TESTS = pd.DataFrame(columns=["p_value"])


def test_intervals_name_every_number():
    text = "\n".join(
        certainty.intervals({"intervals": make_intervals(), "paired_tests": NO_TESTS})
    )
    assert "40 tasks stand on 30 data sets" in text
    assert "different best models in 24.0% of the tasks [14.0%, 34.0%]" in text
    assert "independent: [19.0%, 29.0%]" in text
    assert "ordered top three in 58.0% [48.0%, 68.0%]" in text
    assert "correlate by 0.850 [0.750, 0.950]" in text
    assert "rough" not in text


def test_few_data_sets_are_warned_of():
    tables = {"intervals": make_intervals(datasets=4), "paired_tests": NO_TESTS}
    assert "fewer than 20 data sets" in "\n".join(certainty.intervals(tables))


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.1, "more than noise"),
        (-0.1, 0.1, "not told from noise"),
        (-0.2, -0.1, "less than noise alone"),
        (NAN, NAN, "one data set says nothing"),
    ],
)
def test_verdicts_on_noise(low, high, verdict):
    row = {
        **PAIR,
        "best_differs_expected": 0.3,
        "floor_expected": 0.25,
        "excess_expected": 0.05,
        "excess_expected_lower": low,
        "excess_expected_upper": high,
        "disagreements": 4,
        "within_noise": 0.75,
        "floor_halves": NAN,
    }
    text = "\n".join(certainty.noise_floor({"noise_floor": pd.DataFrame([row])}))
    assert verdict in text
    assert "disagree in 30.0%" in text
    assert "itself in 25.0%" in text
    assert "Of 4 disagreements" in text
    assert "halves" not in text


def test_paired_tests_that_are_clear_are_named():
    tests = pd.DataFrame(
        [
            {
                "statistic": "best_differs",
                "pair_1": "aupr-auprg",
                "pair_2": "aupr-auroc",
                "estimate": -0.05,
                "p_value": p,
                "mcnemar_p_value": 0.2,
            }
            for p in (0.01, 0.4, NAN)
        ]
    )
    text = "\n".join(certainty.intervals({"intervals": make_intervals(), "paired_tests": tests}))
    assert "Of 2 differences" in text
    assert "one has p < 0.05" in text
    assert "AUPR–AUPRG against AUPR–AUROC (best model: −5.0 points, p = 0.010" in text


def test_an_empty_aggregation_says_so():
    assert "No task" in sensitivity.aggregation({"aggregation": pd.DataFrame()})[0]


def test_a_broken_self_test_is_shouted():
    matrix = pd.DataFrame([{**PAIR, "best_differs": 0.2, "mean_spearman": 0.9}])
    tests = pd.DataFrame(
        [{"measure_a": "auroc", "measure_b": "gini", "best_differs": 0.1, "mean_spearman": 1.0}]
    )
    [text] = sensitivity.measure_matrix({"measure_matrix": matrix, "self_tests": tests})
    assert "SELF-TESTS FAIL" in text
    [text] = sensitivity.measure_matrix(
        {"measure_matrix": matrix, "self_tests": tests.assign(best_differs=0.0)}
    )
    assert "self-tests hold" in text


def test_no_part_no_section():
    assert comparison_section({}, {}) == ""


def test_parts_stand_in_order_with_their_figures():
    tables = {
        "intervals": make_intervals(),
        "paired_tests": NO_TESTS,
        "attributed": pd.DataFrame([{**PAIR, "early": 1, "disagreements": 3, "opposed": 2}]),
    }
    figures = {
        "attribution": [
            ReportFigure("figures/attribution.png", "What is to be seen.", "attribution")
        ],
        "intervals": [],
    }
    text = comparison_section(tables, figures)
    titles = re.findall(r"^### (.*)$", text, flags=re.MULTILINE)
    assert titles == [PARTS["intervals"][0], PARTS["attribution"][0]]
    assert "![attribution](figures/attribution.png)\n\n*What is to be seen.*" in text
    assert "in 1 of 3 disagreements the early part decides" in text
    assert "nan" not in text
    assert np.all([line == line.rstrip() for line in text.splitlines()])
