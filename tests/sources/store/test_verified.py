"""What columns hold is compared with what the header says."""

import numpy as np
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores, repeated
from prgbench.metrics import auroc_score
from prgbench.sources.store.bundle import BundleStore, VerifiedColumns
from prgbench.sources.store.columns import DamageError

TASK = repeated(make_task_scores(7, n=50, n_models=2), 2)


@pytest.fixture
def verified(tmp_path):
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return VerifiedColumns(store.path(7))


def test_sound_columns_are_as_they_were_written(verified):
    np.testing.assert_array_equal(verified.truth, TASK.y_true)
    np.testing.assert_array_equal(verified.fold, TASK.folds)
    repeat, row_id = verified.repeat_and_row_id
    np.testing.assert_array_equal(repeat, TASK.repeats)
    np.testing.assert_array_equal(row_id, 10 * TASK.instances)
    np.testing.assert_array_equal(verified.predicted([701, 700]), TASK.decisions[[1, 0]])
    scores = verified.scores([701], check_aurocs=True)
    np.testing.assert_array_equal(scores, TASK.y_scores[[1]])


@pytest.mark.parametrize("read", ["scores", "predicted"])
def test_a_run_that_it_lacks_is_named(verified, read):
    options = {"check_aurocs": False} if read == "scores" else {}
    with pytest.raises(DamageError, match=r"^it lacks run 9$"):
        getattr(verified, read)([700, 9], **options)


def test_aurocs_agree_within_a_billionth(verified):
    auroc = auroc_score(TASK.y_true, TASK.y_scores[1])
    verified.check_aurocs([701], np.array([auroc + 0.9e-9]))
    for wrong in (auroc + 1.1e-9, auroc - 1.1e-9, np.nan):
        with pytest.raises(DamageError, match=r"^AUROC of run 701 \S+ instead of 0\.[0-9]{9}$"):
            verified.check_aurocs([701], np.array([wrong]))
