"""Areas of counts, worked out by hand."""

from functools import partial
from math import log, nan

import numpy as np
import pytest

from prgbench.metrics import evaluate
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.integrals import JoinedCounts

# Thresholds at (TP, FP) = (1, 0), (1, 1), (2, 1), (2, 2): ROC (0, .5), (.5, .5), (.5, 1), (1, 1).
ALTERNATING = threshold_counts([1, 0, 1, 0], [4, 3, 2, 1])
# One block of a positive and three negatives, then a block of a positive and a negative.
BLOCKS = threshold_counts([1, 0, 0, 0, 1, 0], [2, 2, 2, 2, 1, 1])


@pytest.mark.parametrize(
    ("low", "high", "area"),
    [(0, 1, 0.75), (0.25, 1, 0.625), (0.25, 0.75, 0.375), (0.5, 0.75, 0.25), (0.75, 1, 0.25)],
)
def test_roc_area_of_a_range(low, high, area):
    assert integrals.roc_area(ALTERNATING, low, high) == area


def test_roc_area_of_a_range_on_slopes():
    # From (0, 0) to (3/4, 1/2), then to (1, 1): heights 1/3 and 2/3 at rates 1/2 and 5/6.
    assert integrals.roc_area(BLOCKS) == pytest.approx(3 / 16 + 3 / 16, abs=1e-15)
    assert integrals.roc_area(BLOCKS, 0.5, 0.75) == pytest.approx(5 / 48, abs=1e-15)
    assert integrals.roc_area(BLOCKS, 0.75, 5 / 6) == pytest.approx(7 / 144, abs=1e-15)


def test_trapezoids_of_pr_points():
    # Precision 1, 1/2, 2/3, 1/2 at recall 1/2, 1/2, 1, 1, and 1 at recall 0.
    area = integrals.pr_trapezoid(ALTERNATING, "first")
    assert area == pytest.approx(1 / 2 + 7 / 24, abs=1e-15)


@pytest.mark.parametrize(("anchor", "area"), [("first", 13 / 48), ("one", 22 / 48)])
def test_trapezoids_of_pr_points_of_blocks(anchor, area):
    # Precision 1/4 at recall 1/2 and 1/3 at recall 1.
    assert integrals.pr_trapezoid(BLOCKS, anchor) == pytest.approx(area, abs=1e-15)


def test_average_precision_is_the_sum_of_steps():
    assert integrals.average_precision(ALTERNATING) == pytest.approx(5 / 6, abs=1e-15)
    assert integrals.average_precision(BLOCKS) == pytest.approx(7 / 24, abs=1e-15)


def test_pr_area_of_blocks_and_of_a_range():
    # The first block has precision 1/4 throughout; after it precision is (1 + t)/(4 + 2 t).
    second = 1 / 2 - log(1.5) / 2
    assert integrals.pr_area(BLOCKS) == pytest.approx((1 / 4 + second) / 2, abs=1e-15)
    assert integrals.pr_area(BLOCKS, 0.25, 0.5) == pytest.approx(1 / 16, abs=1e-15)
    upper = 1 / 4 - log(6 / 5) / 2
    assert integrals.pr_area(BLOCKS, 0.75, 1) == pytest.approx(upper / 2, abs=1e-15)


def test_prg_area_of_points_by_hand():
    # Recall gain 0 at (1, 0) and (1, 1), 1 at (2, 1): precision gain 0 to 1/2, from FP = 1.
    assert integrals.prg_area(ALTERNATING) == pytest.approx(0.25, abs=1e-15)


def test_prg_area_on_a_slope():
    # Odds 1/2 and pi = 1/3: recall gain 0 lies at TP = 2/3, FP = 2 within the first block, where
    # precision gain is 1 - 2/(2 * 2/3) = -1/2; it is -1/2 at (1, 3), 0 at (2, 4).
    # Recall gain 1 - (2 - TP)/(2 TP) is 1/2 at TP = 1.
    assert integrals.prg_area(BLOCKS) == pytest.approx(-1 / 4 - 1 / 8, abs=1e-15)


@pytest.mark.parametrize(
    ("n_pos", "n_neg", "has"),
    [(1, 1e30, True), (1, 1.1e30, False), (1e10, 1, True), (1.1e10, 1, False), (3e10, 3, True)],
)
def test_odds_at_which_the_prg_area_has_digits(n_pos, n_neg, has):
    assert bool(integrals.has_digits(n_pos, n_neg)) is has


def test_the_odds_without_digits_are_named():
    with pytest.raises(ValueError, match=r"^The positives weigh 1\.5e\+10 times as much"):
        integrals.refuse_odds(3e10, 2)
    with pytest.raises(
        ValueError, match=r"weigh 5e-31 times .* accurate from 1e-30 to 1e\+10 only"
    ):
        integrals.refuse_odds(1, 2e30)


def test_the_baseline_lies_at_recall_of_the_prevalence():
    assert integrals.baseline_tp(BLOCKS) == 2 / 3
    assert integrals.baseline_tp(ALTERNATING) == 1


@pytest.mark.parametrize(
    "area",
    [
        integrals.pr_area,
        integrals.average_precision,
        integrals.prg_area,
        integrals.roc_area,
        lambda counts: integrals.pr_trapezoid(counts, "first"),
    ],
)
def test_without_positives_no_area_is_defined(area):
    none = ThresholdCounts(np.array([np.inf, 1.0]), np.array([0.0, 0.0]), np.array([0.0, 3.0]))
    assert area(none) == pytest.approx(nan, nan_ok=True)


@pytest.mark.parametrize("n", [2, 3, 40, 3000])
@pytest.mark.parametrize("levels", [1, 2, 5, None])
@pytest.mark.parametrize(
    "areas_of_models",
    [
        integrals.average_precision_of_models,
        integrals.pr_unit_steps_of_models,
        integrals.prg_area_clipped_of_models,
        partial(integrals.pr_trapezoid_of_models, anchor="first"),
        partial(integrals.pr_trapezoid_of_models, anchor="one"),
    ],
)
def test_areas_of_joined_models_are_those_of_each_to_the_last_digit(areas_of_models, levels, n):
    rng = np.random.default_rng(n)
    positive = rng.random(n) < 0.3
    positive[[0, -1]] = True, False
    models = []
    for separation in (-2, 0, 0.5, 3, 100):
        scores = rng.normal(size=n) + separation * positive
        # None: no ties; 1: one block of all.
        ranked = scores if levels is None else np.floor(scores * (levels - 1))
        models.append(threshold_counts(positive, ranked))
    single = [areas_of_models(JoinedCounts.of(counts))[0] for counts in models]
    sizes = np.array([counts.tp.size for counts in models])
    joined = JoinedCounts.of_points(
        np.concatenate([counts.tp for counts in models]),
        np.concatenate([counts.fp for counts in models]),
        np.cumsum(sizes) - sizes,
    )
    assert areas_of_models(joined).tolist() == single
    assert len(set(single)) > 1 or levels == 1 or n < 40


def test_batches_of_any_size_have_the_same_areas_as_models_alone():
    rng = np.random.default_rng(0)
    names = ["average_precision", "unit_step_aupr", "trapezoid_aupr", "auprg_clipped"]
    for n in (50, 20_000):
        labels = rng.random(n) < 0.2
        scores = rng.normal(size=(7, n)) + labels
        for weights in (None, rng.random(n) + 0.1):
            together = evaluate(labels, scores, names, sample_weight=weights)
            alone = [evaluate(labels, row, names, sample_weight=weights) for row in scores]
            assert together.tolist() == np.array(alone).tolist()
