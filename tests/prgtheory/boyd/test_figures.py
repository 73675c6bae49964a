"""What the figures draw: theorem 1, corollary 4, F1 and its modification, at numbers by hand."""

import numpy as np
import pytest

from prgtheory.boyd.figures import (
    figure_1,
    figure_2,
    figure_3,
    figure_4,
    figure_downsampling,
)
from prgtheory.boyd.model import FIGURE_4_PREVALENCE, modified_fbeta


def heights(line, places):
    """Return how high a line is at some places, and that it goes from 0 to 1."""
    x, y = line.get_data()
    assert (x[0], x[-1]) == (0, 1)
    return np.interp(places, x, y).tolist()


def test_the_minimum_curve_and_the_matrices_above_it():
    left, right = figure_1()[0].axes
    baseline, curve, chance = left.get_lines()
    # Theorem 1 at one positive for two negatives: r/3 / (2/3 + r/3) = r/(2 + r).
    assert heights(curve, [0, 0.5, 1]) == pytest.approx([0, 0.2, 1 / 3])
    assert heights(baseline, [0, 1]) == heights(chance, [0, 1]) == [1 / 3, 1 / 3]
    grey = left.collections[0].get_paths()[0].vertices
    assert grey.max(axis=0) == pytest.approx([1, 1 / 3])
    assert grey.min(axis=0).tolist() == [0, 0]
    _, word, pointer = left.texts
    assert word.get_position()[1] > 1 / 3
    assert pointer.xy == (0.5, 0.2)
    baseline, matrices, curve = right.get_lines()
    assert heights(baseline, [0, 1]) == [0.3, 0.3]
    # TP from 1 to 15 and FP from 0 to 35.
    places = {tuple(place) for place in matrices.get_xydata().round(9)}
    assert len(matrices.get_xdata()) == 15 * 36
    assert {(round(1 / 15, 9), round(1 / 36, 9)), (1, 0.3), (1, 1)} <= places
    assert heights(curve, [0.5, 1]) == pytest.approx([0.15 / 0.85, 0.3])


def test_each_minimum_curve_ends_at_its_prevalence_beside_its_name():
    [axes] = figure_2()[0].axes
    prevalences = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9]
    _, *curves = axes.get_lines()
    for curve, pi, text in zip(curves, prevalences, axes.texts, strict=True):
        assert heights(curve, [0.5, 1]) == pytest.approx([pi / 2 / (1 - pi / 2), pi])
        assert text.get_text() == f"π = {pi:g}"
        assert text.get_position() == (pytest.approx(1.05, abs=0.05), pytest.approx(pi))
        assert text.get_color() == curve.get_color()
    assert len({curve.get_color() for curve in curves}) == 6


def test_minimum_areas_over_three_ranges_of_recall():
    left, right = figure_3()[0].axes
    labels = [text.get_text() for text in left.get_legend().get_texts()]
    assert labels == ["recall in [0, 1]", "recall in [0.5, 1]", "recall in [0.8, 1]"]
    # Corollary 4 at prevalence 1/2: the integral of r/(1 + r) from a to 1, 1 - a - log(2/(1 + a)).
    areas = [1 - a - np.log(2 / (1 + a)) for a in (0, 0.5, 0.8)]
    for plain, scaled, area, length in zip(
        left.get_lines(), right.get_lines(), areas, (1, 0.5, 0.2), strict=True
    ):
        assert heights(plain, [0, 0.5, 1]) == pytest.approx([0, area, length])
        assert heights(scaled, [0, 0.5, 1]) == pytest.approx([0, area / length, 1])
        assert plain.get_color() == scaled.get_color()
    for axes in (left, right):
        assert (axes.get_xlim(), axes.get_ylim()) == ((0, 1), (0, 1))


