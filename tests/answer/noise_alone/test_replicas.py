from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from made_up_tasks import MEASURES, make_task_scores, repeated
from prgbench.answer.noise_replicas import (
    TIED,
    UNTIED,
    ShiftedNormals,
    auroc_of_shift,
    ranked_alike,
    replicated_scores,
)
from prgbench.metrics import Measure, get_measure
from prgbench.metrics.engine.batch import SharedFunction


def fitted(task):
    return ShiftedNormals.of(task, np.arange(len(task.run_ids)))


def seeing(seen):
    """Return a measure that keeps the scores it is shown."""

    def batch(y_true, y_scores):
        seen.append((y_true.copy(), y_scores.copy()))
        return np.zeros(len(y_scores))

    return Measure("seen", "seen", True, 0, 1, False, batch)


@pytest.mark.parametrize("ties", [False, True])
def test_replicates_have_the_wanted_aurocs_on_average(ties):
    models = fitted(make_task_scores(n=150, ties=True))
    shifts = np.linspace(0.5, 1.5, 6)
    used = models.shifts_with_ties(shifts) if ties else shifts
    noise = models.draw(np.random.default_rng(0), 400)
    values = models.evaluate(noise, used, ["auroc"], ties=ties)[:, :, 0]
    error = values.std(axis=0) / np.sqrt(400)
    assert (np.abs(values.mean(axis=0) - auroc_of_shift(shifts)) < 4 * error).all()


@pytest.mark.parametrize("ties", [False, True])
def test_measures_of_the_ranking_need_no_scores(ties):
    names = ("aupr", "auprg", "auroc", "average_precision", "max_f1", "h_measure")
    by_ranking = [get_measure(name) for name in names]
    # A function of one's own is shown the scores.
    by_scores = [replace(m, batch=partial(SharedFunction.__call__, m.batch)) for m in by_ranking]
    models = fitted(make_task_scores(n=300, ties=True))
    noise, shifts = models.draw(np.random.default_rng(0), 3), np.linspace(-0.5, 1.5, 6)
    found, expected = (
        models.evaluate(noise, shifts, own, ties=ties) for own in (by_ranking, by_scores)
    )
    assert found == pytest.approx(expected, rel=1e-9)


def test_scores_hang_together_as_those_of_the_task_do():
    task = make_task_scores(n=4000, n_models=3, ties=True)
    models = fitted(task)
    noise = models.draw(np.random.default_rng(0), 1)[0]
    for own in (models.y_true, ~models.y_true):
        # In this world all scores of a class are normal with a correlation of a half.
        off = np.corrcoef(noise[:, own])[np.triu_indices(3, 1)]
        assert off == pytest.approx(0.5, abs=0.09)


def test_sizes_of_classes_and_blocks_of_ties_stay():
    task = make_task_scores(n=80, n_models=6)
    seen = []
    replicated_scores(task, [seeing(seen)], 20, np.random.default_rng(0))
    (y_true, untied), (_, tied) = seen
    assert y_true.sum() == task.y_true.sum()
    assert untied.shape == (120, 80)
    assert all(len(np.unique(row)) == 80 for row in untied)
    assert ((untied > 0) & (untied < 1)).all()
    # Models 0 and 3 have ties.
    expected = np.tile(np.sort(task.y_scores[[0, 3]], axis=1), (20, 1))
    assert np.sort(tied, axis=1).tolist() == expected.tolist()


def test_models_without_ties_are_alike_in_both_versions():
    scores = replicated_scores(make_task_scores(), MEASURES, 20, np.random.default_rng(0))
    differ = (scores[UNTIED] != scores[TIED]).any(axis=(0, 2))
    assert differ.tolist() == [True, False, False, True, False, False]


def test_models_that_rank_alike_stay_alike():
    task = make_task_scores(n_models=4)
    scores = np.vstack([task.y_scores, 5 + task.y_scores[:2] ** 3])
    task = replace(task, y_scores=scores, run_ids=np.arange(6))
    first, place = ranked_alike(task.y_scores)
    assert first.tolist() == [0, 1, 2, 3]
    assert place.tolist() == [0, 1, 2, 3, 0, 1]
    for values in replicated_scores(task, MEASURES, 20, np.random.default_rng(0)).values():
        assert (values[:, 4:] == values[:, :2]).all()
        assert (values[:, 1] != values[:, 2]).any()


def test_rows_of_an_instance_are_drawn_together():
    task = repeated(make_task_scores(n=60, n_models=4), 3)
    models = fitted(task)
    n_pos = int(task.y_true.sum()) // 3
    noise = models.draw(np.random.default_rng(0), 1)[0]
    rows = noise[:, : 3 * n_pos].reshape(4, 3, n_pos)
    assert rows[:, 1] == pytest.approx(rows[:, 0], abs=1e-4)
    assert models.repeats == 3


def test_repeats_with_other_scores_are_less_alike():
    task = repeated(make_task_scores(n=2000, n_models=2, ties=False), 2)
    noise = 1 + 0.3 * np.random.default_rng(0).random(task.y_scores.shape)
    models = fitted(replace(task, y_scores=task.y_scores * noise))
    own = models.draw(np.random.default_rng(0), 1)[0, 0, models.y_true].reshape(2, -1)
    assert 0.6 < np.corrcoef(own)[0, 1] < 0.97


def without_one_row(task):
    kept = np.arange(len(task.y_true)) != 5
    rows = ("y_true", "repeats", "folds", "instances")
    return replace(
        task, y_scores=task.y_scores[:, kept], **{name: getattr(task, name)[kept] for name in rows}
    )


@pytest.mark.parametrize(
    "task",
    [
        replace(make_task_scores(), y_true=np.zeros(200, dtype=bool)),
        replace(make_task_scores(), y_true=np.ones(200, dtype=bool)),
        without_one_row(repeated(make_task_scores(), 2)),
    ],
)
def test_one_class_or_an_incomplete_design_has_no_replicates(task):
    assert replicated_scores(task, MEASURES, 20, np.random.default_rng(0)) is None


def test_perfect_constant_and_worst_models_have_replicates():
    task = make_task_scores(n=40, n_models=3)
    scores = np.vstack([task.y_true, np.full(40, 0.5), ~task.y_true, task.y_scores[1]])
    task = replace(task, y_scores=scores.astype(float), run_ids=np.arange(4))
    replicated = replicated_scores(task, MEASURES, 20, np.random.default_rng(0))
    assert all(np.isfinite(values).all() for values in replicated.values())
    assert (replicated[TIED][:, 1, 2] == 0.5).all()
    assert replicated[TIED][:, 0, 2].mean() > 0.95
    assert replicated[UNTIED][:, 1, 2].mean() == pytest.approx(0.5, abs=0.1)


def test_one_positive_is_enough():
    task = make_task_scores(n=30)
    task = replace(task, y_true=np.arange(30) == 3)
    replicated = replicated_scores(task, MEASURES, 20, np.random.default_rng(0))
    assert all(np.isfinite(values).all() for values in replicated.values())
