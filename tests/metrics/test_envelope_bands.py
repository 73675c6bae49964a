"""Simultaneous bands of cost and F-gain curves, and of the difference of two models."""

import numpy as np
import pytest

from prgbench import metrics as m

CURVES = {"cost": m.cost_curve, "f_gain": m.f_gain_curve}


@pytest.fixture
def models():
    """Labels, a sharp and a blunt model, and one that is better at one end only."""
    rng = np.random.default_rng(3)
    y = np.arange(400) % 4 == 0
    return y, y + rng.normal(0, 0.4, 400), y + rng.normal(0, 1.5, 400)


@pytest.mark.parametrize("curve", CURVES)
def test_a_band_holds_the_exact_curve_and_stays_in_its_range(models, curve):
    y, sharp, _ = models
    band = m.simultaneous_band(y, sharp, curve)
    np.testing.assert_array_equal(band.y, CURVES[curve](y, sharp).at(band.x))
    assert (band.low <= band.y).all()
    assert (band.y <= band.high).all()
    if curve == "cost":
        assert band.low.min() >= 0
        assert (band.high <= np.minimum(band.x, 1 - band.x)).all()
    else:
        assert (band.low >= 1 - band.x).all()
        assert band.high.max() <= 1
    assert band.prevalence == 0.25


@pytest.mark.parametrize("curve", CURVES)
def test_the_better_model_wins_and_the_roles_are_symmetric(models, curve):
    y, sharp, blunt = models
    band, turned = (
        m.difference_band(y, sharp, blunt, curve),
        m.difference_band(y, blunt, sharp, curve),
    )
    sign = -1 if curve == "cost" else 1
    lead = sign * (CURVES[curve](y, sharp).at(band.x) - CURVES[curve](y, blunt).at(band.x))
    np.testing.assert_allclose(band.lead, lead, atol=1e-15)
    assert band.first_wins[40:60].all()
    assert not band.second_wins.any()
    np.testing.assert_allclose(turned.lead, -band.lead, atol=1e-15)
    np.testing.assert_allclose(turned.low, -band.high, atol=1e-12)
    np.testing.assert_array_equal(turned.second_wins, band.first_wins)


def test_models_that_rank_alike_are_equal_for_certain_and_other_perfect_ones_are_not():
    y = np.arange(100) % 2
    rng = np.random.default_rng(0)
    perfect, other = y + rng.random(100) / 2, y + rng.random(100) / 2
    same = m.difference_band(y, perfect, np.exp(perfect))
    assert not same.low.any()
    assert not same.high.any()
    band = m.difference_band(y, perfect, other)
    assert not band.lead.any()
    # At c = 1/2: -log(.025) / 50 misses and as many false alarms, each of weight 1/2.
    assert band.high[49] == pytest.approx(-np.log(0.025) / 50 / 2 * np.sqrt(2))
    # Zero errors in 50 of each class: at least the rule of three.
    assert m.simultaneous_band(y, perfect).high[49] > 3 / 50 / 2
    gains = m.difference_band(y, perfect, other, "f_gain")
    assert gains.high[49] == pytest.approx(band.high[49])


def test_a_higher_level_is_wider_and_the_seed_repeats(models):
    y, sharp, blunt = models
    wide, narrow, again = (
        m.difference_band(y, sharp, blunt, confidence_level=level) for level in (0.99, 0.8, 0.8)
    )
    assert (wide.high - wide.low > narrow.high - narrow.low).all()
    np.testing.assert_array_equal(narrow.low, again.low)


def test_groups_of_copies_are_as_uncertain_as_their_originals(models):
    y, sharp, blunt = (values[:200] for values in models)
    rows = np.repeat(np.arange(200), 4)
    single = m.difference_band(y, sharp, blunt, grid=[0.3, 0.5])
    copied = m.difference_band(y[rows], sharp[rows], blunt[rows], grid=[0.3, 0.5], groups=rows)
    np.testing.assert_array_equal(copied.low, single.low)
    without = m.difference_band(y[rows], sharp[rows], blunt[rows], grid=[0.3, 0.5])
    assert (without.high - without.low < 0.7 * (copied.high - copied.low)).all()


def test_groups_of_both_classes_are_drawn_whole(models):
    y, sharp, blunt = models
    band = m.difference_band(y, sharp, blunt, grid=[0.5], groups=np.arange(400) // 4)
    assert band.low[0] < band.lead[0] < band.high[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"curve": "roc"}, "curve must be 'cost' or 'f_gain', not 'roc'"),
        ({"grid": ["a"]}, "grid must contain numbers, not strings"),
        ({"grid": [0.5, 2]}, r"grid must be a list of numbers in \[0, 1\]"),
        ({"confidence_level": 1}, r"confidence_level must lie inside \(0, 1\)"),
        ({"n_resamples": 1}, "n_resamples must be >= 2"),
        ({"groups": np.arange(400) // 20}, "only 20 groups with positives: .* needs 30"),
    ],
)
def test_bad_input(models, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        m.difference_band(*models, **options)


def test_too_few_of_a_class():
    y = np.arange(300) < 29
    with pytest.raises(ValueError, match="only 29 positives: a band that holds at all costs"):
        m.difference_band(y, np.arange(300), -np.arange(300))
    with pytest.raises(ValueError, match="only 29 negatives"):
        m.simultaneous_band(~y, np.arange(300))


def test_one_positive_is_no_plural():
    with pytest.raises(ValueError, match="only 1 positive: a band"):
        m.simultaneous_band([0, 1, 0], [0.1, 0.2, 0.3])
