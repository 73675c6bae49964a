"""A small version of `make calibrate`: bounds that a broken estimator misses.

The seeds are fixed, so these tests pass or fail for good; the page docs/validity.md has the full
numbers.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.cost_means import task_regrets
from prgbench.answer.cost_targets import targets_of_task
from worlds.characteristics import (
    confidence_sets,
    cost,
    excess,
    intervals,
    noise_alone,
    run_studies,
    sign_flips,
)
from worlds.made import RARE, Kind, draw_study, equal, world_named
from worlds.studies import models_of, setting_of

NULL = replace(world_named("null, rare"), tasks=24)
LARGER = replace(NULL, common=Kind(300, 0.2, equal()))
CERTAIN = replace(world_named("certain in 20%"), common=RARE, tasks=24, share=0.6)


def missed(findings):
    return [(finding.what, finding.value) for finding in findings if not finding.holds]


def named(findings, beginning):
    found = [finding for finding in findings if finding.what.startswith(beginning)]
    assert found
    return found


@pytest.fixture(scope="module")
def null_excess():
    return excess(NULL, 20)


def test_where_nothing_but_noise_is_there_no_study_says_more(null_excess):
    assert [finding.value for finding in named(null_excess, '"more than noise"')] == [0, 0, 0]
    assert missed(named(null_excess, "excess minus truth")) == []
    assert missed(named(null_excess, "replicated disagreement")) == []


def test_a_certain_disagreement_is_more_than_noise():
    findings = {finding.what: finding for finding in excess(CERTAIN, 6, truth=0.6)}
    assert findings['"more than noise", aupr – auroc'].value == 1
    assert findings["excess minus truth, aupr – auroc"].holds
    assert findings["replicated disagreement, aupr – auroc"].value == pytest.approx(0.6, abs=0.15)


def test_few_data_sets_have_no_verdict():
    few = replace(CERTAIN, tasks=19, share=1.0)
    [tables] = run_studies(few, ["excess"], 1)
    assert set(tables["excess"]["verdict"]) == {"too_few_data_sets"}


def test_a_choice_costs_nothing_where_all_models_are_equal():
    findings = cost(NULL, 6)
    means = [finding for finding in findings if not finding.what.startswith("interval")]
    assert len(missed(means)) <= 0.1 * len(means)
    assert max(abs(finding.value) for finding in means) < 0.02


def test_in_sample_regret_is_not_nothing_there():
    tasks, datasets = draw_study(NULL, 1)
    setting = setting_of(1)
    targets = pd.concat([targets_of_task(t).assign(task_id=t.task_id) for t in tasks])
    regrets = task_regrets(models_of(tasks, datasets, setting), targets, setting.measures)
    mean = regrets.groupby(["target", "measure"])["difference"].mean()
    assert mean["max_f1", "auroc"] > 0.02


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
