import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics.thresholding import best_f1_of_subsets


@st.composite
def scored_subsets(draw):
    n = draw(st.integers(1, 12))
    positive = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    scores = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    members = draw(st.lists(st.lists(st.booleans(), min_size=n, max_size=n), max_size=3))
    return (
        np.array(positive),
        np.array(scores, dtype=float),
        np.array(members, dtype=bool).reshape(-1, n),
    )


@given(scored_subsets())
def test_best_f1_and_its_highest_threshold_by_trying_all(case):
    positive, scores, subsets = case
    found, thresholds = best_f1_of_subsets(positive, scores, subsets)
    for members, f1, threshold in zip(subsets, found, thresholds, strict=True):
        y, s = positive[members], scores[members]
        if not y.any():
            assert np.isnan(f1)
            assert np.isnan(threshold)
            continue
        tried = {t: 2 * (y & (s >= t)).sum() / ((s >= t).sum() + y.sum()) for t in set(s)}
        best = max(tried.values())
        assert f1 == best
        assert threshold == max(t for t, value in tried.items() if value == best)
