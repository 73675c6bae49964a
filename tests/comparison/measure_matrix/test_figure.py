import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.measure_matrix.figure import measure_matrix, metric_map
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
    figure, _ = measure_matrix(tables, FACTS)
    axes = figure.axes[0]
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
    figure, _ = measure_matrix(tables, FACTS)
    labels = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    leaves = tables["metric_map"].sort_values("leaf")["measure"]
    assert labels[: len(leaves)] == [measure_label(name) for name in leaves]


def test_a_failed_self_test_can_not_be_overlooked(tables):
    broken = tables | {"self_tests": tables["self_tests"].assign(best_differs=0.1)}
    _, caption = measure_matrix(broken, FACTS)
    assert "THEY DO" in caption
    _, caption = measure_matrix(tables, FACTS)
    assert "they never do" in caption


def test_without_a_map_the_figure_says_so(tables):
    empty = tables | dict.fromkeys(["metric_map", "metric_tree"], pd.DataFrame())
    figure, caption = metric_map(empty, FACTS)
    assert figure.axes[0].texts
    assert "made-up archive" in caption
    measure_matrix(empty, FACTS)[0].canvas.draw()
