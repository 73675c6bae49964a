import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.data.models import Models
from prgbench.metrics import (
    auroc_score,
    get_measure,
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
)
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.examples import (
    ExampleChoice,
    choose_examples,
    example_scores,
    quartile_tasks,
    second_place,
)
from prgbench.study.model_curves import TOLERANCE, curve_table, model_lines
from prgbench.study.ranking import Ranking, add_ranks

NAN = float("nan")
MEASURES = [get_measure("aupr"), get_measure("auprg")]


def ranked(tasks):
    """Rank models given as {task: [(aupr, auprg), ...]}."""
    rows = [
        {
            "task_id": task_id,
            "dataset_name": f"data-{task_id}",
            "run_id": 10 * task_id + number,
            "aupr": aupr,
            "auprg": auprg,
        }
        for task_id, models in tasks.items()
        for number, (aupr, auprg) in enumerate(models)
    ]
    return add_ranks(Models(pd.DataFrame(rows), ("aupr", "auprg")), MEASURES, Ranking())


def agreement(spearman):
    return pd.DataFrame(
        {
            "task_id": list(spearman),
            "measure_a": "aupr",
            "measure_b": "auprg",
            "spearman": list(spearman.values()),
        }
    )


def test_quartile_tasks_are_the_nearest():
    values = {4: 0.1, 7: 0.5, 1: 0.6, 9: 0.8, 3: 0.99}
    assert quartile_tasks(agreement(values)) == (7, 9)
    assert quartile_tasks(agreement({4: 0.5})) == (4,)
    assert quartile_tasks(agreement({4: float("nan"), 5: float("nan")})) == (4, 5)


def test_second_place_takes_the_greatest_product_of_differences():
    models = ranked(
        {
            1: [(0.9, 0.9), (0.5, 0.7), (0.6, 0.6)],
            2: [(0.9, 0.9), (0.4, 0.8), (0.7, 0.5)],
            3: [(0.9, 0.9), (0.8, 0.8), (0.7, 0.7)],
        }
    )
    assert second_place(models, agreement({1: 0.5, 2: 0.5, 3: 0.5})) == (2, (21, 22))


def test_second_place_takes_the_task_nearest_the_lower_quartile():
    disputed = [(0.9, 0.9), (0.5, 0.7), (0.6, 0.6)]
    clearest = [(0.9, 0.9), (0.4, 0.8), (0.7, 0.5)]
    models = ranked({1: clearest, 2: disputed, 3: clearest, 4: disputed})
    # The lower quartile of 0.1, 0.5, 0.6 and 0.9 is 0.4.
    assert second_place(models, agreement({1: 0.1, 2: 0.5, 3: 0.6, 4: 0.9})) == (2, (21, 22))
    assert second_place(models, agreement({1: NAN, 2: 0.5, 3: 0.6, 4: NAN})) == (2, (21, 22))


def test_second_place_prefers_tasks_that_agree_on_the_best():
    models = ranked(
        {1: [(0.9, 0.9), (0.50, 0.61), (0.51, 0.60)], 2: [(0.9, 0.6), (0.1, 0.9), (0.5, 0.7)]}
    )
    assert second_place(models, agreement({1: 0.5, 2: 0.5})) == (1, (11, 12))


def test_second_place_prefers_models_that_are_clearly_better_than_the_baseline():
    poor, good = [(0.9, 0.9), (0.1, 0.49), (0.6, 0.1)], [(0.9, 0.9), (0.5, 0.51), (0.51, 0.5)]
    both = agreement({1: 0.5, 2: 0.9})
    assert second_place(ranked({1: poor, 2: good}), both) == (2, (21, 22))
    assert second_place(ranked({1: poor}), both) == (1, (11, 12))


AGREED = [(0.9, 0.9), (0.8, 0.8)]
DISPUTED = [(0.9, 0.9), (0.5, 0.7), (0.6, 0.6)]


@pytest.mark.parametrize(
    "task", [AGREED, [(0.9, 0.9)], [(0.5, 0.5)] * 3, [(0.9, NAN), (0.8, 0.7), (0.7, 0.6)]]
)
def test_without_a_disagreement_no_model_is_set_against_itself(task):
    assert second_place(ranked({1: task}), agreement({1: 0.5})) is None
    choice = choose_examples(ranked({1: task, 2: AGREED}), agreement({1: 0.5, 2: 0.9}))
    assert (choice.curve_task, choice.curve_runs) == (None, None)
    assert choice.scatter_tasks == (1, 2)
    scores = example_scores(choice, store=None)
    assert (list(scores.columns), len(scores)) == (["run_id", "y_true", "y_score"], 0)


@pytest.mark.parametrize(
    ("spearman", "shown"),
    [
        ({1: 0.9, 2: 0.2, 3: 0.95, 4: 0.99}, (1, 2)),
        ({1: 0.2, 2: 0.3, 3: 0.95, 4: 0.99}, (1, 4)),
        ({1: 0.2}, (1,)),
        ({1: NAN, 2: 0.3, 3: 0.4}, (1, 2)),
    ],
)
def test_the_scatter_shows_the_task_of_the_curves_beside_an_unlike_one(spearman, shown):
    tasks = {task: DISPUTED if task == 1 else AGREED for task in spearman}
    choice = choose_examples(ranked(tasks), agreement(spearman))
    assert (choice.curve_task, choice.scatter_tasks) == (1, shown)


