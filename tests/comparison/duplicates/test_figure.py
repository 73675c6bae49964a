import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.comparison.duplicates.figure import duplicates

PAIRS = ("aupr", "auprg"), ("aupr", "auroc")


def make_tables():
    """Return the part's table: two pairs of measures, four kinds of models."""
    rows = [
        {
            "variant": variant,
            "removed": removed,
            "measure_a": a,
            "measure_b": b,
            "best_differs": share + place / 10,
            "top3_differs": share + place / 10 + 0.25,
            "tasks": 12,
            "datasets": 11,
        }
        for variant, removed, share in (
            ("all models", 0, 0.5),
            ("without duplicates", 1200, 0.25),
            ("without hard labels", 4, 0.125),
            ("without both", 1204, 0.0),
        )
        for place, (a, b) in enumerate(PAIRS)
    ]
    return {"duplicates": pd.DataFrame(rows)}


def test_rows_say_how_many_models_are_left_out():
    drawn = duplicates(make_tables(), make_facts())
    assert [text.get_text() for text in drawn.figure.axes[0].get_yticklabels()] == [
        "all models",
        "without duplicates (−1,200)",
        "without hard labels (−4)",
        "without both (−1,204)",
    ]


def test_disagreements_about_the_best_and_the_top_three():
    drawn = duplicates(make_tables(), make_facts("made-up archive"))
    best, top = drawn.figure.axes
    assert best.get_xlabel() == "Tasks with different best models"
    assert top.get_xlabel() == "Different ordered top three"
    shown = [[line.get_xdata().tolist() for line in axes.get_lines()] for axes in (best, top)]
    assert shown[0] == [[0.5, 0.25, 0.125, 0.0], [0.6, 0.35, 0.225, 0.1]]
    assert shown[1] == [[0.75, 0.5, 0.375, 0.25], pytest.approx([0.85, 0.6, 0.475, 0.35])]
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["AUPR – AUPRG", "AUPR – AUROC"]
    assert drawn.caption == (
        "With and without duplicates and hard labels (made-up archive, 12 tasks on 11 data sets): "
        "a duplicate ranks all instances as an earlier run of its task does, hard labels are at "
        "most two distinct scores; in brackets, how many models are left out."
    )
    assert drawn.alt == (
        "Share of tasks with different best models: all models, AUPR – AUPRG 50.0%; all models, "
        "AUPR – AUROC 60.0%; without duplicates (−1,200), AUPR – AUPRG 25.0%; without duplicates "
        "(−1,200), AUPR – AUROC 35.0%; without hard labels (−4), AUPR – AUPRG 12.5%; without hard "
        "labels (−4), AUPR – AUROC 22.5%; without both (−1,204), AUPR – AUPRG 0.0%; without both "
        "(−1,204), AUPR – AUROC 10.0%."
    )
    assert drawn.data["panel"].tolist() == [best.get_xlabel()] * 8 + [top.get_xlabel()] * 8
