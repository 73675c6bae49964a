"""The generators by their published formulas and moments."""

import numpy as np
import pytest
from demo_archive.generators import exchanged, generators
from sklearn.metrics import roc_auc_score


@pytest.fixture(scope="module")
def drawn():
    """Return the instances of each data set by its name."""
    return {one.name: one.load()["class"] for one in generators()}


def first(x):
    return (
        10 * np.sin(np.pi * x[:, 0] * x[:, 1])
        + 20 * (x[:, 2] - 0.5) ** 2
        + 10 * x[:, 3]
        + 5 * x[:, 4]
    )


def second(x):
    return np.sqrt(x[:, 0] ** 2 + (x[:, 1] * x[:, 2] - 1 / (x[:, 1] * x[:, 3])) ** 2)


def third(x):
    return np.arctan((x[:, 1] * x[:, 2] - 1 / (x[:, 1] * x[:, 3])) / x[:, 0])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fri_c0_100_5", first),
        ("fri_c4_1000_25_rare", first),
        ("friedman2_250", second),
        ("friedman3_500", lambda x: -third(x)),
    ],
)
def test_friedmans_functions_rank_the_instances_but_for_their_noise(drawn, name, value):
    instances = drawn[name]
    assert roc_auc_score(instances.y, value(instances.x)) > 0.95


@pytest.mark.parametrize("degree", [1, 4])
def test_a_part_of_the_features_is_common_to_all(drawn, degree):
    # Two features have w² v in common of the variance (w² + (1 - w)²) v, with w = degree / 8.
    x = drawn[{1: "fri_c1_1000_10_rare_noisy", 4: "fri_c4_1000_25_rare"}[degree]].x
    w = degree / 8
    correlations = np.corrcoef(x.T)[np.triu_indices(x.shape[1], k=1)]
    assert correlations.mean() == pytest.approx(w**2 / (w**2 + (1 - w) ** 2), abs=0.03)


@pytest.mark.parametrize(
    ("name", "mean", "rest_mean", "variance", "rest_variance"),
    [("twonorm_400", 2 / 20**0.5, -2 / 20**0.5, 1, 1), ("ringnorm_400", 20**-0.5, 0, 1, 4)],
)
def test_moments_of_breimans_normals(drawn, name, mean, rest_mean, variance, rest_variance):
    instances = drawn[name]
    positive, rest = instances.x[instances.y], instances.x[~instances.y]
    assert (positive.mean(), positive.var()) == pytest.approx((mean, variance), abs=0.06)
    assert (rest.mean(), rest.var()) == pytest.approx((rest_mean, rest_variance), abs=0.25)


def test_threenorm_has_two_normals_of_which_the_other_class_lies_between(drawn):
    instances = drawn["threenorm_300"]
    a = 2 / 20**0.5
    positive, rest = instances.x[instances.y], instances.x[~instances.y]
    assert abs(positive.mean(axis=1)).mean() == pytest.approx(a, abs=0.06)
    assert (positive.mean(axis=1) > 0).mean() == pytest.approx(0.5, abs=0.1)
    assert rest[:, ::2].mean() == pytest.approx(a, abs=0.06)
    assert rest[:, 1::2].mean() == pytest.approx(-a, abs=0.06)


@pytest.mark.parametrize("name", ["waveform-21_600", "waveform-40_400_rare"])
def test_waves_mix_two_triangles_by_halves_in_the_mean(drawn, name):
    instances = drawn[name]
    peaks = instances.x[:, [6, 10, 14]]
    assert peaks[instances.y].mean(axis=0) == pytest.approx([1, 4, 4], abs=0.4)
    assert peaks[~instances.y].mean(axis=0) == pytest.approx([3.5, 3, 2], abs=0.4)
    assert instances.x[:, 21:].size == 0 or instances.x[:, 21:].std() == pytest.approx(1, abs=0.05)


def test_hasties_class_is_a_long_vector(drawn):
    instances = drawn["hastie_400"]
    np.testing.assert_array_equal(instances.y, (instances.x**2).sum(axis=1) > 9.34)


def test_the_mixture_varies_by_a_fifth_about_its_centres(drawn):
    instances = drawn["mixture_200"]
    centres = np.random.default_rng(1).normal((1.0, 0.0), size=(10, 2))
    apart = instances.x[instances.y][:, None] - centres
    nearest = (apart**2).sum(axis=2).min(axis=1)
    # Two coordinates of variance .2, less what other centres lie nearer.
    assert 0.2 < nearest.mean() < 0.4


def test_noise_keeps_the_prevalence():
    y = np.arange(200) < 40
    wrong = exchanged(y, 0.25, np.random.default_rng(0))
    assert (int(wrong.sum()), int((wrong & y).sum())) == (40, 30)
