from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import prgbench
import prgbench.direct.power as power_module
from golden_files import check_golden
from prgbench.answer.common_order import SPEARMAN, alike_studies
from prgbench.answer.rankings import Options
from prgbench.command_line import main
from prgbench.direct.power import Power, SimulatedTasks, lead_shown, power
from prgbench.metrics import evaluate
from prgbench.run.errors import PrgbenchError
from prgbench.stats.simultaneous import Estimates, p_values_of_best
from prgbench.study.ranking import Ranking

STUDY = SimulatedTasks(200, 40, 30, 10, 0.8, 0.6, 1)

few = partial(power, simulated=20)


@pytest.fixture
def curves(monkeypatch):
    """Measure nothing: correlations fall from 1 to .6, that of a common order is .9."""

    def compare(_study, shape):
        true = 1 - shape
        return np.array([[true, true - 0.05, 0.1, 0.95, 0.05]] * 2)

    monkeypatch.setattr(SimulatedTasks, "compare", compare)
    return STUDY.needed()


def test_the_public_function_is_this_one():
    assert prgbench.power is power


def test_the_data_sets_needed_follow_from_the_gap_and_both_deviations(curves):
    reach = 1.95996 * 0.05 + 0.84162 * 0.1
    for correlations, needed in curves:
        assert correlations[0] == 1
        by_correlation = dict(zip(correlations.round(3).tolist(), needed.tolist(), strict=True))
        assert by_correlation[0.8] == np.ceil((reach / (0.95 - 0.75 - 0.01)) ** 2)
        assert by_correlation[0.95] == np.ceil((reach / (0.95 - 0.9 - 0.01)) ** 2)
        assert (np.diff(needed[np.isfinite(needed)]) <= 0).all()


@pytest.mark.usefixtures("curves")
def test_more_data_sets_show_higher_correlations():
    small, large = (few(n, spread=0.6) for n in (8, 200))
    assert small.spearman < large.spearman < 1
    assert small.datasets_needed == large.datasets_needed
    assert small.datasets_needed[0.95] > small.datasets_needed[0.9] > 0


def test_the_shape_of_the_models_leaves_their_aurocs_as_they_are():
    study = replace(STUDY, instances=100_000, positives=30_000, models=4, spread=1e-9)
    task, truth = next(study.tasks(0.5))
    assert evaluate(task.y_true, task.y_scores, ["auroc"]) == pytest.approx(0.8, abs=0.01)
    deviations = task.y_scores[:, task.y_true].std(axis=1)
    assert np.ptp(deviations) > 0.2
    assert task.y_scores[:, ~task.y_true].std(axis=1) == pytest.approx(1, abs=0.02)
    expected = evaluate(task.y_true, task.y_scores, list(power_module.MEASURES)).T
    np.testing.assert_allclose(truth, expected, atol=0.02)


def test_the_measures_differ_if_shapes_do_alone():
    alike, different = STUDY.compare(0), STUDY.compare(0.5)
    assert alike[:, 0] == pytest.approx(1)
    assert (alike[:, 1] > alike[:, 3] - 0.02).all()
    assert (different[:, 0] < 0.9).all()
    assert (different[:, 1] < different[:, 3] - 0.05).all()


@pytest.mark.usefixtures("curves")
def test_the_command_prints_it(capsys):
    options = "--datasets 30 --instances 200 --prevalence .3 --models 5 --spread .4 --auroc .75"
    assert main(["power", *options.split(), "--seed", "2", "--simulated", "20"]) == 0
    printed = capsys.readouterr().out
    assert printed == f"{few(30, 200, 0.3, models=5, spread=0.4, auroc=0.75, seed=2)}\n"
    never = Power("A study.", np.nan, {0.95: np.nan}, np.nan)
    check_golden("power", f"{printed}\n{never}")


def test_the_lead_that_is_shown_names_the_best_alone_in_80_percent():
    datasets, models = 12, 4
    lead = lead_shown(datasets, models, 1)
    assert lead_shown(4 * 200, models, 1) == lead_shown(200, models, 1) / 2
    assert np.isnan(lead_shown(1, models, 1))
    rng, degrees = np.random.default_rng(5), np.full(models, datasets - 1.0)
    alone = []
    for _ in range(1000):
        scores = rng.normal(size=(datasets, models)) / 2**0.5
        scores[:, 0] += lead
        covariance = np.cov(scores.T) / datasets
        estimates = Estimates(scores.mean(axis=0), covariance, degrees, independent=True)
        alone.append((p_values_of_best(estimates)[1:] <= 1 - power_module.LEVEL).all())
    assert np.mean(alone) == pytest.approx(0.8, abs=0.04)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"datasets": 0}, "datasets must be at least 1, not 0."),
        ({"instances": 3}, "instances must be at least 4, not 3."),
        ({"simulated": 19}, "simulated must be at least 20, not 19."),
        ({"models": 2}, "models must be at least 3, not 2."),
        ({"prevalence": 1}, r"prevalence must lie inside \(0, 1\), not 1."),
        ({"auroc": 0}, r"auroc must lie inside \(0, 1\), not 0."),
        ({"spread": 0}, "spread must be above 0, as equal models have no order, .* not 0."),
        ({"spread": 1e9}, "and at most 10, not 1000000000.0."),
        ({"spread": "a"}, "and at most 10, not a."),
        ({"datasets": "a"}, "datasets must be a whole number, not 'a'."),
        ({"instances": 100.5}, "instances must be a whole number, not 100.5."),
        ({"prevalence": "a"}, r"prevalence must lie inside \(0, 1\), not a."),
        ({"seed": -1}, "seed must be at least 0, not -1."),
        ({"instances": 10, "prevalence": 0.1}, "one row of a class: give them more instances"),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        few(**arguments)


@pytest.mark.slow
def test_four_of_five_studies_show_what_is_said_to_be_shown():
    study = replace(STUDY, simulated=200)
    shape = 0.3
    rho, needed = study.needed()[0]
    true = study.compare(shape)[0, 0]
    datasets = int(needed[np.argmin(np.abs(rho - true))])
    tasks = [task for task, _ in replace(study, seed=7, simulated=400).tasks(shape)]
    noisy = [task.noisy(study.setting, gains=False).of_pair(0, 2) for task in tasks]
    rng, shown = np.random.default_rng(1), []
    for number in range(100):
        drawn = [noisy[place] for place in rng.choice(400, datasets, replace=False)]
        seeds = [[number, place] for place in range(datasets)]
        studies = alike_studies(drawn, range(datasets), seeds, Ranking(), 300)
        lower = np.quantile(studies.draws[SPEARMAN], 0.025)
        shown.append(studies.found[SPEARMAN] + Options().margin < lower)
    assert 0.65 <= np.mean(shown) <= 0.93


def test_one_data_set_is_no_plural():
    planned = power(1, 100, spread=10, simulated=20)
    assert str(planned).startswith("1 data set with 100 instances, ")
    assert "A single data set identifies no best model" in str(planned)
