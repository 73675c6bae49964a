"""Scikit-learn's own tests of displays with ours in place of theirs, but for some differences."""

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import pytest
from sklearn.metrics._plot.tests import (
    test_common_curve_display,
    test_precision_recall_display,
    test_roc_curve_display,
)

from prgbench import metrics as m
from theirs import Difference, with_ours

OURS = {"PrecisionRecallDisplay": m.PrecisionRecallDisplay, "RocCurveDisplay": m.RocCurveDisplay}
# What scikit-learn's tests say, what they say here, and why; `docs/metrics.md` links to this.
WORDS = (
    (
        'chance_level_.get_label() == "Chance level (AUC = 0.5)"',
        'chance_level_.get_label().startswith("_")',
        "The line of chance is in the legend if it is given a label.",
    ),
    (
        'chance_level_.get_label() == f"Chance level (AP = {pos_prevalence})"',
        'chance_level_.get_label().startswith("_")',
        "The line of chance is in the legend if it is given a label.",
    ),
    (
        "line is not plotted by default\n    assert display.chance_level_ is None",
        "line is plotted by default\n    assert display.chance_level_ is not None",
        "The line of chance is drawn by default.",
    ),
    ("Positive Rate", "positive rate", "Axes have labels in lower case."),
    ("AUC = ", "AUROC = ", "The area has the name that it has everywhere here."),
    (":.2f}", ":.3f}", "Areas have three digits."),
    (":0.2f}", ":.3f}", "Areas have three digits."),
    ("= 0.85 +/- 0.05", "= 0.850 ± 0.050", "Areas have three digits."),
    ("= 0.80)", "= 0.800)", "Areas have three digits."),
    ("= 0.70)", "= 0.700)", "Areas have three digits."),
    ("= 0.90", "= 0.900", "Areas have three digits."),
    ("0.64 +/- 0.04", "0.642 ± 0.041", "Areas have three digits."),
    ("0.61 +/- 0.05", "0.610 ± 0.045", "Areas have three digits."),
    ("+/-", "±", "The sign itself."),
    ('[0.96, 1.00, 1.00], "AUC"', '[0.95833, 1.0, 1.0], "AUROC"', "Areas have three digits."),
    (
        '[0.97, 1.00, 1.00], "AP"',
        '[0.971, 1.0, 1.0], "AUPR"',
        "The legend has the area under the curve that is drawn, not the average precision.",
    ),
    (
        "Found input variables with inconsistent numbers of samples",
        "has .* labels|must have shape",
        "The same input is refused, in other words.",
    ),
    (
        "(AP = {average_precision",
        "(AUPR = {display.aupr",
        "The legend has the area under the curve that is drawn, not the average precision.",
    ),
    ('"steps-post"', '"default"', "The curve is a hyperbola between two points, not a step."),
    ('"k"', '"0.6"', "The line of chance is grey, and the folds of one model are blue."),
    ('"blue"\n        elif', '"#0072B2"\n        elif', "Blue that the colour-blind tell apart."),
)
DIFFERENCES = (
    Difference(
        "regression in place of two classes",
        "The same input is refused, in other words.",
        ("test_display_curve_error_regression", "test_display_from_cv_results_param_validation"),
    ),
    Difference(
        "`PrecisionRecallDisplay.from_cv_results`",
        "The folds share one line of chance, at the proportion of positives of all.",
        (
            "test_precision_recall_chance_level_line_from_cv_results[None-True]",
            "test_precision_recall_chance_level_line_from_cv_results[chance_level_kw1-True]",
            "test_precision_recall_chance_level_line_from_cv_results[chance_level_kw2-True]",
            "test_precision_recall_prevalence_pos_label_reusable[from_cv_results]",
        ),
    ),
    Difference(
        "the legend of `PrecisionRecallDisplay`",
        "It has the area under the curve that is drawn; `average_precision` is an attribute.",
        ("test_precision_recall_display_name",),
    ),
    Difference(
        "`estimator_name`, `y_pred`, options of the line without `curve_kwargs`",
        "What scikit-learn is about to drop is not here.",
        (
            "test_display_estimator_name_deprecation",
            "test_display_kwargs_deprecation",
            "test_y_score_and_y_pred_specified_error",
        ),
    ),
    Difference(
        "`_validate_plot_params`",
        "A private method of scikit-learn's displays.",
        ("test_display_validate_plot_params",),
    ),
)


def of_ours(test):
    """Leave out the parameters that are other displays of scikit-learn."""
    kept = []
    for mark in getattr(test, "pytestmark", []):
        names, values = mark.args
        if names.startswith("Display"):
            first = [value[0] if isinstance(value, tuple) else value for value in values]
            values = [
                value for value, own in zip(values, first, strict=True) if own in OURS.values()
            ]
            if not values:
                return None
            mark = pytest.mark.parametrize(names, values).mark
        kept.append(mark)
    test.pytestmark = kept
    return test


MODULES = (test_common_curve_display, test_precision_recall_display, test_roc_curve_display)
THEIRS = {}
for module in MODULES:
    # Two of the modules have a fixture of this name.
    own = {"data_binary": f"{module.__name__.rpartition('.')[2]}_data"}
    for name, value in vars(
        with_ours(module, OURS, own | {old: new for old, new, _ in WORDS})
    ).items():
        if name == "data" or name in own.values() or (name.startswith("test_") and of_ours(value)):
            assert name not in THEIRS
            THEIRS[name] = value
globals().update(THEIRS)


@pytest.fixture
def pyplot():
    from matplotlib import pyplot

    pyplot.close("all")
    yield pyplot
    pyplot.close("all")


@pytest.fixture(autouse=True)
def documented(request):
    for difference in DIFFERENCES:
        if not {request.node.name, request.node.originalname}.isdisjoint(difference.tests):
            request.applymarker(pytest.mark.xfail(strict=True, reason=difference.why))


def test_every_difference_names_a_test_that_runs():
    listed = [test.partition("[")[0] for difference in DIFFERENCES for test in difference.tests]
    assert set(listed) <= THEIRS.keys()
    text = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in MODULES)
    assert [old for old, _, _ in WORDS if old not in text] == []
