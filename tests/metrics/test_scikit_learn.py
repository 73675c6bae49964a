"""Scikit-learn's own tests with our functions in place of theirs, but for some differences."""

from types import CodeType, FunctionType

import pytest
from sklearn.metrics.tests import test_classification, test_ranking

from prgbench import metrics as m
from theirs import Difference, with_ours

pytestmark = pytest.mark.filterwarnings(
    # They pass over it where they do not look for it.
    "default::sklearn.exceptions.UndefinedMetricWarning"
)
OURS = {
    "det_curve": m.det_curve,
    "average_precision_score": m.average_precision_score,
    "precision_recall_curve": m.precision_recall_curve,
    "roc_auc_score": m.auroc_score,
    "roc_curve": m.roc_curve,
}


DIFFERENCES = (
    Difference(
        "average precision without a positive",
        "It is NaN, as it is undefined, and recall too; scikit-learn has 0 and 1.",
        ("test_precision_recall_curve_toydata",),
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
