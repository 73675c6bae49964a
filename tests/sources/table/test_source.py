import json
import os

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.by_name import source_of
from prgbench.sources.chosen_models import choose_models
from prgbench.sources.folder import FolderSource
from prgbench.sources.interface import Reason, SentPredictions, TaskQuery
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task, fetch_tasks
from prgbench.sources.table.names import id_of
from prgbench.sources.table.source import TableSource
from tables_of_predictions import long_table, wide_table, write_table

# Two models of one data set, three rows each.
TABLE = pd.DataFrame(
    {
        "dataset": "heart",
        "model": ["tree"] * 3 + ["net"] * 3,
        "row_id": [0, 1, 2] * 2,
        "y_true": [1, 0, 0] * 2,
        "y_score": [0.75, 0.25, 0.5, 0.0, 1.0, 0.5],
    }
)
POSITIVE = {"tree": [0.75, 0.25, 0.5], "net": [0.0, 1.0, 0.5]}


def read_all(source):
    """Return each data set's truth and classes, and each model's scores of the second class."""
    found = {}
    for task, runs in source.candidate_runs(source.tasks(TaskQuery()).tasks):
        of_classes = [source.load(task, positive=code) for code in (0, 1)]
        assert all(of_class.run_ids == [run.run_id for run in runs] for of_class in of_classes)
        labels = [task.classes[positive] for positive in of_classes[1].y_true.astype(int)]
        for place, run in enumerate(runs):
            scores = [of_class.y_score[place].tolist() for of_class in of_classes]
            found[task.dataset_name, run.flow_name] = (labels, *scores)
    return found


def source_on(table, folder, name="predictions.csv", columns=None):
    return TableSource(str(write_table(table, folder / name)), folder / "resources", columns)


def fetched(source):
    """Return what a bundle of the only task holds, and the scores by model."""
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    store = BundleStore(source.bundles)
    assert fetch_task(source, store, task, runs, None).exclusions == []
    found = store.load(task.task_id)
    names = [model.run.flow_name for model in found.models]
    return found, dict(zip(names, found.y_score.tolist(), strict=True))


def expected(negative="0", positive="1"):
    labels = [positive, negative, negative]
    return {
        ("heart", model): (labels, [1 - score for score in scores], scores)
        for model, scores in POSITIVE.items()
    }


LAYOUTS = {
    "long": TABLE,
    "wide": wide_table(TABLE),
    "without row_id": TABLE.drop(columns="row_id"),
    "rows in another order": TABLE.sort_values(["y_score", "model"]),
    "row_id from 17": TABLE.assign(row_id=TABLE["row_id"] + 17),
    "task": TABLE.rename(columns={"dataset": "task"}),
    "a column a class": TABLE.assign(
        **{"y_score.0": 1 - TABLE["y_score"], "y_score.1": TABLE["y_score"]}
    ).drop(columns="y_score"),
    "a column of one class": TABLE.rename(columns={"y_score": "y_score.1"}),
    "labels as decimals": TABLE.assign(y_true=TABLE["y_true"].astype(float)),
    "more columns": TABLE.assign(note="good"),
}


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".csv.gz"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_says_the_same(tmp_path, layout, ending):
    source = source_on(LAYOUTS[layout], tmp_path, f"predictions{ending}")
    assert read_all(source) == expected()


def test_a_table_in_memory_says_the_same(tmp_path):
    assert read_all(TableSource(pa.Table.from_pandas(TABLE), tmp_path)) == expected()


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        ([True, False], ("False", "True")),
        (["sick", "healthy"], ("healthy", "sick")),
        ([2, 1], ("1", "2")),
    ],
)
def test_labels_of_any_kind(tmp_path, labels, classes, ending):
    y_true = pd.Series([labels[0], labels[1], labels[1]] * 2)
    for given in (y_true, y_true.astype("category")):
        source = source_on(TABLE.assign(y_true=given), tmp_path, f"predictions{ending}")
        assert read_all(source) == expected(*classes)


