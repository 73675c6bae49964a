from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from folder_archives import labels_of, make_folder, make_task, scores_of
from prgbench.data.models import Models
from prgbench.metrics import areas, get_measure
from prgbench.pipeline.artifacts import read
from prgbench.run.errors import PrgbenchError
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.study.exclusions import check_any_left, count_exclusions, list_exclusions
from prgbench.study.measures import check_measures, load_measures
from prgbench.study.plan import Plan
from prgbench.study.scoring import score_task


def undefined(_y_true, _y_score):
    return np.nan


def last(_y_true, y_score):
    return float(y_score[-1])


NAMES = ["auroc", "aupr", "auprg"]
MEASURES = [get_measure(name) for name in NAMES]


@pytest.fixture
def store(tmp_path):
    return BundleStore(tmp_path / "store")


def fetched(tmp_path, store, task):
    archive = make_folder(tmp_path / "archive", [task])
    [(_, runs)] = archive.candidate_runs([task])
    return fetch_task(archive, store, task, runs, 5)


def test_a_row_per_model_with_provenance_and_exact_areas(tmp_path, store):
    task = make_task(3)
    record = fetched(tmp_path, store, task)
    models = score_task(record, store.load(3), MEASURES)
    assert models.run_id.tolist() == [3001, 3002, 3003, 3004, 3005]
    expected = areas(labels_of(task), np.stack([scores_of(task, flow) for flow in range(1, 6)]))
    np.testing.assert_array_equal(models.frame[NAMES].to_numpy(), expected)
    first = models.frame.iloc[0]
    assert (first["n"], first["prevalence"], first["pos_label"]) == (60, 1 / 3, "yes")
    assert first["n_distinct"] == len(np.unique(scores_of(task, 1)))
    assert first["flow_family"] == "weka"
    assert first["sha256"] == record.models[0].sha256
    assert abs(first["stored_auroc"] - first["pooled_auroc"]) < 1e-6


def test_few_models_at_once_give_the_same_values(tmp_path, store, monkeypatch):
    record = fetched(tmp_path, store, make_task(3))
    whole = score_task(record, store.load(3), MEASURES)
    monkeypatch.setattr("prgbench.run.few_at_once.VALUES_AT_ONCE", 1)
    pd.testing.assert_frame_equal(score_task(record, store.load(3), MEASURES).frame, whole.frame)


def test_first_repeat_scores_its_rows_alone(tmp_path, store):
    task = make_task(3, n_repeats=3)
    record = fetched(tmp_path, store, task)
    pooled = score_task(record, store.load(3), MEASURES)
    assert (pooled.n.tolist(), pooled.n_instances.tolist()) == ([180] * 5, [60] * 5)
    of_first = BundleStore(store.folder, repeats="first").load(3)
    first = score_task(record, of_first, MEASURES)
    assert (first.n.tolist(), first.n_instances.tolist()) == ([60] * 5, [60] * 5)
    expected = [roc_auc_score(labels_of(task), scores_of(task, flow)) for flow in range(1, 6)]
    np.testing.assert_allclose(first.scores("auroc"), expected, rtol=0, atol=1e-12)


def test_chunks_are_gathered_and_empty_ones_do_not_matter(tmp_path, store):
    record = fetched(tmp_path, store, make_task(3))
    models = score_task(record, store.load(3), MEASURES)
    models.write(tmp_path / "0.parquet")
    Models.concat([]).write(tmp_path / "1.parquet")
    files = [tmp_path / "1.parquet", tmp_path / "0.parquet"]
    both = read({"scores": files})["scores"]
    assert both.run_id.tolist() == models.run_id.tolist()
    assert both.measures == tuple(NAMES)