def test_f1_calls_three_points_alike_that_the_modified_f1_tells_apart():
    left, right = figure_4()[0].axes
    for axes in (left, right):
        baseline, *_ = axes.get_lines()
        assert heights(baseline, [0, 1]) == [0.33, 0.33]
        points = [line.get_xydata()[0] for line in axes.get_lines() if line.get_marker() == "o"]
        assert [point[0] for point in points] == [0.95, 0.68, 0.32]
        for recall, precision in points:
            assert 2 / (1 / recall + 1 / precision) == pytest.approx(0.45)
        named = axes.texts[-3:]
        assert [text.xy for text in named] == [pytest.approx(point) for point in points]
    assert [text.get_text() for text in left.texts[-3:]] == ["A", "B", "C"]
    # Least precision at prevalence 0.33: recall 1 has 0.33, recall 1/2 has .165/.835.
    lowest = left.get_lines()[-4]
    assert heights(lowest, [0.5, 1]) == pytest.approx([0.165 / 0.835, 0.33])


def test_contours_have_the_values_of_their_names():
    left, right = figure_4()[0].axes
    _, *contours = left.get_lines()
    levels = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    for line, level in zip(contours[:10], [*levels, 0.45], strict=True):
        recall, precision = line.get_data()
        assert 2 / (1 / recall + 1 / precision) == pytest.approx(level)
        # Precision 1 belongs to recall F/(2 - F), where recall is least.
        assert (recall[0], recall[-1]) == pytest.approx((level / (2 - level), 1))
        assert precision.max() == pytest.approx(1)
    by_name = [
        {text.get_text(): text.get_position() for text in axes.texts[:9]} for axes in (left, right)
    ]
    for level in levels:
        (beside, plain), (_, modified) = (found[f"{level:.1f}"] for found in by_name)
        assert 1 < beside < 1.1
        assert plain == pytest.approx(level / (2 - level))
        # At recall 1 it is the harmonic mean of 1 and (p - pi)/(1 - pi).
        share = level / (2 - level)
        assert modified == pytest.approx(0.33 + 0.67 * share, abs=2e-3)
    many, one = right.collections
    assert many.levels.tolist() == levels
    assert one.levels.tolist() == [0.45]
    recall, precision = one.get_paths()[0].vertices.T
    assert recall.max() == 1
    found = modified_fbeta(precision, recall, FIGURE_4_PREVALENCE)
    assert found == pytest.approx(0.45, abs=2e-3)
    [band] = right.patches
    assert (band.get_y(), band.get_height()) == pytest.approx((0, 0.33))
    assert "0 up to precision π" in [text.get_text() for text in right.texts]
    assert (left.get_title(), right.get_title()) == ("F1; blue: 0.45", "modified F1; blue: 0.45")


def test_down_sampling_is_drawn_from_1_to_100_negatives():
    [axes] = figure_downsampling()[0].axes
    ratios = [1, 2, 3, 4, 5, 10, 24, 100]
    plain, normal, minimum = axes.get_lines()
    for line in (plain, normal, minimum):
        assert line.get_xdata() == pytest.approx(ratios)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "AUPR", "AUCNPR", "minimum AUPR"
    ]  # fmt: skip
    assert plain.get_ydata()[[0, 5]] == pytest.approx([0.83629365, 0.41784657])
    # 1 - (1 - pi)/pi log(1/(1 - pi)), at pi = 1/2 and 1/11.
    least = np.array([1 - np.log(2), 1 - 10 * np.log(1.1)])
    assert minimum.get_ydata()[[0, 5]] == pytest.approx(least)
    expected = (plain.get_ydata()[[0, 5]] - least) / (1 - least)
    assert normal.get_ydata()[[0, 5]] == pytest.approx(expected)
    assert axes.get_xticks() == pytest.approx(ratios)
    assert [text.get_text() for text in axes.get_xticklabels()] == [str(n) for n in ratios]
    assert (axes.get_xscale(), axes.get_ylim()) == ("log", (0, 1))
    assert axes.get_xticks(minor=True).size == 0
