"""Every fault of a server: the run ends as if it had not happened, or says what is left out."""

import re
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from archive_server import SMALL, ArchiveServer, GeneratedArchive, faults
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import (
    ArchiveUnreachableError,
    Reason,
    Run,
    RunUnusableError,
    Source,
    Task,
    TaskQuery,
)
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task

ALL = TaskQuery()
FILE_OF_FIRST_RUN = "/data/download/100008/"
OTHER_ARFF = b"@relation trace\n@attribute evaluation numeric\n@data\n0.5\n"

OpenArchive = Callable[..., OpenMLSource]
Study = dict[int, tuple[bytes, dict[int, Reason]]]


def study(archive: Source, store: Path) -> Study:
    """Plan and fetch all; return the bundle and the runs left out of each task."""
    tasks = archive.tasks(ALL).tasks
    bundles = BundleStore(store)
    found: Study = {}
    for task, runs in archive.candidate_runs(tasks):
        fetched = fetch_task(archive, bundles, task, runs, None)
        reasons = {exclusion.run_id or 0: exclusion.reason for exclusion in fetched.exclusions}
        path = bundles.path(task.task_id)
        found[task.task_id] = (path.read_bytes() if path.exists() else b"", reasons)
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("undisturbed")
    found = study(GeneratedArchive(folder / "generated", **SMALL), folder / "store")
    assert all(bundle and not reasons for bundle, reasons in found.values())
    assert len(found) == 4
    return found


def first_file(archive: OpenMLSource, server: ArchiveServer) -> Path:
    return archive.send(server.content.tasks[1], server.content.runs[100_001]).path


def cut(body: bytes) -> bytes:
    return body[: len(body) // 2]


def without_last_row(body: bytes) -> bytes:
    return body[: body.rstrip().rindex(b"\n") + 1]


def exchanged(body: bytes) -> bytes:
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
def test_faults_that_pass_leave_no_trace(
    fault: str,
    open_archive: OpenArchive,
    server: ArchiveServer,
    undisturbed: Study,
    tmp_path: Path,
) -> None:
    for call in CALLS.values():
        server.fail(call, PASSING[fault])
    archive = open_archive(timeout=(5.0, 0.3))
    assert study(archive, tmp_path / "store") == undisturbed
    assert server.count(FILE_OF_FIRST_RUN) == 2
    assert server.count("/data/download/") == 24 + 1


def test_a_storm(
    archive: OpenMLSource, server: ArchiveServer, undisturbed: Study, tmp_path: Path
) -> None:
    for path in ("/data/download/", "/api/"):
        for fault in ("107", "502", "reset at once", "database error and 200", "504"):
            server.fail(path, PASSING[fault], times=5)
    assert study(archive, tmp_path / "store") == undisturbed
    # The one beside them asks whether the server answers other lists.
    assert server.count("") == 5 + 24 + 24 + 2 * 25 + 1


def test_the_wait_that_the_server_asks_for(archive: OpenMLSource, server: ArchiveServer) -> None:
    server.fail("task/list", faults.html(429, Retry_After="1"))
    archive.tasks(ALL)
    first, second = (request for request in server.requests if "task/list" in request.path)
    assert second.time - first.time > 1.0


def test_a_file_that_is_not_found_now_but_later(
    open_archive: OpenArchive, server: ArchiveServer, undisturbed: Study, tmp_path: Path
) -> None:
    server.fail(FILE_OF_FIRST_RUN, faults.html(404), times=float("inf"))
    first = study(open_archive(), tmp_path / "store")
    assert first[1][1] == {100_001: Reason.NOT_FOUND}
    assert server.count(FILE_OF_FIRST_RUN) == 1
    assert {task: first[task] for task in (2, 3, 4)} == {t: undisturbed[t] for t in (2, 3, 4)}
    server.heal()
    assert study(open_archive(), tmp_path / "store")[1][1] == {}
    assert BundleStore(tmp_path / "store").open(1).header.models[-1].run.run_id == 100_001
    # One more may have shown that the server sends files.
    assert 24 + 1 <= server.count("/data/download/") <= 24 + 2


@pytest.mark.parametrize("status", [403, 404, 410])
def test_files_that_are_missing(status: int, archive: OpenMLSource, server: ArchiveServer) -> None:
    server.fail(FILE_OF_FIRST_RUN, faults.html(status))
    with pytest.raises(RunUnusableError, match=f"http.*100008.*: HTTP {status}") as caught:
        first_file(archive, server)
    assert caught.value.reason is Reason.NOT_FOUND


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
    ],
)
def test_a_file_that_stays_wrong_is_left_out(
    name: str,
    fault: faults.Fault,
    reason: Reason,
    open_archive: OpenArchive,
    server: ArchiveServer,
    tmp_path: Path,
) -> None:
    server.fail(FILE_OF_FIRST_RUN, fault, times=float("inf"))
    archive = open_archive(timeout=(5.0, 0.2), patience=3.0)
    assert study(archive, tmp_path / "store")[1][1] == {100_001: reason}, name


