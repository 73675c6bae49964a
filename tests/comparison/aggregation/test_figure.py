import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.comparison.aggregation.figure import aggregation


def test_shares_with_intervals_and_what_is_left_out(tables):
    drawn = aggregation(tables, make_facts("made-up archive", 0.9))
    [axes] = drawn.figure.axes
    [points] = axes.get_lines()
    assert points.get_xydata().tolist() == [[0.5, 0], [0.25, 1]]
    [bounds] = axes.collections
    assert [segment[:, 0].tolist() for segment in bounds.get_segments()] == [
        [0.4, 0.75],
        [0.125, 0.5],
    ]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["AUPR", "AUROC"]
    assert axes.get_xlabel() == "Tasks whose best models change"
    assert drawn.caption == (
        "Pooled predictions against averages (made-up archive, 12 tasks on 11 data sets): share "
        "of tasks in which the best models by the same measure change if it is averaged over "
        "folds (or repeats) instead, with its 90% interval by resampling data sets. 3 of 2,000 "
        "values of single folds or repeats are undefined and left out."
    )
    assert drawn.alt == (
        "Share of tasks whose best models change, by measure: AUPR, mean over folds 50.0%; AUROC, "
        "mean over folds 25.0%."
    )
    assert drawn.data.to_dict("list") == {
        "row": ["AUPR", "AUROC"],
        "series": ["mean over folds"] * 2,
        "value": [0.5, 0.25],
        "lower": [0.4, 0.125],
        "upper": [0.75, 0.5],
    }


def test_means_over_folds_and_repeats_have_looks_of_their_own(tables):
    folds = tables["aggregation"]
    repeats = folds.assign(aggregation="repeat", best_models_change=[0.125, 0.0])
    drawn = aggregation({"aggregation": pd.concat([folds, repeats])}, make_facts())
    [axes] = drawn.figure.axes
    over_folds, over_repeats = axes.get_lines()
    assert over_folds.get_xdata().tolist() == [0.5, 0.25]
    assert over_repeats.get_xdata().tolist() == [0.125, 0.0]
    assert over_folds.get_color() != over_repeats.get_color()
    # Of the .6 around a row each of two series has a half.
    assert over_folds.get_ydata() == pytest.approx([-0.15, 0.85])
    assert over_repeats.get_ydata() == pytest.approx([0.15, 1.15])
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "mean over folds",
        "mean over repeats",
    ]
    assert "6 of 4,000 values" in drawn.caption


def test_measures_of_few_data_sets_have_open_marks(tables):
    table = tables["aggregation"].assign(lower=[0.4, None], upper=[0.75, None])
    drawn = aggregation({"aggregation": table}, make_facts())
    assert drawn.caption.endswith(
        "are undefined and left out. Open marks have no interval: they stand on fewer than 6 data "
        "sets, or do not vary between them."
    )


def test_what_can_not_be_computed_is_said():
    drawn = aggregation({"aggregation": pd.DataFrame()}, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has several folds or repeats that its files state."
