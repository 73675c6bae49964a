import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from prgbench.plotting.interval_rows import draw_rows, percent_axis


@pytest.mark.parametrize("shares", [[0.17, 0.235], [0.0, 0.9], [0.0, 0.0], [1.0, 1.0]])
def test_no_marker_is_cut_off_at_the_ends_of_an_axis_of_shares(shares):
    figure, axes = plt.subplots(figsize=(3, 1))
    table = pd.DataFrame({"row": ["a", "b"], "share": shares})
    draw_rows(axes, table, row="row", series=None, value="share")
    percent_axis(axes, "Tasks")
    left, right = axes.get_xlim()
    pixels = axes.get_window_extent().width / (right - left)
    radius = figure.dpi / 72 * plt.rcParams["lines.markersize"] / 2
    assert left <= 0
    assert (np.array([0.0, *shares]).min() - left) * pixels >= 0.9 * radius
    assert (right - max(shares)) * pixels >= 0.9 * radius
    plt.close(figure)
