import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import make_setting, make_task_scores, models_of
from prgbench.answer import run
from prgbench.answer.kept_tables import KeptTables
from prgbench.answer.run import per_task_tables
from prgbench.answer.tables import gather, write_parquet_tables
from prgbench.sources.store.bundle import BundleStore
from prgbench.study_file import PARTS

TABLES = {
    "numbers": pd.DataFrame({"task_id": [1, 1], "whole": [1, 2], "share": [0.1, np.nan]}),
    "texts": pd.DataFrame({"flow": ["=1+1", None], "is_best": [True, False]}),
    "bytes": pd.DataFrame({"code": np.array([1, -1], dtype=np.int8)}),
    "none": pd.DataFrame({"task_id": np.array([], dtype=np.int64)}),
}
MODELS = models_of([make_task_scores(1, n=30)]).frame


@pytest.fixture(scope="module")
def predictions(tmp_path_factory):
    store = BundleStore(tmp_path_factory.mktemp("store"))
    write_task(store, make_task_scores(1, n=30))
    return store.load(1)


def kept_or_made(folder, predictions, settings="a", models=MODELS):
    """Return the tables and whether they were made."""
    made = []

    def make():
        made.append(True)
        return TABLES

    return KeptTables(folder, settings).get_or_make(predictions, models, make), bool(made)


def test_tables_are_made_once_and_come_back_as_they_were(tmp_path, predictions):
    assert kept_or_made(tmp_path, predictions) == (TABLES, True)
    again, made = kept_or_made(tmp_path, predictions)
    assert not made
    assert list(again) == list(TABLES)
    for name, table in TABLES.items():
        pd.testing.assert_frame_equal(again[name], table)


def test_they_are_made_again_where_anything_else_is_behind_them(tmp_path, predictions):
    kept_or_made(tmp_path, predictions)
    fewer = MODELS[MODELS["run_id"] != MODELS["run_id"].iloc[-1]]
    other = MODELS.assign(sha256="other file")
    for settings, models in (("b", MODELS), ("a", fewer), ("a", other)):
        assert kept_or_made(tmp_path, predictions, settings, models)[1]
    assert kept_or_made(tmp_path, predictions)[1], "only the last ones are kept"


@pytest.mark.parametrize("place", [0, 40, 100, -1])
def test_damaged_files_are_made_again(tmp_path, predictions, place):
    kept_or_made(tmp_path, predictions)
    [file] = tmp_path.iterdir()
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    assert kept_or_made(tmp_path, predictions)[1]
    assert not kept_or_made(tmp_path, predictions)[1]


def test_a_study_that_grows_has_the_bytes_of_one_that_was_made_at_once(tmp_path, monkeypatch):
    tasks = [make_task_scores(task_id, n=70) for task_id in (1, 2, 3)]
    store = BundleStore(tmp_path / "store")
    for task in tasks:
        write_task(store, task)
    models, setting = models_of(tasks), make_setting(seed=3, replicates=10)
    options = {part: part.options() for part in PARTS if part.per_task}
    write_parquet_tables(
        tmp_path / "at once", gather(per_task_tables(models, store, setting, options))
    )
    kept = KeptTables(tmp_path / "kept", "settings")
    list(per_task_tables(models[models.task_id != 2], store, setting, options, kept))
    computed = []
    real = run.tables_of_task
    monkeypatch.setattr(run, "tables_of_task", lambda *of: computed.append(of[0]) or real(*of))
    grown = gather(per_task_tables(models, store, setting, options, kept))
    write_parquet_tables(tmp_path / "grown", grown)
    assert [task.task_id for task in computed] == [2]
    for file in sorted((tmp_path / "at once").iterdir()):
        assert (tmp_path / "grown" / file.name).read_bytes() == file.read_bytes(), file.name
