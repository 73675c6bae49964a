"""What a chunk's job computes from predictions, and what of it is kept for the next one."""

import pytest

from made_up_store import write_task
from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.pipeline.artifacts import path_of, write
from prgbench.pipeline.stages import JOBS, STAGES, compute
from prgbench.run import versions
from prgbench.run.errors import PrgbenchError
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.store.bundle import BundleStore

SETTINGS = {
    "measures": list(NAMES),
    "setting": make_setting(seed=3, replicates=10).as_params(),
    "answer_options": {"standings": {}, "rankings": {}},
    "robustness_options": {"multiverse": {"models": [2, 4]}},
    "code": "the code",
}
WRITTEN = [name for stage in JOBS["evaluate"] for name in STAGES[stage].writes]


@pytest.fixture
def store(tmp_path):
    store = BundleStore(tmp_path / "store")
    for task_id in (1, 2, 3):
        write_task(store, make_task_scores(task_id, n=70))
    return store


def fetched(store, *task_ids, n_models=None):
    """Return the models of tasks, as the record of a fetch job has them."""
    headers = [store.open(task_id).header for task_id in task_ids]
    return [ChosenModels(header.task, [*header.models[:n_models]], []) for header in headers]


@pytest.fixture
def loaded(monkeypatch):
    """Return a list to which each task is added whose predictions are read."""
    tasks = []
    real = BundleStore.load

    def load(store, task_id, **options):
        tasks.append(task_id)
        return real(store, task_id, **options)

    monkeypatch.setattr(BundleStore, "load", load)
    return tasks


def evaluated(folder, store, tasks, kept=None, **changes):
    """Evaluate tasks, and return the bytes of all files that the job writes."""
    values = {"fetched": tasks}
    params = {"folder": str(store.folder), "repeats": store.repeats}
    compute(values, JOBS["evaluate"], {**SETTINGS, "store": params, "kept": kept, **changes})
    write(values, {name: path_of(name, folder, "000") for name in WRITTEN})
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_study_that_grows_has_the_bytes_of_one_that_was_made_at_once(tmp_path, store, loaded):
    tasks = fetched(store, 1, 2, 3)
    kept = tmp_path / "kept"
    at_once = evaluated(tmp_path / "at once", store, tasks)
    assert {name.split("/")[0] for name in at_once} == {"scores", "comparison", "curves"}
    evaluated(tmp_path / "before", store, [tasks[0], tasks[2]], kept)
    loaded.clear()
    assert evaluated(tmp_path / "grown", store, tasks, kept) == at_once
    # Once for scores and evidence, once for curves.
    assert loaded == [2, 2]
    loaded.clear()
    assert evaluated(tmp_path / "again", store, tasks, kept) == at_once
    assert loaded == []


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        (
            {
                "measures": [*NAMES[:2]],
                "setting": make_setting(NAMES[:2], seed=3, replicates=10).as_params(),
            },
            ["answer", "robustness", "scores"],
        ),
        ({"setting": make_setting(seed=4, replicates=10).as_params()}, ["answer", "robustness"]),
        ({"answer_options": {"standings": {}}}, ["answer"]),
        ({"robustness_options": {"multiverse": {"models": [2]}}}, ["robustness"]),
        ({"code": "other code"}, ["answer", "curves", "robustness", "scores"]),
    ],
)
def test_what_has_other_settings_is_made_again_and_nothing_else(tmp_path, store, changed, again):
    tasks = fetched(store, 1)
    kept = tmp_path / "kept"
    evaluated(tmp_path / "before", store, tasks, kept)
    before = {path.parent.name: path.read_bytes() for path in kept.rglob("*.tables")}
    assert sorted(before) == ["answer", "curves", "robustness", "scores"]
    found = evaluated(tmp_path / "after", store, tasks, kept, **changed)
    after = {path.parent.name: path.read_bytes() for path in kept.rglob("*.tables")}
    assert [name for name in sorted(after) if after[name] != before[name]] == again
    assert found == evaluated(tmp_path / "at once", store, tasks, **changed)


def test_other_predictions_and_other_models_are_evaluated(tmp_path, store, loaded):
    kept = tmp_path / "kept"
    evaluated(tmp_path / "before", store, fetched(store, 1, 2), kept)
    write_task(store, make_task_scores(2, n=80))
    loaded.clear()
    found = evaluated(tmp_path / "after", store, fetched(store, 1, 2), kept)
    assert loaded == [2, 2]
    assert found == evaluated(tmp_path / "at once", store, fetched(store, 1, 2))
    fewer = fetched(store, 1, 2, n_models=2)
    assert evaluated(tmp_path / "fewer", store, fewer, kept) == evaluated(
        tmp_path / "fewer at once", store, fewer
    )


def test_a_bundle_that_is_written_anew_meanwhile_leaves_nothing_of_the_one_before(
    tmp_path, store, monkeypatch
):
    """Scores and evidence are of one reading; what was read is gone from the store."""
    kept = tmp_path / "kept"
    real = BundleStore.load

    def load(store, task_id, **options):
        read = real(store, task_id, **options)
        # Of the same rows, with other scores.
        write_task(store, make_task_scores(task_id, n=70, seed=1))
        return read

    tasks = fetched(store, 1)
    with monkeypatch.context() as patched:
        patched.setattr(BundleStore, "load", load)
        evaluated(tmp_path / "before", store, tasks, kept)
    after = evaluated(tmp_path / "after", store, tasks, kept)
    assert after == evaluated(tmp_path / "at once", store, tasks)


def test_another_version_of_the_package_of_a_measure_counts(tmp_path, store, monkeypatch, loaded):
    """A measure of an installed package: its code is in no fingerprint."""
    own = {"measures": [*NAMES, "sklearn.metrics:average_precision_score"]}
    tasks = fetched(store, 1)
    kept = tmp_path / "kept"
    evaluated(tmp_path / "before", store, tasks, kept, **own)
    loaded.clear()
    evaluated(tmp_path / "again", store, tasks, kept, **own)
    assert loaded == []
    upgraded = {"scikit-learn": "another"}
    monkeypatch.setattr(versions, "versions_of_packages", lambda _: upgraded)
    evaluated(tmp_path / "upgraded", store, tasks, kept, **own)
    assert loaded == [1], "curves are of no measure"


def test_what_was_kept_stands_though_the_bundle_was_damaged_since(tmp_path, store):
    tasks = fetched(store, 1)
    kept = tmp_path / "kept"
    before = evaluated(tmp_path / "before", store, tasks, kept)
    path = store.path(1)
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    assert evaluated(tmp_path / "after", store, tasks, kept) == before
    with pytest.raises(PrgbenchError, match="differs from its checksum"):
        evaluated(tmp_path / "other", store, tasks, kept, code="other code")


def test_a_bundle_that_is_gone_is_asked_for(tmp_path, store):
    tasks = fetched(store, 1)
    kept = tmp_path / "kept"
    evaluated(tmp_path / "before", store, tasks, kept)
    store.path(1).unlink()
    with pytest.raises(PrgbenchError, match="is missing; run the same command again"):
        evaluated(tmp_path / "after", store, tasks, kept)