def test_runs_without_a_file_are_left_out(
    archive: OpenMLSource, server: ArchiveServer, undisturbed: Study, tmp_path: Path
) -> None:
    server.content.runs_without_file = {100_001}
    found = study(archive, tmp_path / "store")
    assert found[1][1] == {100_001: Reason.NO_FILE}
    assert found[2] == undisturbed[2]


def test_a_stored_auroc_of_another_file(
    archive: OpenMLSource, server: ArchiveServer, tmp_path: Path
) -> None:
    run = server.content.runs[100_001]
    server.content.runs[100_001] = replace(run, auroc=(run.auroc or 0) + 2e-5, aurocs=())
    assert study(archive, tmp_path / "store")[1][1] == {100_001: Reason.AUROC_DIFFERS}


def test_characters_that_the_server_does_not_escape(
    archive: OpenMLSource, server: ArchiveServer, generated: GeneratedArchive
) -> None:
    flow_name = "mlr.a<b & c>d \x0b&nbsp;"
    run = replace(server.content.runs[100_001], flow_name="MALFORMED")
    server.content.runs[100_001] = run

    def unescape(body: bytes) -> bytes:
        return body.replace(b"MALFORMED", flow_name.encode())

    server.fail("evaluation/list", faults.changed(unescape))
    found = dict(archive.candidate_runs(generated.tasks(ALL).tasks))
    runs = found[server.content.tasks[1]]
    assert runs[0] == replace(run, flow_name=flow_name.replace("\x0b", "\ufffd"))
    assert sum(map(len, found.values())) == 24


