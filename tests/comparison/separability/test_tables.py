import numpy as np
import pandas as pd

from prgbench.comparison.separability.tables import separable_disagreements, tied_for_best


def make_case(p_values):
    """Return tasks: run 1 is best by a, run 2 by b; p-values by a of run 2, by b of run 1."""
    models, agreement, gaps = [], [], []
    for task, (p_a, p_b) in enumerate(p_values):
        models += [
            {"task_id": task, "run_id": 1, "rank_a": 1.0, "rank_b": 2.0},
            {"task_id": task, "run_id": 2, "rank_a": 2.0, "rank_b": 1.0},
        ]
        agreement.append(
            {"task_id": task, "measure_a": "a", "measure_b": "b", "best_differs": True}
        )
        gaps += [
            {"task_id": task, "run_id": 1, "measure": "a", "p_value": 1.0},
            {"task_id": task, "run_id": 2, "measure": "a", "p_value": p_a},
            {"task_id": task, "run_id": 1, "measure": "b", "p_value": p_b},
            {"task_id": task, "run_id": 2, "measure": "b", "p_value": 1.0},
        ]
    return pd.DataFrame(models), pd.DataFrame(agreement), pd.DataFrame(gaps)


def test_outcomes_after_holms_correction():
    models, agreement, gaps = make_case(
        [(0.001, 0.001), (0.002, 0.9), (0.5, 0.002), (0.04, 0.04), (np.nan, 0.8)]
    )
    row = separable_disagreements(models, agreement, gaps, confidence_level=0.95).iloc[0]
    counts = row[["disagreements", "both", "only_a", "only_b", "none", "undefined"]]
    assert counts.tolist() == [5, 1, 1, 1, 2, 1]


def test_agreements_are_not_tested():
    models, agreement, gaps = make_case([(0.001, 0.001)])
    row = separable_disagreements(
        models, agreement.assign(best_differs=False), gaps, confidence_level=0.95
    ).iloc[0]
    assert (row["disagreements"], row["none"], row["both"]) == (0, 0, 0)


def test_the_set_tied_for_best_counts_gaps_that_include_zero():
    gaps = pd.DataFrame(
        {
            "task_id": [1, 1, 1, 2, 2, 3],
            "measure": "a",
            "gap_lower": [0.0, -0.1, 0.2, 0.0, 0.1, np.nan],
        }
    )
    row = tied_for_best(gaps, ["a"]).iloc[0]
    assert (row["mean"], row["most"], row["single_best"]) == (1.5, 2, 0.5)
    assert (row["tasks"], row["undefined"]) == (2, 1)


def test_tests_are_at_one_minus_the_confidence_level():
    case = make_case([(0.2, 0.02)])
    for level, outcome in ((0.99, "none"), (0.95, "only_b"), (0.7, "both")):
        row = separable_disagreements(*case, confidence_level=level).iloc[0]
        assert row[outcome] == 1, level
