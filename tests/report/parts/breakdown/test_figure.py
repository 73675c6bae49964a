import pandas as pd

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.report.parts.breakdown import breakdown

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
    assert set(shown) <= {"Prevalence", "Instances", "Minority count", "Mean AUROC",
                          "Flow family", "Distinct scores", "Upload year"}  # fmt: skip
    assert sorted(shown.values()) == sorted(bins[bins > 1])


def test_one_bin_has_no_panel_and_is_named():
    drawn = breakdown(made_up_table(prevalence=["low", "high"], family=["weka"]), FACTS)
    [axes] = panels_of(drawn)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["low (n=10)", "high (n=10)"]
    assert "(made-up archive, 20 tasks)" in drawn.caption
    assert drawn.caption.endswith("Not drawn, with one bin only: family.")


def test_nothing_but_single_bins_is_a_sentence():
    drawn = breakdown(made_up_table(prevalence=["low"], family=["weka"]), FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No property has two bins with tasks."


def test_what_is_said_of_two_properties():
    tables = made_up_table(**{"prevalence": ["low", "high"], "AUPR's family": ["weka", "mlr"]})
    other = tables["breakdown"].assign(measure_b="auroc", tasks=99)
    tables["breakdown"] = pd.concat([tables["breakdown"].assign(tasks=1010), other])
    drawn = breakdown(tables, FACTS)
    first, second = panels_of(drawn)
    assert [axes.get_title(loc="left") for axes in (first, second)] == [
        "Prevalence", "AUPR's family"
    ]  # fmt: skip
    # Tasks of the first pair, and of the first property: 2 times 1,010.
    assert [text.get_text() for text in first.get_yticklabels()] == [
        "low (n=1,010)", "high (n=1,010)"
    ]  # fmt: skip
    assert "(made-up archive, 2,020 tasks)" in drawn.caption
    for axes in (first, second):
        assert axes.get_xlim() == (-0.03, 1.03)
        assert [line.get_xdata().tolist() for line in axes.get_lines()] == [[0.3, 0.3]] * 2
    assert drawn.alt.endswith(
        "by bins of prevalence and AUPR's family, for AUPR – AUPRG and AUPR – AUROC."
    )


def test_the_number_of_tasks_is_that_of_the_first_pair_and_property():
    tables = made_up_table(family=["weka"], prevalence=["low", "high"])
    other = tables["breakdown"].assign(measure_b="auroc", tasks=99)
    tables["breakdown"] = pd.concat([tables["breakdown"], other]).iloc[[0, 4, 1, 2, 3, 5]]
    drawn = breakdown(tables, FACTS)
    assert "(made-up archive, 10 tasks)" in drawn.caption


def test_panels_are_spread_over_two_columns_of_much_the_same_length():
    # Lengths, with two rows for the title: 4, 6, 4 and 5; each goes below the shorter column.
    bins = {"a": "12", "b": "1234", "c": "12", "d": "123"}
    drawn = breakdown(made_up_table(**bins), FACTS)
    columns = [[axes.get_title(loc="left") for axes in part.axes] for part in drawn.figure.subfigs]
    assert columns == [["A", "C"], ["B", "D"]]
    for part in drawn.figure.subfigs:
        names = [axes.get_xlabel() for axes in part.axes]
        assert names == ["", "Tasks with different best models"]
