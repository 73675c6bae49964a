"""Outages of hours, by a clock that runs 7,200 times as fast: a study ends as if there were none.

A command is what a user types: a plan, then two jobs at the same time, each with a connection of
its own to the store, then the scores.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, front
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import address, retries
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.plan import Plan
from prgbench.study.scoring import score_task
from prgbench.study.selection import Selection

HOUR = 0.5
JOBS = 2
SELECTION = Selection(estimation_procedures=(1, 3), min_flows=20, models=18, spares=2, seed=2015)
MEASURES = [get_measure("auroc")]
MID_RUN = 200


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    folder = tmp_path_factory.mktemp("content")
    return Content.of(GeneratedArchive(folder, n_tasks=20, n_flows=20, n_instances=20))


@pytest.fixture
def fast(monkeypatch):
    scale = HOUR / 3600
    monkeypatch.setattr(retries, "LONGEST_PAUSE", retries.LONGEST_PAUSE * scale)
    monkeypatch.setattr(retries, "LONGEST_WAIT", retries.LONGEST_WAIT * scale)
    monkeypatch.setattr(retries, "FIRST_CONTACT_PATIENCE", 0.1)


def command_in(folder):
    def run(server):
        def source():
            return OpenMLSource(
                folder / "store",
                server.address,
                requests_per_second=10_000.0,
                patience=6 * HOUR,
                first_wait=HOUR / 3600,
            )

        plan = folder / "plan.json"
        if not plan.exists():
            make_plan(source(), "test", SELECTION).write(plan)
        chunks = [Plan.read(plan).chunk(number, JOBS) for number in range(JOBS)]
        bundles = BundleStore(folder / "store")
        with ThreadPoolExecutor(JOBS) as executor:
            jobs = [executor.submit(fetch_plan, source(), bundles, chunk) for chunk in chunks]
            fetched = [task for job in jobs for task in job.result()]
        fetched.sort(key=lambda task: task.task.task_id)
        assert [e for task in fetched for e in task.exclusions] == []
        models = Models.concat(
            score_task(task, bundles.load(task.task.task_id), MEASURES) for task in fetched
        )
        return models.frame.to_csv(index=False).encode()

    return run


@pytest.fixture
def command(tmp_path):
    return command_in(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(content, tmp_path_factory):
    """Return the result and the number of requests of a run in which nothing happens."""
    with ArchiveServer(content) as server:
        result = command_in(tmp_path_factory.mktemp("undisturbed"))(server)
        return result, server.count("")


@pytest.fixture
def server(content):
    with ArchiveServer(content) as started:
        yield started


def check(result, server, undisturbed):
    expected, n_requests = undisturbed
    assert result == expected
    assert server.count("") / n_requests <= 1.1


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize(
    ("outage", "hours"),
    [
        (front.files_missing, 1),
        pytest.param(front.unavailable, 3, marks=pytest.mark.slow),
        pytest.param(front.stopped, 1 / 3, marks=pytest.mark.slow),
    ],
)
def test_hours_are_waited_out(outage, hours, server, command, undisturbed):
    outage(server, MID_RUN, hours * HOUR)
    check(command(server), server, undisturbed)


@pytest.mark.slow
@pytest.mark.usefixtures("fast")
def test_a_day_stops_the_run_and_the_same_command_goes_on(server, command, undisturbed):
    outage = front.unavailable(server, MID_RUN, 24 * HOUR)
    with pytest.raises(ArchiveUnreachableError, match=r"HTTP 503; not since .*the same command"):
        command(server)
    since = time.monotonic() - outage.begun
    assert 5.5 * HOUR < since < 24 * HOUR
    time.sleep(24.1 * HOUR - since)
    check(command(server), server, undisturbed)


@pytest.mark.usefixtures("fast")
def test_files_that_are_missing_from_the_beginning_stop_the_run(server, command, undisturbed):
    front.files_missing(server, 0, float("inf"))
    with pytest.raises(ArchiveUnreachableError, match="has sent no prediction file yet"):
        command(server)
    assert server.count(front.FILES) <= JOBS * (10 + 3)
    server.heal()
    assert command(server) == undisturbed[0]


@pytest.mark.usefixtures("fast")
def test_a_server_that_moves_to_its_other_name_and_back(server, command, undisturbed, monkeypatch):
    other = server.other_name()
    monkeypatch.setattr(address, "NAMES", frozenset({server.address, other}))
    front.moved(server, other, MID_RUN, HOUR)
    check(command(server), server, undisturbed)