def test_repeats_and_decisions(tmp_path):
    again = TABLE.assign(repeat=1, y_score=1 - TABLE["y_score"])
    table = pd.concat([TABLE.assign(repeat=0), again])
    table["decision"] = np.where(table["y_score"] > 0.5, 1, 0)
    source = source_on(table, tmp_path)
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    assert (task.n_repeats, task.n_instances) == (2, 3)
    tree = next(run for run in runs if run.flow_name == "tree")
    predictions = source.load(task).of([tree.run_id])
    assert predictions.repeat.tolist() == [0, 0, 0, 1, 1, 1]
    assert predictions.y_score.tolist() == [[0.75, 0.25, 0.5, 0.25, 0.75, 0.5]]
    assert predictions.decision.tolist() == [[1, 0, 0, 0, 1, 0]]


def test_several_files_a_folder_and_a_pattern_are_one_table(tmp_path):
    folder = tmp_path / "runs"
    files = [
        write_table(part, folder / name)
        for (_, part), name in zip(TABLE.groupby("model"), ("a.csv", "b.parquet"), strict=True)
    ]
    places = [str(folder), f"{folder}/?.*", [str(file) for file in files], f"{tmp_path}/**/?.*"]
    for number, place in enumerate(places):
        assert read_all(TableSource(place, tmp_path / str(number))) == expected()


def test_ids_come_from_names_alone(tmp_path):
    more = long_table(2, 3, 9)
    few = source_on(TABLE, tmp_path / "few")
    many = source_on(pd.concat([more, TABLE.assign(fold=0)]), tmp_path / "many")
    [(task, runs)] = few.candidate_runs(few.tasks(TaskQuery()).tasks)
    others = dict(many.candidate_runs(many.tasks(TaskQuery()).tasks))
    assert others[next(known for known in others if known == task)] == runs
    assert task.task_id == id_of("data set", "heart")
    assert [run.flow_id for run in runs] == [id_of("model", "net"), id_of("model", "tree")]
    assert max(run.run_id for found in others.values() for run in found) < 2**53


def sick(table=TABLE):
    """Return a table in which two of three are sick."""
    return table.assign(y_true=np.where(table["y_true"] == 1, "healthy", "sick"))


@pytest.mark.parametrize(
    ("label", "y_true", "tree"),
    [
        # The scores of one column are those of "sick", the last label, or of the one named.
        (None, [0, 1, 1], [0.75, 0.25, 0.5]),
        ("scored", [0, 1, 1], [0.75, 0.25, 0.5]),
        ("minority", [1, 0, 0], [0.25, 0.75, 0.5]),
        ("sick", [0, 1, 1], [0.75, 0.25, 0.5]),
        ({"heart": "sick"}, [0, 1, 1], [0.75, 0.25, 0.5]),
        ({str(id_of("data set", "heart")): "sick"}, [0, 1, 1], [0.75, 0.25, 0.5]),
        ({"liver": "healthy"}, [0, 1, 1], [0.75, 0.25, 0.5]),
        ("healthy", [1, 0, 0], [0.75, 0.25, 0.5]),
    ],
)
def test_any_label_can_be_the_positive_one(tmp_path, label, y_true, tree):
    source = source_on(sick(), tmp_path)
    source.positive_label = label
    found, scores = fetched(source)
    assert found.y_true.tolist() == y_true
    assert scores["tree"] == tree


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        ((0, 1), "1"),
        ((False, True), "True"),
        ((-1, 1), "1"),
        ((9, 10), "10"),
        ((0.5, 2.0), "2"),
        (("9", "b10"), "b10"),
        (("healthy", "sick"), "sick"),
    ],
)
def test_the_label_that_sorts_last_is_positive_in_the_majority_or_not(tmp_path, labels, positive):
    first, last = labels
    for rarer, other in ((first, last), (last, first)):
        table = TABLE.assign(y_true=[rarer, other, other] * 2)
        found, scores = fetched(TableSource(pa.Table.from_pandas(table), tmp_path / str(rarer)))
        assert found.positive == positive
        assert scores == POSITIVE
        assert found.y_true.tolist() == [label == last for label in (rarer, other, other)]


