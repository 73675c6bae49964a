"""What the figures draw of a made-up demo of three tasks and two flows."""

import numpy as np
import pandas as pd
import pytest

from prgtheory.demo import figures
from prgtheory.demo.model import Demo, RealModel

RECALL = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


def least(pi):
    """Return the minimum AUPR at a prevalence, by theorem 2 of Boyd et al. (2012)."""
    return 1 + (1 - pi) * np.log(1 - pi) / pi


@pytest.fixture
def demo():
    tasks = np.repeat([1, 2, 3], 2)
    prevalence = np.repeat([0.5, 0.1, 0.25], 2)
    areas = [0.7, 0.9, 0.2, 0.4, 0.5, 0.7]
    models = pd.DataFrame(
        {"task_id": tasks, "flow_id": [1, 2] * 3, "prevalence": prevalence, "aupr": areas}
    )
    # Scores 1 to 9: a positive at 9, one at 4.
    model = RealModel(
        "run 1", np.array([1, 0, 0, 0, 0, 1, 0, 0, 0]), np.arange(9.0, 0, -1), np.zeros(9)
    )
    return Demo(models, model)


def test_means_stand_by_prevalence_and_ranks_against_each_other(demo):
    figure, _ = figures.figure_averages(demo)
    left, right = figure.axes
    plain, normal, minimum = left.get_lines()
    # Means over two models: tasks 2, 3 and 1 with .3, .6 and .8.
    prevalences, means = np.array([0.1, 0.25, 0.5]), np.array([0.3, 0.6, 0.8])
    lowest = least(prevalences)
    scaled = (means - lowest) / (1 - lowest)
    for line, expected in ((plain, means), (normal, scaled), (minimum, lowest)):
        assert line.get_xydata() == pytest.approx(np.column_stack([[0, 1, 2], expected]))
    [bars] = left.collections
    segments = [sorted(segment[:, 1]) for segment in bars.get_segments()]
    assert segments == [pytest.approx(both) for both in zip(scaled, means, strict=True)]
    assert left.get_xticks().tolist() == [0, 1, 2]
    assert [text.get_text() for text in left.get_xticklabels()] == ["0.10", "0.25", "0.50"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "AUPR", "AUCNPR", "minimum AUPR"
    ]  # fmt: skip
    low, high = left.get_ylim()
    assert low == 0
    assert high > 1
    # Flow 2 is better in all tasks.
    equal, ranks = right.get_lines()
    assert equal.get_xydata().tolist() == [[1, 1], [2, 2]]
    assert ranks.get_xydata().tolist() == [[1, 1], [2, 2]]


def test_of_many_tasks_six_have_their_prevalence_written(demo):
    many = pd.DataFrame(
        {"task_id": range(11), "flow_id": 1, "prevalence": np.arange(1, 12) / 20, "aupr": 0.9}
    )
    left, _ = figures.figure_averages(Demo(many, demo.model))[0].axes
    assert left.get_xticks().tolist() == [0, 2, 4, 6, 8, 10]
    labels = [text.get_text() for text in left.get_xticklabels()]
    assert labels == ["0.05", "0.15", "0.25", "0.35", "0.45", "0.55"]


def test_a_model_is_shown_at_fewer_negatives_and_with_the_coverage_of_its_bands(monkeypatch, demo):
    covered = np.array([1, 0.9, 0.95, 0.96, 0.94, 0.93, 0.97, 0.99, 0.5])
    notes = ("", "discrete", *[""] * 7)
    monkeypatch.setattr(figures, "coverage", lambda _: covered)
    monkeypatch.setattr(figures, "notes_of_band", lambda _: notes)
    figure, caption = figures.figure_model(demo)
    left, right = figure.axes
    plain, normal = left.get_lines()
    assert plain.get_xdata().tolist() == normal.get_xdata().tolist() == [1, 2, 3, 4, 5, 8]
    # Negatives of weight w = 2 r/7: precision 1 up to recall 1/2, then with t of the second
    # positive gained and four negatives before it, (1 + t)/(1 + t + 4 w).
    ratios = np.array([1, 2, 3, 4, 5, 8])
    before = 8 * ratios / 7
    areas = 1 / 2 + (1 - before * np.log((2 + before) / (1 + before))) / 2
    assert plain.get_ydata() == pytest.approx(areas)
    lowest = least(1 / (1 + ratios))
    assert normal.get_ydata() == pytest.approx((areas - lowest) / (1 - lowest))
    line, safe, foretold, level = right.get_lines()
    assert line.get_xydata() == pytest.approx(np.column_stack([RECALL, covered]))
    assert safe.get_xdata() == pytest.approx([0.1, *RECALL[2:]])
    assert safe.get_ydata() == pytest.approx([1, *covered[2:]])
    assert foretold.get_xydata().tolist() == [[0.2, 0.9]]
    assert foretold.get_markerfacecolor() == "w" != safe.get_markerfacecolor()
    assert set(level.get_ydata()) == {0.95}
    low, high = right.get_ylim()
    assert low == 0
    assert high > 1
    assert caption.startswith("run 1. Left: ")
