import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.ties.figure import ties

STRICT, EXPECTED, LENIENT = [0.5, 0.25], [0.375, 0.125], [0.25, 0.0]


def make_tables():
    """Return the part's table: a pair of measures, two tolerances."""
    table = pd.DataFrame(
        {
            "tolerance": [0.0, 1e-3],
            "measure_a": "aupr",
            "measure_b": "auroc",
            "strict": STRICT,
            "expected": EXPECTED,
            "lenient": LENIENT,
            "tasks": [12, 11],
        }
    )
    return {"ties": table}


def test_a_panel_for_each_way_to_compare_sets():
    drawn = ties(make_tables(), make_facts("made-up archive"))
    panels = drawn.figure.axes
    assert [axes.get_title() for axes in panels] == [
        "sets of best models differ",
        "ties broken in one\nrandom order",
        "no best model in common",
    ]
    assert [axes.get_lines()[0].get_xdata().tolist() for axes in panels] == [
        STRICT,
        EXPECTED,
        LENIENT,
    ]
    assert [axes.get_xlabel() for axes in panels] == ["Tasks"] * 3
    assert [axes.get_ylabel() for axes in panels] == ["Tied within", "", ""]
    assert [text.get_text() for text in panels[0].get_yticklabels()] == ["0", "0.001"]
    assert drawn.caption == (
        "What counts as a tie (made-up archive, 12 tasks): share of tasks in which two measures "
        "disagree about the best model, if scores that differ by at most the tolerance are tied, "
        "under three ways to compare sets of best models."
    )
    assert drawn.alt == (
        "Share of tasks in which the sets of best models differ, by tolerance: 0, AUPR – AUROC "
        "50.0%; 0.001, AUPR – AUROC 25.0%."
    )
    assert drawn.data.groupby("panel")["value"].apply(list).to_dict() == {
        "strict": STRICT,
        "expected": EXPECTED,
        "lenient": LENIENT,
    }
