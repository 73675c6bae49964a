"""What the figures of populations draw, and what the captions of the simulated ones say."""

import numpy as np
import pytest
from scipy.stats import norm

from prgtheory.hughes_oliver import figures
from prgtheory.hughes_oliver.simulation_study import RECALL, Cell
from prgtheory.populations import NormalApproximation, hughes_oliver_case

THRESHOLDS = np.array([-2, -1, 0, 0.7, 1.4, 2, 3, 4])


def points(line):
    return line.get_xydata().tolist()


def test_separated_classes_reach_the_corners_or_the_lower_bound():
    figure, _ = figures.figure_1_2()
    perfect_roc, perfect_pr, reverse_roc, reverse_pr = (axes.get_lines() for axes in figure.axes)
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == [
        "perfect separation",
        "perfect separation, π = 1/3",
        "reverse separation",
        "reverse separation, π = 1/3",
    ]
    for corner, (_, curve) in (((0, 1), perfect_roc), ((1, 0), reverse_roc)):
        assert points(curve)[0] == [0, 0]
        assert list(corner) in points(curve)
        assert points(curve)[-1] == [1, 1]
    for baseline, _ in (perfect_pr, reverse_pr):
        assert points(baseline) == [[0, 1 / 3], [1, 1 / 3]]
    recall, precision = perfect_pr[1].get_data()
    assert set(precision[(recall > 0) & (recall < 1)]) == {1}
    assert points(perfect_pr[1])[-1] == pytest.approx([1, 1 / 3])
    # One positive for two negatives, which all come first: r/(r + 2).
    recall, precision = reverse_pr[1].get_xydata()[1:].T
    assert np.interp([0.5, 1], recall, precision) == pytest.approx([0.2, 1 / 3], abs=1e-4)


def test_eight_thresholds_stand_on_both_curves():
    densities, roc, *both = figures.figure_3()[0].axes
    lines = densities.get_lines()
    assert [line.get_xdata()[0] for line in lines[3:]] == THRESHOLDS.tolist()
    assert lines[0].get_xdata()[[0, -1]].tolist() == [-4, 8]
    places = [(text.get_text(), text.get_position()[0]) for text in densities.texts]
    assert places == [(str(place), t) for place, t in enumerate(THRESHOLDS, start=1)]
    # Above the panel, which holds the highest density, that of N(0, 1) at 0.
    low, high = densities.get_ylim()
    assert low == 0
    assert norm.pdf(0) < high < densities.texts[0].get_position()[1]
    # Case A: rates of N(0, 1) and of N(1.4, 1); case B has the same negatives.
    fpr, tpr = norm.sf(THRESHOLDS), norm.sf(THRESHOLDS - 1.4)
    *_, a, b = roc.get_lines()
    assert a.get_xydata() == pytest.approx(np.column_stack([fpr, tpr]))
    assert b.get_xdata() == pytest.approx(fpr)
    for axes, pi in zip(both, (1 / 2, 1 / 11), strict=True):
        *_, a, b = axes.get_lines()
        assert a.get_xdata() == pytest.approx(tpr)
        assert a.get_ydata() == pytest.approx(pi * tpr / (pi * tpr + (1 - pi) * fpr))
        assert [text.get_text() for text in axes.texts] == list("12345678")
        assert [text.xy for text in axes.texts] == [tuple(point) for point in points(b)]
    # To the right of the first and of those at the left edge, else to the left.
    for axes in (roc, *both):
        beside = [text.xy[0] for text in axes.texts if text.xyann[0] > 0]
        assert beside == [x for k, (x, _) in enumerate(text.xy for text in axes.texts)
                          if k == 0 or x < 0.1]  # fmt: skip


def test_uniform_densities_are_drawn_a_little_apart():
    axes = figures.figure_5()[0].axes[0]
    low, high = axes.get_lines()
    assert points(low) == [[0, 0], [0, 1], [1, 1], [1, 0]]
    assert points(high) == [[0.5, 0], [0.5, 1.03], [1.5, 1.03], [1.5, 0]]
    assert axes.get_ylim()[0] == 0