def test_the_only_class_that_has_scores_is_positive(tmp_path):
    table = sick(TABLE.rename(columns={"y_score": "y_score.healthy"}))
    found, scores = fetched(source_on(table, tmp_path))
    assert (found.positive, scores) == ("healthy", POSITIVE)
    single = TABLE["model"] == "tree"
    mixed = [
        write_table(part, tmp_path / f"{part.columns[-1]}.csv")
        for part in (sick()[single], table[~single])
    ]
    found, scores = fetched(TableSource(list(map(str, mixed)), tmp_path / "mixed"))
    assert found.positive == "sick"
    assert scores == {"tree": POSITIVE["tree"], "net": [1.0, 0.0, 0.5]}


def test_scores_of_each_class_are_of_their_class_whichever_is_positive(tmp_path):
    table = sick(TABLE.rename(columns={"y_score": "y_score.healthy"}))
    table["y_score.sick"] = [0.125, 0.25, 0.5] * 2
    for label, tree in (("healthy", [0.75, 0.25, 0.5]), ("sick", [0.125, 0.25, 0.5])):
        source = source_on(table, tmp_path)
        source.positive_label = label
        assert fetched(source)[1]["tree"] == tree


def test_other_positive_classes_have_other_bundles(tmp_path):
    source = source_on(TABLE, tmp_path)
    folders = set()
    for label in (None, "scored", "minority", "0", "1", {"heart": "1"}, {"heart": "0"}):
        source.positive_label = label
        folders.add(source.bundles)
    assert len(folders) == 6
    assert source.store == source_on(TABLE, tmp_path).bundles


def test_a_changed_file_is_read_again(tmp_path):
    first = source_on(TABLE, tmp_path)
    assert fetched(first)[1] == POSITIVE
    state = first.state
    changed = TABLE.assign(y_score=[0.75, 0.25, 0.5, 0.0, 1.0, 0.125])
    second = source_on(changed, tmp_path)
    os.utime(tmp_path / "predictions.csv", ns=(1, 1))
    assert second.state != state
    assert second.store == first.store
    [(task, _)] = second.candidate_runs(second.tasks(TaskQuery()).tasks)
    checksums = [[model.sha256 for model in kind.load(task).models] for kind in (first, second)]
    assert [a == b for a, b in zip(*checksums, strict=True)] == [False, True], "net has changed"
    assert fetched(second)[1] == {"tree": POSITIVE["tree"], "net": [0.0, 1.0, 0.125]}


def test_a_table_that_has_not_changed_is_not_written_again(tmp_path):
    source = source_on(TABLE, tmp_path)
    tasks = source.all_models()
    store = BundleStore(source.bundles)
    told = []
    [first] = fetch_tasks(source, store, tasks, None, lambda *file: told.append(file))
    task_id = first.task.task_id
    written = store.path(task_id).stat()
    assert [(task.task_id, n_bytes) for task, n_bytes in told] == [(task_id, 24)] * 2
    [again] = fetch_tasks(source, store, tasks, None, lambda *file: told.append(file))
    assert again == first
    assert (len(told), store.path(task_id).stat().st_mtime_ns) == (2, written.st_mtime_ns)


def test_the_bundle_of_a_table_has_the_models_that_other_studies_draw(tmp_path):
    source = source_on(TABLE, tmp_path)
    [(task, [net, tree])] = source.all_models()
    store = BundleStore(source.bundles)
    for run in (net, tree):
        [fetched] = fetch_tasks(source, store, [(task, [run])], 1)
        assert [model.run for model in fetched.models] == [run]
    assert store.load(task.task_id).run_ids == [net.run_id, tree.run_id]


def test_a_model_that_is_gone_is_the_runs_matter(tmp_path):
    source = source_on(TABLE, tmp_path)
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    later = source_on(TABLE.assign(model=["tree"] * 3 + ["forest"] * 3), tmp_path)
    chosen = choose_models(later.load(task), runs)
    assert [model.run.flow_name for model in chosen.models] == ["tree"]
    assert [(e.reason, e.detail) for e in chosen.exclusions] == [
        (Reason.NO_FILE, "net is no longer a model of heart")
    ]


