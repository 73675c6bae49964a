import json

import numpy as np
import pytest
from scipy.stats import norm

from places import SHARED
from prgbench.metrics import auroc_score
from prgbench.stats.delong import delong_test, wald_p_values

ASAH = SHARED / "checks" / "external" / "proc_asah.json"


@pytest.mark.skipif(not ASAH.exists(), reason="the published values of pROC are not there")
def test_the_published_tests_of_proc():
    cases = [c for c in json.loads(ASAH.read_text())["cases"] if "scores_a" in c]
    assert len(cases) == 3
    for case in cases:
        positive = np.array(case["labels"]) == 1
        scores = np.array([case["scores_a"], case["scores_b"]])
        errors, p_values = delong_test(positive, scores, 0)
        expected = {name: value["value"] for name, value in case["expected"].items()}
        difference = auroc_score(positive, scores[0]) - auroc_score(positive, scores[1])
        assert difference / errors[1] == pytest.approx(expected["delong_z"], rel=1e-10)
        assert p_values[1] == pytest.approx(expected["delong_p_two_sided"], rel=1e-10)
        low = difference - norm.ppf(0.975) * errors[1]
        assert low == pytest.approx(expected["ci95_low"], rel=1e-9)


def make_case(n=60, seed=0):
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < 0.4
    return positive, np.round(rng.normal(size=(4, n)) + positive, 1)


def test_variance_from_the_definition():
    positive, scores = make_case()
    errors, _ = delong_test(positive, scores, 1)

    def components(model):
        psi = (scores[model, positive][:, None] > scores[model, ~positive]) * 1.0
        psi += 0.5 * (scores[model, positive][:, None] == scores[model, ~positive])
        return psi.mean(axis=1), psi.mean(axis=0)

    for model in range(4):
        differences = [a - b for a, b in zip(components(1), components(model), strict=True)]
        variance = sum(d.var(ddof=1) / len(d) for d in differences)
        assert errors[model] == pytest.approx(np.sqrt(variance), abs=1e-12)


def test_the_reference_is_not_different_from_itself():
    positive, scores = make_case()
    _, p_values = delong_test(positive, scores, 2)
    assert p_values[2] == 1.0
    assert ((p_values > 0) & (p_values <= 1)).all()


def test_doubled_rows_of_an_instance_add_no_evidence():
    positive, scores = make_case()
    once = delong_test(positive, scores, 0)
    instances = np.arange(len(positive))
    twice = delong_test(np.tile(positive, 2), np.tile(scores, 2), 0, np.tile(instances, 2))
    np.testing.assert_allclose(twice, once, rtol=1e-10)
    careless = delong_test(np.tile(positive, 2), np.tile(scores, 2), 0)
    assert careless[0][1] < once[0][1]


def test_one_instance_of_a_class_has_no_variance():
    errors, p_values = delong_test(np.array([True, False, False]), np.arange(6.0).reshape(2, 3), 0)
    assert np.isnan(errors).all()
    assert np.isnan(p_values).all()


def test_p_values_hold_their_level_if_two_models_are_equally_good():
    rng = np.random.default_rng(1)
    rejected = 0
    for _ in range(400):
        positive = rng.random(120) < 0.4
        shared = rng.normal(size=120) + positive
        scores = shared + rng.normal(size=(2, 120))
        rejected += delong_test(positive, scores, 0)[1][1] < 0.05
    assert rejected / 400 == pytest.approx(0.05, abs=0.035)


def test_a_difference_without_variance_is_certain_and_none_is_none():
    assert wald_p_values(np.array([0.1, 0.0]), np.zeros(2)).tolist() == [0.0, 1.0]
