"""A study is frozen, and read from the file or its folder without the source."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from folder_archives import make_folder, make_task
from prgbench.pipeline import planning
from prgbench.report.frozen_notes import frozen_notes
from prgbench.run.errors import PrgbenchError
from prgbench.sources.by_name import source_of
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.folder import FolderSource
from prgbench.sources.frozen import freeze
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetched import write_fetched
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.missing_files import to_request_again
from prgbench.study.plan import Plan
from prgbench.study.selection import Selection
from prgbench.study_file import StudyFile

SELECTION = Selection(min_flows=3, models=4, spares=1, seed=1)
NETWORK = {"server": "https://www.openml.org", "connections": 1, "requests_per_second": 1.0}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Return an archive whose task 3 has too few files."""

    def edit(run, lines):
        return None if run.task_id == 3 and run.flow_id > 2 else lines

    return make_folder(
        tmp_path_factory.mktemp("archive") / "archive", [make_task(n) for n in (1, 2, 3)], 6, edit
    ).folder


@pytest.fixture(scope="module")
def plan(archive, tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "plan.json"
    make_plan(FolderSource(archive), "test", SELECTION).write(path)
    return path


def frozen(archive, plan, folder, *, before=(), selection=None):
    """Freeze a study in a folder of its own; ``before`` are plans fetched into it first."""
    source = FolderSource(archive, folder / "resources")
    store = BundleStore(source.bundles)
    for other in before:
        fetch_plan(source, store, other)
    records = fetch_plan(source, store, Plan.read(plan))
    settings = StudyFile(
        title="Test", archive="archive", selection=selection or Selection()
    ).as_params()
    tasks = [record.task for record in records]
    notes = frozen_notes(
        settings, source, tasks, study="test", file="test.zip", n_models=8, planned="2026-11-23"
    )
    path = folder / "test.zip"
    freeze(path, source, records, plan=plan, notes=notes)
    return path, records


@pytest.fixture(scope="module")
def made(archive, plan, tmp_path_factory):
    return frozen(archive, plan, tmp_path_factory.mktemp("made"))


def opened(place, resources, **given):
    return source_of(str(place), resources / "resources", **NETWORK, **given)


def test_the_same_plan_gives_the_same_bytes_whatever_else_the_store_has(
    archive, plan, made, tmp_path
):
    others = make_plan(FolderSource(archive), "other", SELECTION.model_copy(update={"seed": 7}))
    path, records = frozen(archive, plan, tmp_path, before=[others])
    assert records == made[1]
    assert path.read_bytes() == made[0].read_bytes()


@pytest.mark.parametrize("unpacked", [False, True])
def test_file_and_folder_give_what_was_fetched(made, plan, tmp_path, unpacked):
    place, records = made
    if unpacked:
        place = tmp_path / "folder"
        ZipFile(made[0]).extractall(place)
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=place, check=True)
    source = opened(place, tmp_path)
    assert source.label == "test archive"
    assert source.plan.read_bytes() == plan.read_bytes()
    store = BundleStore(source.bundles)
    again = fetch_plan(source, store, Plan.read(source.plan))
    assert again == records
    assert [len(record.models) for record in again] == [4, 4, 0]
    assert [e.reason for e in again[2].exclusions].count(Reason.FEW_MODELS) == 1
    for record in again[:2]:
        bundle = store.open(record.task.task_id, record.task)
        assert [model.run for model in bundle.header.models] == [m.run for m in record.models]


def test_what_did_not_come_for_now_is_left_out_for_good(archive, plan, made, tmp_path):
    gone = Exclusion(1, 77, Reason.NOT_FOUND, "HTTP 404")
    of_file = Exclusion(1, 78, Reason.NO_FILE)
    records = [
        replace(record, exclusions=[gone, of_file, *record.exclusions])
        if record.task.task_id == 1
        else record
        for record in made[1]
    ]
    path = tmp_path / "lacking.zip"
    freeze(path, FolderSource(archive, made[0].parent / "resources"), records, plan=plan, notes={})
    source = opened(path, tmp_path)
    [first, *_] = fetch_plan(source, BundleStore(source.bundles), Plan.read(source.plan))
    assert first.exclusions[:2] == [replace(gone, reason=Reason.NOT_FROZEN), of_file]
    written = tmp_path / "fetched.json"
    write_fetched(written, [first])
    assert to_request_again([written], again=True) == []


