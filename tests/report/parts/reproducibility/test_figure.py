import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.reproducibility import reproducibility


def test_lines_by_size_and_rows_by_prevalence(make_reproducibility):
    drawn = reproducibility(make_reproducibility(), make_facts("made-up archive", 0.9))
    sizes, bins = drawn.figure.axes
    aupr, auroc = sizes.get_lines()
    assert [text.get_text() for text in sizes.get_xticklabels()] == ["n/8", "n/4", "n/2"]
    # Drawn by the number of parts, n/2 on the right; the two lines stand .05 apart.
    assert aupr.get_xdata().tolist() == pytest.approx([1.975, 0.975, -0.025])
    assert auroc.get_xdata().tolist() == pytest.approx([2.025, 1.025, 0.025])
    assert aupr.get_ydata().tolist() == [0.4, 0.2, 0.1]
    assert auroc.get_ydata().tolist() == [0.2, 0.1, 0.05]
    [segment, *_] = sizes.collections[0].get_segments()
    assert segment[:, 1].tolist() == [0.2, 0.4 * 1.5]
    assert [text.get_text() for text in bins.get_yticklabels()] == [
        "≤ 0.01 (30)",
        "0.2 – 0.3 (30)",
    ]
    assert [line.get_xdata().tolist() for line in bins.get_lines()] == [[0.4, 0.4], [0.2, 0.2]]
    assert "(made-up archive)" in drawn.caption
    assert "90% interval" in drawn.caption
    assert "in the 30 tasks with a value at every size" in drawn.caption


def test_measures_of_the_same_colour_have_other_markers(make_reproducibility):
    table = make_reproducibility()["reproducibility"]
    own = table[table["measure"] == "aupr"]
    many = pd.concat([own.assign(measure=f"own:measure_{k}") for k in range(9)])
    drawn = reproducibility({"reproducibility": many}, make_facts())
    for axes in drawn.figure.axes:
        looks = [(line.get_color(), line.get_marker()) for line in axes.get_lines()]
        assert looks[6:9] == [("C6", "X"), ("C0", "<"), ("C1", "o")]


def test_no_task_at_every_size_leaves_the_lines_out(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    every = table["prevalence"] == "all_at_every_size"
    table.loc[every, "tasks"] = 0
    table.loc[every, ["agreement", "lower", "upper"]] = float("nan")
    drawn = reproducibility(tables, make_facts())
    assert "in the 0 tasks with a value at every size" in drawn.caption


def test_nothing_to_draw_is_said(make_reproducibility):
    drawn = reproducibility(make_reproducibility(tasks=0), make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has both classes in two halves of its instances."


def test_what_is_said_and_how_far_the_axes_go(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    table.loc[(table["measure"] == "auroc") & (table["prevalence"] == "(-inf, 0.01]"), "tasks"] = (
        1500
    )
    drawn = reproducibility(tables, make_facts("made-up archive", 0.9))
    sizes, bins = drawn.figure.axes
    # Ticks 0, 1 and 2 with the same room at either end.
    assert sizes.get_xlim() == pytest.approx((-0.4, 2.4))
    assert sizes.get_xticks().tolist() == [0, 1, 2]
    assert sizes.get_ylim()[0] == 0
    assert bins.get_yticklabels()[0].get_text() == "≤ 0.01 (1,500)"
    assert (sizes.get_xlabel(), sizes.get_ylabel()) == (
        "Instances in a part", "The same model on two parts"
    )  # fmt: skip
    assert (bins.get_xlabel(), bins.get_ylabel()) == ("The same model on two halves", "Prevalence")
    assert drawn.alt == (
        "How often a measure picks the same model on two halves: n/2, AUPR 40.0%; "
        "n/2, AUROC 20.0%."
    )
    by_size = drawn.data[drawn.data["panel"] == "by size"]
    assert by_size["row"].tolist() == ["n/2", "n/4", "n/8"] * 2
    assert by_size["value"].tolist() == [0.4, 0.2, 0.1, 0.2, 0.1, 0.05]


def test_a_bin_without_tasks_is_left_out(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    table.loc[table["prevalence"] == "(-inf, 0.01]", "tasks"] = 0
    drawn = reproducibility(tables, make_facts())
    labels = [text.get_text() for text in drawn.figure.axes[1].get_yticklabels()]
    assert labels == ["0.2 – 0.3 (30)"]
