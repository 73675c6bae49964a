"""Small samples with ties, for tests of properties."""

import numpy as np
from hypothesis import strategies as st


@st.composite
def tied_samples(draw):
    """Draw labels of both classes and scores."""
    n = draw(st.integers(2, 40))
    labels = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    labels[0], labels[-1] = 0, 1
    scores = draw(st.lists(st.integers(-3, 6), min_size=n, max_size=n))
    return np.array(labels), np.array(scores, float)
