import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.measure_matrix import paragraphs

FACTS = make_facts("made-up archive")
PAIR = {"measure_a": "aupr", "measure_b": "auprg"}


def test_a_broken_self_test_is_shouted():
    matrix = pd.DataFrame([{**PAIR, "best_differs": 0.2, "mean_spearman": 0.9}])
    tests = pd.DataFrame({"best_differs": [0.0, 0.1, 0.05]})
    [text] = paragraphs({"measure_matrix": matrix, "self_tests": tests}, FACTS)
    assert text.endswith("THE SELF-TESTS FAIL: measures that must never disagree do in 10.0%.")
    [text] = paragraphs(
        {"measure_matrix": matrix, "self_tests": tests.assign(best_differs=0.0)}, FACTS
    )
    assert text.endswith(
        "The self-tests hold: measures that are increasing in one another inside a task never "
        "disagree."
    )


def test_the_nearest_and_the_farthest_are_named_without_the_self_tests():
    matrix = pd.DataFrame(
        [
            {**PAIR, "best_differs": 0.2, "mean_spearman": 0.9},
            {"measure_a": "aupr", "measure_b": "auroc", "best_differs": 0.4, "mean_spearman": 0.8},
            {"measure_a": "auroc", "measure_b": "gini", "best_differs": 0.0, "mean_spearman": 1.0},
        ]
    )
    tests = matrix.iloc[2:]
    [text] = paragraphs({"measure_matrix": matrix, "self_tests": tests}, FACTS)
    assert "Nearest by mean rank correlation are AUPR and AUPRG (0.900)" in text
    assert "farthest AUPR and AUROC (0.800)" in text
    assert "AUPR and AUROC disagree most often about the best model, in 40.0%" in text
