import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.reproducibility.figure import reproducibility


def test_lines_by_size_and_rows_by_prevalence(make_reproducibility):
    drawn = reproducibility(make_reproducibility(), make_facts("made-up archive", 0.9))
    sizes, bins = drawn.figure.axes
    aupr, auroc = sizes.get_lines()
    assert [text.get_text() for text in sizes.get_xticklabels()] == ["n/8", "n/4", "n/2"]
    # Drawn by the number of parts: n/2 is on the right.
    assert aupr.get_xdata().round().tolist() == [2, 1, 0]
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
    assert "the 30 tasks with a value at every size" in drawn.caption
    plt.close(drawn.figure)


def test_measures_of_the_same_colour_have_other_markers(make_reproducibility):
    table = make_reproducibility()["reproducibility"]
    own = table[table["measure"] == "aupr"]
    many = pd.concat([own.assign(measure=f"own:measure_{k}") for k in range(9)])
    drawn = reproducibility({"reproducibility": many}, make_facts())
    for axes in drawn.figure.axes:
        looks = [(line.get_color(), line.get_marker()) for line in axes.get_lines()]
        assert looks[6:9] == [("C6", "X"), ("C0", "<"), ("C1", "o")]
    plt.close(drawn.figure)


def test_no_task_at_every_size_leaves_the_lines_out(make_reproducibility):
    tables = make_reproducibility()
    table = tables["reproducibility"]
    every = table["prevalence"] == "all, at every size"
    table.loc[every, "tasks"] = 0
    table.loc[every, ["agreement", "lower", "upper"]] = float("nan")
    drawn = reproducibility(tables, make_facts())
    assert "the 0 tasks with a value at every size" in drawn.caption
    plt.close(drawn.figure)


def test_nothing_to_draw_is_said(make_reproducibility):
    drawn = reproducibility(make_reproducibility(tasks=0), make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has both classes in two halves of its instances."
