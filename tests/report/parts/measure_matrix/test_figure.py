from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.plotting.words import measure_label
from prgbench.report.parts.measure_matrix import measure_matrix

FACTS = make_facts("made-up archive")


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    return make_tables(["measure_matrix"], tasks)


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


def test_the_alternative_text_has_the_range(tables):
    matrix = tables["measure_matrix"]
    shares = [0.25, *[0.5] * (len(matrix) - 2), 0.75]
    drawn = measure_matrix(tables | {"measure_matrix": matrix.assign(best_differs=shares)}, FACTS)
    assert drawn.alt.endswith("their best models differ in 25.0% to 75.0% of the tasks.")


def made_up(distances):
    """Return the part's tables of measures with 1 - these mean correlations."""
    names = ["aupr", "auprg", "auroc", "brier"]
    rows = [
        {"measure_a": names[a], "measure_b": names[b], "best_differs": 0.5,
         "mean_spearman": 1 - distances[a][b], "tasks": 1017}
        for a, b in combinations(range(4), 2)
    ]  # fmt: skip
    return {"measure_matrix": pd.DataFrame(rows)}


def order_of(tables):
    axes = measure_matrix(tables, FACTS).figure.axes[0]
    return [text.get_text() for text in axes.get_xticklabels()]


def test_similar_measures_are_side_by_side():
    distances = np.array([[0, 5, 1, 7], [5, 0, 6, 2], [1, 6, 0, 8], [7, 2, 8, 0]]) / 10
    order = order_of(made_up(distances))
    first, second = set(order[:2]), set(order[2:])
    pairs = [{"AUPR", "AUROC"}, {"AUPRG", measure_label("brier")}]
    assert [first, second] in (pairs, pairs[::-1])
    assert order_of(made_up(distances)) == order


def test_measures_without_correlations_come_last():
    distances = np.ones((4, 4)) / 2
    distances[1, :] = distances[:, 1] = np.nan
    assert order_of(made_up(distances))[-1] == "AUPRG"
    assert len(order_of(made_up(np.full((4, 4), np.nan)))) == 4
