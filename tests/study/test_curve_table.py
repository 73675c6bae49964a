import numpy as np
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.metrics import (
    auroc_score,
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
    threshold_counts,
)
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.examples import TOLERANCE, curve_table, model_lines


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
    table = curve_table(store.open(7), asked)
    assert table[["task_id", "run_id"]].to_numpy().tolist() == [[7, run] for run in asked]
    expected = model_lines(threshold_counts(task.y_true, task.y_scores[1]))
    for space, (x, y) in zip(("roc", "pr", "prg"), expected, strict=True):
        np.testing.assert_array_equal(table.loc[1, f"{space}_x"], x.astype(np.float32))
        np.testing.assert_array_equal(table.loc[1, f"{space}_y"], y.astype(np.float32))


def test_the_auroc_of_each_model_is_compared_with_that_of_the_header(tmp_path):
    store = BundleStore(tmp_path)
    write_task(store, make_task_scores(7, n=60))
    bundle = store.open(7)
    [first, *_] = [model.run.run_id for model in bundle.header.models]
    bundle.check_aurocs = lambda run_ids, aurocs: seen.extend([*run_ids, *aurocs])
    seen = []
    curve_table(bundle, [first])
    assert seen == [first, pytest.approx(bundle.header.models[0].auroc, abs=1e-12)]
