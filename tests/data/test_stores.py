"""A table in memory is what comes back from a bundle of it."""

import numpy as np
import pandas as pd
import pytest

from prgbench.data.stores import read_tasks
from prgbench.direct.arrays import study_of_table
from prgbench.metrics import get_measure
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_tasks
from prgbench.sources.table.source import TableSource
from prgbench.study.scoring import score_task
from tables_of_predictions import long_table

LONG = long_table(2, 3, 40)
TIED = LONG.assign(**{"y_score.0": LONG["y_score"], "y_score.1": LONG["y_score"].round(1)}).drop(
    columns="y_score"
)
REPEATED = pd.concat([LONG.assign(repeat=0), LONG.assign(repeat=1, y_score=1 - LONG["y_score"])])
TABLES = {
    "long": LONG,
    "groups": LONG.assign(group=LONG["row_id"] // 2),
    "decisions": LONG.assign(decision=LONG["y_true"].shift(fill_value=0)),
    "ties that the other class breaks": TIED,
    "repeats": REPEATED,
}


@pytest.mark.parametrize("first_repeat", [False, True])
@pytest.mark.parametrize("positive", [None, "minority", "0"])
@pytest.mark.parametrize("name", TABLES)
def test_a_task_in_memory_is_that_of_its_bundle(tmp_path, name, positive, first_repeat):
    arguments = {"title": "t", "positive_label": positive, "columns": {}}
    study, in_memory = study_of_table(TABLES[name], arguments, {})
    table = TABLES[name].to_csv(tmp_path / "table.csv", index=False) or tmp_path / "table.csv"
    on_disk = TableSource(str(table), tmp_path / "resources")
    on_disk.positive_label = study.source["positive_label"]
    tasks = in_memory.all_models()
    bundles = BundleStore(on_disk.bundles, "first" if first_repeat else "pooled")
    fetched = list(fetch_tasks(on_disk, bundles, on_disk.all_models(), None))
    read, store = read_tasks(in_memory, tasks, first_repeat=first_repeat)
    assert [task.exclusions for task in read] == [[], []]
    for record, other in zip(read, fetched, strict=True):
        assert record == other
        task, bundle = (kind.load(record.task.task_id) for kind in (store, bundles))
        for name in ("task", "positive", "negative", "models", "n_instances"):
            assert getattr(task, name) == getattr(bundle, name), name
        for name in ("y_true", "y_score", "decision", "row_id", "repeat", "fold", "group"):
            pair = (getattr(kind, name) for kind in (task, bundle))
            np.testing.assert_array_equal(*pair, name)
        np.testing.assert_array_equal(task.y_score_by_both(), bundle.y_score_by_both())
        assert task.digest_of_rows() == bundle.digest_of_rows()
        measures = [get_measure("auroc"), get_measure("auprg")]
        scores = (score_task(record, kind, measures).frame for kind in (task, bundle))
        pd.testing.assert_frame_equal(*scores)
