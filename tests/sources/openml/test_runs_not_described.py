"""One run that the server can't describe is left out for now; the study goes on."""

import pytest

from archive_server import faults
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery

RUN = "/run/100001"


def message(text):
    """Answer soundly but for an error message that the server does not escape."""
    tag = b"<oml:error_message>%s</oml:error_message><oml:setup_string>"
    return faults.changed(lambda body: body.replace(b"<oml:setup_string>", tag % text))


def other_run(body):
    return body.replace(b"<oml:run_id>100001<", b"<oml:run_id>100002<")


def twice(body):
    start, end = body.rindex(b"<oml:file>"), body.rindex(b"</oml:file>") + len("</oml:file>")
    return body[:end] + body[start:end].replace(b"100008", b"100009") + body[end:]


def file_id(stated):
    return faults.changed(lambda body: body.replace(b"_id>100008<", b"_id>" + stated + b"<"))


NOT_DESCRIBED = {
    "HTTP 500": faults.html(500),
    "HTTP 404": faults.html(404),
    "database": faults.database_text(),
    "107": faults.error(107, "Database connection error"),
    "unknown code": faults.error(999, "No\x1b[31m, \u202enever"),
    "elsewhere": faults.redirect("http://127.0.0.1:1/"),
    "nonsense": faults.body(b"nonsense"),
    "nothing": faults.body(b""),
    "reset": faults.reset(),
    "stalled": faults.stall(3.0, after=20),
    "truncated": faults.truncate(100),
    "tags in text": message(b"<oml:file>"),
    "a comment without end": message(b"<!--"),
    "document type": message(b"<!DOCTYPE x>"),
    "another run": faults.changed(other_run),
    "endless id": file_id(b"9" * 5000),
}


@pytest.mark.parametrize("fault", NOT_DESCRIBED)
def test_the_spare_is_taken_and_the_run_tried_again(fault, open_archive, server):
    server.fail(RUN + "$", NOT_DESCRIBED[fault], times=float("inf"))
    # Sound answers have longer than a busy machine takes for them.
    archive = open_archive(timeout=(5.0, 1.0), patience=0.5, connections=1)
    ((task, runs),) = archive.candidate_runs(archive.tasks(TaskQuery(task_ids=(1,))).tasks)
    bundles = BundleStore(archive.store)
    fetched = fetch_task(archive, bundles, task, runs, 5)
    assert [model.run.run_id for model in fetched.models] == list(range(100_002, 100_007))
    (exclusion,) = fetched.exclusions
    assert (exclusion.run_id, exclusion.reason) == (100_001, Reason.NOT_DESCRIBED)
    assert 0 < len(exclusion.detail) < 200
    assert exclusion.detail.isprintable()
    server.heal()
    again = fetch_task(archive, bundles, task, runs, None)
    assert len(again.models) == 6
    assert again.exclusions == []


@pytest.mark.parametrize("fault", ["HTTP 500", "reset", "stalled", "nonsense", "107"])
def test_a_server_that_answers_nothing_is_down(fault, open_archive, server):
    archive = open_archive(timeout=(5.0, 0.2), patience=0.5)
    archive.tasks(TaskQuery())
    server.fail("", NOT_DESCRIBED[fault], times=float("inf"))
    with pytest.raises(ArchiveUnreachableError, match=r"does not answer run/100001 \("):
        archive.send(server.content.tasks[1], server.content.runs[100_001])
