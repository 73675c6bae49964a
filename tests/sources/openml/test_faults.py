"""Every fault of a server: the run ends as if it had not happened, or says what is left out."""

import gzip
import os
import time
from hashlib import sha256
from threading import get_ident

import pytest

from archive_server import SMALL, GeneratedArchive, faults
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery

ALL = TaskQuery()
FILE_OF_FIRST_RUN = "/data/download/100008/"
ARFF_BOMB = b"@relation x\n" + bytes(1 << 24)
OTHER_ARFF = b"@relation trace\n@attribute evaluation numeric\n@data\n0.5\n"


def study(archive, store):
    """Plan and fetch all; return the bundle and the runs left out of each task."""
    tasks = archive.tasks(ALL).tasks
    bundles = BundleStore(store)
    found = {}
    for task, runs in archive.candidate_runs(tasks):
        fetched = fetch_task(archive, bundles, task, runs, None)
        reasons = {exclusion.run_id or 0: exclusion.reason for exclusion in fetched.exclusions}
        path = bundles.path(task.task_id)
        found[task.task_id] = (path.read_bytes() if path.exists() else b"", reasons)
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    found = study(GeneratedArchive(folder / "generated", **SMALL), folder / "store")
    assert all(bundle and not reasons for bundle, reasons in found.values())
    assert len(found) == 4
    return found


def first_file(archive, server):
    return archive.send(server.content.tasks[1], server.content.runs[100_001]).path