def test_a_study_without_models_stops_with_the_reasons():
    runs = [Exclusion(3, run_id, Reason.NO_FILE) for run_id in (31, 32)]
    runs.append(Exclusion(3, 33, Reason.AUROC_DIFFERS))
    few = make_task(3).left_out(Reason.FEW_MODELS, "0 of 3")
    plan = Plan("test", "test archive", "", 3, [])
    left_out = ChosenModels(make_task(3), [], [*runs, few])
    with pytest.raises(PrgbenchError) as raised:
        check_any_left(plan, [left_out])
    assert str(raised.value) == (
        "Study test: no task has enough valid models (of their runs 2 without a prediction file, "
        "1 with an AUROC that differs from the stored one): choose other tasks or runs, or fewer "
        "`models`, "
        "under `selection` in its file."
    )
    check_any_left(plan, [left_out, replace(left_out, models=[None])])


def test_everything_left_out_is_listed_and_counted():
    plan = Plan(
        "test", "test archive", "", 3, [],
        [Exclusion(1, None, Reason.FEW_FLOWS, "2 of 30"), Exclusion(2, None, Reason.FEW_FLOWS)],
        {Reason.SAME_FLOW: 5},
    )  # fmt: skip
    fetched = [
        ChosenModels(
            make_task(3),
            [],
            [
                Exclusion(3, 31, Reason.NO_FILE, "gone"),
                Exclusion(3, 32, Reason.TRUTH_DIFFERS),
                Exclusion(3, None, Reason.FEW_MODELS),
            ],
        )
    ]
    listed = list_exclusions(plan, fetched)
    assert len(listed) == 5
    assert listed["run_id"].dropna().tolist() == [31, 32]
    counts = count_exclusions(listed, plan).to_numpy().tolist()
    assert counts == [
        ["plan", "task", "with fewer flows than asked for", 2],
        ["plan", "run", "from a flow already represented by another run", 5],
        ["fetch", "task", "with fewer valid models than asked for", 1],
        ["fetch", "run", "with other true classes than the task's other files", 1],
        ["fetch", "run", "without a prediction file", 1],
    ]


def test_details_are_plain():
    excluded = Exclusion(1, None, Reason.NOT_BINARY, "\x1b[31mred\nline")
    plan = Plan("test", "made up", "", 2, [], [excluded])
    assert list_exclusions(plan, [])["detail"].tolist() == ["[31mred line"]


@pytest.fixture(autouse=True)
def _own(tmp_path, monkeypatch):
    (tmp_path / "own_measures.py").write_text("def zero(y_true, y_score):\n    return 0.0\n")
    (tmp_path / "more_measures.py").write_text("from own_measures import zero\n")
    monkeypatch.syspath_prepend(tmp_path)


def test_measures_of_ones_own_stand_in_the_order_of_the_study():
    measures = load_measures(["own_measures:zero", "aupr"])
    assert [measure.label for measure in measures] == ["zero", "AUPR"]
    assert measures[0].batch(np.array([True, False]), np.ones((3, 2))).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["aucc"], "^There is no measure 'aucc'"),
        (["own_measures:one"], "own_measures:one' can't be imported"),
        (
            ["own_measures:zero", "aupr", "more_measures:zero"],
            "^Tables and figures would call 2 of the measures 'zero': rename one.$",
        ),
    ],
)
def test_a_mistake_is_one_sentence(names, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        load_measures(names)


def broken(_y_true, _y_score):
    raise KeyError("top")


def text(_y_true, _y_score):
    return "high"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("broken", r":broken fails on 60 .* \(KeyError: 'top'\): correct it"),
        ("text", r":text fails on 60 .* \(ValueError: could not convert"),
        ("missing", "can't be imported .*has no attribute 'missing'"),
    ],
)
def test_a_measure_that_fails_is_named(name, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        check_measures(["auroc", f"{__name__}:{name}"])


def test_what_names_a_measure_that_fails_comes_first():
    with pytest.raises(
        PrgbenchError, match=r"^a\.yaml: `measures`: The measure 'nothere:f' can't"
    ):
        check_measures(["nothere:f"], "a.yaml: `measures`")


def test_measures_that_give_numbers_are_taken():
    check_measures(["auroc", f"{__name__}:last", f"{__name__}:undefined"])
