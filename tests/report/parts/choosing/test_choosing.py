import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.answer.choosing import Choice
from prgbench.answer.interface import columns_of
from prgbench.report.parts.choosing import choosing, paragraphs

NAN = float("nan")
LOSSES = {"aupr": 0.02, "mean_rank": -0.01, "random_model": 0.3}


@pytest.fixture
def tables():
    rows = [
        {
            "target": target, "by": by, "loss": loss, "half": 150.0,
            "lower": loss - 0.015, "upper": loss + 0.015, "verdict": "costs", "tasks": 37,
            "datasets": 21,
        }
        for target in ("auroc", "honest_f1")
        for by, loss in LOSSES.items()
    ]  # fmt: skip
    return {"choosing": pd.DataFrame(rows).reindex(columns=columns_of(Choice))}


def test_measures_select_in_the_order_in_which_they_are_targets(tables):
    rows = tables["choosing"].query("target == 'auroc'")
    of_aupr = rows.assign(target="aupr", by=["auprg", "mean_rank", "random_model"])
    of_auprg = rows.assign(target="auprg", by=["aupr", "mean_rank", "random_model"])
    both = {"choosing": pd.concat([of_aupr, of_auprg], ignore_index=True)}
    header = paragraphs(both, make_facts())[1].splitlines()[0]
    assert header == (
        "| loss of | AUPR selects | AUPRG selects | the mean rank selects | chance selects |"
    )
    names = choosing(both, make_facts()).figure.legends[0].get_texts()
    assert [name.get_text() for name in names] == ["AUPR", "AUPRG", "the mean rank"]


def test_nothing_is_drawn_of_no_task(tables):
    drawn = choosing({"choosing": tables["choosing"].assign(tasks=0, loss=NAN)}, make_facts())
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
