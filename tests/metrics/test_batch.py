import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench.metrics import get_measure
from prgbench.metrics.engine.batch import Batch
from prgbench.metrics.engine.counts import count

COARSE = st.integers(-4, 4).map(lambda k: k / 4) | st.sampled_from([-np.inf, -0.0, 3e9, np.inf])
ROWS = st.tuples(st.booleans(), st.sampled_from([0.5, 1.0, 3.0]), COARSE, COARSE, COARSE)


@pytest.mark.parametrize("is_weighted", [False, True])
@settings(max_examples=100, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=40))
def test_values_of_several_models_are_those_of_each(is_weighted, rows):
    truth, weights, *scores = (np.array(column) for column in zip(*rows, strict=True))
    given_weights = weights if is_weighted else None
    models = np.array(scores)
    batch = Batch(truth, models, given_weights)
    each = [count(truth, row, given_weights) for row in models]
    for name in ("auprg_clipped", "unit_step_aupr", "auprg_hull", "max_f1"):
        function = get_measure(name).batch
        np.testing.assert_array_equal(function.of(batch), list(map(function.of_counts, each)))
    function = get_measure("auprg").batch
    np.testing.assert_allclose(
        function.of(batch), list(map(function.of_counts, each)), rtol=2e-13, atol=2e-13
    )
