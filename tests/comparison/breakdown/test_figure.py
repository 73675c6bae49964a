import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.breakdown.figure import breakdown

FACTS = make_facts("made-up archive")


def made_up_table(**bins):
    """Return the part's table of one pair: bins of properties, ten tasks each."""
    rows = [
        {"measure_a": "aupr", "measure_b": "auprg", "by": by, "bin": name, "best_differs": 0.3,
         "lower": 0.1, "upper": 0.6, "tasks": 10, "datasets": 9}
        for by, names in bins.items()
        for name in names
    ]  # fmt: skip
    return {"breakdown": pd.DataFrame(rows)}


def panels_of(drawn):
    return [axes for part in drawn.figure.subfigs for axes in part.axes]


def test_every_property_with_several_bins_has_a_panel_with_all_of_them():
    tasks = [make_task_scores(task_id, n=40 + 100 * task_id) for task_id in range(1, 7)]
    tables = make_tables(["breakdown"], tasks)
    drawn = breakdown(tables, FACTS)
    bins = tables["breakdown"].drop_duplicates(["by", "bin"]).groupby("by")["bin"].count()
    shown = {axes.get_title(loc="left"): len(axes.get_yticks()) for axes in panels_of(drawn)}
    expected = {by.capitalize() if by.islower() else by: n for by, n in bins.items() if n > 1}
    assert shown == expected
    assert set(drawn.data["panel"]) == set(bins.index[bins > 1])
    plt.close(drawn.figure)


def test_one_bin_has_no_panel_and_is_named():
    drawn = breakdown(made_up_table(prevalence=["low", "high"], family=["weka"]), FACTS)
    [axes] = panels_of(drawn)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["low (n=10)", "high (n=10)"]
    assert "(made-up archive, 20 tasks)" in drawn.caption
    assert drawn.caption.endswith("With one bin only, not drawn: family.")
    plt.close(drawn.figure)


def test_nothing_but_single_bins_is_a_sentence():
    drawn = breakdown(made_up_table(prevalence=["low"], family=["weka"]), FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No property has two bins with tasks."
