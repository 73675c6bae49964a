"""Rows of equal score of one class, ranked by that of the other, as tuples are ordered."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from prgbench.sources.store.layout import breaks_ties, ranked_by_both

FEW = st.sampled_from([0.0, 0.25, 0.5, 1.0])
PAIRS = st.lists(st.tuples(FEW, FEW), min_size=1, max_size=30)


@given(PAIRS)
def test_rows_rank_as_pairs_do(pairs):
    positive, negative = np.array(pairs).T
    keys = [(score, -other) for score, other in pairs]
    distinct = sorted(set(keys))
    expected = [distinct.index(key) for key in keys]
    assert ranked_by_both(positive, negative).tolist() == expected
    assert breaks_ties(positive, negative) == (len(set(keys)) > len({key[0] for key in keys}))
