import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.measure_matrix.figure import _free_box, measure_matrix, metric_map
from prgbench.plotting.labels import measure_label

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    return make_tables(["measure_matrix"], tasks)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_disagreements_stand_below_the_diagonal_and_correlations_above_it(tables):
    drawn = measure_matrix(tables, FACTS)
    axes = drawn.figure.axes[0]
    lower, upper = (image.get_array() for image in axes.images)
    labels = [text.get_text() for text in axes.get_yticklabels()]
    for row in tables["measure_matrix"].itertuples():
        a, b = (labels.index(measure_label(name)) for name in (row.measure_a, row.measure_b))
        below = max(a, b), min(a, b)
        assert lower[below] == row.best_differs
        np.testing.assert_equal(float(upper[below[::-1]]), row.mean_spearman)
        assert lower.mask[below[::-1]]
        assert upper.mask[below]


def test_measures_are_in_the_order_of_the_tree(tables):
    drawn = measure_matrix(tables, FACTS)
    labels = [text.get_text() for text in drawn.figure.axes[0].get_xticklabels()]
    leaves = tables["metric_map"].sort_values("leaf")["measure"]
    assert labels[: len(leaves)] == [measure_label(name) for name in leaves]


def test_a_failed_self_test_can_not_be_overlooked(tables):
    broken = tables | {"self_tests": tables["self_tests"].assign(best_differs=0.1)}
    drawn = measure_matrix(broken, FACTS)
    assert "THEY DO" in drawn.caption
    drawn = measure_matrix(tables, FACTS)
    assert "they never do" in drawn.caption


def test_without_a_map_the_figure_says_so(tables):
    empty = tables | dict.fromkeys(["metric_map", "metric_tree"], pd.DataFrame())
    drawn = metric_map(empty, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "Too few measures have a correlation for a map of them."
    measure_matrix(empty, FACTS).figure.canvas.draw()


def test_every_measure_has_one_number_on_the_tree_and_on_the_map(tables):
    drawn = metric_map(tables, FACTS)
    tree, places = drawn.figure.axes
    numbered = {f"{row.number} {row.label}" for row in drawn.data.itertuples()}
    assert {label.get_text() for label in tree.get_yticklabels()} == numbered
    shown = []
    for text in places.texts:
        for run in text.get_text().split(", "):
            first, _, last = run.partition("–")
            shown += range(int(first), int(last or first) + 1)
    assert sorted(shown) == list(range(1, len(drawn.data) + 1))
    # From the top, in the order of the tree.
    heights = dict(zip(*_heights(tree), strict=True))
    first = drawn.data.sort_values("number")["label"].iloc[0]
    assert heights[f"1 {first}"] == max(heights.values())


def _heights(tree):
    labels = tree.get_yticklabels()
    return [label.get_text() for label in labels], tree.get_yticks().tolist()


def test_a_label_avoids_what_is_there():
    size = np.array([0.1, 0.05])
    point = np.array([[0.5, 0.5]])
    beside = (np.array([0.5, 0.45]), np.array([0.7, 0.55]))
    low, high = _free_box(point, size, [beside])
    assert high[0] <= 0.5
    assert high - low == pytest.approx(size)
