import numpy as np
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.stability.figure import stability


def test_means_with_intervals_and_quartiles(make_table):
    figure, caption = stability(make_table(), make_facts("made-up archive", 0.9))
    means, quartiles = figure.axes
    assert means.get_lines()[0].get_xdata().tolist() == [0.3, 0.2]
    assert [s[:, 0].tolist() for s in means.collections[0].get_segments()] == [
        [0.25, 0.35],
        [0.1, 0.3],
    ]
    assert [tick.get_text() for tick in means.get_yticklabels()] == ["AUPR", "AUROC"]
    assert quartiles.get_lines()[0].get_xdata().tolist() == [0.28, 0.15]
    assert [s[:, 0].tolist() for s in quartiles.collections[0].get_segments()] == [
        [0.1, 0.5],
        [0.05, 0.25],
    ]
    assert "(made-up archive, 17 tasks)" in caption
    assert "with 90% interval by resampling data sets" in caption
    plt.close(figure)


def test_undefined_tasks_draw_nothing(make_table):
    columns = ["differs", "lower", "upper", "lower_quartile", "median", "upper_quartile"]
    figure, caption = stability(
        make_table(**dict.fromkeys(columns, np.nan), tasks=0), make_facts("test")
    )
    assert np.isnan(figure.axes[0].get_lines()[0].get_xdata()).all()
    assert "0 tasks" in caption
    plt.close(figure)


def test_nothing_to_draw_is_said(make_table):
    figure, caption = stability(
        {name: table.iloc[:0] for name, table in make_table().items()}, make_facts("test")
    )
    assert figure.axes[0].texts
    assert caption.endswith("(test): none.")
    plt.close(figure)