def cut(body):
    return body[: len(body) // 2]


def without_last_row(body):
    return body[: body.rstrip().rindex(b"\n") + 1]


def cut_at(n_bytes):
    """Send the beginning of a file without its length, as if that were all."""

    def fault(handler, answer):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
        faults.raw(head + answer.body[:n_bytes])(handler, answer)

    return fault


def exchanged(body):
    """Exchange prediction and truth, as one client did for years."""
    names = (b"@attribute prediction", b"@attribute correct")
    body = body.replace(names[0], b"@attribute other")
    return body.replace(names[1], names[0]).replace(b"@attribute other", names[1])


PASSING = {
    "107": faults.error(107, "Database connection error"),
    "429": faults.html(429),
    "500": faults.html(500),
    "502": faults.html(502),
    "503": faults.html(503, Retry_After="0"),
    "504": faults.html(504),
    "HTML and 200": faults.html(200),
    "database error and 200": faults.database_text(),
    "nothing and 200": faults.body(b""),
    "stall at once": faults.stall(1.0),
    "stall in the middle": faults.stall(1.0, after=100),
    "reset at once": faults.reset(),
    "reset in the middle": faults.reset(after=100),
    "truncated": faults.truncate(100),
}
CALLS = {
    "procedures": "estimationprocedure/list",
    "tasks": "task/list",
    "features": "data/features/1001",
    "evaluations": "evaluation/list",
    "run": "/run/100001",
    "file": FILE_OF_FIRST_RUN,
}


@pytest.mark.parametrize("fault", PASSING)
def test_faults_that_pass_leave_no_trace(fault, open_archive, server, undisturbed, tmp_path):
    for call in CALLS.values():
        server.fail(call, PASSING[fault])
    archive = open_archive(timeout=(5.0, 0.3))
    assert study(archive, tmp_path / "store") == undisturbed
    assert server.count(FILE_OF_FIRST_RUN) == 2
    assert server.count("/data/download/") == 24 + 1


def test_a_storm(archive, server, undisturbed, tmp_path):
    for path in ("/data/download/", "/api/"):
        for fault in ("107", "502", "reset at once", "database error and 200", "504"):
            server.fail(path, PASSING[fault], times=5)
    assert study(archive, tmp_path / "store") == undisturbed
    # Those beside them ask whether the server answers others.
    assert server.count("") <= 5 + 24 + 24 + 2 * 25 + 8


def test_a_file_that_is_not_found_now_but_later(open_archive, server, undisturbed, tmp_path):
    server.fail(FILE_OF_FIRST_RUN, faults.html(404), times=float("inf"))
    first = study(open_archive(), tmp_path / "store")
    assert first[1][1] == {100_001: Reason.NOT_FOUND}
    # Once if no file had come before, else twice.
    assert server.count(FILE_OF_FIRST_RUN) in (1, 2)
    assert {task: first[task] for task in (2, 3, 4)} == {t: undisturbed[t] for t in (2, 3, 4)}
    server.heal()
    assert study(open_archive(), tmp_path / "store")[1][1] == {}
    assert BundleStore(tmp_path / "store").open(1).header.models[-1].run.run_id == 100_001
    # Others may have shown that the server sends files.
    assert 24 + 1 <= server.count("/data/download/") <= 24 + 4


@pytest.mark.parametrize(
    ("name", "fault", "reason"),
    [
        ("another ARFF", faults.body(OTHER_ARFF), Reason.UNREADABLE),
        ("cut within a row", faults.changed(cut), Reason.UNREADABLE),
        ("cut between rows", faults.changed(without_last_row), Reason.ROWS_OF_TASK),
        ("truth exchanged", faults.changed(exchanged), Reason.TRUTH_DIFFERS),
        ("no ARFF", faults.body(b'{"error": "no such file"}'), Reason.NOT_FOUND),
        ("always truncated", faults.truncate(100), Reason.NOT_FOUND),
        ("always stalled", faults.stall(1.0, after=50), Reason.NOT_FOUND),
        ("always 500", faults.html(500), Reason.NOT_FOUND),
        ("a bomb", faults.encoded("gzip", lambda _: gzip.compress(ARFF_BOMB)), Reason.TOO_BIG),
    ],
)
def test_a_file_that_stays_wrong_is_left_out(name, fault, reason, open_archive, server, tmp_path):
    server.fail(FILE_OF_FIRST_RUN, fault, times=float("inf"))
    archive = open_archive(timeout=(5.0, 0.2), patience=3.0)
    assert study(archive, tmp_path / "store")[1][1] == {100_001: reason}, name


def test_a_file_that_was_cut_is_downloaded_once_more(open_archive, server, undisturbed, tmp_path):
    server.fail(FILE_OF_FIRST_RUN, cut_at(700))
    assert study(open_archive(), tmp_path / "store") == undisturbed
    assert server.count(FILE_OF_FIRST_RUN) == 2


def test_a_file_that_is_cut_each_time_is_left_out_for_now(open_archive, server, tmp_path):
    for n_bytes in (700, 900):
        server.fail(FILE_OF_FIRST_RUN, cut_at(n_bytes))
    assert study(open_archive(), tmp_path / "store")[1][1] == {100_001: Reason.NOT_FOUND}
    assert study(open_archive(), tmp_path / "store")[1][1] == {}


def test_a_full_disk(archive, open_archive, server, monkeypatch):
    def full(folder):
        (folder / f"100001-{get_ident()}.arff").symlink_to("/dev/full")
        return folder

    with monkeypatch.context() as patched:
        patched.setattr("prgbench.sources.openml.downloads.scratch_folder", full)
        with pytest.raises(OSError, match="No space left on device"):
            first_file(archive, server)
    assert server.count(FILE_OF_FIRST_RUN) == 1
    assert first_file(open_archive(), server).stat().st_size > 1000


def test_the_rests_of_a_killed_download_are_removed(archive, server, tmp_path):
    folder = tmp_path / "staging" / "downloads"
    folder.mkdir(parents=True)
    rest = folder / ".100001.arff.abcdefgh.part"
    rest.write_text("@relation")
    folder_of_killed = folder / ".unfinished.abcdefgh.part"
    folder_of_killed.mkdir()
    (folder_of_killed / "100001-1.arff").write_text("@relation")
    (folder / ".unfinished.abcdefgh.part.lock").touch()
    assert first_file(archive, server).exists()
    assert not rest.exists()
    assert not folder_of_killed.exists()


def test_the_scratch_folder_of_a_killed_process_goes_though_nothing_is_downloaded(
    archive, open_archive, server, tmp_path
):
    assert first_file(archive, server).exists()
    rest = tmp_path / "staging" / "downloads" / ".unfinished.abcdefgh.part"
    rest.mkdir()
    rest.with_name(f"{rest.name}.lock").touch()
    assert first_file(open_archive(), server).exists()
    assert server.count(FILE_OF_FIRST_RUN) == 1
    assert not rest.exists()


def test_a_file_that_was_left_for_a_week_is_downloaded_again(archive, open_archive, server):
    path = first_file(archive, server)
    for days, n_downloads in ((6, 1), (8, 2)):
        downloaded = time.time() - days * 24 * 3600
        os.utime(path, (downloaded, downloaded))
        assert first_file(open_archive(), server) == path
        assert server.count(FILE_OF_FIRST_RUN) == n_downloads


@pytest.mark.parametrize("name", ["{}", "100001-100008-{}", "100001--{}", "100001-1-{}0"])
def test_a_file_whose_name_does_not_say_that_it_is_complete(name, archive, server):
    path = first_file(archive, server)
    assert path.name == f"100001-100008-{sha256(path.read_bytes()).hexdigest()}.arff"
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 1
    path.replace(path.with_name(f"{name.format('0' * 64)}.arff"))
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 2
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 2
