"""Scikit-learn's own tests with our functions in place of theirs, but for some differences."""

from types import CodeType, FunctionType

import pytest
from sklearn.metrics.tests import test_classification, test_ranking

from prgbench import metrics as m
from theirs import Difference, with_ours

OURS = {
    "average_precision_score": m.average_precision_score,
    "precision_recall_curve": m.precision_recall_curve,
    "roc_auc_score": m.auroc_score,
    "roc_curve": m.roc_curve,
}


DIFFERENCES = (
    Difference(
        "one class only",
        "Rates of an absent class and areas that need both are NaN, without a warning.",
        (
            "test_roc_curve_one_label",
            "test_roc_curve_toydata",
            "test_precision_recall_curve_toydata",
            "test_auc_score_non_binary_class",
        ),
    ),
    Difference(
        "`roc_auc_score` with `multi_class` or `labels`",
        "More than two classes are scored by `evaluate` with `multi_class`.",
        (
            "test_multiclass_ovo_roc_auc_toydata",
            "test_multiclass_ovo_roc_auc_toydata_binary",
            "test_multiclass_ovr_roc_auc_toydata",
            "test_perfect_imperfect_chance_multiclass_roc_auc",
            "test_micro_averaged_ovr_roc_auc",
            "test_roc_auc_score_multiclass_labels_error",
            "test_roc_auc_score_multiclass_error",
        ),
    ),
    Difference(
        "`roc_auc_score` with `max_fpr`",
        "`partial_auroc_score` has any range of false positive rates.",
        ("test_partial_roc_auc_score",),
    ),
    Difference(
        "`average_precision_score` of one label in three",
        "`evaluate` with `multi_class` takes them.",
        (
            "test_average_precision_score_non_binary_class",
            "test_average_precision_score_duplicate_values[y_true0-y_score0]",
            "test_average_precision_score_tied_values[y_true0-y_score0]",
        ),
    ),
    Difference(
        "messages for bad input",
        "The same input is refused, in other words; labels of bytes as a `ValueError`.",
        (
            "test_confusion_matrix_at_thresholds_multiclass_error[precision_recall_curve]",
            "test_confusion_matrix_at_thresholds_multiclass_error[roc_curve]",
            "test_confusion_matrix_at_thresholds_implicit_pos_label[precision_recall_curve]",
            "test_confusion_matrix_at_thresholds_implicit_pos_label[roc_curve]",
            "test_confusion_matrix_at_thresholds_implicit_bytes_pos_label",
            "test_average_precision_score_binary_pos_label_errors",
            "test_average_precision_score_multilabel_pos_label_errors",
            "test_average_precision_score_multiclass_pos_label_errors",
            "test_multiclass_ranking_metrics_raise_for_incorrect_shape_of_y_score",
        ),
    ),
)


def names_in(code):
    inner = [names_in(const) for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*inner)


def takes_ours(test):
    """Tell whether a test names one of our functions, or has one as a parameter."""
    given = [values for mark in getattr(test, "pytestmark", []) for values in mark.args[1:]]
    ours = {id(function) for function in OURS.values()}
    return not ours.isdisjoint(id(value) for values in given for value in values) or bool(
        names_in(test.__code__) & OURS.keys()
    )


def that_call_ours(module):
    return {
        name: test
        for name, test in vars(with_ours(module, OURS)).items()
        if name.startswith("test_") and isinstance(test, FunctionType) and takes_ours(test)
    }


THEIRS = that_call_ours(test_ranking) | that_call_ours(test_classification)
globals().update(THEIRS)


@pytest.fixture
def global_random_seed():
    """Stand in for the fixture of scikit-learn's own set-up."""
    return 0


@pytest.fixture(autouse=True)
def documented(request):
    for difference in DIFFERENCES:
        if not {request.node.name, request.node.originalname}.isdisjoint(difference.tests):
            request.applymarker(pytest.mark.xfail(strict=True, reason=difference.why))


def test_every_difference_names_a_test_that_runs():
    listed = [test.partition("[")[0] for difference in DIFFERENCES for test in difference.tests]
    assert set(listed) <= THEIRS.keys()
