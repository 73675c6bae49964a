"""What the figures draw, of populations with areas in closed form and of made-up simulations."""

import numpy as np
import pytest

from prgtheory.population import figures
from prgtheory.population.model import AreaErrors, Coverage

RECALL = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


def test_prg_curves_of_the_cases():
    figure, _ = figures.figure_prg()
    for axes, pi, name in zip(figure.axes, (1 / 2, 1 / 11), ("1/2", "1/11"), strict=True):
        assert axes.get_title() == f"π = {name}"
        _, *curves = axes.get_lines()
        by_case = {line.get_label()[0]: line for line in curves}
        assert list(by_case) == list("ABCDEF")
        for line in curves:
            gain, values = line.get_data()
            assert (gain[0], gain[-1]) == (0, 1)
            shown = values[~np.isnan(values)]
            assert ((shown >= 0) & (shown <= 1)).all()
        # Case D has no false positive up to recall 1/2, of recall gain 1 - pi/(1 - pi); then
        # fpr = tpr - 1/2, so that the precision gain 1 - fpr/tpr is 1/(2 tpr).
        gain, values = by_case["D"].get_data()
        tpr = pi / (1 - (1 - pi) * gain)
        assert values == pytest.approx(np.minimum(1, 1 / (2 * tpr)))
        # Case E, the other way round, is below chance up to its end.
        assert np.isnan(by_case["E"].get_ydata()[:-1]).all()
        assert len({line.get_color() for line in curves}) == 6
    # With pi = 1/2 tpr is 1/(2 - FG), so that the precision gain falls as 1 - FG/2: area 3/4.
    labels = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert labels[3:5] == ["D 0.75", "E -0.50"]
    assert figure.axes[0].get_legend().get_title().get_text() == "AUPRG"


def test_the_curve_of_discrete_scores_has_gaps_where_it_jumps():
    left, _ = figures.figure_prg()[0].axes
    gain, values = left.get_lines()[-1].get_data()
    # Recall .6 and .8 of five positives: recall gain 1 - (1 - r)/r at balanced classes.
    for recall in (0.6, 0.8):
        place = np.searchsorted(gain, 1 - (1 - recall) / recall)
        assert np.isnan(values[place - 2 : place + 2]).any()
    assert 1 <= np.isnan(values).sum() <= 4


def test_laws_of_the_areas_and_their_errors(monkeypatch):
    rng = np.random.default_rng(0)
    made_up = [
        AreaErrors(
            n,
            np.vstack([rng.normal(0.5, 1 / n, (50, 3)), np.full((1, 3), np.nan)]),
            np.array([1.0, 2.0, 3.0]) / n,
            np.array([[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]) / n,
        )
        for n in (100, 500, 1000)
    ]
    monkeypatch.setattr(figures, "standard_errors", lambda: made_up)
    figure, _ = figures.figure_errors()
    above, below = figure.axes[:3], figure.axes[3:]
    assert above[0].get_ylabel() == "Density"
    # Case A at prevalence 1/5 has AUROC P(N(1.4, 2) > 0) = .8389.
    assert above[0].get_lines()[-1].get_xdata()[0] == pytest.approx(0.8389, abs=5e-5)
    for place, (law, errors, name) in enumerate(
        zip(above, below, ("AUROC", "AUPR", "AUPRG"), strict=True)
    ):
        *densities, exact = law.get_lines()
        assert [line.get_label() for line in densities] == ["n = 100", "n = 500", "n = 1000"]
        for line, cell in zip(densities, made_up, strict=True):
            low, high = np.nanquantile(cell.values[:, place], [0.001, 0.999])
            x, y = line.get_data()
            assert (x[0], x[-1]) == pytest.approx((low, high))
            # Nearly all of the law lies between these quantiles.
            assert 0.9 < np.trapezoid(y, x) < 1
        assert len(set(exact.get_xdata())) == 1
        *bootstrapped, simulated = errors.get_lines()
        for line, n in zip(bootstrapped, (100, 500, 1000), strict=True):
            expected = [[n, (4 + place) / n], [n, (7 + place) / n]]
            assert line.get_xydata().tolist() == expected
        expected = [[n, (1 + place) / n] for n in (100, 500, 1000)]
        assert simulated.get_xydata().tolist() == expected
        assert law.get_xlabel() == name
        assert errors.get_ylabel() == f"s.e. of {name}"
        assert law.get_yticks().size == 0
        assert law.get_ylim()[0] == errors.get_ylim()[0] == 0
        assert errors.get_xscale() == "log"
        assert errors.get_xticks().tolist() == [100, 500, 1000]
        labels = [text.get_text() for text in errors.get_xticklabels()]
        assert labels == ["100", "500", "1000"]
        assert errors.get_xticks(minor=True).size == 0


def test_foretold_failures_of_bands_are_open(monkeypatch):
    notes = ("", "steep", *[""] * 7)
    cells = [
        Coverage(case, pi, 1000, np.arange(9) / 10, 1 - np.arange(9) / 10, notes)
        for case, pi in (("A", 1 / 2), ("A", 1 / 11), ("B", 1 / 2), ("C", 1 / 5), ("D", 1 / 5))
    ]
    asked = []
    monkeypatch.setattr(figures, "coverage", lambda **kwargs: asked.append(kwargs) or cells)
    figure, caption = figures.figure_coverage(replicates=7)
    assert asked == [{"replicates": 7}]
    assert "7 samples of n = 1,000 each" in caption
    for axes, title, values in zip(
        figure.axes,
        ("linear scale", "logit scale"),
        (np.arange(9) / 10, 1 - np.arange(9) / 10),
        strict=True,
    ):
        assert axes.get_title() == title
        line, safe, foretold = axes.get_lines()[:3]
        assert line.get_xydata() == pytest.approx(np.column_stack([RECALL, values]))
        assert safe.get_xdata() == pytest.approx(RECALL[:1] + RECALL[2:])
        assert foretold.get_xydata().tolist() == [[0.2, values[1]]]
        assert foretold.get_markerfacecolor() == "w" != safe.get_markerfacecolor()
        assert foretold.get_color() == safe.get_color() == line.get_color()
        level = axes.get_lines()[-1]
        assert level.get_ydata()[0] == 0.95
        for low, high in (axes.get_xlim(), axes.get_ylim()):
            assert low < 0.1
            assert high > 0.9
        assert axes.get_ylim()[0] < 0
        assert axes.get_ylim()[1] > 1
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "A, π = 1/2", "A, π = 1/11", "B, π = 1/2", "C, π = 1/5", "D, π = 1/5"
    ]  # fmt: skip
