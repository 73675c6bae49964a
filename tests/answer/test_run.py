import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from threadpoolctl import threadpool_info, threadpool_limits

from made_up_models import with_columns
from made_up_store import write_task
from made_up_tasks import (
    MEASURES,
    RANKING,
    make_setting,
    make_task_scores,
    models_of,
    resampling,
)
from prgbench.answer.interface import Part, PartOptions, Study, columns_of
from prgbench.answer.run import chosen_parts, compute_tables, per_task_tables
from prgbench.answer.tables import gather, read_csv_tables, write_csv_tables
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import add_ranks
from prgbench.study_file import PARTS

SECTIONS = {
    "multiverse": {"models": [2, 4]},
}
OPTIONS = chosen_parts(PARTS, {part.name: SECTIONS.get(part.name, {}) for part in PARTS})
SETTING = make_setting(seed=3, replicates=10)


def make_study(store, models, setting=SETTING, options=OPTIONS):
    agreement = task_agreement(models, setting.measures)
    per_task = gather(per_task_tables(models, store, setting, options))
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
    return compute_tables(make_study(store, models), OPTIONS)


def ranked_again(models):
    return add_ranks(models, MEASURES, RANKING)


def test_options_come_from_the_sections_in_the_order_of_the_list():
    options = chosen_parts(PARTS, {"rankings": {"margin": 0.02}, "intervals": {}})
    assert [part.name for part in options] == ["intervals", "rankings"]
    assert [*options.values()][1].margin == 0.02
    with pytest.raises(ValueError, match="There is no part luck"):
        chosen_parts(PARTS, {"luck": {}})
    with pytest.raises(ValidationError, match="margin"):
        chosen_parts(PARTS, {"rankings": {"margin": -1}})


SILENT = {
    *("metric_map", "metric_tree", "reversed_pairs", "leaderboard_pairs", "leaders"),
    *("common_prevalence", "cost_ranges", "cost_pairs", "cost_curves"),
    "mean_costs",
    "mean_cost_pairs",
    "mean_cost_ranges",
    *("rule_pairs", "rule_leaders"),
}
"""What these few tasks have nothing of."""


def test_every_part_has_its_tables(tables):
    for name, table in tables.items():
        assert len(table) or name in SILENT, name


def test_tables_have_the_columns_of_their_rows(tables):
    for part in PARTS:
        for name, row in part.rows.items():
            names = columns_of(row)
            assert [column for column in tables[name] if column in names] == names, name


def test_neither_processes_nor_chunks_change_a_table(store, models, tables):
    halves = [models[models.task_id <= 3], models[models.task_id > 3]]
    per_task = gather(
        own for half in halves for own in per_task_tables(half, store, SETTING, OPTIONS)
    )
    study = Study(models, task_agreement(models, MEASURES), per_task, SETTING, resampling(50))
    again = compute_tables(study, OPTIONS, processes=2)
    assert list(again) == list(tables)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(again[name], table)


def test_linear_algebra_has_one_thread_as_several_add_up_in_another_order(store, models):
    def threads(_study, _options):
        found = [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]
        return {"threads": pd.DataFrame({"threads": found})}

    part = Part("threads", PartOptions, threads)
    with threadpool_limits(2, user_api="blas"):
        found = compute_tables(make_study(store, models), {part: PartOptions()})
    assert set(found["threads"]["threads"]) == {1}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_each_part_can_be_computed_alone(store, models, tables, part):
    own = {part: OPTIONS[part]}
    for name, table in compute_tables(make_study(store, models, options=own), own).items():
        pd.testing.assert_frame_equal(table, tables[name])


def test_no_parts_or_no_tasks_have_no_tables(store, models):
    assert gather(per_task_tables(models, store, SETTING, {})) == {}
    assert gather(per_task_tables(models.of_task(None), store, SETTING, OPTIONS)) == {}


def test_tables_survive_the_disk(tables, tmp_path):
    write_csv_tables(tmp_path, tables)
    found = read_csv_tables(tmp_path)
    assert set(found) == set(tables)
    for name, table in tables.items():
        if len(table):
            pd.testing.assert_frame_equal(found[name], table, check_dtype=False)


def test_one_data_set_only(store, models):
    one = with_columns(models, dataset_id=9, dataset_name="one")
    tables = compute_tables(make_study(store, one), OPTIONS)
    noted = [name for name, t in tables.items() if "note" in t and (t["note"] != "").all()]
    assert {"intervals", "choosing", "breakdown"} <= {*noted}
    assert set(tables["choosing"]["verdict"]) == {"too few data sets"}
    assert set(tables["if_alike"]["datasets"]) == {1}


def test_a_constant_measure(store, models):
    tables = compute_tables(
        make_study(store, ranked_again(with_columns(models, auroc=0.5))), OPTIONS
    )
    own = tables["intervals"].query("measure_b == 'auroc' and statistic == 'rank_correlation'")
    assert own["estimate"].isna().all()


def test_an_undefined_measure(store, models):
    study = make_study(store, ranked_again(with_columns(models, auroc=np.nan)))
    assert compute_tables(study, OPTIONS)["intervals"]["tasks"].eq(6).all()


def test_two_models_in_a_task(store, models):
    few = ranked_again(models[models.run_id % 100 < 2])
    sizes = compute_tables(make_study(store, few), OPTIONS)["set_sizes"]
    assert sizes["upper_quartile"].le(2).all()


@pytest.mark.filterwarnings("ignore:No positive class")
def test_two_measures_and_a_users_own(store):
    names = ("auroc", "sklearn.metrics:average_precision_score")
    setting = make_setting(names, seed=3, replicates=10)
    models = models_of([make_task_scores(task_id, n=70) for task_id in range(1, 4)], names)
    tables = compute_tables(make_study(store, models, setting), OPTIONS)
    assert tables["if_alike"]["if_alike"].notna().all()


def test_names_of_flows_stay_names_in_files(tmp_path):
    names = ["1", "2", "NA"]
    table = pd.DataFrame(dict.fromkeys(("model", "other", "runner_up"), names))
    write_csv_tables(tmp_path, {"standings": table})
    pd.testing.assert_frame_equal(read_csv_tables(tmp_path)["standings"], table)