def test_rows_of_what_was_deleted_are_passed_over(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    def deleted(body: bytes) -> bytes:
        body = body.replace(b"<oml:flow_id>2</oml:flow_id>", b"<oml:flow_id></oml:flow_id>")
        body = body.replace(b"<oml:did>1002</oml:did>", b"", 1)
        return body.replace(b"<oml:uploader>1</oml:uploader>", b"")

    server.fail("/list/", faults.changed(deleted), times=float("inf"))
    tasks = archive.tasks(ALL).tasks
    assert [task.task_id for task in tasks] == [1, 2, 4]
    for task, runs in archive.candidate_runs(tasks):
        assert [run.flow_id for run in runs] == [1, 3, 4, 5, 6], task
        assert [run.uploader_id for run in runs] == [2, 2, 0, 2, 0]


@pytest.mark.parametrize("value", ["", "NaN", "\ufffd", "inf", "undefined"])
def test_stored_values_that_are_no_numbers(
    value: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    def change(body: bytes) -> bytes:
        return re.sub(rb"<oml:value>[^<]*<", b"<oml:value>" + value.encode() + b"<", body)

    server.fail("evaluation/list", faults.changed(change))
    ((_, runs),) = archive.candidate_runs([server.content.tasks[1]])
    assert [run.auroc for run in runs] == [None] * 6


def test_xml_that_is_cut_off_is_asked_for_again(
    archive: OpenMLSource, server: ArchiveServer, generated: GeneratedArchive
) -> None:
    server.fail("/api/", faults.changed(cut), times=5)
    assert archive.tasks(ALL).tasks == generated.tasks(ALL).tasks


def test_xml_that_stays_cut_off(open_archive: OpenArchive, server: ArchiveServer) -> None:
    server.fail("task/list", faults.changed(cut), times=float("inf"))
    with pytest.raises(ArchiveUnreachableError, match=r"task/list.*damaged XML"):
        open_archive().tasks(ALL)
    assert server.count("task/list") == 10


@pytest.mark.parametrize(
    "code", [100, 103, 111, 151, 236, 271, 274, 363, 480, 481, 510, 511, 513, 540, 541, 543, 601]
)
def test_error_codes_that_do_not_pass_are_not_tried_again(
    code: int, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("task/list", faults.error(code, "No, never"), times=float("inf"))
    with pytest.raises(PrgbenchError, match=rf"task/list.*No, never \(code {code}\)"):
        archive.tasks(ALL)
    assert server.count("task/list") == 1


@pytest.mark.parametrize("code", [372, 482, 512, 542])
def test_no_results(code: int, archive: OpenMLSource, server: ArchiveServer) -> None:
    server.fail("task/list", faults.error(code, "No results"))
    assert [task.task_id for task in archive.tasks(ALL).tasks] == [1, 2, 3, 4]


@pytest.mark.parametrize("code", [271, 272, 273, 274, 112])
def test_data_sets_that_were_not_processed(
    code: int, archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.fail("data/features/1001", faults.error(code, "Not processed"), times=float("inf"))
    listing = archive.tasks(ALL)
    assert [task.task_id for task in listing.tasks] == [3, 4]
    assert {exclusion.reason for exclusion in listing.excluded} == {Reason.CLASSES_UNKNOWN}
    assert f"code {code}" in listing.excluded[0].detail


def test_rows_that_come_twice_over_a_page_border(
    archive: OpenMLSource, server: ArchiveServer, long_task: Task
) -> None:
    server.routes.unstable_pages = True
    ((_, runs),) = archive.candidate_runs([long_task])
    assert [run.run_id for run in runs] == [
        run.run_id for run in server.content.runs_of([long_task.task_id])
    ]


def test_more_than_ten_thousand_rows(
    open_archive: OpenArchive, server: ArchiveServer, long_task: Task
) -> None:
    archive = open_archive(timeout=(5.0, 30.0))
    tasks = [long_task, server.content.tasks[2]]
    found = dict(archive.candidate_runs(tasks))
    assert [len(found[task]) for task in tasks] == [10_050, 6]
    together, alone, more, other = (request.path.split("/task/")[1] for request in server.requests)
    assert together == "1,2/limit/10000/offset/0"
    assert alone == "1/limit/10000/offset/0"
    assert more == "1/limit/10000/offset/9999"
    assert other == "2/limit/10000/offset/0"


@pytest.fixture
def long_task(server: ArchiveServer) -> Task:
    template = server.content.runs[100_001]
    for number in range(7, 10_051):
        run = Run(**{**_fields(template), "run_id": 100_000 + number, "flow_id": number})
        server.content.runs[run.run_id] = run
    return server.content.tasks[1]


def _fields(run: Run) -> dict[str, object]:
    return {name: getattr(run, name) for name in Run.__dataclass_fields__}


def test_calls_for_many_tasks_that_are_too_much_are_made_smaller(
    archive: OpenMLSource, server: ArchiveServer, generated: GeneratedArchive
) -> None:
    tasks = generated.tasks(ALL).tasks
    server.fail("evaluation/list/.*/task/[0-9]+,", faults.html(504), times=float("inf"))
    assert list(archive.candidate_runs(tasks)) == list(generated.candidate_runs(tasks))


def test_a_server_that_falls_silent(open_archive: OpenArchive, server: ArchiveServer) -> None:
    archive = open_archive(patience=1.0)
    archive.tasks(ALL)
    server.fail("", faults.html(504), times=float("inf"))
    with pytest.raises(
        ArchiveUnreachableError, match=r"run/100001 \(HTTP 504; not since .*goes on"
    ):
        first_file(archive, server)


def test_a_full_disk(
    archive: OpenMLSource,
    open_archive: OpenArchive,
    server: ArchiveServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def full(_: Path, **__: bool):
        yield Path("/dev/full")

    with monkeypatch.context() as patched:
        patched.setattr("prgbench.sources.openml.source.atomic_path", full)
        with pytest.raises(OSError, match="No space left on device"):
            first_file(archive, server)
    assert server.count(FILE_OF_FIRST_RUN) == 1
    assert first_file(open_archive(), server).stat().st_size > 1000


def test_the_rests_of_a_killed_download_are_removed(
    archive: OpenMLSource, server: ArchiveServer, tmp_path: Path
) -> None:
    folder = tmp_path / "staging" / "downloads"
    folder.mkdir(parents=True)
    rest = folder / ".100001.arff.abcdefgh.part"
    rest.write_text("@relation")
    assert first_file(archive, server).exists()
    assert not rest.exists()


@pytest.mark.parametrize("name", ["{}", "100001-100008-{}", "100001--{}", "100001-1-{}0"])
def test_a_file_whose_name_does_not_say_that_it_is_complete(
    name: str, archive: OpenMLSource, server: ArchiveServer
) -> None:
    path = first_file(archive, server)
    assert path.name == f"100001-100008-{sha256(path.read_bytes()).hexdigest()}.arff"
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 1
    path.replace(path.with_name(f"{name.format('0' * 64)}.arff"))
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 2
    assert first_file(archive, server) == path
    assert server.count(FILE_OF_FIRST_RUN) == 2


def test_a_file_that_was_damaged_since(archive: OpenMLSource, server: ArchiveServer) -> None:
    path = first_file(archive, server)
    body = path.read_bytes()
    path.write_bytes(body[:-1])
    assert first_file(archive, server) == path
    assert path.read_bytes() == body
    assert server.count(FILE_OF_FIRST_RUN) == 2