def test_the_study_may_name_the_examples():
    models = ranked({1: DISPUTED, 2: AGREED})
    pairs = agreement({1: 0.5, 2: 0.9})
    named = choose_examples(models, pairs, scatter_tasks=[2, 1], curve_task=2, curve_runs=[21, 20])
    assert named == ExampleChoice((2, 1), "named by the study", 2, (21, 20), "named by the study")
    by_name = choose_examples(
        models, pairs, scatter_tasks=["data-2", 1], curve_task="data-2", curve_runs=[21, 20]
    )
    assert by_name == named
    absent = choose_examples(
        models, pairs, scatter_tasks=[2, 3], curve_task=2, curve_runs=[21, 99]
    )
    assert absent.scatter_tasks == (1, 2)
    assert absent.scatter_reason.endswith(
        "of the rank correlation (not task 3, as named: the study does not have it)"
    )
    assert (absent.curve_task, absent.curve_runs) == (1, (11, 12))
    assert absent.curve_reason.endswith(
        "(not run 99 of task 2, as named: the study does not have it)"
    )
    neither = choose_examples(
        models, pairs, scatter_tasks=[3, "data-4"], curve_task=3, curve_runs=[21, 99]
    )
    assert neither.scatter_reason.endswith(
        "(not task 3 and task data-4, as named: the study does not have them)"
    )
    assert neither.curve_reason.endswith("(not task 3, as named: the study does not have it)")


def distances(points, line):
    """Return how far points are from a line of straight segments, which NaN parts into pieces."""
    whole = ~np.isnan(line[:-1] + line[1:]).any(axis=1)
    start, end = line[:-1][whole], line[1:][whole]
    along = end - start
    length = np.maximum((along**2).sum(axis=1), 1e-300)
    offset = points[:, None] - start
    place = np.clip((offset * along).sum(axis=2) / length, 0, 1)
    gaps = offset - place[..., None] * along
    return np.sqrt((gaps**2).sum(axis=2)).min(axis=1)


def test_lines_of_a_small_model_by_hand():
    roc, pr, prg = model_lines(threshold_counts([1, 0, 1, 0], [0.9, 0.7, 0.6, 0.1]))
    assert np.transpose(roc).tolist() == [[0, 0], [0, 0.5], [0.5, 0.5], [0.5, 1], [1, 1]]
    assert np.transpose(pr)[:2].tolist() == [[0, 1], [0.5, 1]]
    assert np.transpose(pr)[-1].tolist() == [1, 0.5]
    # recall .5 and precision 1 at a prevalence of .5 are gains of 0 and 1
    assert np.transpose(prg)[0].tolist() == [0, 1]
    assert np.transpose(prg)[-1].tolist() == [1, 0]


@pytest.mark.parametrize("n", [20, 300, 5000])
def test_thinned_lines_stay_near_the_curves(n):
    rng = np.random.default_rng(n)
    y_true = rng.random(n) < 0.3
    y_true[:2] = True, False
    y_score = rng.normal(size=n) + y_true
    roc, pr, prg = model_lines(threshold_counts(y_true, y_score))
    curve = roc_curve(y_true, y_score)
    wholes = [
        (roc, (curve.fpr, curve.tpr)),
        (pr, precision_recall_curve(y_true, y_score).interpolate()),
        (prg, np.hstack(precision_recall_gain_curve(y_true, y_score).unit_square_parts())),
    ]
    for thinned, whole in wholes:
        assert distances(np.transpose(whole), np.transpose(thinned)).max() <= TOLERANCE
        assert len(thinned[0]) <= len(whole[0])
    assert np.trapezoid(roc[1], roc[0]) == pytest.approx(
        auroc_score(y_true, y_score), abs=TOLERANCE
    )
    assert len(roc[0]) < max(200, 0.1 * n)


def test_pieces_of_a_curve_are_parted_and_a_model_below_the_baseline_has_no_line():
    y_true = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0]
    y_score = [1.0, 0.9, 0.8, 0.7, 0.65, 0.6, 0.5, 0.3, 0.2, 0.1]
    pieces = precision_recall_gain_curve(y_true, y_score).unit_square_parts()
    x, _ = model_lines(threshold_counts(y_true, y_score))[2]
    assert np.isnan(x).sum() == len([piece for piece in pieces if len(piece[0]) > 1]) - 1
    worst = model_lines(threshold_counts([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1]))
    assert len(worst[2][0]) <= 2


def test_the_table_has_a_row_for_each_model_that_is_asked_for(tmp_path):
    task = make_task_scores(7, n=60)
    store = BundleStore(tmp_path)
    write_task(store, task)
    asked = task.run_ids[:2].tolist()
    table = curve_table(store.load(7, run_ids=asked))
    assert table[["task_id", "run_id"]].to_numpy().tolist() == [[7, run] for run in asked]
    expected = model_lines(threshold_counts(task.y_true, task.y_scores[1]))
    for space, (x, y) in zip(("roc", "pr", "prg"), expected, strict=True):
        np.testing.assert_array_equal(table.loc[1, f"{space}_x"], x.astype(np.float32))
        np.testing.assert_array_equal(table.loc[1, f"{space}_y"], y.astype(np.float32))
