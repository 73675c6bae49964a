from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr

from made_up_tasks import make_task_scores
from prgbench.metrics import evaluate
from prgbench.robustness.claims import prevalence_shift, samples, top_mistakes
from prgbench.robustness.claims.resolving_power import log_ratios
from prgbench.robustness.mechanism import Curve
from prgbench.study.ranking import Ranking
from worlds.claims import alike
from worlds.made import draw_task
from worlds.studies import setting_of

SETTING = setting_of(1, splits=3, replicates=20)
TASK = draw_task(alike(400, 0.4, 0.8, spread=0.5), 1, 1)


def orders_of(task):
    return np.argsort(-task.y_scores, axis=1, kind="stable")


def test_a_mended_mistake_gains_what_the_formula_says():
    positive, scores = TASK.y_true, TASK.y_scores[0]
    order = np.argsort(-scores)
    ranked = positive[order]
    places = np.flatnonzero(~ranked[:-1] & ranked[1:])
    before = evaluate(ranked, -np.arange(400.0), ["average_precision"])
    gains = []
    for place in places:
        mended = ranked.copy()
        mended[[place, place + 1]] = True, False
        gains.append((evaluate(mended, -np.arange(400.0), ["average_precision"]) - before).item())
    found, falling = top_mistakes.weights_of_mistakes((ranked, scores[order]))
    assert found == pytest.approx(spearmanr(gains, -places).statistic)
    assert falling == (np.diff(gains) < 0).all()


def test_a_pair_of_tied_instances_is_no_mistake():
    positive = np.array([False, True] * 20)
    assert top_mistakes.weights_of_mistakes((positive, np.zeros(40))) is None
    assert top_mistakes.weights_of_mistakes((positive, -np.arange(40.0))) is not None


def test_recalls_are_those_of_the_curves_of_the_parts():
    task = make_task_scores(n=90)
    members = np.zeros((2, 2, 90), dtype=bool)
    members[0, 0, :40] = members[0, 1, 40:] = members[1, 0, ::2] = members[1, 1, 1::2] = True
    shares = np.array([0.1, 0.5])
    found = top_mistakes._recalls(task, orders_of(task), members, shares)
    for split, part in np.ndindex(2, 2):
        own = members[split, part]
        for model, scores in enumerate(task.y_scores):
            curve = Curve.of(task.y_true[own], scores[own])
            np.testing.assert_allclose(found[split, part, model], curve.recall(shares))


def test_recalls_do_not_depend_on_how_many_parts_are_taken_at_once(monkeypatch):
    members = np.random.default_rng(0).random((3, 2, len(TASK.y_true))) < 0.5
    shares = np.array([0.05, 0.5])
    found = top_mistakes._recalls(TASK, orders_of(TASK), members, shares)
    monkeypatch.setattr(top_mistakes, "_CELLS_AT_ONCE", 1)
    np.testing.assert_array_equal(
        top_mistakes._recalls(TASK, orders_of(TASK), members, shares), found
    )


def test_models_that_are_ordered_alike_have_no_preference():
    alike = np.repeat(TASK.y_scores[:1], 4, axis=0)
    task = replace(TASK, y_scores=alike, run_ids=TASK.run_ids[:4])
    assert top_mistakes.preferences(task, orders_of(task), SETTING) == {}


def test_thinned_samples_have_the_prevalences_that_are_said():
    drawn = next(samples._thinned(TASK, SETTING))
    n_pos, n_neg = drawn @ TASK.y_true, drawn @ ~TASK.y_true
    half, thinned, *at_prior, other, reweighted = n_pos / n_neg
    assert thinned == pytest.approx(2 * half, rel=0.02)
    assert at_prior == pytest.approx([1, 1])
    assert (other, reweighted) == pytest.approx((half, thinned), rel=0.02)
    assert not (drawn[0] * drawn[4]).any()


def test_areas_of_samples_are_those_of_their_rows(monkeypatch):
    """Also where few splits are evaluated at once."""
    drawn = list(samples._thinned(TASK, SETTING))
    monkeypatch.setattr(samples, "_CELLS_AT_ONCE", 1)
    found = samples.areas_of_samples(TASK, drawn)
    assert found.shape == (3, 6, len(samples.AREAS), 10)
    rows = drawn[2][1] > 0
    own = evaluate(TASK.y_true[rows], TASK.y_scores[:, rows], list(samples.AREAS))
    np.testing.assert_allclose(found[2, 1], own.T)


def test_few_positives_or_negatives_are_not_thinned():
    few = samples.FEWEST_POSITIVES - 1
    assert samples.thinned_areas(draw_task(alike(10 * few, 0.1, 0.8), 1, 1), SETTING) is None
    few = samples.FEWEST_NEGATIVES - 1
    assert samples.thinned_areas(draw_task(alike(2 * few, 0.5, 0.8), 1, 1), SETTING) is None


def test_blocks_share_no_row_and_have_their_prevalences():
    size = prevalence_shift.block_size(TASK)
    drawn = next(prevalence_shift._blocks(TASK, SETTING, size))
    assert (drawn.sum(axis=1) == size).all()
    for three in np.split(drawn, 2):
        assert three.sum(axis=0).max() == 1
    shares = drawn @ TASK.y_true / size
    expected = [*prevalence_shift.PREVALENCES, 0.5, 0.5, 0.5]
    np.testing.assert_allclose(shares, expected, atol=1 / size)


def test_random_ranks_have_a_variance_of_one():
    areas = np.random.default_rng(0).random((2000, 3, 2, 5))
    found = prevalence_shift.rank_variance(areas, Ranking())
    np.testing.assert_allclose(found, 1, atol=0.05)
    same = np.repeat(areas[:, :1], 3, axis=1)
    assert (prevalence_shift.rank_variance(same, Ranking()) == 0).all()


def test_rows_that_depend_on_each_other_are_no_samples():
    twice = draw_task(replace(alike(800, 0.4, 0.8), copies=2), 1, 1)
    assert prevalence_shift.per_task(TASK, SETTING) is not None
    assert twice.n_groups < 800
    assert prevalence_shift.per_task(twice, SETTING) is None


@pytest.mark.parametrize(
    ("prevalence", "auroc", "printed"),
    [(0.5, 0.75, 0.104), (0.1, 0.65, 0.129), (0.3, 0.85, 0.062), (0.05, 0.95, -0.118)],
)
def test_resolving_powers_are_those_of_the_authors_files(prevalence, auroc, printed):
    """Recomputed from the results beside the paper's code, for n = 10,000."""
    kind = replace(alike(10_000, prevalence, auroc), correlation=0.0)
    task = draw_task(kind, 1, 1)
    found = log_ratios(task.y_true, task.y_scores, np.random.default_rng(0), 200)[1]
    error = found.std(ddof=1) / np.sqrt(len(found))
    assert np.expm1(found.mean()) == pytest.approx(printed, abs=3 * error)
    assert error < 0.04
