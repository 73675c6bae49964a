import ast
from dataclasses import replace
from itertools import chain

import numpy as np
import pandas as pd
import pytest
import yaml

from made_up_store import write_task
from made_up_tasks import MEASURES, NAMES, RANKING, make_task_scores, models_of
from places import ROOT
from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.draw import COMPARISON_FIGURES
from prgbench.comparison.per_task import Setting, instance_tables, noise_tables
from prgbench.comparison.run import PARTS, Study, compare
from prgbench.comparison.section import PARTS as TEXTS
from prgbench.comparison.table_files import gather, read_csv_tables, write_csv_tables
from prgbench.replication.agreement import task_agreement
from prgbench.replication.ranking import add_ranks

OPTIONS = {
    "noise_floor": {"winner_share": 0.05},
    "separability": {"level": 0.05},
    "regret": {"splits": 4},
    "ties": {"tolerances": [0, 1e-3]},
    "draws": {"draws": 10, "sizes": [2, 4]},
    "rank_agreement": {"persistence": 0.9},
    "prevalence": {"prevalences": [0.1]},
}
SETTING = Setting(NAMES, RANKING, 3, 0.95, {part: OPTIONS.get(part, {}) for part in PARTS})


def make_study(store, models, setting=SETTING):
    instances = gather(
        [
            gather(instance_tables(models, store, setting)),
            gather(noise_tables(models, store, setting, replicates=10)),
        ]
    )
    agreement = task_agreement(models, setting.measures)
    return Study(models, agreement, instances, setting, resamples=50)


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
    return compare(make_study(store, models))


def test_schema_rules_and_package_know_the_same_parts_and_figures():
    workflow = ROOT / "workflow"
    schema = yaml.safe_load((workflow / "schemas" / "study.schema.yaml").read_text("utf-8"))
    section = schema["properties"]["comparison"]["properties"]
    assert {name for name, part in section.items() if part["type"] == "object"} == set(PARTS)
    rules = (workflow / "rules" / "comparison.smk").read_text("utf-8")
    block = rules.split("PART_FIGURES = ", 1)[1].split("\n}\n", 1)[0]
    figures = ast.literal_eval(block + "\n}")
    assert set(figures) == set(PARTS)
    assert sorted(chain.from_iterable(figures.values())) == sorted(COMPARISON_FIGURES)
    assert set(TEXTS) == set(PARTS)


def test_every_part_has_its_tables(tables):
    assert len(tables) == 27
    for name, table in tables.items():
        assert len(table) or name in {"attribution", "metric_map", "metric_tree"}, name


def test_neither_processes_nor_chunks_nor_a_repeat_change_a_table(store, models, tables):
    halves = [models[models["task_id"] <= 3], models[models["task_id"] > 3]]
    chunks = [
        gather(made)
        for half in halves
        for made in (
            instance_tables(half, store, SETTING),
            noise_tables(half, store, SETTING, replicates=10),
        )
    ]
    agreement = task_agreement(models, MEASURES)
    again = compare(Study(models, agreement, gather(chunks), SETTING, 50), processes=2)
    assert list(again) == list(tables)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(again[name], table)


def test_parts_that_are_off_are_not_computed(store, models):
    setting = replace(SETTING, parts={"ties": OPTIONS["ties"], "breakdown": {}})
    agreement = task_agreement(models, MEASURES)
    assert gather(instance_tables(models, store, setting)) == {}
    tables = compare(Study(models, agreement, {}, setting, 50))
    assert list(tables) == ["ties", "tied_ranks", "breakdown"]


def test_tables_survive_the_disk(tables, tmp_path):
    write_csv_tables(tmp_path, tables)
    found = read_csv_tables(tmp_path)
    assert set(found) == set(tables)
    for name, table in tables.items():
        if len(table):
            pd.testing.assert_frame_equal(found[name], table, check_dtype=False)


def test_one_data_set_only(store, models):
    one = models.assign(dataset_id=9, dataset_name="one")
    tables = compare(make_study(store, one))
    noted = [name for name, t in tables.items() if "note" in t and (t["note"] != "").all()]
    assert {"intervals", "noise_floor", "regret", "aggregation", "prevalence", "breakdown"} <= {
        *noted
    }
    assert tables["noise_floor"]["floor"].notna().all()


def test_a_constant_measure(store, models):
    constant = models.assign(auroc=0.5)
    constant = add_ranks(constant.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, constant))
    own = tables["rank_agreement"].query("measure_b == 'auroc' and coefficient == 'spearman'")
    assert (own["undefined"] == 6).all()
    assert (tables["ties"].query("measure_b == 'auroc'")["tied_tasks"] == 6).all()


def test_an_undefined_measure(store, models):
    undefined = models.assign(auroc=np.nan)
    undefined = add_ranks(undefined.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, undefined))
    assert tables["ties"]["strict"].notna().all()
    assert (tables["predictors"].query("measure_a == 'auroc'")["left_out"] == 6).all()


def test_two_models_in_a_task(store, models):
    few = models[models["run_id"] % 100 < 2]
    few = add_ranks(few.drop(columns=[f"rank_{n}" for n in NAMES]), MEASURES, RANKING)
    tables = compare(make_study(store, few))
    draws = tables["draws"].set_index("size")
    assert (draws.loc[4, "too_few"] == 6).all()
    assert (draws.loc[2, "tasks"] == 6).all()


@pytest.mark.filterwarnings("ignore:No positive class")
def test_two_measures_and_a_users_own(store):
    own = "sklearn.metrics:average_precision_score"
    names = ("auroc", own)
    setting = replace(SETTING, names=names)
    tasks = [make_task_scores(task_id, n=70) for task_id in range(1, 7)]
    models = models_of(tasks, names)
    tables = compare(make_study(store, models, setting))
    assert tables["paired_tests"].empty
    assert set(tables["prevalence"]["measure"]) == {"auroc"}
    assert tables["noise_floor"]["floor"].notna().all()
