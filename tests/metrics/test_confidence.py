"""Confidence intervals: by hand, against peers, and what must not change them."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import expit, logit

from prgbench import metrics as m
from prgbench.metrics.confidence import interval_of
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import newcombe_bounds, smoothed_bounds
from prgbench.metrics.resampling import Draws, smoothed_replicates
from simulated_coverage import Setting, group_coverage, interval_coverages, rare_coverages

RNG = np.random.default_rng(3)
pytestmark = pytest.mark.filterwarnings("ignore:y_true has (only|too few)")
Y = np.arange(60) < 20
S = np.round(RNG.normal(Y, 1), 1)
WEIGHTS = RNG.integers(1, 4, 60)
FOUR = ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
FAST = {"n_resamples": 200}


def bounds(interval):
    return interval.low, interval.high


def test_delong_on_the_logit_scale():
    # One positive of two is above one negative of two: area 3/4, variance 1/8.
    # The variances of the two classes are equal, with one degree of freedom each: two together.
    interval = m.confidence_interval(*FOUR, confidence_level=0.9, method="delong")
    reach = stats.t.ppf(0.95, 2) * np.sqrt(1 / 8) / (3 / 16)
    assert interval.estimate == 0.75
    assert bounds(interval) == pytest.approx(tuple(expit(logit(0.75) + np.array([-1, 1]) * reach)))
    assert (interval.method, interval.n_resamples) == ("delong", 0)


def test_a_perfect_ranking_is_not_certain():
    interval = m.confidence_interval([0, 0, 0, 1, 1], [1, 2, 3, 4, 5])
    z, far = stats.norm.ppf(0.975), 1 - interval.low
    # Method 5 of Newcombe: the bound is z of its own standard errors from 1.
    inner = 1 + 1.5 * ((1 - far) / (2 - far) + far / (1 + far))
    assert far == pytest.approx(z * np.sqrt(far * (1 - far) * inner / 6))
    assert interval.high == interval.estimate == 1
    reversed_ = m.confidence_interval([0, 0, 0, 1, 1], [5, 4, 3, 2, 1])
    assert bounds(reversed_) == pytest.approx((0, far))
    for method in ("logit", "percentile", "bca"):
        area = m.confidence_interval([0, 0, 0, 1, 1], [1, 2, 3, 4, 5], "aupr", method=method)
        assert bounds(area) == pytest.approx((0.025**0.5, 1))
    gained = m.confidence_interval([0, 0, 0, 1, 1], [1, 2, 3, 4, 5], "auprg", method="bca")
    assert bounds(gained) == pytest.approx((m.theory.gain(0.025**0.5, 0.4), 1))
    smoothed = m.confidence_interval([0, 0, 0, 1, 1], [1, 2, 3, 4, 5], "auprg")
    assert smoothed.low < 0
    assert smoothed.high == 1


SIZES = range(1, 31)


@pytest.mark.slow
@pytest.mark.parametrize("weighted", [False, True])
def test_separated_classes_are_never_certain(weighted):
    generator = np.random.default_rng(2)
    for n_pos, n_neg in itertools.product(SIZES, SIZES):
        labels, scores = np.arange(n_pos + n_neg) >= n_neg, np.arange(n_pos + n_neg)
        weights = generator.uniform(0.1, 3, labels.size) if weighted else None
        for method in ("newcombe", "delong") if min(n_pos, n_neg) > 1 else ("newcombe",):
            perfect, wrong = (
                m.confidence_interval(labels, own, method=method, sample_weight=weights)
                for own in (scores, -scores)
            )
            assert (perfect.estimate, perfect.high) == (1, 1)
            assert (wrong.estimate, wrong.low) == (0, 0)
            assert 0 < wrong.high < 1
            assert perfect.low == pytest.approx(1 - wrong.high, abs=1e-12)
            if not weighted:
                low, _ = newcombe_bounds(1.0, (n_pos, n_neg), 0.95)
                assert perfect.low == pytest.approx(low)


@pytest.mark.parametrize("method", [None, "bca", "percentile"])
@pytest.mark.parametrize("measure", ["aupr", "auprg", "average_precision"])
def test_perfect_areas_are_never_certain(measure, method):
    for n_pos, n_neg in itertools.product((1, 2, 7, 30), (2, 6, 30)):
        labels = np.arange(n_pos + n_neg) >= n_neg
        interval = m.confidence_interval(
            labels, np.arange(labels.size), measure, method=method, stratified=True, n_resamples=50
        )
        assert interval.estimate == interval.high == 1
        assert interval.low < 1 - 0.2 / n_pos


@pytest.mark.filterwarnings("ignore:y_true has only 10:UserWarning")
@pytest.mark.parametrize("measure", ["aupr", "max_f1", "ks"])
@pytest.mark.parametrize(("n_pos", "n_neg"), [(30, 10), (10, 30)])
def test_a_perfect_ranking_has_the_bounds_of_its_positives(measure, n_pos, n_neg):
    labels = np.arange(n_pos + n_neg) >= n_neg
    scores = np.arange(labels.size) / labels.size
    # Clopper & Pearson's lower bound of a share of 1; other values have the smaller class.
    low = 0.025 ** (1 / n_pos)
    assert bounds(m.confidence_interval(labels, scores, measure)) == pytest.approx((low, 1))
    low = 0.025 ** (1 / min(n_pos, n_neg))
    assert bounds(m.confidence_interval(labels, labels * 1.0, "accuracy")) == pytest.approx(
        (low, 1)
    )


@pytest.mark.parametrize("method", ["newcombe", "delong"])
def test_a_constant_score_is_not_certain(method):
    interval = m.confidence_interval([0, 0, 1, 1], [7, 7, 7, 7], method=method)
    # Without a variance of DeLong's, which has one degree of freedom beside Newcombe's 40.
    low, high = newcombe_bounds(0.5, (2, 2), 0.95, 0.0, 1.0)
    assert bounds(interval) == pytest.approx((low, high))
    assert interval.high - interval.low > 0.7


# No range bounds E[FG1] below; labels as probabilities are 0 and 1.
@pytest.mark.filterwarnings("ignore:60 of 60 scores are 0 or 1")
@pytest.mark.filterwarnings("ignore:expected_fg1 is the same in all resamples:UserWarning")
@pytest.mark.parametrize("measure", [name for name in m.measures() if name != "auprg"])
@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_what_is_the_same_in_all_resamples_is_not_certain(measure, method):
    interval = m.confidence_interval(Y, 1.0 * Y, measure, method=method, **FAST)
    # The expected cost goes to 1/2 only.
    lower, upper = m.get_measure(measure).lower, m.get_measure(measure).upper
    assert interval.high - interval.low > 0.1 * min(upper - lower, 1)
    mcc = m.confidence_interval(Y, 1.0 * Y, "matthews_corrcoef", **FAST)
    assert bounds(mcc) == pytest.approx((1 - 2 * (1 - 0.025 ** (1 / 20)), 1))


def test_the_best_threshold_is_not_that_good():
    # A weak model, whose best of 60 thresholds is mostly luck: KS is .197 in the population.
    rng = np.random.default_rng(0)
    samples = [rng.normal(0.5 * Y, 1) for _ in range(60)]
    intervals = [m.confidence_interval(Y, own, "ks", **FAST) for own in samples]
    assert np.mean([own.low > 0.197 for own in intervals]) < 0.15
    with pytest.warns(
        UserWarning, match="only 20 positives: with fewer than 200, intervals of Kol"
    ):
        m.confidence_interval(Y, S, "ks", **FAST)


def test_of_a_model_that_has_found_no_positive_yet_an_interval_is_not_trusted():
    labels, scores = np.arange(400) < 12, np.append(np.arange(12), np.arange(388) + 6)
    with pytest.warns(UserWarning, match=r"12, for an interval around AUPR 0.015: their product"):
        m.confidence_interval(labels, scores, "aupr", **FAST)


def test_without_a_range_a_measure_without_a_spread_has_no_bounds():
    def share(labels, scores):
        return np.mean((scores > 0.5) == labels)

    with pytest.warns(UserWarning, match="share is the same in all resamples"):
        interval = m.confidence_interval(Y, 1.0 * Y, share, **FAST)
    assert (interval.estimate, *bounds(interval)) == (1, -np.inf, np.inf)


def jackknifed(measure):
    """Values without each instance."""
    return np.array([measure(np.delete(Y, i), np.delete(S, i)) for i in range(60)])


PARTS = [np.sum((own - own.mean()) ** 2) for own in np.split(jackknifed(m.aupr_score), [20])]
DEGREES = sum(PARTS) ** 2 / (PARTS[0] ** 2 / 19 + PARTS[1] ** 2 / 39)


@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize("method", ["percentile", "logit"])
def test_bootstrap_of_the_replicates(method, stratified):
    replicates = m.bootstrap_areas(
        Y, S, measures=["aupr"], n_resamples=300, stratified=stratified, random_state=5
    ).ravel()
    interval = m.confidence_interval(
        Y, S, "aupr", method=method, stratified=stratified, n_resamples=300, random_state=5
    )
    if method == "percentile":
        expected = np.quantile(replicates, [0.025, 0.975])
    else:
        reach = stats.t.ppf(0.975, DEGREES) * logit(replicates).std(ddof=1)
        expected = expit(logit(m.aupr_score(Y, S)) + np.array([-1, 1]) * reach)
    assert bounds(interval) == pytest.approx(tuple(expected))


@pytest.mark.parametrize(
    ("measure", "score", "method", "resamples"),
    [("auprg", m.auprg_score, "percentile", 3000), ("aupr", m.aupr_score, "bca", 4000)],
)
def test_resampled_intervals_agree_with_scipy(measure, score, method, resamples):
    found = stats.bootstrap(
        (Y, S),
        lambda y, s: score(y, s),
        paired=True,
        vectorized=False,
        n_resamples=1500,
        method={"bca": "BCa"}.get(method, method),
        rng=1,
    )
    ours = m.confidence_interval(Y, S, measure, method=method, n_resamples=resamples)
    spread = found.standard_error
    assert bounds(ours) == pytest.approx(tuple(found.confidence_interval), abs=0.35 * spread)


def test_smoothed_weights_are_those_of_one_more_instance_of_each_class():
    interval = m.confidence_interval(
        [0, 1] * 10, [0, 1] * 10, method="smoothed", n_resamples=20_000, stratified=True
    )
    # Shares of the positives and the negatives that lie below all others, and as many above.
    p, n = RNG.beta(1, 10, (2, 200_000)) / 2
    areas = p * n / 2 + (1 - 2 * p) * (1 - n) + p * (1 - n / 2)
    mean, error = areas.mean(), stats.t.ppf(0.975, 9) * areas.std()
    relative = error**2 / (mean * (1 - mean))
    assert interval.low == pytest.approx(1 / (1 + relative), abs=0.004)
    assert interval.high == 1


@pytest.mark.parametrize("measure", m.measures())
def test_any_measure(measure):
    scores = expit(S) if m.get_measure(measure).needs_probabilities else S
    interval = m.confidence_interval(Y, scores, measure, **FAST)
    estimate = m.evaluate(Y, scores, measure)
    assert interval.estimate == pytest.approx(estimate, abs=1e-12)
    assert interval.low < estimate < interval.high
    assert interval.method == METHODS.get(measure, "logit")


METHODS = {
    "auroc": "newcombe",
    "auprg": "smoothed",
    "expected_fg1": "smoothed",
    "expected_inverse_f1": "bca",
    "log_loss": "bca",
    "matthews_corrcoef": "bca",
    "net_benefit": "bca",
}


@pytest.mark.parametrize("measure", m.measures())
def test_whole_weights_repeat_the_instances_of_a_group(measure):
    scores = expit(S) if m.get_measure(measure).needs_probabilities else S
    weighted = m.confidence_interval(
        Y, scores, measure, groups=range(60), sample_weight=WEIGHTS, **FAST
    )
    repeated = m.confidence_interval(
        np.repeat(Y, WEIGHTS),
        np.repeat(scores, WEIGHTS),
        measure,
        groups=np.repeat(range(60), WEIGHTS),
        **FAST,
    )
    assert weighted.estimate == pytest.approx(repeated.estimate, abs=1e-12)
    assert bounds(weighted) == pytest.approx(bounds(repeated), abs=1e-9)


def test_weights_of_zero_and_their_scale_do_not_matter():
    options = {"measure": "auprg", "groups": np.arange(60) // 2, **FAST}
    plain = m.confidence_interval(Y, S, sample_weight=WEIGHTS, **options)
    scaled = m.confidence_interval(Y, S, sample_weight=1e-200 * WEIGHTS, **options)
    assert bounds(scaled) == pytest.approx(bounds(plain), rel=1e-12)
    half = m.confidence_interval(Y, S, "aupr", sample_weight=np.arange(60) % 2, **FAST)
    kept = m.confidence_interval(Y[1::2], S[1::2], "aupr", **FAST)
    assert bounds(half) == pytest.approx(bounds(kept), rel=1e-12)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["auroc", "aupr", "auprg", "ks"]), st.floats(0.2, 5), st.floats(-9, 9))
def test_increasing_transformations_do_not_matter(measure, slope, shift):
    before = m.confidence_interval(Y, S, measure, **FAST)
    after = m.confidence_interval(Y, np.exp(slope * S) + shift, measure, **FAST)
    assert before == after


@given(st.floats(0.5, 0.98), st.floats(0.001, 0.019))
def test_a_higher_level_has_a_wider_interval(level, more):
    narrow = m.confidence_interval(Y, S, confidence_level=level)
    wide = m.confidence_interval(Y, S, confidence_level=level + more)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_a_measure_of_ones_own():
    own = m.Measure(
        "gap",
        "gap",
        True,
        -np.inf,
        np.inf,
        False,
        lambda y, s: s[:, y].mean(axis=1) - s[:, ~y].mean(axis=1),
    )
    interval = m.confidence_interval(Y, S, own, stratified=True, n_resamples=2000)
    error = np.sqrt(S[Y].var() / 20 + S[~Y].var() / 40)
    assert interval.estimate == pytest.approx(S[Y].mean() - S[~Y].mean())
    assert (interval.high - interval.low) / (2 * 1.96 * error) == pytest.approx(1, abs=0.08)
    with pytest.raises(ValueError, match="'gap' takes no sample_weight"):
        m.confidence_interval(Y, S, own, sample_weight=WEIGHTS)


def test_resamples_without_a_value_are_counted():
    y, s = [1, 0, 0, 0, 0, 0], [3, 1, 2, 5, 4, 0]
    options = {"measure": "aupr", "method": "percentile"}
    interval = m.confidence_interval(y, s, **options, n_resamples=400)
    # A resample of six lacks the one positive with probability (5/6)**6 = .335.
    assert interval.n_undefined / 400 == pytest.approx(0.335, abs=0.07)
    assert m.confidence_interval(y, s, **options, stratified=True, **FAST).n_undefined == 0
    assert m.confidence_interval(y, s, "auprg", **FAST).n_undefined == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"y_true": [1, 1, 1]}, "y_true has only positive labels"),
        ({"y_true": [0, 0, 0]}, "y_true has only negative labels"),
        ({"y_score": [1, np.nan, 2]}, r"y_score\[1\] is NaN"),
        ({"y_score": [1, 2]}, "y_true has 3 labels but y_score has 2 scores"),
        ({"confidence_level": 1.0}, r"confidence_level must lie inside \(0, 1\), not 1"),
        ({"confidence_level": 95}, r"confidence_level must lie inside \(0, 1\), not 95"),
        ({"groups": [0, 1]}, r"groups must have shape \(3,\)"),
        ({"groups": [0, 0, 0]}, "groups has only one group"),
        ({"groups": [0.0, 1.0, np.nan]}, r"groups\[2\] is missing"),
        ({"groups": np.array(["a", 1, 2], dtype=object)}, "groups must be of one type"),
        (
            {"groups": [0, 0, 1], "stratified": True, "measure": "aupr"},
            "A group has positives and negatives",
        ),
        ({"measure": "brier"}, r"and scores: give probabilities in \[0, 1\]\."),
        ({"measure": "nothing"}, "There is no measure 'nothing'"),
        ({"confidence_level": "0.95"}, "confidence_level must be a number, not '0.95'"),
        ({"confidence_level": None}, "confidence_level must be a number, not None"),
        ({"measure": "aupr", "n_resamples": 1}, "n_resamples must be >= 2, not 1"),
        ({"n_resamples": 1e3}, "n_resamples must be a whole number, not 1000.0"),
        ({"n_resamples": "100"}, "n_resamples must be a whole number, not '100'"),
        ({"measure": "aupr", "random_state": -1}, "random_state must be a whole number >= 0"),
        ({"measure": "aupr", "random_state": "a"}, "random_state must be .*, not 'a'"),
        ({"measure": "aupr", "method": "delong"}, "'delong' is for AUROC, not for 'aupr'"),
        ({"measure": "auprg", "method": "logit"}, "'logit' is for measures from 0 to 1"),
        (
            {"method": "z"},
            "method must be one of 'newcombe', 'delong', 'smoothed', 'band', 'logit', 'bca'",
        ),
        ({"measure": "brier", "method": "smoothed"}, "'smoothed' is for measures of rankings"),
        ({"sample_weight": [1, -1, 1]}, r"sample_weight\[1\] is -1"),
    ],
)
def test_bad_input_is_one_sentence(changes, message):
    options = {"y_true": [0, 1, 0], "y_score": [1, 2, 3]} | changes
    with pytest.raises((ValueError, TypeError), match=message):
        m.confidence_interval(**options)


@pytest.mark.parametrize(
    ("options", "counted"),
    [
        ({}, "only 6 positives:"),
        ({"groups": [0] * 3 + list(range(1, 28))}, "only 4 groups with positives:"),
    ],
)
def test_few_instances_are_warned_of(options, counted):
    labels = np.arange(30) < 6
    with pytest.warns(UserWarning, match=counted) as caught:
        m.confidence_interval(labels, np.arange(30), **options)
    assert len(caught) == 1


@pytest.mark.slow
@pytest.mark.parametrize("population", ["wide positives", "Cauchy", "five levels"])
def test_coverage_with_ten_positives(population):
    found = interval_coverages(Setting(population, 0.1, 10), samples=200, resamples=200)
    for measure, method in (("auroc", "newcombe"), ("aupr", "logit"), ("auprg", "smoothed")):
        assert found[measure, method].held >= 0.89
    assert found["auprg", "percentile"].held < found["auprg", "smoothed"].held


@pytest.mark.slow
def test_coverage_with_groups():
    assert group_coverage(50, samples=300, grouped=True) >= 0.9
    assert group_coverage(50, samples=300, grouped=False) <= 0.88


RARE = np.arange(2000) < 20
RARE_SCORES = np.where(RARE, np.linspace(1, 3, 2000), np.linspace(-2, 2.2, 2000))


def test_too_few_positives_for_recall_gain_are_said_and_bounded():
    # The first of 20 positives at prevalence .01 lies at recall gain 1 - 19 / 99.
    with pytest.warns(UserWarning, match="AUPRG, 20 of prevalence 0.01: 80%"):
        interval = m.confidence_interval(RARE, RARE_SCORES, "auprg", **FAST)
    assert interval.method == "band"
    assert interval.low < interval.estimate < interval.high < 1
    with pytest.warns(UserWarning, match="too few positives for AUPRG"):
        m.paired_test(RARE, RARE_SCORES, -RARE_SCORES, "auprg", **FAST)
    enough = m.confidence_interval(np.tile(RARE, 3), np.tile(RARE_SCORES, 3), "auprg", **FAST)
    assert enough.method == "smoothed"


@pytest.mark.filterwarnings("ignore:y_true has:UserWarning")
def test_bands_of_curves_for_which_a_measure_is_undefined_have_no_end_on_that_side():
    # One positive: where the true one may rank last, theorem 3 has no value.
    y = np.repeat([1, 0], [1, 20])
    s = np.append(12.5, np.arange(20))
    gain = m.confidence_interval(y, s, "expected_fg1", **FAST)
    assert (gain.method, gain.low) == ("band", -np.inf)
    assert gain.estimate < gain.high < 1
    inverse = m.confidence_interval(y, s, "expected_inverse_f1", **FAST)
    assert (inverse.method, inverse.high) == ("band", np.inf)
    assert 1 < inverse.low < inverse.estimate


@pytest.mark.parametrize("measure", ["auroc", "aupr", "auprg", "expected_inverse_f1"])
def test_the_method_by_bands_bounds_measures_of_rankings(measure):
    interval = m.confidence_interval(Y, S, measure, method="band", **FAST)
    assert interval.low < interval.estimate < interval.high
    narrow = m.confidence_interval(Y, S, measure, method="percentile", **FAST)
    assert interval.low < narrow.low
    assert interval.high > narrow.estimate


@pytest.mark.slow
@pytest.mark.parametrize("population", ["equal normals", "Cauchy"])
def test_coverage_where_recall_gain_is_not_observed(population):
    held = rare_coverages(Setting(population, 0.01, 10), samples=60, resamples=100)
    assert held["smoothed"] < 0.95 < held["band"]


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (m.auroc_score, "auroc"),
        (m.auprg_score, "auprg"),
        (m.aupr_score, "aupr"),
        (m.average_precision_score, "average_precision"),
        (m.max_fbeta_score, "max_f1"),
        (m.h_measure_score, "h_measure"),
        (m.expected_cost_score, "expected_cost"),
    ],
)
@pytest.mark.filterwarnings("ignore:y_true has only")
def test_a_score_function_is_its_measure(function, name):
    rng = np.random.default_rng(2)
    y = np.arange(80) % 2 == 0
    s = y + rng.normal(size=80)
    by_function = m.confidence_interval(y, s, function, n_resamples=60)
    assert by_function == m.confidence_interval(y, s, name, n_resamples=60)
    assert m.get_measure(function) == m.get_measure(name)


def test_probabilities_of_exactly_0_or_1_are_counted_for_the_log_loss():
    rng = np.random.default_rng(3)
    y = np.arange(200) % 2 == 0
    votes = rng.binomial(5, np.where(y, 0.7, 0.3)) / 5
    n_clipped = int(((votes == 0) | (votes == 1)).sum())
    message = f"^{n_clipped} of 200 scores are 0 or 1 and are clipped to 1e-15"
    with pytest.warns(UserWarning, match=message):
        m.confidence_interval(y, votes, "log_loss", n_resamples=50)
    with pytest.warns(UserWarning, match=message):
        m.paired_test(y, votes, np.clip(votes, 0.1, 0.9), "log_loss", n_resamples=50)
    # Neither another measure nor other probabilities raise it, which would be an error here.
    m.confidence_interval(y, votes, "brier", n_resamples=50)
    m.confidence_interval(y, np.clip(votes, 0.01, 0.99), "log_loss", n_resamples=50)


def test_the_area_that_begins_in_the_first_tie_has_the_wider_interval():
    # Recall of the only threshold is the prevalence, 1/2: the area has a kink there.
    y = np.repeat([1, 1, 0, 0], [50, 50, 20, 80])
    s = np.repeat([1, 0, 1, 0], [50, 50, 20, 80])
    for name in ("auprg", "expected_fg1"):
        measure = m.get_measure(name)
        sample = Sample.checked(y, {"y_score": s})
        draws = Draws(400, stratified=False, random_state=0)
        low, high = interval_of(measure, sample, draws).bounds(0.95)
        values = smoothed_replicates(measure, sample, draws)[:, 0]
        least, most = np.quantile(values, [0.025, 0.975])
        plain = smoothed_bounds(
            values, m.evaluate(y, s, name), (measure.lower, measure.upper), 99, 0.95
        )
        assert (low, high) == pytest.approx((min(plain[0], least), max(plain[1], most)))
        assert (low, high) != pytest.approx(plain)
