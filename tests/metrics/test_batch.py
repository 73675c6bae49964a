import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.metrics import get_measure, measures
from prgbench.metrics.engine import batch
from prgbench.metrics.engine.batch import Batch, RankedBatch, SharedFunction
from prgbench.metrics.engine.compiled import ranked_singles
from prgbench.metrics.engine.counts import count, count_ranked

SHARED = [
    measure
    for measure in map(get_measure, measures())
    if isinstance(measure.batch, SharedFunction)
]
# One bit of single precision is that of the label.
COARSE = st.integers(-4, 4).map(lambda k: k / 4) | st.sampled_from([-np.inf, -0.0, 3e9, np.inf])


def made_up(rows):
    truth, scores = zip(*rows, strict=True)
    return np.array(truth), np.array([scores, scores[::-1]], dtype=np.float32)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.booleans(), COARSE), min_size=2, max_size=40))
def test_measures_of_rankings_are_those_of_the_scores(rows):
    positive, scores = made_up(rows)
    by_ranking = RankedBatch(ranked_singles(positive, scores))
    by_scores = Batch(positive, scores.astype(np.float64))
    assert by_ranking.prevalence == by_scores.prevalence
    for measure in SHARED:
        found, expected = (measure.batch.of(own) for own in (by_ranking, by_scores))
        assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), measure.name


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), COARSE, COARSE, COARSE), min_size=1, max_size=40),
    st.sampled_from([1, 80, 1 << 16]),
)
def test_points_of_several_models_are_those_of_each(rows, at_once):
    truth, *scores = zip(*rows, strict=True)
    positive, models = np.array(truth), np.array(scores)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batch, "_VALUES_AT_ONCE", at_once)
        together = Batch(positive, models).points
    tp, fp = (np.concatenate([getattr(p.counts, name) for p in together]) for name in ("tp", "fp"))
    each = [count(positive, row) for row in models]
    np.testing.assert_array_equal(tp, np.concatenate([own.tp for own in each]))
    np.testing.assert_array_equal(fp, np.concatenate([own.fp for own in each]))
    clipped = get_measure("auprg_clipped").batch
    found = clipped.of(Batch(positive, models))
    np.testing.assert_array_equal(found, [clipped.of_counts(own) for own in each])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.booleans(), COARSE), min_size=1, max_size=40))
def test_counts_of_a_ranking_are_those_of_the_scores(rows):
    positive, scores = made_up(rows)
    found = count_ranked(ranked_singles(positive, scores)[0])
    expected = count(positive, scores[0].astype(np.float64))
    assert found.tp.tolist() == expected.tp.tolist()
    assert found.fp.tolist() == expected.fp.tolist()
    # As many instances lie above a threshold as it says.
    assert (-found.thresholds[1:]).tolist() == (found.tp + found.fp)[1:].tolist()


def test_scores_that_differ_in_the_last_bit_alone_are_equal():
    one = np.float32(1)
    scores = np.array([[one, np.nextafter(one, np.float32(2)), np.float32(1.001)]])
    keys = ranked_singles(np.array([True, False, True]), scores)
    assert count_ranked(keys[0]).tp.tolist() == [0, 1, 2]