def test_a_data_set_that_is_gone_or_has_other_rows_is_said_of_each_run(tmp_path):
    source = source_on(TABLE, tmp_path)
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    other = source_on(TABLE.assign(dataset="liver"), tmp_path)
    chosen = choose_models(other.load(task), runs)
    assert [e.detail for e in chosen.exclusions] == [
        f"{model} is no longer a model of heart" for model in ("net", "tree")
    ]
    fewer = source_on(TABLE[TABLE["row_id"] != 2], tmp_path)
    chosen = choose_models(fewer.load(task), runs)
    assert chosen.models == []
    assert {(e.reason, e.detail) for e in chosen.exclusions} == {
        (Reason.ROWS_OF_TASK, "heart has changed: n_instances 2 instead of 3")
    }


def test_only_so_many_models_as_are_asked_for_are_taken(tmp_path):
    source = source_on(TABLE, tmp_path)
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    chosen = choose_models(source.load(task), runs[::-1], 1)
    assert [model.run.flow_name for model in chosen.models] == ["tree"]


def test_a_table_sends_no_files(tmp_path):
    source = source_on(TABLE, tmp_path)
    [(task, [run, _])] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    with pytest.raises(TypeError, match="has no file of run"):
        source.send(task, run)
    with pytest.raises(TypeError, match="has sent no run"):
        source.read(task, SentPredictions(run.run_id, 1, "0" * 64, 1))


def test_a_table_has_no_suites(tmp_path):
    with pytest.raises(PrgbenchError, match="has no suites and no tags"):
        source_on(TABLE, tmp_path).tasks(TaskQuery(suite="99"))


