import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.comparison.predictors.figure import FEWEST_OF_EACH, predictors
from prgbench.comparison.predictors.names import PREDICTORS

FACTS = make_facts("made-up archive")


def make_tables(*, coefficient=np.nan, **disagreements):
    """Return the part's tables: AUPR and other measures, 20 tasks in each of two bins of the gap.

    All disagreements are in the first bin.
    """
    pairs = [{"measure_a": "aupr", "measure_b": other} for other in disagreements]
    curve = [
        {**pair, "gap_median": gap, "best_differs": share, "lower": 0.1, "upper": 0.9,
         "tasks": 20, "datasets": 19}
        for pair, number in zip(pairs, disagreements.values(), strict=True)
        for gap, share in ((0.001, number / 20), (0.1, 0.0))
    ]  # fmt: skip
    model = [
        {**pair, "predictor": name, "coefficient": coefficient, "lower": -1.0, "upper": 1.0}
        for pair in pairs
        for name in PREDICTORS
    ]
    return {"gap_curve": pd.DataFrame(curve), "predictors": pd.DataFrame(model)}


def test_without_a_model_there_is_one_panel_that_says_so():
    drawn = predictors(make_tables(auprg=12), FACTS)
    [axes] = drawn.figure.axes
    assert axes.get_lines()[0].get_ydata().tolist() == [0.6, 0.0]
    assert "(made-up archive, 40 tasks)" in drawn.caption
    assert "too few tasks for the logistic model" in drawn.caption


def test_coefficients_stand_beside_the_curve():
    drawn = predictors(make_tables(auprg=12, auroc=15, coefficient=0.25), FACTS)
    curve, coefficients = drawn.figure.axes
    assert len(curve.get_lines()) == 2
    labels = [text.get_text() for text in coefficients.get_yticklabels()]
    assert labels == list(PREDICTORS.values())
    assert drawn.caption.count("95% interval") == 2
    assert drawn.data["panel"].value_counts().to_dict() == {"gap": 4, "coefficient": 8}


def test_pairs_with_few_disagreements_are_named_and_not_drawn():
    few = FEWEST_OF_EACH - 1
    drawn = predictors(make_tables(auprg=few, auroc=FEWEST_OF_EACH), FACTS)
    [line] = drawn.figure.axes[0].get_lines()
    assert line.get_label() == "AUPR – AUROC"
    assert line.get_marker() == "s"
    assert "With fewer than 10 disagreements or agreements, not drawn: AUPR – AUPRG." in (
        drawn.caption
    )


def test_few_disagreements_or_agreements_are_a_sentence():
    tables = make_tables(auprg=9)
    almost_all = tables["gap_curve"].assign(best_differs=[1.0, 0.55])
    for curve in (tables["gap_curve"], almost_all):
        drawn = predictors(tables | {"gap_curve": curve}, FACTS)
        assert drawn.figure is None
        assert drawn.caption.startswith("No pair of measures has 10 disagreements and 10")


def test_the_axis_of_gaps_has_numbers_and_no_mathematics():
    drawn = predictors(make_tables(auprg=12), FACTS)
    axis = drawn.figure.axes[0].xaxis
    assert [axis.get_major_formatter()(gap, 0) for gap in (0.001, 0.1, 1.0)] == [
        "0.001",
        "0.1",
        "1",
    ]


def test_two_pairs_by_hand():
    tables = make_tables(auprg=12, auroc=15, coefficient=0.25)
    curve = tables["gap_curve"]
    curve.loc[curve["measure_b"] == "auroc", "gap_median"] = [1e-9, 0.1]
    curve.loc[curve["measure_b"] == "auroc", "tasks"] = 1015
    drawn = predictors(tables, FACTS)
    axes, coefficients = drawn.figure.axes
    first, second = axes.get_lines()
    # The first line stands .06 of its place to the left; a gap of 0 is drawn at a millionth.
    assert first.get_xdata() == pytest.approx([0.00094, 0.094])
    assert second.get_xdata() == pytest.approx([1e-6, 0.1])
    assert first.get_ydata().tolist() == [0.6, 0]
    assert [s[:, 1].tolist() for s in axes.collections[0].get_segments()] == [[0.1, 0.9]] * 2
    assert axes.get_xscale() == "log"
    low, high = axes.get_ylim()
    assert low == pytest.approx(-0.03 * high)
    zero = coefficients.get_lines()[-1]
    assert set(zero.get_xdata()) == {0}
    assert coefficients.get_lines()[0].get_xdata().tolist() == [0.25] * 4
    assert drawn.caption.startswith(
        "What predicts a disagreement (made-up archive, 40 to 2,030 tasks): share of tasks with "
        "different best models by how far the best model is before the second by the first "
        "measure, with its 95% interval (data sets as clusters). Right: coefficients"
    )
    assert drawn.alt == (
        "Share of tasks with different best models against the gap of the best two models, for "
        "AUPR – AUPRG and AUPR – AUROC."
    )
    assert drawn.data.columns.tolist() == [
        "panel", "row", "gap", "value", "lower", "upper", "tasks", "series"
    ]  # fmt: skip
    assert drawn.data["row"].tolist()[:4] == ["AUPR – AUPRG"] * 2 + ["AUPR – AUROC"] * 2


def test_ten_of_forty_agreements_are_enough_and_nine_are_not():
    tables = make_tables(auprg=12)
    for share, is_drawn in ((0.5, True), (0.55, False)):
        curve = tables["gap_curve"].assign(best_differs=[1.0, share])
        assert (predictors(tables | {"gap_curve": curve}, FACTS).figure is not None) == is_drawn
