"""A small version of `make calibrate`: bounds that a broken estimator misses.

The seeds are fixed, so these tests pass or fail for good; the page docs/validity.md has the full
numbers.
"""

from dataclasses import replace

import numpy as np
import pytest

from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from worlds.characteristics import (
    choosing,
    confidence_sets,
    excess,
    intervals,
    noise_alone,
    run_studies,
    sign_flips,
    verdicts,
)
from worlds.made import RARE, Kind, equal, world_named

NULL = replace(world_named("null, rare"), tasks=24, splits=4)
LARGER = replace(NULL, common=Kind(300, 0.2, equal()))
CERTAIN = replace(world_named("certain in 20%"), tasks=24, share=0.4, splits=4)
CROSSING = replace(world_named("crossing in 20%"), tasks=24, share=0.4, splits=4)


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
        replace(world_named("near ties"), tasks=12, splits=4),
        replace(world_named("noisier: a quarter of the rows"), tasks=8, splits=4),
    ],
    ids=lambda world: world.name,
)
def test_where_measures_order_the_models_alike_nothing_differs(world):
    findings = verdicts(world, 2)
    said = [f.what for f in findings if f.value and "alike" not in f.what]
    assert len(said) <= 1, said


def test_the_excess_is_nothing_where_models_are_equal():
    findings = excess(NULL, 6)
    assert missed(named(findings, "excess minus truth")) == []
    assert missed(named(findings, "replicated disagreement")) == []


def test_winners_that_differ_for_certain_are_seen():
    findings = {finding.what: finding for finding in verdicts(CERTAIN, 2)}
    assert findings[f"{WinnerVerdict.DIFFER}, aupr – auroc, winners"].value == 1
    assert findings[f"{WinnerVerdict.DIFFER}, aupr – auprg, winners"].value == 0


def test_rankings_that_cross_are_seen():
    findings = {finding.what: finding for finding in verdicts(CROSSING, 2)}
    assert findings[f"{RankingVerdict.DIFFERENT}, aupr – auroc, ranks"].value == 1
    assert findings[f"{RankingVerdict.DIFFERENT}, aupr – auprg, ranks"].value == 0


def test_few_data_sets_have_no_verdict():
    few = replace(CERTAIN, tasks=FEWEST_DATASETS - 1, share=1.0)
    parts = ["rankings", "winners"]
    [tables] = run_studies(few, parts, 1)
    for name in ("rankings", "winners"):
        assert set(tables[name]["verdict"]) == {RankingVerdict.TOO_FEW}


def test_a_choice_costs_nothing_where_all_models_are_equal():
    findings = choosing(NULL, 4)
    means = [finding for finding in findings if finding.what.startswith("loss")]
    assert len(missed(means)) <= 0.1 * len(means)
    assert max(abs(finding.value) for finding in means) < 0.02


def test_confidence_sets_keep_equal_models():
    kept = confidence_sets("null", RARE, 40)[:3]
    assert missed(kept) == []


def test_what_noise_alone_gives_is_what_is_found_in_noise():
    findings = noise_alone(LARGER, 2)
    differences = named(
        [finding for finding in findings if "minus" in finding.what], "best_differs"
    )
    assert all(abs(finding.value) < 0.1 for finding in differences)
    found = np.mean([f.value for f in findings if f.what.endswith("auroc: found")][:2])
    assert found > 0.4


def test_intervals_of_shares_cover():
    assert 0.9 <= intervals(60, 0.3, 200).value <= 0.99


def test_sign_flips_hold_their_level():
    assert missed(sign_flips(30, 200)) == []
