"""Areas, curves and intervals at a stated prevalence: weights on the negatives, exactly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_tasks import make_task_scores
from prgbench import metrics as m
from prgbench.answer.scores_of_rows import reweighted_scores
from prgbench.metrics import engine
from prgbench.metrics.registry import DEPEND_ON_PREVALENCE
from prgtheory.populations import aupr, auprg, auroc, binormal
from tied_samples import tied_samples

SCORES = (m.aupr_score, m.auprg_score, m.average_precision_score, m.aucnpr_score)
PREVALENCES = st.sampled_from([0.001, 0.1, 0.5, 0.9])


def weights_for(y, prevalence):
    own = y.mean()
    on_negatives = own * (1 - prevalence) / (prevalence * (1 - own))
    return np.where(y == 1, 1.0, on_negatives)


@given(tied_samples(), PREVALENCES)
def test_scores_are_those_of_weighed_negatives(sample, prevalence):
    y, s = sample
    for score in SCORES:
        stated = score(y, s, prevalence=prevalence)
        weighed = score(y, s, sample_weight=weights_for(y, prevalence))
        assert stated == pytest.approx(weighed, abs=1e-9)


@given(tied_samples())
def test_their_own_prevalence_changes_nothing(sample):
    y, s = sample
    for name in DEPEND_ON_PREVALENCE:
        costs = {"cost_ratio": 5} if name == "expected_cost" else {}
        own = m.evaluate(y, s, m.get_measure(name, **costs))
        stated = m.evaluate(y, s, m.get_measure(name, prevalence=float(y.mean()), **costs))
        assert stated == pytest.approx(own, rel=1e-12, abs=1e-12, nan_ok=True)


@given(tied_samples(), PREVALENCES)
def test_whole_weights_are_repeated_rows(sample, prevalence):
    y, s = sample
    n_pos, n_neg = int(y.sum()), int((1 - y).sum())
    # Positives and negatives repeated to have exactly three negatives for each positive.
    copies = np.where(y == 1, n_neg, 3 * n_pos)
    rows = np.repeat(np.arange(y.size), copies)
    for score in SCORES:
        assert score(y, s, prevalence=0.25) == pytest.approx(score(y[rows], s[rows]), abs=1e-12)
    assert m.precision_recall_curve(y, s, prevalence=prevalence).prevalence == pytest.approx(
        prevalence
    )


@given(tied_samples())
def test_whole_weights_are_repeated_rows_under_any_measure(sample):
    y, s = sample
    n_pos, n_neg = int(y.sum()), int((1 - y).sum())
    rows = np.repeat(np.arange(y.size), np.where(y == 1, n_neg, n_pos))
    for name in set(DEPEND_ON_PREVALENCE) - {"unit_step_aupr"}:
        costs = {"cost_ratio": 5} if name == "expected_cost" else {}
        stated = m.evaluate(y, s, m.get_measure(name, prevalence=0.5, **costs))
        repeated = m.evaluate(y[rows], s[rows], m.get_measure(name, **costs))
        assert stated == pytest.approx(repeated, rel=1e-9, abs=1e-9, nan_ok=True), name


# Two positives, seven negatives: at prevalence .5 recall gain is 0 exactly at the first positive,
# where the curve falls by two negatives; 2 * (7 * (2 / 7)) is rounded.
FALLING = np.array([1, 0, 0, 1, 0, 0, 0, 0, 0]), -np.arange(9.0)


def test_the_baseline_at_a_point_is_read_before_the_curve_falls_there():
    # Precision gain is 1 there, falls to 3/7 and rises to 5/7; with y0 = 1 theorem 3 is simple.
    auprg = m.auprg_score(*FALLING, prevalence=0.5)
    assert auprg == pytest.approx(4 / 7)
    stated = m.evaluate(*FALLING, "expected_fg1@prevalence=0.5")
    assert stated == pytest.approx(auprg / 2 + 1 / 4, abs=1e-12)
    for scale in (0.1, 0.3, 1 / 3, 7.7):
        weights = scale * np.where(FALLING[0] == 1, 7, 2)
        weighed = m.evaluate(*FALLING, "expected_fg1", sample_weight=weights)
        assert weighed == pytest.approx(stated, abs=1e-12)
        reweighted = engine.reweighted_areas_of_batch(
            FALLING[0] == 1, FALLING[1][np.newaxis], weights[np.newaxis]
        )
        assert reweighted[0, 0, 3] == 1


@pytest.mark.parametrize("scale", [0.1, 0.3, 1 / 3, 1, 7.7])
def test_the_curve_has_both_ends_of_a_fall_at_the_baseline(scale):
    weights = np.full(9, scale)
    curve = m.precision_recall_gain_curve(*FALLING, prevalence=0.5, sample_weight=weights)
    assert curve.precision_gain[curve.recall_gain == 0].tolist()[0] == 1
    assert curve.recall_gain.tolist().count(0) == 3
    assert not curve.is_crossing.any()


def test_curves_bands_and_hulls():
    rng = np.random.default_rng(0)
    y = np.arange(120) % 3 == 0
    s = y + rng.normal(size=120)
    weights = weights_for(y, 0.1)
    for curve in (m.precision_recall_curve, m.prg_convex_hull):
        stated, weighed = curve(y, s, prevalence=0.1), curve(y, s, sample_weight=weights)
        np.testing.assert_allclose(stated.fp, weighed.fp, rtol=1e-12)
    # Recall gain of k positives is 1 - pi (P - k) / ((1 - pi) k).
    stated = m.precision_recall_gain_curve(y, s, prevalence=0.1)
    tp = stated.tp[1:]
    np.testing.assert_allclose(stated.recall_gain[1:], 1 - (40 - tp) / (9 * tp), atol=1e-12)
    band = m.curve_band(y, s, "pr", prevalence=0.1)
    np.testing.assert_allclose(
        band.y, m.precision_recall_curve(y, s, prevalence=0.1).precision_at(band.x)
    )
    assert (band.low <= band.y).all()
    assert (band.y <= band.high).all()
    assert m.max_fbeta_score(y, s, prevalence=0.1) < m.max_fbeta_score(y, s)


@pytest.mark.parametrize(
    ("prevalence", "gain_area", "area"),
    [
        (0.5, 0.397, 0.689),
        (0.2, 0.590, 0.374),
        (0.1, 0.683, 0.217),
        (0.05, 0.750, 0.119),
        (0.01, 0.849, 0.026),
        (0.001, 0.917, 0.003),
    ],
)
def test_the_table_of_the_documentation(prevalence, gain_area, area):
    population = binormal(prevalence, mean_positive=np.sqrt(2) * 0.5244005127080407)
    assert auroc(population) == pytest.approx(0.7, abs=1e-9)
    assert auprg(population) == pytest.approx(gain_area, abs=5.1e-4)
    assert aupr(population) == pytest.approx(area, abs=5.1e-4)


def test_names_with_a_prevalence():
    y, s = [0, 1, 0, 1, 1], [1, 3, 2, 5, 2]
    measure = m.get_measure("auprg@prevalence=0.1")
    assert (measure.name, measure.prevalence) == ("auprg@prevalence=0.1", 0.1)
    assert m.evaluate(y, s, measure) == pytest.approx(m.auprg_score(y, s, prevalence=0.1))
    both = m.get_measure("max_f1@2@prevalence=0.1")
    assert m.evaluate(y, s, both) == m.max_fbeta_score(y, s, beta=2, prevalence=0.1)
    assert m.get_measure("max_f1", beta=2, prevalence=0.1).name == "max_f1(beta=2, prevalence=0.1)"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("auprg@0.1", "has no such parameter: write 'auprg@prevalence=0.1'"),
        ("auprg@beta=2", "has no such parameter: write 'auprg@prevalence=0.1'"),
        ("ks@prevalence=0.1", "The measure 'ks' has no parameters: omit what follows '@'"),
        ("auprg@prevalence=2", r"prevalence must be a number inside \(0, 1\), not 2.0"),
        ("auprg@prevalence=few", "needs a number after '@'"),
    ],
)
def test_names_that_are_refused(name, message):
    with pytest.raises(ValueError, match=message):
        m.get_measure(name)


def test_a_measure_that_does_not_depend_on_it():
    with pytest.raises(TypeError, match="'auroc' can't be stated at a prevalence: those that can"):
        m.get_measure("auroc", prevalence=0.1)


def test_intervals_and_tests_follow_the_stated_value():
    rng = np.random.default_rng(1)
    y = np.arange(200) % 2 == 0
    good, bad = y + rng.normal(size=200), y + rng.normal(scale=2, size=200)
    interval = m.confidence_interval(y, good, "auprg@prevalence=0.1", n_resamples=300)
    assert interval.method == "smoothed"
    assert interval.low < m.auprg_score(y, good, prevalence=0.1) < interval.high
    test = m.paired_test(y, good, bad, "aupr@prevalence=0.05", n_resamples=300)
    assert test.difference == pytest.approx(
        m.aupr_score(y, good, prevalence=0.05) - m.aupr_score(y, bad, prevalence=0.05)
    )
    with pytest.warns(UserWarning, match="too few positives for AUPRG .* of prevalence 0.001"):
        rare = m.confidence_interval(y, good, "auprg@prevalence=0.001", n_resamples=50)
    assert rare.method == "band"


def test_the_answer_resamples_at_the_stated_prevalence():
    task = make_task_scores(n=90, n_models=3)
    weights = np.random.default_rng(0).integers(0, 3, (4, task.y_true.size)).astype(np.int32)
    names = ["auprg", "auprg@prevalence=0.1", "max_f1@prevalence=0.1", "aupr@prevalence=0.9"]
    measures = [m.get_measure(name) for name in names]
    found = reweighted_scores(task, measures, weights)
    for row, own in zip(found, weights, strict=True):
        rows = np.repeat(np.arange(own.size), own)
        expected = m.evaluate(task.y_true[rows], task.y_scores[:, rows], measures)
        np.testing.assert_allclose(row, expected.T, rtol=1e-10)
