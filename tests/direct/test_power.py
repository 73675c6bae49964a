from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import prgbench
from golden_files import check_golden
from prgbench.answer.rankings import mean_products, rank_products, told_apart, without_noise
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import scores_of_parts
from prgbench.command_line import main
from prgbench.direct.null_tasks import Sizes
from prgbench.direct.power import MEASURES, Growth, Power, SimulatedStudy, power
from prgbench.metrics import evaluate
from prgbench.run.errors import PrgbenchError
from prgbench.study.ranking import Ranking

LEVEL = 0.95
STUDY = SimulatedStudy(Sizes(np.array([200]), np.array([40])), 60, 10, 0.8, 0.6, 1)


few = partial(power, simulated=60)


def test_the_public_function_is_this_one():
    assert prgbench.power is power


@pytest.mark.parametrize("exponent", [1, 2])
def test_the_line_of_errors_goes_through_both_worlds(exponent):
    growth = Growth.between(np.array([0.004, 0.3]), np.array([0.2, 0.5]), exponent)
    assert (growth.error(0), growth.error(0.2)) == pytest.approx((0.3, 0.5))


@pytest.mark.parametrize("exponent", [1, 2])
def test_what_is_detectable_is_a_reach_above_the_bound(exponent):
    growth = Growth.between(np.array([0.0, 0.02]), np.array([0.13, 0.1]), exponent)
    found = growth.detectable(0.01, 50, LEVEL)
    assert found - 0.01 == pytest.approx(told_apart(growth.error(found) / 50**0.5, 50, LEVEL))
    flat = Growth.between(np.array([0.0, 0.02]), np.array([0.13, 0.01]), exponent)
    reach = told_apart(0.02 / 50**0.5, 50, LEVEL)
    assert flat.detectable(0.01, 50, LEVEL) == pytest.approx(0.01 + reach)


def test_the_data_sets_needed_are_the_fewest_that_show_it():
    growth = Growth.between(np.array([0.0, 0.03]), np.array([0.13, 0.1]), 1)
    for goal in (0.05, 0.02):
        n = int(growth.datasets(goal, 0.01, LEVEL))
        assert growth.detectable(0.01, n, LEVEL) <= goal < growth.detectable(0.01, n - 1, LEVEL)
    assert growth.datasets(0.9, 0.01, LEVEL) == 8  # fewer have no verdict
    assert np.isnan(growth.datasets(0.01 + 1e-6, 0.01, LEVEL))


def test_nothing_is_detectable_where_the_error_grows_as_fast_or_the_worlds_are_alike():
    steep = Growth.between(np.array([0.0, 0.03]), np.array([0.1, 1.0]), 1)
    assert np.isnan(steep.detectable(0.01, 8, LEVEL))
    none = Growth.between(np.array([0.0, 0.03]), np.array([-0.01, 1.0]), 1)
    assert np.isnan(none.detectable(0.01, 50, LEVEL))
    assert np.isnan(none.datasets(0.05, 0.01, LEVEL))


def test_the_shape_of_the_models_leaves_their_aurocs_as_they_are():
    sizes = Sizes(np.array([100_000]), np.array([30_000]))
    study = replace(STUDY, sizes=sizes, models=4, spread=1e-9)
    task = next(study.tasks(0.5))
    assert evaluate(task.y_true, task.y_scores, ["auroc"]) == pytest.approx(0.8, abs=0.01)
    deviations = task.y_scores[:, task.y_true].std(axis=1)
    assert np.ptp(deviations) > 0.2
    assert task.y_scores[:, ~task.y_true].std(axis=1) == pytest.approx(1, abs=0.02)


def test_tasks_are_spread_over_the_sizes():
    sizes = Sizes(np.array([40, 90, 60]), np.array([9, 8, 7]))
    tasks = list(replace(STUDY, sizes=sizes).tasks(0))
    shapes = [(len(task.y_true), int(task.y_true.sum())) for task in tasks]
    assert shapes == [(40, 9)] * 20 + [(60, 7)] * 20 + [(90, 8)] * 20


