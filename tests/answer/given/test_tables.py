from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_setting, make_tables, make_task_scores, repeated
from made_up_tasks import resampling as made_up_resampling
from prgbench.answer.given import CHANGES, FOLD_MEAN, REPEAT, changed_picks
from prgbench.metrics import evaluate

NAN = float("nan")
SETTING = make_setting(splits=3)


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(t, n=60) for t in range(1, 9)]


DATASETS = pd.Series([0, 0, 1, 2], index=[1, 2, 3, 4])


def of(table, source):
    return table[table["source"] == source].set_index("measure")


def test_repeats_that_are_alike_change_nothing(tasks):
    tables = make_tables(["given"], [repeated(t, 2) for t in tasks[:4]] + tasks[4:], SETTING)
    again = of(tables["given"], REPEAT)
    assert (again["best_models_change"] == 0).all()
    assert (again["upper"] > 0).all()
    assert (again["tasks"] == 4).all()
    assert (again["undefined"] == 4).all()


def test_without_repeats_and_folds_it_is_said(tasks):
    unstated = [replace(t, folds=np.full_like(t.folds, -1)) for t in tasks]
    tables = make_tables(["given"], unstated, SETTING)
    for source, note in CHANGES.items():
        shares = of(tables["given"], source)
        assert shares["best_models_change"].isna().all()
        assert set(shares["note"]) == {note}
        assert (shares["tasks"] == 0).all()
    assert list(tables["given"]["measure"][:3]) == list(NAMES)


def test_shares_of_changed_picks_are_those_counted_by_hand():
    changes = pd.DataFrame(
        {
            "task_id": [1, 2, 3, 4],
            "measure": "aupr",
            "source": REPEAT,
            "change": [0.5, 1.0, np.nan, 0.0],
        }
    )
    row = of(changed_picks(changes, ["aupr"], DATASETS, made_up_resampling()), REPEAT).loc["aupr"]
    assert row["best_models_change"] == pytest.approx(0.5)
    assert (row["tasks"], row["datasets"], row["undefined"]) == (3, 2, 1)

    without = of(changed_picks(changes.tail(1), ["auroc"], DATASETS, made_up_resampling()), REPEAT)
    assert np.isnan(without.loc["auroc", "best_models_change"])
    assert without.loc["auroc", ["tasks", "datasets", "undefined"]].tolist() == [0, 0, 4]
    assert without.loc["auroc", "note"] == CHANGES[REPEAT]


def test_fold_means_match_the_models_of_the_study(tasks):
    table = of(make_tables(["given"], tasks, SETTING)["given"], FOLD_MEAN)
    changed = []
    for task in tasks:
        pooled = evaluate(task.y_true, task.y_scores, ["auroc"])[:, 0]
        folds = [task.folds == fold for fold in range(10)]
        means = np.nanmean(
            [evaluate(task.y_true[f], task.y_scores[:, f], ["auroc"])[:, 0] for f in folds], axis=0
        )
        changed.append(np.argmax(pooled) != np.argmax(means))
    assert table.loc["auroc", "best_models_change"] == np.mean(changed)