def test_excluded_runs_are_left_out_and_their_task_is_too_small(made, tmp_path):
    source = opened(made[0], tmp_path)
    gone = made[1][0].models[0].run.run_id
    plan = Plan.read(source.plan).without([gone])
    first, second, _ = fetch_plan(source, BundleStore(source.bundles), plan)
    assert (first.models, len(second.models)) == ([], 4)
    assert first.exclusions[-1].detail == "3 of 4"


def test_a_bundle_that_is_damaged_in_the_store_is_copied_again(made, tmp_path):
    source = opened(made[0], tmp_path)
    store, plan = BundleStore(source.bundles), Plan.read(source.plan)
    task = made[1][0].task
    sound = fetch_plan(source, store, plan)
    body = store.path(task.task_id).read_bytes()
    store.path(task.task_id).write_bytes(body[: len(body) // 2])
    assert fetch_plan(source, store, plan) == sound
    assert store.path(task.task_id).read_bytes() == body


@pytest.mark.parametrize("name", ["plan.json", "fetched.json"])
def test_what_was_altered_in_the_store_is_copied_again(made, tmp_path, name):
    source = opened(made[0], tmp_path)
    fetched = fetch_plan(source, BundleStore(source.bundles), Plan.read(source.plan))
    copy = source.store / name
    whole = copy.read_bytes()
    copy.write_bytes(whole.replace(b"weka", b"weko", 1))
    again = opened(made[0], tmp_path)
    assert fetch_plan(again, BundleStore(again.bundles), Plan.read(again.plan)) == fetched
    assert copy.read_bytes() == whole


@pytest.mark.parametrize("packing", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_file_that_would_fill_the_disk_is_refused_before_anything_is_written(tmp_path, packing):
    path = tmp_path / "x.zip"
    with ZipFile(path, "w", packing) as file:
        file.writestr("SHA256SUMS", bytes(10**7))
    source = opened(path, tmp_path)
    with pytest.raises(PrgbenchError, match=r"20 times as large|not compressed"):
        _ = source.plan
    assert [file.name for file in tmp_path.iterdir()] == ["x.zip"]


# Where the flags and the way of packing are in an entry of the directory of a zip file, after
# the four bytes of its signature: encrypted, patched data, encrypted strongly, packed as 99.
@pytest.mark.parametrize(("place", "value"), [(8, 1), (8, 1 << 5), (8, 1 << 6), (10, 99)])
def test_an_archive_of_another_kind_is_one_sentence(made, tmp_path, place, value):
    content = bytearray(made[0].read_bytes())
    start = content.index(b"PK\1\2")
    while start >= 0:
        content[start + place] |= value
        start = content.find(b"PK\1\2", start + 4)
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(PrgbenchError, match=r"x\.zip is not a frozen study, or is damaged"):
        _ = opened(tmp_path / "x.zip", tmp_path).plan


def test_files_that_share_their_bytes_are_refused(made, tmp_path):
    content = bytearray(made[0].read_bytes())
    start = content.index(b"PK\1\2")
    content[start + 20 : start + 28] = (10**9).to_bytes(4, "little") * 2
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(PrgbenchError, match="more than 20 times as large"):
        _ = opened(tmp_path / "x.zip", tmp_path).plan


def changed(path, target, name, content):
    """Copy a zip file with other content of one of its files; None leaves it out."""
    with ZipFile(path) as old, ZipFile(target, "w") as new:
        for entry in old.namelist():
            body = content if entry == name else old.read(entry)
            if body is not None:
                new.writestr(entry, body)
    return target


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("bundles/1.parquet", b"PAR1", "bundles/1.parquet differs from its checksum"),
        ("bundles/1.parquet", None, "There is no item named"),
        ("plan.json", b"{}", "plan.json differs from its checksum"),
        ("frozen.json", b"{}", "archive is missing"),
        ("frozen.json", None, "There is no item named"),
    ],
)
def test_a_damaged_file_is_one_sentence(made, tmp_path, name, content, sentence):
    source = opened(changed(made[0], tmp_path / "x.zip", name, content), tmp_path)
    with pytest.raises(PrgbenchError, match=sentence):
        fetch_plan(source, BundleStore(source.bundles), Plan.read(source.plan))


def test_what_is_no_zip_file_or_not_there_is_one_sentence(tmp_path):
    (tmp_path / "x.zip").write_text("x")
    for name, sentence in (("x.zip", "File is not a zip file"), ("y.zip", "does not exist")):
        source = opened(tmp_path / name, tmp_path)
        assert source.label.startswith("frozen study ")
        with pytest.raises(PrgbenchError, match=sentence):
            _ = source.plan


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.parametrize("name", ["frozen.zip", "folder/SHA256SUMS", "folder/frozen.json"])
def test_a_pipe_is_refused_and_not_waited_for(made, tmp_path, name):
    with ZipFile(made[0]) as whole:
        whole.extractall(tmp_path / "folder")
    path = tmp_path / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    sentence = f"{re.escape(str(path))} is not a regular file: correct `archive`."
    with pytest.raises(PrgbenchError, match=sentence):
        opened(tmp_path / name.split("/")[0], tmp_path).plan.stat()


def test_other_positive_classes_are_refused(made, tmp_path):
    source = opened(made[0], tmp_path, positive_label="yes")
    with pytest.raises(PrgbenchError, match="`positive_label` 'minority': use the same value"):
        _ = source.plan
    for same in ("minority", None):
        source.positive_label = same
        assert source.plan.exists()


@pytest.mark.parametrize("other", [1, 3])
def test_another_format_is_refused(made, tmp_path, other):
    text = json.dumps({"archive": "OpenML", "has_pages": True, "format": other})
    source = opened(changed(made[0], tmp_path / "x.zip", "frozen.json", text), tmp_path)
    with pytest.raises(PrgbenchError, match=f"is a frozen study in format {other}, but"):
        _ = source.plan


def test_a_task_of_another_plan_is_refused(made, tmp_path):
    source = opened(made[0], tmp_path)
    task = replace(made[1][0].task, task_id=99)
    with pytest.raises(PrgbenchError, match="has no task 99: use its own plan"):
        source.fetched(BundleStore(source.bundles), task, [])
    for refused in (lambda: source.tasks(None), lambda: source.send(task, None)):
        with pytest.raises(PrgbenchError, match="it has one plan and its bundles"):
            refused()


def test_the_study_file_in_it_reads_it(made, tmp_path):
    import yaml

    with ZipFile(made[0]) as notes:
        settings = yaml.safe_load(notes.read("study.yaml"))
        readme = notes.read("README.md").decode()
    assert StudyFile.from_params(settings).archive == "test.zip"
    assert "8 models, from the test archive,\nplanned on 2026-11-23" in readme
    shutil.copy(made[0], tmp_path / "test.zip")
    assert opened(tmp_path / "test.zip", tmp_path).store == opened(made[0], tmp_path).store


def test_a_selection_that_the_fixed_plan_can_not_follow_is_refused_by_its_keys(made, tmp_path):
    source = opened(made[0], tmp_path)
    asked = Selection(models=2, tasks=(1, 2), seed=7, excluded_runs=(10,))
    with pytest.raises(
        PrgbenchError, match=r"frozen with its plan, .* remove `tasks`, `models`, `seed` from `sel"
    ):
        planning.plan(source, study="test", selection=asked.as_params(), tell=False)
    allowed = Selection(excluded_runs=(10,))
    drawn = planning.plan(source, study="test", selection=allowed.as_params(), tell=False)
    assert [task.task_id for task in drawn.tasks] == [1, 2, 3]


def test_the_selection_by_which_a_plan_was_drawn_may_stay(archive, plan, tmp_path):
    stated = SELECTION.model_copy(
        update={"pinned_runs": {1: (10,)}, "uploaded_until": "2015-06-30", "tasks": (1, "iris")}
    )
    path, _ = frozen(archive, plan, tmp_path, selection=stated)
    source = opened(path, tmp_path)
    planning.plan(source, study="test", selection=stated.as_params(), tell=False)
    other = stated.model_copy(update={"spares": 2, "pinned_runs": {1: (11,)}})
    with pytest.raises(PrgbenchError, match=r"remove `spares`, `pinned_runs` from `selection`"):
        planning.plan(source, study="test", selection=other.as_params(), tell=False)
