"""What a user passes in for uncertainty: checked, weighted, grouped, parted by class."""

import numpy as np
import pytest

from prgbench.metrics.engine.sample import Sample

Y = [0, 1, 1, 0, 1]
SCORES = {"y_score": [1, 2, 3, 4, 5]}


def sample(**options):
    return Sample.checked(Y, SCORES, **options)


def test_every_instance_counts_once_where_nothing_is_said():
    found = sample()
    assert found.positive.tolist() == [False, True, True, False, True]
    assert found.scores.tolist() == [[1, 2, 3, 4, 5]]
    assert found.weights.tolist() == [1] * 5
    assert found.groups.tolist() == [0, 1, 2, 3, 4]
    assert (found.n_groups, found.class_sizes) == (5, (3, 2))
    assert (found.is_weighted, found.is_grouped) == (False, False)


def test_scores_of_several_models_are_rows():
    both = Sample.checked(Y, {"a": [1, 2, 3, 4, 5], "b": [5, 4, 3, 2, 1]})
    assert both.scores.tolist() == [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]


def test_instances_of_weight_0_are_left_out_and_groups_renumbered():
    found = sample(sample_weight=[2, 0, 1, 0.5, 3], groups=["c", "a", "b", "c", "b"])
    assert found.positive.tolist() == [False, True, False, True]
    assert found.scores.tolist() == [[1, 3, 4, 5]]
    assert found.weights.tolist() == [2, 1, 0.5, 3]
    assert found.groups.tolist() == [1, 0, 1, 0]
    assert (found.n_groups, found.is_weighted, found.is_grouped) == (2, True, True)


def test_values_are_summed_over_groups():
    found = sample(groups=[7, 7, 8, 8, 9])
    values = np.array([[1.0, 2, 3, 4, 5], [1, 1, 1, 1, 1]])
    assert found.group_sums(values).tolist() == [[3, 7, 5], [2, 2, 1]]
    assert sample().group_sums(values) is values


def test_a_group_counts_in_each_class_that_it_has():
    assert sample(groups=[7, 7, 8, 8, 9]).class_sizes == (3, 2)
    assert sample(groups=[7, 7, 7, 8, 7]).class_sizes == (1, 2)


def test_groups_are_drawn_from_all_or_from_those_of_a_class():
    pure = sample(groups=["n", "p", "q", "m", "p"])
    assert [s.tolist() for s in pure.strata(stratified=False)] == [[0, 1, 2, 3]]
    assert [s.tolist() for s in pure.strata(stratified=True)] == [[2, 3], [0, 1]]
    with pytest.raises(ValueError, match="A group has positives and negatives"):
        sample(groups=[7, 7, 8, 8, 9]).strata(stratified=True)


@pytest.mark.parametrize(
    ("groups", "error", "why"),
    [
        ([1, 2, 3], ValueError, r"groups must have shape \(5,\), not \(3,\)"),
        ([1, 2, np.nan, 3, 4], ValueError, r"groups\[2\] is missing \(NaN, NaT or None\)"),
        ([1, None, 2, 3, 4], ValueError, r"groups\[1\] is missing"),
        ([1, "a", 2, 3, 4], TypeError, "groups must be of one type, such as all strings"),
        ([1, 1, 1, 1, 1], ValueError, "groups has one group only: uncertainty needs several"),
    ],
)
def test_groups_that_are_none(groups, error, why):
    with pytest.raises(error, match=f"^{why}"):
        sample(groups=np.array(groups, dtype=object))


@pytest.mark.parametrize(
    ("y_true", "weights", "which"),
    [
        ([1, 1, 1, 1, 1], None, "positive"),
        ([0, 0, 0, 0, 0], None, "negative"),
        (Y, [1, 0, 0, 1, 0], "negative"),
        (Y, [0, 1, 1, 0, 1], "positive"),
    ],
)
def test_both_classes_are_needed(y_true, weights, which):
    with pytest.raises(ValueError, match=f"^y_true has {which} labels only: uncertainty needs bo"):
        Sample.checked(y_true, SCORES, sample_weight=weights)


def test_the_argument_that_is_wrong_is_named():
    with pytest.raises(ValueError, match="second_score"):
        Sample.checked(Y, {"first_score": [1, 2, 3, 4, 5], "second_score": [1, 2]})
