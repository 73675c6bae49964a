"""Each verdict in worlds where it is known; docs/validity.md has how often it is wrong."""

import numpy as np
import pytest

from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.robustness.claims import calibrated_aupr, imbalance, samples
from prgbench.robustness.claims.frame import DESCRIBED, FAILS, TOO_LITTLE
from worlds.claims import CASES, alike, found_in
from worlds.further_claims import FURTHER

PLAIN = alike(1000, 0.2, 0.8)


@pytest.fixture(autouse=True)
def _nothing_remembered():
    samples.thinned_areas.cache_clear()


@pytest.mark.parametrize("case", [*CASES, *FURTHER], ids=lambda case: case.name)
def test_the_verdict_is_the_right_one(case):
    assert case.verdict_of(seed=1) == case.verdict


@pytest.mark.parametrize("case", [*CASES, *FURTHER], ids=lambda case: case.name)
def test_few_data_sets_are_too_little_data(case):
    assert case.verdict_of(seed=2, tasks=FEWEST_DATASETS - 1) == TOO_LITTLE


def test_aupr_itself_is_not_calibrated(monkeypatch):
    monkeypatch.setattr(calibrated_aupr, "HALF_AT_PRIOR", samples.HALF)
    monkeypatch.setattr(calibrated_aupr, "THINNED_AT_PRIOR", samples.THINNED)
    calibrated, _ = found_in(calibrated_aupr.CLAIM, PLAIN, 12)
    assert calibrated.estimate == 1
    assert calibrated.verdict == FAILS


def test_that_calibration_ranks_like_auroc_has_no_verdict():
    _, ranks = found_in(calibrated_aupr.CLAIM, alike(1000, 0.05, 0.8), 12)
    assert ranks.estimate > 0
    assert ranks.verdict == DESCRIBED


def test_where_the_scores_drift_too_nothing_is_predicted(monkeypatch):
    """The negatives that are left out are those with low scores."""

    def low_scores_go(task, setting, parts):
        members = samples_of(task, setting, parts)
        if parts == 4:
            common = task.y_scores.mean(axis=0)
            members &= task.y_true | (common > np.median(common[~task.y_true]))
        return members

    samples_of = samples.random_parts
    monkeypatch.setattr(samples, "random_parts", low_scores_go)
    aupr, auroc = found_in(imbalance.CLAIM, PLAIN, 12)
    assert (aupr.verdict, auroc.verdict) == (FAILS, FAILS)
    assert auroc.estimate < -0.05


def test_perfect_models_do_not_move():
    """What nothing can change is too little data for a prediction of change."""
    [aupr, auroc], [calibrated, _] = (
        found_in(claim, alike(400, 0.5, 1 - 1e-9), 12)
        for claim in (imbalance.CLAIM, calibrated_aupr.CLAIM)
    )
    assert [row.verdict for row in (aupr, calibrated)] == [TOO_LITTLE, TOO_LITTLE]
    assert auroc.estimate == 0
