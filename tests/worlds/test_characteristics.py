"""A small version of `make calibrate`: bounds that a broken estimator misses.

The seeds are fixed, so these tests pass or fail for good; the page docs/validity.md has the full
numbers.
"""

from dataclasses import replace

import pytest

from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from worlds.characteristics import (
    Finding,
    certain_pairs,
    choosing,
    confidence_sets,
    intervals,
    mean,
    share,
    sign_flips,
    verdicts,
)
from worlds.made import NEAR, RARE, world_named

NULL = replace(world_named("null, rare"), tasks=12)
CERTAIN = replace(world_named("certain in 20%"), tasks=12, share=0.4)
CROSSING = replace(world_named("crossing in 20%"), tasks=12, share=0.4)


def missed(findings):
    return [(finding.what, finding.value) for finding in findings if not finding.holds]


def named(findings, beginning):
    found = [finding for finding in findings if finding.what.startswith(beginning)]
    assert found
    return found


@pytest.mark.parametrize(
    "world",
    [
        NULL,
        replace(world_named("near ties"), tasks=12),
        replace(world_named("noisier: a quarter of the rows"), tasks=3),
    ],
    ids=lambda world: world.name,
)
def test_where_measures_order_the_models_alike_nothing_differs(world):
    findings = verdicts(world, 2)
    said = [f.what for f in findings if f.value and "alike" not in f.what]
    assert len(said) <= 1, said


def test_winners_that_differ_for_certain_are_seen():
    findings = {finding.what: finding for finding in verdicts(CERTAIN, 2)}
    assert findings[f"{WinnerVerdict.DIFFER}, aupr – auroc"].value == 1
    assert findings[f"{WinnerVerdict.DIFFER}, aupr – auprg"].value == 0


def test_rankings_that_cross_are_seen():
    findings = {finding.what: finding for finding in verdicts(CROSSING, 2)}
    assert findings[f"{RankingVerdict.DIFFERENT}, aupr – auroc"].value == 1
    assert findings[f"{RankingVerdict.DIFFERENT}, aupr – auprg"].value == 0


def test_a_choice_costs_nothing_where_all_models_are_equal():
    findings = choosing(replace(world_named("null, large"), tasks=12), 4, splits=4)
    means = [finding for finding in findings if finding.what.startswith("loss")]
    assert len(missed(means)) <= 0.1 * len(means)
    assert max(abs(finding.value) for finding in means) < 0.02


def test_confidence_sets_keep_equal_models():
    kept = confidence_sets("null", RARE, 40)[:3]
    assert missed(kept) == []


@pytest.mark.parametrize("kind", [RARE, NEAR])
def test_certain_pairs_are_right(kind):
    wrong, pairs = certain_pairs("kind", kind, 40)
    assert wrong.value == 0
    assert (pairs.value > 0) == (kind == NEAR)


def test_intervals_of_shares_cover():
    assert 0.9 <= intervals(60, 0.3, 200).value <= 0.99


def test_sign_flips_hold_their_level():
    symmetric, _ = sign_flips(30, 200)
    assert symmetric.holds


def test_a_requirement_is_missed_if_the_interval_excludes_it():
    five = share("world", "what", [True] * 5 + [False] * 95, "studies", at_most=0.025)
    assert (five.value, five.lower, five.upper) == pytest.approx(
        (0.05, 0.01643, 0.11284), abs=1e-5
    )
    assert five.holds
    assert not share("world", "what", [True] * 7 + [False] * 93, "studies", at_most=0.025).holds
    [none, every] = (share("world", "what", [hit] * 9, "studies") for hit in (False, True))
    assert (none.lower, none.upper) == pytest.approx((0, 1 - 0.025 ** (1 / 9)))
    assert (every.lower, every.upper) == pytest.approx((0.025 ** (1 / 9), 1))
    assert not none.asked


def test_a_mean_has_the_interval_of_student():
    found = mean("world", "what", [1.0, 2.0, 3.0], "studies", at_least=4.6)
    assert (found.lower, found.upper) == pytest.approx((-0.4841, 4.4841), abs=1e-4)
    assert not found.holds
    assert isinstance(found, Finding)
