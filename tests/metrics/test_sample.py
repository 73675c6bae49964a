"""What a user passes in for uncertainty: checked, weighted, grouped, parted by class."""

import numpy as np
import pytest

from prgbench.metrics.engine.sample import Sample

Y = [0, 1, 1, 0, 1]
SCORES = {"y_score": [1, 2, 3, 4, 5]}


def sample(**options):
    return Sample.checked(Y, SCORES, **options)


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
