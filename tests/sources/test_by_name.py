import json
import os
import shutil
from pathlib import Path

from folder_archives import make_folder, make_task
from prgbench.sources.by_name import DEMO_FILE, source_of
from prgbench.sources.folder import FolderSource


def source(archive, resources="resources", server="https://www.openml.org"):
    return source_of(
        archive, Path(resources), server=server, connections=2, requests_per_second=3.0
    )


def test_making_a_source_reads_nothing_and_asks_nobody(tmp_path):
    for archive in ("openml", "demo", str(tmp_path / "nowhere")):
        found = source(archive, tmp_path / "resources", server="http://127.0.0.1:1")
        assert found.label
        assert found.store.is_relative_to(tmp_path / "resources")
    assert list(tmp_path.iterdir()) == []


def test_the_demo_is_a_frozen_study_of_the_package():
    demo = source("demo")
    assert demo.label == "demo archive"
    assert demo.marker == DEMO_FILE
    assert demo.store.as_posix().startswith("resources/frozen-")
    assert DEMO_FILE.stat().st_size < 4_000_000


def test_servers_share_no_store():
    addresses = [
        "https://www.openml.org",
        "http://www.openml.org",
        "https://test.openml.org",
        "https://www.openml.org:8080",
        "https://www-openml.org",
        "https://www.openml.org.example",
    ]
    stores = {source("openml", server=address).store for address in addresses}
    assert len(stores) == len(addresses)
    assert source("openml", server=addresses[2]).label == "server https://test.openml.org"


def test_only_openml_itself_has_pages_at_openml_org(tmp_path):
    assert source("openml").has_pages
    for other in ("demo", str(tmp_path)):
        assert not source(other).has_pages
    assert not source("openml", server="https://test.openml.org").has_pages


def test_folders_of_the_same_name_share_no_store(tmp_path):
    for parent in ("one", "other"):
        make_folder(tmp_path / parent / "archive", [make_task(1)], 1)
    one, other = (source(str(tmp_path / parent / "archive")) for parent in ("one", "other"))
    assert one.store != other.store
    assert one.label == other.label == "test archive"


def test_a_folder_has_one_store_by_whichever_path_until_its_marker_changes(tmp_path, monkeypatch):
    make_folder(tmp_path / "archive", [make_task(1)], 1)
    resources = tmp_path / "resources"
    store = source(str(tmp_path / "archive"), resources).store
    monkeypatch.chdir(tmp_path)
    Path("x").mkdir()
    assert source("archive", resources).store == store
    assert source("./x/../archive", resources).store == store
    Path("archive/archive.json").write_text(json.dumps({"name": "others"}))
    assert source("archive", resources).store != store


def test_a_folder_and_its_stores_can_be_moved_together(tmp_path):
    make_folder(tmp_path / "here" / "archive", [make_task(1)], 1)
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    here, there = (
        source(str(tmp_path / name / "archive"), tmp_path / name / "resources").store
        for name in ("here", "there")
    )
    assert here.name == there.name
    elsewhere = source(str(tmp_path / "here" / "archive"), tmp_path / "there" / "resources").store
    assert elsewhere.name != there.name


def test_the_state_of_a_folder_changes_with_its_files_and_not_with_their_times(tmp_path):
    make_folder(tmp_path / "archive", [make_task(1)], 2)

    def state():
        return FolderSource(tmp_path / "archive", tmp_path / "resources").state

    states = [state()]
    file = tmp_path / "archive" / "predictions" / "1001.arff"
    os.utime(file, (1, 1))
    assert state() == states[0]
    file.write_text(file.read_text() + "\n")
    states.append(state())
    file.unlink()
    states.append(state())
    assert len(set(states)) == 3
    shutil.rmtree(tmp_path / "archive" / "predictions")
    assert state() not in states
