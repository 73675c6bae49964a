import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.metrics import get_measure
from prgbench.metrics.engine import batch
from prgbench.metrics.engine.batch import Batch
from prgbench.metrics.engine.counts import count

COARSE = st.integers(-4, 4).map(lambda k: k / 4) | st.sampled_from([-np.inf, -0.0, 3e9, np.inf])


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