def test_bars_of_discrete_scores_stand_side_by_side():
    axes = figures.figure_6()[0].axes[0]
    negative, positive = axes.get_lines()
    # Ten scores of the negatives and five of the positives, .004 to the left and to the right.
    scores = np.array([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7])
    assert negative.get_xdata() == pytest.approx(scores - 0.004)
    assert negative.get_ydata() == pytest.approx([0.1] * 10)
    assert positive.get_xdata() == pytest.approx(np.array([0.2, 0.35, 0.5, 0.75, 0.9]) + 0.004)
    assert positive.get_ydata() == pytest.approx([0.2] * 5)
    for bars, marks in zip(axes.collections, (negative, positive), strict=True):
        segments = np.array(bars.get_segments())
        assert (segments[:, 0, 1] == 0).all()
        assert segments[:, 1] == pytest.approx(marks.get_xydata())
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["−", "+"]
    assert axes.get_ylim() == (0, 0.25)


def made_up_cell(case, skew, n, replicates):
    """Return a cell whose twenty values are the middles of equal shares of a normal law."""
    quantiles = np.linspace(0.025, 0.975, replicates)
    sd = np.where(RECALL < 0.5, 0.0, 0.1)
    law = NormalApproximation(RECALL, np.full(10, 0.5), sd, ("",) * 10)
    values = np.tile(norm.ppf(quantiles)[:, None] * 0.1 + 0.5, 10)
    population = hughes_oliver_case(case, 1 / (1 + skew))
    return Cell(case, skew, n, population, values, law)


@pytest.mark.parametrize(
    ("number", "case", "skew"), [("7", "A", 10), ("8", "C", 10), ("10", "D", 4), ("11", "B", 1)]
)
def test_captions_say_what_was_simulated_and_how_far_it_is(monkeypatch, number, case, skew):
    asked = []

    def simulate(*cell):
        asked.append(cell)
        return made_up_cell(*cell)

    monkeypatch.setattr(figures, "simulate_cell", simulate)
    figure, caption = getattr(figures, f"figure_{number}")(sizes=[100, 1000], replicates=20)
    assert asked == [(case, skew, 100, 20), (case, skew, 1000, 20)]
    assert [figure.axes[place].get_ylabel() for place in (0, 10)] == ["n = 100", "n = 1000"]
    assert caption.startswith(f"PRhat in case {case} at skew {skew}")
    # Twenty values in the middles of equal shares, 1/40 from the steps: .025 at the most.
    assert (
        "Kolmogorov distance from the normal approximation at n = 1,000, by recall: "
        "0.03 at 0.5, 0.03 at 0.6, 0.03 at 0.7, 0.03 at 0.8, 0.03 at 0.9, 0.03 at 1. Rows are "
        "sample sizes, columns recalls; 20 samples each; "
    ) in caption
    assert caption.endswith(f"Hughes-Oliver, Figure {number}.")


def test_humps_are_counted_at_the_three_jumps(monkeypatch):
    def simulate(case, skew, n, replicates):
        values = np.tile(np.linspace(0.5, 0.51, replicates)[:, None], 10)
        # Two humps at recall .4, three at .6; one at .8.
        values[:150, 3] = 0.9
        values[:100, 5], values[100:200, 5] = 0.1, 0.9
        population = hughes_oliver_case(case, 1 / (1 + skew))
        return Cell(case, skew, n, population, values, None)

    monkeypatch.setattr(figures, "simulate_cell", simulate)
    _, caption = figures.figure_9(sizes=[100, 500], replicates=300)
    assert caption.startswith("PRhat in case F at skew 1. ")
    assert ".6 and .8: 2, 3, 1 at n = 100; 2, 3, 1 at n = 500. " in caption
    assert "300 samples each" in caption
