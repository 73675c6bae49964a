import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.metrics import bootstrap_areas, evaluate
from prgbench.stats.confidence_set import model_confidence_set


def make_case(gaps, n_resamples=200, seed=0, error=1.0, correlation=0.5):
    """Return scores below that of the first model by the gaps, and normal replicates of them."""
    scores = -np.concatenate([[0.0], np.asarray(gaps, dtype=float)])
    rng = np.random.default_rng(seed)
    shared = np.sqrt(correlation) * rng.normal(size=(n_resamples, 1))
    own = np.sqrt(1 - correlation) * rng.normal(size=(n_resamples, len(scores)))
    return scores, scores + error * (shared + own)


def replicates_by_hand(shrinkages):
    """Return replicates of the scores 0 and 1 whose gap shrinks by so much."""
    shrinkages = np.asarray(shrinkages, dtype=float)
    return np.column_stack([np.zeros(len(shrinkages)), 1 - shrinkages])


LARGER = np.linspace(-1, 0.5, 79)
LEFT_OUT, BOTH = [False, True], [True, True]


@pytest.mark.parametrize(
    ("shrinkages", "smaller_class", "in_set"),
    [
        # Of 39 resamples the largest shrinkage is the quantile at 1 - .05 / 2.
        (0.99 * np.linspace(-1, 1, 39), None, LEFT_OUT),
        (1.01 * np.linspace(-1, 1, 39), None, BOTH),
        # Of 79 it is the 78th: one larger shrinkage does no harm, two do.
        (np.append(LARGER[:-1], 3), None, LEFT_OUT),
        (np.append(LARGER[:-2], [3, 3]), None, BOTH),
        # With 10 instances of a class, the gap must exceed the shrinkage by sqrt(10 / 9).
        (0.94 * np.linspace(-1, 1, 39), 10, LEFT_OUT),
        (0.96 * np.linspace(-1, 1, 39), 10, BOTH),
        # Too few resamples tell nothing apart.
        (np.linspace(-0.1, 0.1, 38), None, BOTH),
        ([], None, BOTH),
    ],
)
def test_two_models_by_hand(shrinkages, smaller_class, in_set):
    replicates = replicates_by_hand(shrinkages)
    found = model_confidence_set([0.0, 1.0], replicates, 0.95, smaller_class=smaller_class)
    assert found.tolist() == in_set


@pytest.mark.parametrize(("level", "smallest"), [(0.95, 6), (0.975, 7), (0.9, 5)])
def test_fewer_instances_than_a_sign_test_needs_tell_nothing_apart(level, smallest):
    scores, replicates = make_case([5.0], error=0.01)
    assert model_confidence_set(scores, replicates, level, smaller_class=smallest).sum() == 1
    assert model_confidence_set(scores, replicates, level, smaller_class=smallest - 1).all()
    assert model_confidence_set(scores, replicates, level, smaller_class=0).all()


def test_worse_models_are_left_out_step_by_step():
    """A very bad model with large errors hides a gap until it is left out itself."""
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(400, 4)) * [0.1, 0.1, 0.1, 5.0]
    scores = np.array([0.0, -0.6, 0.05, -40.0])
    found = model_confidence_set(scores, scores + noise, 0.95)
    assert found.tolist() == [True, False, True, False]
    kept = model_confidence_set(scores[:3], scores[:3] + noise[:, :3], 0.95)
    assert kept.tolist() == found[:3].tolist()


def test_an_error_that_is_small_by_chance_does_not_tell_apart():
    scores, replicates = make_case([1.0] * 9 + [0.2])
    replicates[:, 10] = replicates[:, 0] - 0.2 + 1e-4 * np.arange(-100, 100) / 100
    assert model_confidence_set(scores[[0, 10]], replicates[:, [0, 10]], 0.95).sum() == 1
    assert model_confidence_set(scores, replicates, 0.95).all()


def test_a_difference_without_any_error_tells_apart():
    scores = np.array([1.0, 1.0, 0.5])
    replicates = np.tile(scores, (200, 1))
    assert model_confidence_set(scores, replicates, 0.95).tolist() == [True, True, False]
    few = model_confidence_set(scores, replicates, 0.95, smaller_class=5)
    assert few.all()


def test_undefined_models_are_in_no_set_unless_all_are():
    scores, replicates = make_case([0.1, 50.0, 0.2])
    scores[1] = np.nan
    replicates[:, 1] = np.nan
    found = model_confidence_set(scores, replicates, 0.95)
    assert found.tolist() == [True, False, False, True]
    nothing = np.full(4, np.nan)
    assert model_confidence_set(nothing, np.full((200, 4), np.nan), 0.95).all()


