from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from prgbench.answer.variance_split import (
    HALVES,
    crossed_moments,
    disagreements,
    model_halves,
    moment_rows,
)


def test_the_halves_of_the_models_are_disjoint():
    halves = model_halves(np.random.default_rng(0), 50, 7)
    assert halves.shape == (50, 2, 3)
    assert all(len(set(own.ravel())) == 6 for own in halves)
    assert len({tuple(own.ravel()) for own in halves}) > 40


def test_disagreements_by_hand():
    a, b = [5.0, 1, 4, 3], [5.0, 1, 3, 4]
    scores = np.array([[[a, b], [b, b]]])
    halves = np.array([[[0, 1], [2, 3]]])
    [found] = disagreements(scores, halves, 12)
    # Models 0 and 1 never disagree; 2 and 3 do in the first half of the instances.
    assert found.tolist() == [[[False, True], [False, False]]]


def test_products_of_three_factors_by_hand():
    differs = np.zeros((1, 2, 2, 2), dtype=bool)
    differs[0, 0, 0] = True  # first half and first repeat, whichever models
    moments = crossed_moments(differs, ("i", "p", "m"))
    assert moments["i", "p", "m"] == 0.25
    assert moments["i", "p"] == 0.25
    assert moments["i", "m"] == moments["p", "m"] == moments["i",] == moments[()] == 0


@settings(max_examples=40, deadline=None)
@given(arrays(bool, st.tuples(st.integers(1, 5), st.just(2), st.just(2))))
def test_what_is_shared_can_not_lower_the_product_of_a_cell_with_itself(differs):
    moments = crossed_moments(differs, ("i", "m"))
    assert moments["i", "m"] == differs.mean()
    assert max(moments.values()) == moments["i", "m"]


def test_a_measure_never_disagrees_with_its_copy():
    scores = np.random.default_rng(1).normal(size=(6, 2, 1, 8)).repeat(2, axis=2)
    halves = model_halves(np.random.default_rng(0), 6, 8)
    table = moment_rows(scores, halves, ["a", "b"], HALVES, 12)
    assert table["moment"].tolist() == [0, 0, 0, 0]
    assert table["shared"].tolist() == [
        "",
        "instances",
        "draw_of_models",
        "instances, draw_of_models",
    ]


def test_the_mean_disagreement_is_that_of_all_subsets():
    rng = np.random.default_rng(2)
    scores = np.repeat(rng.normal(size=(1, 1, 2, 6)), 2000, axis=0).repeat(2, axis=1)
    table = moment_rows(scores, model_halves(rng, 2000, 6), ["a", "b"], HALVES, 12)
    a, b = scores[0, 0]
    exact = np.mean([np.argmax(a[[*s]]) != np.argmax(b[[*s]]) for s in combinations(range(6), 3)])
    differs = table.set_index("shared").loc["instances, draw_of_models", "moment"]
    assert differs == pytest.approx(exact, abs=0.04)


@pytest.mark.parametrize("shape", [(0, 2, 2, 8), (5, 2, 2, 3)])
def test_without_splits_or_with_three_models_all_is_undefined(shape):
    halves = model_halves(np.random.default_rng(0), shape[0], shape[-1])
    table = moment_rows(np.ones(shape), halves, ["a", "b"], HALVES, 12)
    assert table["moment"].isna().all()


def test_splits_without_a_score_do_not_count():
    scores = np.random.default_rng(3).normal(size=(4, 2, 2, 8))
    halves = model_halves(np.random.default_rng(0), 4, 8)
    fewer = moment_rows(scores[1:], halves[1:], ["a", "b"], HALVES, 12)
    scores[0, 1, 0] = np.nan
    assert moment_rows(scores, halves, ["a", "b"], HALVES, 12).equals(fewer)