def test_the_measures_differ_in_one_world_alone():
    (alike, no_excess), (different, excess) = STUDY.estimates(0), STUDY.estimates(0.3)
    within = 3 / 60**0.5
    assert (abs(alike[:, 0]) < within * alike[:, 1]).all()
    assert (abs(no_excess[:, 0]) < within * no_excess[:, 1]).all()
    assert different[:, 0] == pytest.approx([0.073, 0.057], abs=0.03)
    assert excess[:, 0] == pytest.approx([0.039, 0.039], abs=0.04)
    assert (different[:, 1] > 2 * alike[:, 1]).all()


def test_more_data_sets_show_less_and_the_seed_decides():
    small, large, again = (few(n, 200, spread=0.6) for n in (20, 200, 200))
    assert large == again
    assert 0.01 < large.one_minus_rho < small.one_minus_rho
    assert 0 < large.excess < small.excess
    assert large.datasets_needed == small.datasets_needed
    assert 8 <= large.datasets_needed[0.05] < large.datasets_needed[0.02]
    assert few(200, 200, spread=0.6, seed=3) != large


def test_a_list_of_equal_sizes_is_the_same_study(tmp_path):
    path = tmp_path / "sizes.csv"
    path.write_text("n_instances,n_positives\n" + "120,30\n" * 25)
    listed, named = few(sizes=path, spread=0.6), few(25, 120, 0.25, spread=0.6)
    assert replace(listed, what="") == replace(named, what="")
    assert listed.what.startswith(f"25 data sets with the sizes of {path}, 10 models each")


def test_the_command_prints_it(capsys):
    options = "--datasets 30 --instances 200 --prevalence .3 --models 5 --spread .4 --auroc .75"
    assert main(["power", *options.split(), "--seed", "2", "--simulated", "60"]) == 0
    expected = few(30, 200, 0.3, models=5, spread=0.4, auroc=0.75, seed=2)
    said = capsys.readouterr().out
    assert said == f"{expected}\n"
    assert f"1 - rho of at least {expected.one_minus_rho:.3f}, " in said
    assert f"an excess of {100 * expected.excess:.1f} points" in said
    assert f"1 - rho of 0.05 takes {expected.datasets_needed[0.05]:.0f} data sets" in said
    never = Power("A study.", LEVEL, np.nan, np.nan, {0.05: np.nan})
    check_golden("power", f"{said}\n{never}")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"datasets": 1}, "datasets must be at least 2, not 1."),
        ({"instances": 3}, "instances must be at least 4, not 3."),
        ({"simulated": 19}, "simulated must be at least 20, not 19."),
        ({"models": 1}, "models must be at least 2, not 1."),
        ({"prevalence": 1}, r"prevalence must lie inside \(0, 1\), not 1."),
        ({"auroc": 0}, r"auroc must lie inside \(0, 1\), not 0."),
        ({"spread": 0}, "spread must be above 0, not 0: equal models have no order."),
        ({"instances": 10, "prevalence": 0.1}, "Halves of the tasks lack a class"),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        few(**arguments)


@pytest.mark.slow
def test_four_of_five_studies_show_what_is_detectable():
    found = power(50, 200, spread=0.6)
    # With this shape 1 - rho of AUROC and AUPR is about what 50 data sets show.
    setting = Setting(
        names=MEASURES, ranking=Ranking(), seed=1, confidence_level=LEVEL, replicates=0, splits=20
    )
    products = [
        mean_products(rank_products(scores_of_parts(task, setting, 2), 12))
        for task in replace(STUDY, seed=7, simulated=1000).tasks(0.16)
    ]
    products = np.array(products)[:, [0, 0, 2], [2, 0, 2]]
    truth = 1 - without_noise(products, np.arange(1000), LEVEL).estimate
    assert truth == pytest.approx(found.one_minus_rho, abs=0.004)
    rng = np.random.default_rng(1)
    studies = [products[rng.choice(1000, 50, replace=False)] for _ in range(400)]
    shown = [without_noise(study, np.arange(50), LEVEL).upper < 0.99 for study in studies]
    assert 0.75 <= np.mean(shown) <= 0.97
