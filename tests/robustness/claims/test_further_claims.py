"""The further claims: their numbers by hand, and what a test says if it is changed."""

from dataclasses import replace
from math import hypot, isinf, isnan, sqrt

import numpy as np
import pytest

from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench.answer.choosing import choices_of_task
from prgbench.metrics import Measure, evaluate, get_measure
from prgbench.robustness.claims import (
    f_gain_average,
    gain_area,
    half_of_f1,
    mcc_f1,
    rare_positives,
    tool_definitions,
)
from prgbench.robustness.claims import part as claims_part
from prgbench.robustness.claims.frame import DESCRIBED, FAILS, HOLDS, TOO_LITTLE
from worlds.claims import alike, found_in
from worlds.further_claims import (
    CROSSING_RARELY,
    EQUAL,
    FEW_VALUES,
    FOLDED,
    SPREAD,
    careful,
    careless,
    posterior,
)
from worlds.made import draw_task


def test_tools_differ_less_than_aupr_on_other_instances():
    differ, _, untied, itself = found_in(tool_definitions.CLAIM, EQUAL, 20)
    assert differ.estimate < itself.estimate / 2
    assert (untied.verdict, itself.verdict) == (DESCRIBED, DESCRIBED)


def test_models_without_ties_are_looked_at_by_themselves():
    _, highest, untied, _ = found_in(tool_definitions.CLAIM, FEW_VALUES, 12)
    assert untied.datasets == 0
    assert isnan(untied.estimate)
    # A block of ties at the top: chords from (0, 1).
    assert "yardstick" in highest.statistic
    assert highest.estimate > 0.1
    # No scores between 0 and 1, no Keras.
    assert "Keras" not in highest.note


def test_the_order_of_rows_does_not_favour_a_tool():
    """PerfMeas takes tied rows in their order: with the positives first it is far too high."""
    task = draw_task(FEW_VALUES, 1, 1)
    numbers = tool_definitions.per_task(task, make_setting())
    assert abs(numbers["PerfMeas"]) < 0.05


def test_rare_positives_are_at_most_a_tenth():
    assert rare_positives.per_task(draw_task(alike(400, 0.11, 0.8), 1, 1), make_setting()) is None
    f1, mcc, fall = found_in(rare_positives.CLAIM, CROSSING_RARELY, 12)
    assert (mcc.verdict, fall.verdict) == (DESCRIBED, DESCRIBED)
    assert f1.datasets == fall.datasets == 12
    assert fall.estimate > 0.3


def test_picks_are_those_of_the_part_on_choosing():
    task, setting = draw_task(CROSSING_RARELY, 1, 1), make_setting(("auroc", "aupr", "auprg"))
    losses = {
        row["by"]: row["difference"]
        for row in choices_of_task(task, setting, 2)
        if row["target"] == "honest_f1"
    }
    numbers = rare_positives.per_task(task, make_setting(("max_f1",)))
    assert numbers["f1"] == losses["auroc"] - losses["aupr"]


def test_mcc_f1_by_hand():
    # Inner thresholds at (TP, FP) = (1, 0), (1, 1), (2, 1): MCC 1/sqrt(3), 0, 1/sqrt(3).
    high = (1 + 1 / sqrt(3)) / 2
    left = [hypot(1 - high, 1 - 2 / 3)]
    right = [hypot(1 / 2, 1 - 1 / 2), hypot(1 - high, 1 - 4 / 5)]
    expected = 1 - sum([*left, *right]) / 3 / sqrt(2)
    found = evaluate([1, 0, 1, 0], [4, 3, 2, 1], mcc_f1.MCC_F1)
    assert found == pytest.approx(expected, abs=1e-15)


def test_mcc_f1_averages_points_of_equal_mcc_first():
    # From the greatest MCC on, the first, three points have MCC 0 and three have one each.
    tp, fp = np.array([1, 1, 2, 2, 3, 3, 4]), np.array([0, 1, 1, 2, 2, 3, 3])
    mcc = (tp * (4 - fp) - fp * (4 - tp)) / np.sqrt(16 * (tp + fp) * (8 - tp - fp))
    assert mcc.round(3).tolist() == [0.378, 0, 0.258, 0, 0.258, 0, 0.378]
    distances = np.hypot(1 - (mcc + 1) / 2, 1 - 2 * tp / (tp + fp + 4))
    bins = [[0], [1, 3, 5], [2, 4], [6]]
    expected = 1 - np.mean([distances[own].mean() for own in bins]) / sqrt(2)
    found = evaluate([1, 0, 1, 0, 1, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1], mcc_f1.MCC_F1)
    assert found == pytest.approx(expected, abs=1e-12)


def test_mcc_f1_of_the_example_in_the_authors_code(monkeypatch):
    """It prints .3508904 with 100 bins, .3432971 with 50, of random numbers that R draws."""
    labels = np.repeat([1, 0], [1000, 10_000])
    found = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        scores = np.concatenate(
            [rng.beta(12, 2, 300), rng.beta(3, 4, 700), rng.beta(2, 3, 10_000)]
        )
        for bins in (100, 50):
            monkeypatch.setattr(mcc_f1, "BINS", bins)
            found.append(evaluate(labels, scores, mcc_f1.MCC_F1))
    assert found[::2] == pytest.approx([0.3508904] * 5, abs=0.01)
    assert found[1::2] == pytest.approx([0.3432971] * 5, abs=0.01)
    assert np.mean(found[::2]) - np.mean(found[1::2]) == pytest.approx(0.0076, abs=0.0015)


