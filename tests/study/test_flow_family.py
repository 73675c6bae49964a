"""What names of flows say."""

import pytest

from prgbench.study.selection import algorithm, families, flow_family


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("weka.classifiers.trees.J48(1)", "weka"),
        ("mlr.classif.ranger(3)", "mlr"),
        ("classif.rpart(2)", "mlr"),
        ("mlr3.rpart(1)", "mlr3"),
        ("sklearn.svm.classes.SVC(7)", "sklearn"),
        ("sklearn(1)", "sklearn"),
        ("rm.decision_tree(1)", "rapidminer"),
        ("moa.HoeffdingTree(1)", "moa"),
        ("Weka.J48(1)", "other"),
        ("my.weka.J48(1)", "other"),
        ("", "other"),
    ],
)
def test_the_beginning_of_the_name_is_the_family(name, family):
    expected = "mlr" if family == "mlr3" else family
    assert flow_family(name) == expected
    assert flow_family(name) in families()


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("weka.J48(12)", "weka.J48"),
        ("a(1)(2)", "a(1)"),
        ("a(1) ", "a(1) "),
        ("a(b)", "a(b)"),
        ("a\n(3)", "a\n"),
        ("(4)", "(4)"),
    ],
)
def test_the_version_is_a_number_in_brackets_at_the_end(name, without):
    assert algorithm(name) == without
