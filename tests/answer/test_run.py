import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from made_up_store import write_task
from made_up_tasks import (
    MEASURES,
    NAMES,
    RANKING,
    make_setting,
    make_task_scores,
    models_of,
    resampling,
)
from prgbench.answer.interface import PARTS, Study
from prgbench.answer.run import compare, options_of, per_task_tables
from prgbench.answer.tables import gather, read_csv_tables, write_csv_tables
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import add_ranks

SECTIONS = {
    "noise_alone": {"replicates": 20},
    "leaderboard": {"fewest_tasks": 2},
    "ties": {"tolerances": [0.0, 1e-3]},
    "draws": {"draws": 10, "sizes": [2, 4]},
    "prevalence": {"prevalences": [0.1]},
}
OPTIONS = options_of({part.name: SECTIONS.get(part.name, {}) for part in PARTS})
NEEDS = {part.name: part.needs for part in PARTS}
SETTING = make_setting(seed=3, replicates=10)


def chunks_of(store, models, setting=SETTING):
    """Return what the two jobs of a chunk make."""
    return [
        gather(
            per_task_tables(
                models, store, setting, {n: o for n, o in OPTIONS.items() if NEEDS[n] == need}
            )
        )
        for need in ("instances", "replicates")
    ]


def make_study(store, models, setting=SETTING):
    agreement = task_agreement(models, setting.measures)
    per_task = gather(chunks_of(store, models, setting))
    return Study(models, agreement, per_task, setting, resampling(50))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    store = BundleStore(tmp_path_factory.mktemp("store"))
    for task_id in range(1, 7):
        write_task(store, make_task_scores(task_id, n=70))
    return store


@pytest.fixture(scope="module")
def models():
    return models_of([make_task_scores(task_id, n=70) for task_id in range(1, 7)])


@pytest.fixture(scope="module")
def tables(store, models):
    return compare(make_study(store, models), OPTIONS)


def test_options_come_from_the_sections_in_the_order_of_the_list():
    options = options_of({"draws": {"draws": 10}, "intervals": {}})
    assert list(options) == ["intervals", "draws"]
    assert options["draws"].draws == 10
    with pytest.raises(ValueError, match="There is no part luck"):
        options_of({"luck": {}})
    with pytest.raises(ValidationError, match="draws"):
        options_of({"draws": {"draws": -1}})


def test_every_part_has_its_tables(tables):
    assert len(tables) == 42
    for name, table in tables.items():
        assert len(table) or name in {"attribution", "metric_map", "metric_tree"}, name


def test_neither_processes_nor_chunks_nor_a_repeat_change_a_table(store, models, tables):
    halves = [models[models["task_id"] <= 3], models[models["task_id"] > 3]]
    per_task = gather(made for half in halves for made in chunks_of(store, half))
    agreement = task_agreement(models, MEASURES)
    again = compare(
        Study(models, agreement, per_task, SETTING, resampling(50)), OPTIONS, processes=2
    )
    assert list(again) == list(tables)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(again[name], table)


def test_parts_that_are_off_are_not_computed(store, models):
    agreement = task_agreement(models, MEASURES)
    assert gather(per_task_tables(models, store, SETTING, {})) == {}
    chosen = {name: OPTIONS[name] for name in ("breakdown", "ties")}
    tables = compare(Study(models, agreement, {}, SETTING, resampling(50)), chosen)
    assert list(tables) == ["ties", "tied_ranks", "breakdown"]


@pytest.mark.parametrize("name", [name for name, need in NEEDS.items() if need])
def test_each_part_can_be_computed_alone(store, models, tables, name):
    own = {name: OPTIONS[name]}
    per_task = gather(per_task_tables(models, store, SETTING, own))
    alone = compare(
        Study(models, task_agreement(models, MEASURES), per_task, SETTING, resampling(50)), own
    )
    for key, table in alone.items():
        pd.testing.assert_frame_equal(table, tables[key])


def test_a_chunk_without_tasks_has_no_tables(store, models):
    assert chunks_of(store, models.iloc[:0]) == [{}, {}]


def test_tables_survive_the_disk(tables, tmp_path):
    write_csv_tables(tmp_path, tables)
    found = read_csv_tables(tmp_path)
    assert set(found) == set(tables)
    for name, table in tables.items():
        if len(table):
            pd.testing.assert_frame_equal(found[name], table, check_dtype=False)


def test_one_data_set_only(store, models):
    one = models.assign(dataset_id=9, dataset_name="one")
    tables = compare(make_study(store, one), OPTIONS)
    noted = [name for name, t in tables.items() if "note" in t and (t["note"] != "").all()]
    assert {"intervals", "cost", "aggregation", "prevalence", "breakdown"} <= {*noted}
    assert set(tables["excess"]["verdict"]) == {"too few data sets"}


def test_a_constant_measure(store, models):
    constant = models.assign(auroc=0.5)
    constant = add_ranks(constant.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, constant), OPTIONS)
    own = tables["rank_agreement"].query("measure_b == 'auroc' and coefficient == 'spearman'")
    assert (own["undefined"] == 6).all()
    assert (tables["ties"].query("measure_b == 'auroc'")["tied_tasks"] == 6).all()


def test_an_undefined_measure(store, models):
    undefined = models.assign(auroc=np.nan)
    undefined = add_ranks(undefined.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, undefined), OPTIONS)
    assert tables["ties"]["strict"].notna().all()
    assert (tables["predictors"].query("measure_a == 'auroc'")["left_out"] == 6).all()


def test_two_models_in_a_task(store, models):
    few = models[models["run_id"] % 100 < 2]
    few = add_ranks(few.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, few), OPTIONS)
    draws = tables["draws"].set_index("size")
    assert (draws.loc[4, "too_few"] == 6).all()
    assert (draws.loc[2, "tasks"] == 6).all()


@pytest.mark.filterwarnings("ignore:No positive class")
def test_two_measures_and_a_users_own(store):
    own = "sklearn.metrics:average_precision_score"
    names = ("auroc", own)
    setting = make_setting(names, seed=3, replicates=10)
    tasks = [make_task_scores(task_id, n=70) for task_id in range(1, 4)]
    models = models_of(tasks, names)
    tables = compare(make_study(store, models, setting), OPTIONS)
    assert tables["paired_tests"].empty
    assert set(tables["prevalence"]["measure"]) == {"auroc"}
    assert tables["excess"]["excess"].notna().all()


def test_names_of_flows_stay_names_in_files(tmp_path):
    names = ["1", "2", "NA"]
    write_csv_tables(tmp_path, {"leaderboard": pd.DataFrame({"flow": names})})
    assert read_csv_tables(tmp_path)["leaderboard"]["flow"].tolist() == names
