"""Small versions of sections of docs/validity.md, and rows that are there twice."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from prgbench.answer import expected_f1
from prgbench.answer.common_order import SPEARMAN
from prgbench.answer.interface import PartOptions
from prgbench.answer.verdicts import EQUIVALENT, ChoiceVerdict, RankingVerdict, WinnerVerdict
from worlds import (
    choices,
    coarse,
    costs,
    estimates,
    few_positives,
    mean_costs,
    stated_costs,
    thresholds,
)
from worlds.made import Kind, World, draw_study, draw_task, equal, shift_of
from worlds.made import world_named as made_world_named
from worlds.score_tables import (
    WORLDS,
    certain_pairs,
    tables_of_study,
    told_apart,
    verdicts,
    world_named,
)
from worlds.standings import FEW, coverage
from worlds.studies import setting_of, tables_of


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_no_verdict_is_false_where_the_truth_is_known(world):
    findings = verdicts(replace(world, datasets=15), 3)
    false = [f.what for f in findings if f.at_most is not None and f.value > 0]
    assert false == []


def test_equal_models_are_not_told_apart():
    world = replace(world_named("equal models"), datasets=10)
    assert [finding.value for finding in told_apart(world, 2)] == [0, 0]


STUDIES = 30


@pytest.mark.slow
@pytest.mark.parametrize("name", ["equal models, 1 x 200 rows", "equal on average, 8 x 200 rows"])
def test_what_is_said_of_the_best_models_holds_at_its_level(name):
    [world] = [few for few in FEW if few.name == name]
    findings = list(coverage(world, STUDIES))
    assert [found.what for found in findings if not found.holds] == []
    assert len(findings) == (9 if world.datasets == 1 else 18)


@pytest.mark.slow
@pytest.mark.parametrize("world", few_positives.WORLDS, ids=lambda world: world.name)
def test_few_positives_do_not_make_the_intervals_of_auroc_too_narrow(world):
    findings = list(few_positives.coverage(world, STUDIES))
    assert [found.what for found in findings if not found.holds] == []


@pytest.mark.parametrize("world", few_positives.WORLDS[:2], ids=lambda world: world.name)
def test_the_interval_of_the_best_auroc_of_few_positives_holds(world):
    best, *_ = few_positives.coverage(world, 40)
    assert best.value >= few_positives.COVERAGE


@pytest.mark.slow
def test_rows_of_a_patient_must_be_grouped_for_the_best_model_to_be_marked():
    """Why the sentence below the table says "independent instances or groups"."""
    grouped, not_grouped = (
        next(
            found.value
            for found in few_positives.coverage(world, 60)
            if found.what == few_positives.AMONG
        )
        for world in (few_positives.PATIENTS, replace(few_positives.PATIENTS, grouped=False))
    )
    assert grouped >= few_positives.COVERAGE
    assert not_grouped < 0.8


def in_families(number, within, scores, rng):
    """Return scores of families, within which they differ by a part of their noise."""
    centres = 2 * estimates.SPREAD * rng.normal(size=number)
    own = within * estimates.NOISE * rng.normal(size=len(scores))
    truth = centres[rng.integers(number, size=len(scores))] + own
    return truth, truth, (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "within"), [(2, 0.1), (4, 0.1), (4, 0.5), (8, 0.05)])
def test_families_of_nearly_equal_models_do_not_look_like_another_order(number, within):
    """Shrunk by one factor, they did in up to a third of the studies."""
    world = estimates.Estimates("families", partial(in_families, number, within))
    said = [estimates.shown(world, 50, 40, seed) for seed in range(20)]
    differ, by_more_than_the_margin, winners_differ, _ = np.mean(said, axis=0)
    assert max(differ, winners_differ) <= 0.1
    assert by_more_than_the_margin == 0


TWICE = replace(made_world_named("null, every row twice"), tasks=20)
ONCE = replace(TWICE, common=Kind(300, 0.1, equal()))


def tables(parts, world, seed, *, folds=True):
    tasks, datasets = draw_study(world, seed)
    if not folds:
        tasks = [replace(task, folds=np.full_like(task.folds, -1)) for task in tasks]
    return tables_of(tasks, datasets, parts, setting_of(seed, splits=2, replicates=100))


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_found_where_nothing_but_noise_is_there(seed):
    verdicts_of = tables(["rankings"], TWICE, seed)["verdicts"]
    said = {RankingVerdict(verdict) for verdict in verdicts_of["ranking"]}
    assert not any(verdict.shows_difference for verdict in said)
    assert WinnerVerdict.DIFFER not in set(verdicts_of["winners"])


def test_copies_change_what_was_found_in_no_way_and_noise_little():
    once, twice = (
        tables(["rankings"], world, 1, folds=False)["if_alike"] for world in (ONCE, TWICE)
    )
    np.testing.assert_allclose(once["found"], twice["found"])
    np.testing.assert_allclose(once["if_alike"], twice["if_alike"], atol=0.1)


@pytest.mark.parametrize("name", ["different", "equal models"])
def test_certain_pairs_of_score_tables_are_right(name):
    wrong, pairs = certain_pairs(world_named(name), 100)
    assert wrong.value <= 0.05
    assert (pairs.value > 0.002) == (name == "different")


SMALL = {"models": 15, "datasets": 8, "studies": 12}


def test_estimates_that_order_the_models_alike_show_nothing():
    for name in ("same order", "noise x 8 in either measure by data set", "exponential"):
        findings = list(estimates.verdicts(estimates.world_named(name), **SMALL))
        assert [f.what for f in findings if not f.holds] == []


def test_two_unstable_models_hide_no_order_of_the_others():
    rows = tables_of_study(world_named("alike, two unstable"), ["rankings"], 0)["if_alike"]
    ranks = rows.set_index("statistic").loc[SPEARMAN]
    assert ranks["if_alike"] == pytest.approx(ranks["found"], abs=0.06)


@pytest.mark.parametrize(
    ("name", "ranks", "winners"),
    [
        ("strongly different", 0.9, 0.0),
        ("strongly different, two models with noise x 30", 0.4, 0.0),
        ("two best exchanged", 0.0, 0.2),
    ],
)
def test_estimates_that_differ_show_it(name, ranks, winners):
    found = list(estimates.verdicts(estimates.world_named(name), **SMALL))
    any_difference, beyond, winners_differ = found
    assert [f.what for f in found] == [*estimates.STATEMENTS]
    assert any_difference.value >= beyond.value >= ranks
    assert winners_differ.value >= winners


@pytest.mark.parametrize("name", ["5 equal, 60 + 240", "crossing, 200 + 800"])
def test_nothing_false_is_said_of_who_wins_where(name):
    [world] = [world for world in costs.WORLDS if world.name == name]
    findings = {finding.what: finding for finding in costs.findings(world, 4)}
    assert [f.what for f in findings.values() if f.at_most is not None and f.value > 0] == []
    if name.startswith("crossing"):
        assert findings[costs.CROSSING].value == 1


@pytest.mark.slow
def test_nothing_false_is_said_of_who_wins_in_the_mean():
    [world] = [world for world in mean_costs.WORLDS if world.name == "crossing, 8 data sets"]
    found = list(mean_costs.findings(world, 3))
    assert [f.what for f in found if f.at_most is not None and f.value > 0] == []
    assert [f.value for f in found if f.what == mean_costs.CROSSING] == [1, 1]


@pytest.mark.slow
def test_equal_models_are_not_told_apart_at_a_stated_cost():
    [found] = stated_costs.findings(stated_costs.WORLDS[0], 40)
    assert found.value <= 0.1


@pytest.mark.slow
def test_a_loss_on_eight_data_sets_is_in_its_interval_and_in_no_verdict():
    """Why such a loss is said to be possible, and not that nothing shows it."""
    scales = (0.5, 2.5, 1.0)
    crossing = Kind(300, 0.15, tuple(shift_of(0.8, scale) for scale in scales), scales)
    world = World("crossing, 8 data sets", "", crossing, 8)
    rows = []
    for seed in range(3):
        tasks, datasets = draw_study(world, seed)
        found = tables_of(tasks, datasets, ["choosing"], setting_of(seed))["choosing"]
        rows.append(found.set_index(["target", "by"]).loc["aupr", "auroc"])
    assert min(row["lower"] for row in rows) > EQUIVALENT
    assert {row["verdict"] for row in rows} == {ChoiceVerdict.NOT_RESOLVED}


def test_losses_of_few_data_sets_are_missed_by_few():
    """Why a sentence on upper limits names them on few data sets."""
    found = choices.findings(choices.WORLDS[-1], 20, (8,), population=60)
    values = {finding.what: finding.value for finding in found}
    assert values[choices.WRONG] == 0
    assert values[choices.ABOVE] > 0.025
    assert values[choices.COVERED] < 0.93


def test_no_choice_among_equal_models_is_said_to_cost():
    found = choices.findings(choices.WORLDS[0], 20, (12,), population=60)
    assert [finding.what for finding in found if finding.asked and not finding.holds] == []


def assert_page_is_right(row, samples):
    """Hold a row of the page against samples, within 4 errors of both and the last digit."""
    found = thresholds.found_of(row, samples)
    assert found.best == pytest.approx(row.best, abs=0.51 * thresholds.STEP)
    assert found.all_alike == pytest.approx(row.all_alike, abs=0.51 * thresholds.STEP)
    both = np.sqrt(1 + samples / thresholds.SAMPLES)
    for value, error, stated, step in (
        (found.promised, found.promised_error, row.promised, thresholds.STEP),
        (found.on_new_data, found.new_error, row.on_new_data, thresholds.STEP),
        (found.alike_is_cheaper, found.alike_error, row.alike_is_cheaper, 0.01),
    ):
        assert value == pytest.approx(stated, abs=4 * both * error + step / 2)


def test_a_threshold_costs_on_new_data_what_the_page_says():
    rows = thresholds.stated_rows()
    assert len(rows) == 8
    [row] = [row for row in rows if (row.auroc, row.n_pos, row.n_neg) == (0.8, 10, 90)]
    assert row.promised + 0.05 < row.best < row.on_new_data
    assert_page_is_right(row, 400)


@pytest.mark.slow
@pytest.mark.parametrize("row", thresholds.stated_rows(), ids=str)
def test_all_thresholds_cost_on_new_data_what_the_page_says(row):
    assert_page_is_right(row, thresholds.SAMPLES)


@pytest.mark.parametrize("world", coarse.WORLDS[2:], ids=lambda world: world.name)
def test_scores_are_not_ahead_of_decisions_for_a_threshold_chosen_on_the_same_data(world):
    found = [finding for finding in coarse.findings(world, 3) if coarse.AHEAD in finding.what]
    assert [finding.value for finding in found] == [0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("world", coarse.WORLDS, ids=lambda world: world.name)
def test_decisions_and_scores_of_equal_cost_are_not_told_apart(world):
    found = list(coarse.findings(world, 20))
    assert [finding.what for finding in found if not finding.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("models", [3, 12])
@pytest.mark.parametrize(
    ("prevalence", "shares"),
    [(0.5, (0.25, 0.06, 0.11)), (0.3, (0.18, 0.04, 0.17)), (0.1, (0.12, 0.01, 0.33))],
)
def test_equal_models_of_lower_expected_f1_are_preferred_as_the_page_says(
    models, prevalence, shares
):
    """By the share of positives, not by the number of models: docs/comparison.md, Expected F1."""
    kind = Kind(200, prevalence, equal()[:models], (1.0,) * models)
    counts = sum(
        expected_f1.per_task(draw_task(kind, number, seed=1), setting_of(1), PartOptions())[
            "lower_f1"
        ].set_index("measure")
        for number in range(1, 151)
    )
    lower = counts["in_sample_lower"] / counts["in_sample_pairs"]
    assert lower[["aupr", "auprg", "auroc"]].tolist() == pytest.approx(shares, abs=0.035)
    assert lower[expected_f1.EXPECTED_F1] == 0
    held_out = counts["held_out_lower"] / counts["held_out_pairs"]
    assert held_out.tolist() == pytest.approx([0.5] * 4, abs=0.05)
