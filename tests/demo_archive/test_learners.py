"""Learners that are weak or worse than chance on purpose."""

import numpy as np
import pytest
from demo_archive.flows import Reversed, Subsampled, learner
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

X = np.arange(40, dtype=float).reshape(-1, 1)
Y = (np.arange(40) >= 30).astype(np.int8)


class Noting:
    """Note what is learnt from."""

    def fit(self, x, y):
        self.x, self.y = x, y
        return self

    def predict_proba(self, x):
        return np.column_stack([1 - x[:, 0], x[:, 0]])


def test_the_confidences_of_a_reversed_learner_are_swapped():
    noting = Noting()
    learner = Reversed(noting).fit(X, Y)
    assert learner.predict_proba(np.array([[0.25], [1.0]])).tolist() == [[0.25, 0.75], [1.0, 0.0]]
    np.testing.assert_array_equal(noting.y, Y)


@pytest.mark.parametrize(
    ("n_instances", "of_each"), [(8, (6, 2)), (20, (15, 5)), (4, (3, 2)), (400, (30, 10))]
)
def test_a_subsampled_learner_sees_each_class_in_proportion_and_two_at_least(n_instances, of_each):
    noting = Noting()
    learner = Subsampled(noting, n_instances, seed=3).fit(X, Y)
    assert np.bincount(noting.y).tolist() == list(of_each)
    assert len(np.unique(noting.x)) == sum(of_each)
    np.testing.assert_array_equal(noting.y, noting.x[:, 0] >= 30)
    assert learner.predict_proba(np.array([[0.25]])).tolist() == [[0.75, 0.25]]


def test_what_a_subsampled_learner_sees_depends_on_its_seed_alone():
    seen = []
    for seed in (3, 3, 4):
        noting = Noting()
        Subsampled(noting, 12, seed).fit(X, Y)
        seen.append(noting.x[:, 0].tolist())
    assert seen[0] == seen[1] != seen[2]


def test_a_class_of_one_instance_is_seen_once():
    noting = Noting()
    Subsampled(noting, 4, seed=0).fit(X, np.eye(1, 40, dtype=np.int8)[0])
    assert np.bincount(noting.y).tolist() == [4, 1]


def test_flows_pass_their_parameters_and_the_seed_on():
    made = learner(DecisionTreeClassifier, max_depth=3).make(7)
    assert (made.max_depth, made.random_state) == (3, 7)
    assert learner(KNeighborsClassifier, n_neighbors=2).make(7).n_neighbors == 2
