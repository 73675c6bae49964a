import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.answer.choosing import Choice
from prgbench.answer.interface import columns_of
from prgbench.report.parts.choosing import choosing, paragraphs

NAN = float("nan")
LOSSES = {"aupr": 0.02, "mean_rank": -0.01, "random_model": 0.3}
VERDICTS = {"aupr": "costs", "mean_rank": "not resolved", "random_model": "costs"}


@pytest.fixture
def tables():
    rows = [
        {
            "parts": parts,
            "target": target,
            "by": by,
            "loss": loss / parts * 2,
            "lower": loss - 0.015,
            "upper": loss + 0.015,
            "verdict": VERDICTS[by],
            "tasks": 37,
            "datasets": 21,
        }
        for parts in (2, 4)
        for target in ("auroc", "honest_f1")[: 3 - parts // 2]
        for by, loss in LOSSES.items()
    ]
    return {"choosing": pd.DataFrame(rows).reindex(columns=columns_of(Choice))}


def cells(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


def test_losses_are_a_matrix(tables):
    intro, halves, _, quarters = paragraphs(tables, make_facts())
    assert "mean of 37 tasks on 21 data sets with its 95% interval" in intro
    header, _, first, second = halves.splitlines()
    assert cells(header) == ["", "AUPR", "the mean rank", "chance"]
    assert cells(first) == [
        "AUROC",
        "0.020 [0.005, 0.035]: costs",
        "−0.010 [−0.025, 0.005]: not resolved",
        "0.300 [0.285, 0.315]: costs",
    ]
    assert cells(second)[0] == "F1 at a threshold from other instances"
    assert cells(quarters.splitlines()[2]) == ["AUROC", "0.010", "−0.005", "0.150"]


def test_what_is_undefined_is_said(tables):
    tables["choosing"]["loss"] = NAN
    assert "undefined" in paragraphs(tables, make_facts())[1]
    none = {"choosing": tables["choosing"].assign(tasks=0)}
    assert paragraphs(none, make_facts())[0].startswith("No task has halves")
    drawn = choosing(tables, make_facts())
    assert drawn.figure is None
    assert drawn.caption.startswith("No task has halves")


def test_losses_are_drawn_over_the_region_of_equivalence(tables):
    drawn = choosing(tables, make_facts("made-up archive", 0.9))
    [axes] = drawn.figure.axes
    points = [
        line.get_xdata().tolist() for line in axes.get_lines() if line.get_linestyle() == "None"
    ]
    assert points == [[0.02] * 2, [-0.01] * 2]
    [shaded] = axes.patches
    assert (shaded.get_x(), shaded.get_x() + shaded.get_width()) == (-0.01, 0.01)
    assert "(made-up archive)" in drawn.caption
    assert "mean over 37 tasks on 21 data sets" in drawn.caption
    assert "A random model loses 0.300 to 0.300." in drawn.caption