def test_replicates_in_which_a_model_is_undefined_do_not_count():
    scores, replicates = make_case([3.8, 0.5])
    gaps = np.full((60, 3), np.nan)
    gaps[:, 0] = 100.0
    more = np.concatenate([replicates, gaps])
    assert (
        model_confidence_set(scores, more, 0.95).tolist()
        == model_confidence_set(scores, replicates, 0.95).tolist()
    )


cases = st.tuples(
    st.lists(st.integers(0, 12).map(lambda gap: gap / 2), min_size=1, max_size=7),
    st.integers(0, 2**16),
)


@settings(max_examples=60, deadline=None)
@given(cases)
def test_the_best_models_are_in_the_set_and_order_and_scale_do_not_matter(case):
    gaps, seed = case
    scores, replicates = make_case(gaps, seed=seed, n_resamples=99)
    found = model_confidence_set(scores, replicates, 0.95)
    assert found[scores == scores.max()].all()
    places = np.random.default_rng(seed).permutation(len(scores))
    moved = model_confidence_set(scores[places], replicates[:, places], 0.95)
    np.testing.assert_array_equal(moved, found[places])
    scaled = model_confidence_set(8 * scores + 16, 8 * replicates + 16, 0.95)
    np.testing.assert_array_equal(scaled, found)


@settings(max_examples=60, deadline=None)
@given(cases, st.data())
def test_duplicates_are_never_told_apart(case, data):
    gaps, seed = case
    scores, replicates = make_case(gaps, seed=seed, n_resamples=99)
    copied = data.draw(st.integers(0, len(scores) - 1))
    found = model_confidence_set(
        np.append(scores, scores[copied]),
        np.column_stack([replicates, replicates[:, copied]]),
        0.95,
    )
    assert found[-1] == found[copied]


def test_blocks_of_pairs_do_not_change_the_set(monkeypatch):
    scores, replicates = make_case(np.linspace(0, 6, 20))
    whole = model_confidence_set(scores, replicates, 0.95)
    monkeypatch.setattr("prgbench.stats.confidence_set._VALUES_AT_ONCE", 1000)
    assert 1 < whole.sum() < 20
    np.testing.assert_array_equal(model_confidence_set(scores, replicates, 0.95), whole)


def areas_of_models(rng, n, n_pos, shifts):
    positive = np.arange(n) < n_pos
    noise = rng.normal(size=n) + rng.normal(size=(len(shifts), n))
    scores = np.asarray(shifts)[:, None] * positive + np.sqrt(0.5) * noise
    values = evaluate(positive, scores, ["auroc", "aupr", "auprg"]).T
    replicates = bootstrap_areas(positive, scores, n_resamples=200, random_state=rng)
    return values, replicates.transpose(2, 0, 1)


def kept_and_left_out(n, n_pos, shifts, n_tasks):
    """Return by area how often all best models stay, and the share of the others left out."""
    rng = np.random.default_rng([n, n_tasks])
    best = np.asarray(shifts) == max(shifts)
    sets = np.array(
        [
            [
                model_confidence_set(*case, 0.95, smaller_class=n_pos)
                for case in zip(*areas_of_models(rng, n, n_pos, shifts), strict=True)
            ]
            for _ in range(n_tasks)
        ]
    )
    left_out = 1 - sets[..., ~best].mean(axis=(0, 2)) if not best.all() else np.zeros(3)
    return sets[..., best].all(axis=2).mean(axis=0), left_out


def test_equal_models_all_stay():
    kept, _ = kept_and_left_out(300, 15, [1.0] * 30, n_tasks=40)
    assert (kept >= 0.93 - 2 * np.sqrt(0.05 * 0.95 / 40)).all()


def test_clearly_worse_models_are_left_out():
    kept, left_out = kept_and_left_out(1000, 100, [1.5] * 3 + [0.7] * 7, n_tasks=25)
    assert (kept >= 0.8).all()
    assert (left_out >= [0.99, 0.95, 0.8]).all()


@pytest.mark.parametrize(
    ("scores", "options", "sentence"),
    [
        ([1, 2], {}, r"not \(2,\) and \(20, 3\)"),
        ([[1, 2, 3]], {}, r"not \(1, 3\) and \(20, 3\)"),
        ([1, 2, 3], {"level": 2}, r"level must lie inside \(0, 1\), not 2"),
        ([1, 2, 3], {"smaller_class": -1}, "smaller_class must be >= 0, not -1"),
    ],
)
def test_what_does_not_fit_is_refused(scores, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        model_confidence_set(scores, np.zeros((20, 3)), **{"level": 0.95, **options})
