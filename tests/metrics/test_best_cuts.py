import numpy as np
import pytest

from prgbench.metrics.engine.orders import orders_of
from prgbench.metrics.thresholding import best_cuts, best_f1_of_subsets


@pytest.mark.parametrize("decimals", [1, 6])
@pytest.mark.parametrize("prevalence", [0.05, 0.4])
def test_cuts_are_the_thresholds_of_the_twin_quarter(decimals, prevalence):
    rng = np.random.default_rng(int(100 * prevalence) + decimals)
    positive = rng.random(80) < prevalence
    scores = np.round(rng.random(80) + 0.3 * positive, decimals)
    quarters = rng.integers(4, size=(15, 80)).astype(np.uint8)
    [tp], [predicted] = best_cuts(positive, orders_of(scores[None]), quarters)
    for split, own in enumerate(quarters):
        for half in range(2):
            reached = np.zeros(80, dtype=bool)
            for quarter in (half, half + 2):
                _, threshold = best_f1_of_subsets(positive, scores, (own == quarter)[None])
                reached |= (own == (quarter ^ 2)) & (scores >= threshold)
            assert predicted[split, half] == reached.sum()
            assert tp[split, half] == (reached & positive).sum()


def test_a_quarter_without_positives_lets_its_twin_predict_none():
    positive = np.array([True, False, False, False])
    quarters = np.array([[0, 0, 2, 2]], dtype=np.uint8)
    orders = orders_of(np.array([[1.0, 2, 3, 0]]))
    [tp], [predicted] = best_cuts(positive, orders, quarters)
    assert tp[0].tolist() == [0, 0]
    # Of quarter 2 what reaches the threshold 1 of quarter 0; of quarter 0 nothing.
    assert predicted[0].tolist() == [1, 0]
