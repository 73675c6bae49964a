import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.measure_matrix import paragraphs

FACTS = make_facts("made-up archive")


def make_matrix(*rows):
    columns = ["measure_a", "measure_b", "best_differs", "mean_spearman"]
    return pd.DataFrame(rows, columns=columns).assign(
        best_differs_expected=0.0, tasks=10, undefined_tasks=0, undefined_correlations=0
    )


def test_a_broken_self_test_is_shouted():
    matrix = make_matrix(("aupr", "auprg", 0.2, 0.9))
    tests = pd.DataFrame({"best_differs": [0.0, 0.1, 0.05]})
    [text] = paragraphs({"measure_matrix": matrix, "self_tests": tests}, FACTS)
    assert text.endswith("THE SELF-TESTS FAIL: measures that must never disagree do in 10.0%.")
    [text] = paragraphs(
        {"measure_matrix": matrix, "self_tests": tests.assign(best_differs=0.0)}, FACTS
    )
    assert "The self-tests hold" in text


def test_the_nearest_and_the_farthest_are_named_without_the_self_tests():
    matrix = make_matrix(
        ("aupr", "auprg", 0.2, 0.9),
        ("aupr", "auroc", 0.4, 0.8),
        ("auroc", "gini", 0.0, 1.0),
    )
    [text] = paragraphs({"measure_matrix": matrix, "self_tests": matrix.iloc[2:]}, FACTS)
    assert "Most alike by mean rank correlation: AUPR – AUPRG (0.900)" in text
    assert "least: AUPR – AUROC (0.800)" in text
    assert "different best models: AUPR – AUROC, in 40.0%" in text
