import pandas as pd
import pytest

from prgbench.replication.printed_numbers import comparison_lines
from prgbench.report.page import ReportFigure, auroc_check, render_report


def summary(pairs):
    return pd.DataFrame(
        [
            {
                "measure_a": a, "measure_b": b, "tasks": 17, "datasets": 4, "models": 510,
                "best_differs": 0.25, "best_differs_expected": 0.3, "best_differs_surely": 0.2,
                "top3_differs": 0.5, "rank_correlation": 0.9512, "spearman_lower_quartile": 0.9,
                "spearman_median": 0.95, "spearman_upper_quartile": 0.98, "spearman_undefined": 0,
            }
            for a, b in pairs
        ]
    )  # fmt: skip


PAIRS = [("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc")]
MODELS = pd.DataFrame(
    {
        "task_id": [1, 1], "dataset_id": [1, 1],
        "stored_auroc": [0.75, None], "pooled_auroc": [0.750002, 0.8],
    }
)  # fmt: skip


def page(**changes):
    arguments = {
        "title": "Title", "archive": "embedded archive", "is_replication": False,
        "models": MODELS, "summary": summary(PAIRS),
        "exclusions": pd.DataFrame({"stage": ["fetch"], "reason": ["gone"], "count": [3]}),
        "figures": [ReportFigure("figures/a.png", "What is seen.", "a")],
    }  # fmt: skip
    return render_report(**{**arguments, **changes})


def test_every_number_of_section_4_stands_beside_ours():
    printed = {line.printed for line in comparison_lines(summary(PAIRS))}
    assert printed >= {
        "886", "426", "24%", "29%", "22%", "58%", "65%", "57%", "0.95", "0.96", "0.944", "0.991",
        "25,980 (886 tasks with 30 models have 26,580)",
    }  # fmt: skip
    assert len(comparison_lines(summary(PAIRS))) == 14


def test_pairs_are_found_in_any_order():
    backwards = [(b, a) for a, b in PAIRS]
    assert comparison_lines(summary(backwards)) == comparison_lines(summary(PAIRS))


def test_other_measures_have_no_paper_columns():
    lines = comparison_lines(summary([("aupr", "max_f1")]))
    assert [line.quantity for line in lines] == ["Tasks", "Data sets", "Models"]


def test_page_says_source_numbers_figures_and_exclusions():
    text = page()
    assert "# Title" in text
    assert "**embedded archive**" in text
    assert "orientation only" in text
    assert "25.0%" in text
    assert "![a](figures/a.png)" in text
    assert "*What is seen.*" in text
    assert "gone" in text


def test_a_replication_has_no_disclaimer_and_nothing_left_out_is_said():
    text = page(is_replication=True, exclusions=pd.DataFrame())
    assert "orientation only" not in text
    assert "Nothing." in text


def test_check_against_the_archive():
    text = auroc_check(MODELS)
    assert "For 1 of 2 models" in text
    assert "at most 2.0e-06" in text
    without = MODELS.assign(stored_auroc=float("nan"))
    assert auroc_check(without) == "The archive has stored no AUROC to check ours against."


def test_sections_of_others_are_included():
    assert "## More\n\nText." in page(sections=["## More\n\nText."])


def test_a_template_without_its_values_is_an_error():
    with pytest.raises(TypeError):
        render_report(title="x")