class Benchmark:
    """Result folders of the AutoML Benchmark."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, run, dataset, fold, labels, rows):
        folder = self.folder / run / "predictions" / dataset / str(fold)
        folder.mkdir(parents=True)
        lines = [",".join([*labels, "predictions", "truth"]), *rows, ""]
        (folder / "predictions.csv").write_text("\n".join(lines))
        (self.folder / run / "scores").mkdir(exist_ok=True)
        (self.folder / run / "scores" / "results.csv").write_text("id,task\n")


def test_result_folders_of_the_automl_benchmark_are_read_as_they_lie(tmp_path):
    benchmark = Benchmark(tmp_path / "results")
    run = "RandomForest.test.1h8c.local.20230601T120000"
    other = "autogluon_best.test.1h8c.local.20230602T120000"
    for name, first in ((run, 0.75), (other, 0.25)):
        benchmark.write(name, "kc2", 0, ["no", "yes"], [f"{1 - first},{first},yes,yes"])
        benchmark.write(name, "kc2", 1, ["no", "yes"], ["1.0,0.0,no,no", "0.5,0.5,yes,no"])
        benchmark.write(name, "iris", 0, ["a", "b", "c"], ["0.5,0.5,0.0,a,b"])
        benchmark.write(name, "cholesterol", 0, [], ["1.5,2.5"])
    source = TableSource(str(tmp_path / "results"), tmp_path / "resources")
    labels, negative = ["yes", "no", "no"], [1.0, 0.5]
    assert read_all(source) == {
        ("kc2", "RandomForest.test.1h8c.local"): (labels, [0.25, *negative], [0.75, 0.0, 0.5]),
        ("kc2", "autogluon_best.test.1h8c.local"): (labels, [0.75, *negative], [0.25, 0.0, 0.5]),
    }
    listing = source.tasks(TaskQuery())
    assert [(e.reason, e.dataset_name) for e in listing.excluded] == [
        (Reason.NOT_BINARY, "cholesterol"),
        (Reason.NOT_BINARY, "iris"),
    ]
    assert listing.tasks[0].n_folds == 2


def test_files_of_the_automl_benchmark_have_the_classes_of_their_data_set(tmp_path):
    benchmark = Benchmark(tmp_path / "results")
    for run in ("one", "two"):
        benchmark.write(run, "kc2", 0, ["no", "yes"], ["0.25,0.75,yes,yes", "0.5,0.5,yes,no"])
        benchmark.write(run, "ada", 0, ["-1", "1"], ["0.25,0.75,1,1", "0.5,0.5,1,-1"])
    source = TableSource(str(tmp_path / "results"), tmp_path / "resources")
    assert read_all(source)["ada", "two"] == (["1", "-1"], [0.25, 0.5], [0.75, 0.5])
    assert read_all(source)["kc2", "two"] == (["yes", "no"], [0.25, 0.5], [0.75, 0.5])
    benchmark.write("three", "kc2", 0, ["No", "yes"], ["0.25,0.75,yes,yes"])
    with pytest.raises(PrgbenchError, match=r"three.*has columns for the classes No, yes, other"):
        TableSource(str(tmp_path / "results"), tmp_path / "other").tasks(TaskQuery())


def test_a_source_by_its_place(tmp_path):
    def source(place, **more):
        return source_of(
            place, tmp_path / "r", server="", connections=1, requests_per_second=1.0, **more
        )

    write_table(TABLE, tmp_path / "tables" / "a.csv")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "archive.json").write_text(json.dumps({"name": "a"}))
    write_table(TABLE, tmp_path / "folder" / "tasks.csv")
    tables = ["x.csv", "x.parquet", "x.csv.gz", "y/*", ["x"], str(tmp_path / "tables")]
    assert {type(source(place)) for place in tables} == {TableSource}
    assert isinstance(source(str(tmp_path / "folder")), FolderSource)
    assert isinstance(source(str(tmp_path / "nowhere")), FolderSource)
    assert source("x.csv").label == "table x.csv"
    assert source(["/home/me/x.csv", "y.csv"]).label == "table x.csv and 1 more"
    assert source(f"{tmp_path}/*.parquet").state == source("x.csv").state == ""
    stores = {source("x.csv").store, source("x.csv", columns={"model": "m"}).store}
    assert len(stores) == 2
    with pytest.raises(
        PrgbenchError, match="`columns` in the study file is only for tables, and openml"
    ):
        source("openml", columns={"model": "m"})


def test_a_framework_that_failed_in_a_fold_is_left_out_and_said(tmp_path):
    benchmark = Benchmark(tmp_path / "results")
    for name in ("one", "two", "failed"):
        benchmark.write(name, "kc2", 0, ["no", "yes"], ["0.25,0.75,yes,yes"])
        if name != "failed":
            benchmark.write(name, "kc2", 1, ["no", "yes"], ["0.5,0.5,yes,no"])
    source = TableSource(str(tmp_path / "results"), tmp_path / "resources")
    [(task, runs)] = source.candidate_runs(source.tasks(TaskQuery()).tasks)
    failed = next(run for run in runs if run.flow_name == "failed")
    [left_out] = choose_models(source.load(task), [failed]).exclusions
    assert left_out.reason == Reason.ROWS_OF_TASK
    assert "failed on the data set kc2 has 1 rows, model on" in left_out.detail


def test_numbers_of_data_sets_and_rows_may_be_written_as_decimals(tmp_path):
    table = long_table()
    first, *others = table["model"].unique()
    numbered = table.assign(dataset=table["dataset"].factorize()[0] + 31)
    numbered[numbered["model"] == first].to_csv(tmp_path / "a.csv", index=False)
    # pandas has made decimals of them, as a merge does.
    rest = numbered[numbered["model"].isin(others)]
    rest = rest.assign(dataset=rest["dataset"] * 1.0, row_id=rest["row_id"] * 1.0)
    rest.to_csv(tmp_path / "b.csv", index=False)
    tasks = TableSource(str(tmp_path)).all_models()
    n_datasets = table["dataset"].nunique()
    assert [task.dataset_name for task, _ in tasks] == [str(31 + n) for n in range(n_datasets)]
    assert {len(runs) for _, runs in tasks} == {1 + len(others)}
