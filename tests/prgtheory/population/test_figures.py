"""What the figures draw, of populations with areas in closed form and of made-up simulations."""

import numpy as np
import pytest

from prgtheory.population import figures

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
