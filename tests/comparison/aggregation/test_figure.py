import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.aggregation.figure import aggregation


def test_shares_and_what_is_left_out(tables):
    drawn = aggregation(tables, make_facts("made-up archive", 0.9))
    assert drawn.figure.axes[0].get_lines()[0].get_xdata().tolist() == [0.5, 0.25]
    assert "(made-up archive, 12 tasks on 11 data sets)" in drawn.caption
    assert "with its 90% interval by resampling data sets" in drawn.caption
    assert "3 of 2,000 values" in drawn.caption
    assert drawn.alt == (
        "Share of tasks whose best models change, by measure: AUPR, mean over folds 50.0%; AUROC, "
        "mean over folds 25.0%."
    )
    assert drawn.data["upper"].tolist() == [0.75, 0.5]
    plt.close(drawn.figure)


def test_what_can_not_be_computed_is_said():
    drawn = aggregation({"aggregation": pd.DataFrame()}, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has several folds or repeats that its files state."
