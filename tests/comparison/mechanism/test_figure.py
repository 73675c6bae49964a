import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.mechanism.figure import MOST_LINES, mechanism

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 13)]
    tables = make_tables(["mechanism"], tasks)
    # As if each task stood on a data set of its own.
    return {name: table.assign(datasets=12) for name, table in tables.items()}


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_bars_are_the_counts_and_lines_the_differences(tables):
    drawn = mechanism(tables, FACTS)
    bars, lines = drawn.figure.axes
    widths = np.array([bar.get_width() for bar in bars.patches]).reshape(3, -1)
    counts = tables["mechanism"][["crossing", "dominated", "tied"]].to_numpy().T
    assert widths.tolist() == counts.tolist()
    curves = [line.get_ydata().tolist() for line in lines.get_lines()[1:]]
    quantiles = tables["mechanism_quantiles"]
    expected = [
        own["difference"].tolist()
        for _, own in quantiles.groupby(["measure_a", "measure_b"], sort=False)
    ]
    assert curves == expected
    assert [text.get_text() for text in lines.get_xticklabels()][:3] == ["1%", "2%", "5%"]
    assert "made-up archive" in drawn.caption
    assert "pairs with most" not in drawn.caption


def test_without_a_disagreement_there_is_a_sentence(tables):
    nothing = {
        "mechanism": tables["mechanism"].assign(disagreements=0, crossing=0, dominated=0, tied=0),
        "mechanism_quantiles": tables["mechanism_quantiles"].iloc[:0],
    }
    drawn = mechanism(nothing, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "No two measures disagree about the best model of a task."


@pytest.mark.parametrize(("datasets", "panels"), [(6, 2), (5, 1)])
def test_lines_take_six_data_sets(tables, datasets, panels):
    quantiles = tables["mechanism_quantiles"].assign(datasets=datasets)
    drawn = mechanism(tables | {"mechanism_quantiles": quantiles}, FACTS)
    assert len(drawn.figure.axes) == panels
    assert ("No pair of measures disagrees on 6 data sets" in drawn.caption) == (panels == 1)


def test_of_many_pairs_the_most_frequent_have_lines(tables):
    names = ["aupr", "auprg", "auroc", "brier", "ks"]
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    count = tables["mechanism"].iloc[:1]
    line = tables["mechanism_quantiles"].iloc[:8]
    counts, lines = [], []
    for place, (a, b) in enumerate(pairs):
        counts.append(count.assign(measure_a=a, measure_b=b, disagreements=place))
        lines.append(line.assign(measure_a=a, measure_b=b, disagreements=place))
    many = {"mechanism": pd.concat(counts), "mechanism_quantiles": pd.concat(lines)}
    drawn = mechanism(many, FACTS)
    _, lower = drawn.figure.axes
    labels = [line.get_label() for axes in drawn.figure.axes for line in axes.get_lines()[1:]]
    assert len(labels) == MOST_LINES
    assert labels[-1].endswith("(9)")
    assert "the 6 pairs with most of them" in drawn.caption
    assert lower.get_xlabel() == "Disagreements"