@pytest.mark.parametrize(
    ("labels", "scores"), [([1, 0], [1, 1]), ([1, 1], [1, 0]), ([0, 0], [1, 0])]
)
def test_mcc_f1_is_undefined_without_a_point_or_a_class(labels, scores):
    assert isnan(evaluate(labels, scores, mcc_f1.MCC_F1))


def test_a_measure_that_always_has_the_same_order_is_more_reliable(monkeypatch):
    known = Measure("known", "", True, 0, 99, False, lambda _, scores: np.arange(len(scores)))
    monkeypatch.setattr(mcc_f1, "MCC_F1", known)
    row, _ = found_in(mcc_f1.CLAIM, SPREAD, 12)
    assert row.verdict == HOLDS
    monkeypatch.setattr(mcc_f1, "MCC_F1", get_measure("auroc"))
    row, _ = found_in(mcc_f1.CLAIM, SPREAD, 12)
    assert (row.verdict, row.estimate) == (FAILS, 0)


def test_without_calibration_the_rule_costs():
    kind = alike(1500, 0.1, 0.8)

    def distorted(task):
        task = posterior(task)
        return replace(task, y_scores=task.y_scores**3)

    (calibrated, raw), (_, right) = (
        found_in(half_of_f1.CLAIM, kind, 12, change=change) for change in (distorted, posterior)
    )
    assert calibrated.estimate < 0.01
    assert raw.estimate > 0.1
    assert right.estimate < 0.01


def test_the_usual_threshold_is_worse_than_half_of_f1(monkeypatch):
    monkeypatch.setattr(half_of_f1, "rule", lambda best: np.full_like(best, 0.5))
    row, _ = found_in(half_of_f1.CLAIM, alike(1500, 0.1, 0.8), 12)
    assert row.verdict == FAILS
    assert row.estimate > 0.1


def test_splits_without_both_classes_in_each_third_are_left_out():
    task = draw_task(alike(400, 0.2, 0.8), 1, 1)
    # Two groups have all positives.
    groups = np.where(task.y_true, np.arange(400) % 2, 2 + np.arange(400))
    assert half_of_f1.per_task(replace(task, stated_groups=groups), make_setting()) is None
    assert half_of_f1.per_task(task, make_setting()) is not None


def test_f_gain_is_averaged_harmonically():
    """A model with F1 .95 and .1 in turn has mean .52 and harmonic mean .17; 1/3 lies between."""
    task = careless(draw_task(FOLDED, 1, 1))
    numbers = f_gain_average.per_task(task, make_setting(splits=50))
    assert numbers["difference"] > 0.1
    assert 0.5 < numbers["differ"] <= 1
    other = f_gain_average.per_task(careful(task), make_setting(splits=50))
    assert other["difference"] < -0.1


def test_averages_need_folds_and_decisions():
    task = make_task_scores(folds=3)
    assert f_gain_average.per_task(task, make_setting()) is None
    task = make_task_scores(folds=10)
    assert f_gain_average.per_task(task, make_setting()) is not None
    unstated = replace(task, decisions=np.full_like(task.decisions, -1))
    assert f_gain_average.per_task(unstated, make_setting()) is not None
    # Neither decisions nor probabilities.
    unknown = replace(unstated, y_scores=unstated.y_scores + 1)
    assert f_gain_average.per_task(unknown, make_setting()) is None


def test_baselines_by_chance():
    """Of 5 positives among 100, AUPRG is -.89 by chance, AUPR .071."""
    _, _, baseline = found_in(gain_area.CLAIM, alike(100, 0.05, 0.8), 8)
    assert (baseline.estimate, baseline.verdict) == (1, DESCRIBED)
    assert "0%" in baseline.note


def hostile_tasks():
    """Yield tasks in which much is undefined: few rows, one model, ties, infinite scores."""
    base = draw_task(alike(400, 0.2, 0.8), 1, 1)
    yield "groups", replace(base, stated_groups=np.where(base.y_true, 0, np.arange(400)))
    yield (
        "one model",
        replace(
            base,
            y_scores=base.y_scores[:1],
            decisions=base.decisions[:1],
            run_ids=base.run_ids[:1],
        ),
    )
    yield "constant scores", replace(base, y_scores=np.ones_like(base.y_scores))
    yield "infinite scores", replace(base, y_scores=np.sign(base.y_scores) * np.inf)
    yield "no folds", replace(base, folds=np.full_like(base.folds, -1))
    for positives in (1, 19):
        task = make_task_scores(n=20)
        yield f"{positives} of 20", replace(task, y_true=np.arange(20) < positives)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("task", [pytest.param(task, id=name) for name, task in hostile_tasks()])
@pytest.mark.parametrize("claim", claims_part.CLAIMS[5:], ids=lambda claim: claim.name)
def test_what_is_undefined_has_no_number(claim, task):
    numbers = claim.per_task(task, make_setting()) or {}
    assert not any(isinf(value) for value in numbers.values())


@pytest.mark.filterwarnings("error")
def test_without_a_task_there_is_too_little_data():
    tasks = [make_task_scores(task_id, n=20) for task_id in (1, 2)]
    study = make_study([replace(task, y_true=np.ones(20, bool)) for task in tasks])
    numbers = claims_part.per_task(replace(tasks[0], y_true=np.ones(20, bool)), None, None, None)
    study = replace(study, per_task=numbers)
    found = claims_part.tables(study, claims_part.Options())["claims"]
    assert set(found["verdict"]) == {TOO_LITTLE, DESCRIBED}
    assert found["estimate"].isna().all()
