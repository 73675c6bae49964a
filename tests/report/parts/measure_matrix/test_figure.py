import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.plotting.words import measure_label
from prgbench.report.parts.measure_matrix import _free_box, measure_matrix, metric_map

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


def test_measures_are_in_the_order_of_the_tree(tables):
    drawn = measure_matrix(tables, FACTS)
    labels = [text.get_text() for text in drawn.figure.axes[0].get_xticklabels()]
    leaves = tables["metric_map"].sort_values("leaf")["measure"]
    assert labels[: len(leaves)] == [measure_label(name) for name in leaves]


def test_a_failed_self_test_can_not_be_overlooked(tables):
    tests = "Gini with AUROC, AUCNPR with AUPR, AUPR above chance with AUPR"
    held = tables["self_tests"]
    one_fails = held.assign(best_differs=[0.0, 0.1, 0.0])
    for found, said in ((held, "they never do"), (one_fails, "THEY DO")):
        drawn = measure_matrix(tables | {"self_tests": found}, FACTS)
        assert drawn.caption.endswith(f"which must never disagree: {tests}: {said}.")


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


def made_up_map(x, y):
    """Return the part's tables of four measures whose tree joins 1 and 2, then 3, then 4."""
    names = ["aupr", "auprg", "auroc", "brier"]
    matrix = pd.DataFrame({"measure_a": ["aupr"], "measure_b": ["auprg"], "tasks": [1017]})
    places = pd.DataFrame({"measure": names, "x": x, "y": y, "leaf": [3, 2, 1, 0]})
    tree = np.array([[0, 1, 0.1, 2], [2, 4, 0.2, 3], [3, 5, 0.4, 4]])
    return {"metric_map": places, "metric_tree": pd.DataFrame(tree), "measure_matrix": matrix}


def test_a_map_of_four_measures_by_hand():
    # The first two share a point, the third is near them and the fourth far away.
    drawn = metric_map(made_up_map([0, 0, 0.1, 1], [0, 0, 0.05, 1]), FACTS)
    tree, places = drawn.figure.axes
    names = ["AUPR", "AUPRG", "AUROC", measure_label("brier")]
    labels = [text.get_text() for text in tree.get_yticklabels()]
    assert sorted(labels) == [f"{place} {name}" for place, name in enumerate(names, start=1)]
    [joined] = [lines for lines in tree.collections if len(lines.get_segments())]
    heights = sorted(segment[:, 0].max() for segment in joined.get_segments())
    assert heights == pytest.approx([0.1, 0.2, 0.4])
    [points] = places.get_lines()
    assert points.get_xydata().tolist() == [[0, 0], [0, 0], [0.1, 0.05], [1, 1]]
    # An eighth of the range, .12, is left around the points; a mark is .03 of the axes wide.
    assert places.get_xlim() == pytest.approx((-0.12, 1.12))
    assert sorted(text.get_text() for text in places.texts) == ["1–2", "3", "4"]
    shown = {text.get_text(): np.array(text.get_position()) for text in places.texts}
    for name, point in (("1–2", 0.12), ("3", 0.22), ("4", 1.12)):
        assert np.abs(shown[name] - point / 1.24).max() < 0.12
    assert drawn.data["number"].tolist() == [1, 2, 3, 4]
    assert drawn.data["label"].tolist() == names
    assert "Map of the measures (made-up archive, 1,017 tasks): average-linkage" in drawn.caption
    assert drawn.alt == (
        "Tree and map of the measures by 1 − mean rank correlation, neighbours in the order of "
        f"the tree: {', '.join(names)}."
    )


@pytest.mark.parametrize(
    ("x", "y", "numbers"),
    [
        # Of a range of 1 with .12 on either side .03 are .037, and .02 are .025.
        ([0, 0.036, 1, 1], [0, 0.024, 0, 1], {"1–2", "3", "4"}),
        ([0, 0.038, 1, 1], [0, 0.0, 0, 1], {"1", "2", "3", "4"}),
        ([0, 0.0, 1, 1], [0, 0.026, 0, 1], {"1", "2", "3", "4"}),
        # A chain of three is one group.
        ([0, 0.03, 0.06, 1], [0, 0, 0, 1], {"1–3", "4"}),
    ],
)
def test_measures_whose_marks_meet_share_a_label(x, y, numbers):
    places = metric_map(made_up_map(x, y), FACTS).figure.axes[1]
    assert {text.get_text() for text in places.texts} == numbers


def test_a_label_stands_to_the_right_of_its_mark_or_else_to_the_left():
    # Of the axes' width the first two are .05 apart: between two marks of .03 is no room of .03.
    places = metric_map(made_up_map([0, 0.062, 1, 1], [0, 0, 0, 1]), FACTS).figure.axes[1]
    shown = {text.get_text(): text.get_position() for text in places.texts}
    left, low, right, high = 0.12 / 1.24, 0.12 / 1.24, 1.12 / 1.24, 1.12 / 1.24
    # Half a mark, .015, and half a sign, .015, from point to middle.
    assert shown == {
        "1": pytest.approx((left - 0.03, low)),
        "2": pytest.approx((left + 0.05 + 0.03, low)),
        "3": pytest.approx((right + 0.03, low)),
        "4": pytest.approx((right + 0.03, high)),
    }


def test_labels_touch_neither_marks_nor_each_other():
    places = metric_map(made_up_map([0, 0.12, 0.24, 1], [0, 0, 0, 1]), FACTS).figure.axes[1]
    marks = [(point + 0.12) / 1.24 for point in places.get_lines()[0].get_xydata()]
    radius = np.array([0.015, 0.01])
    boxes = [(mark - radius, mark + radius) for mark in marks]
    for text in places.texts:
        half = np.array([0.03 * len(text.get_text()), 0.04]) / 2
        boxes.append((text.get_position() - half, text.get_position() + half))
    for place, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:place]:
            common = np.minimum(high, other_high) - np.maximum(low, other_low)
            assert common.min() <= 1e-9


def test_what_is_said_of_the_matrix(tables):
    drawn = measure_matrix(tables, FACTS)
    assert drawn.caption == (
        "All measures against each other (made-up archive, 8 tasks): how often the best models "
        "differ (below the diagonal) and the mean of the tasks' rank correlations (above), "
        "ordered by the tree of the next figure. Self-tests, which must never disagree: "
        "Gini with AUROC, AUCNPR with AUPR, AUPR above chance with AUPR: they never do."
    )
    _, first, second = drawn.figure.axes
    assert first.get_ylabel() == "Tasks with different best models"
    assert second.get_ylabel() == "Mean rank correlation"
    assert first.yaxis.get_major_formatter()(0.5, 0) == "50%"
    assert drawn.figure.axes[0].images[0].get_clim()[0] == 0
