"""Faults of one kind of requests or one part of the plan, beside which all else is answered."""

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive, faults, front
from prgbench.run.listener import Listener
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import address
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

SELECTION = Selection(estimation_procedures=(1, 3), min_flows=5, models=6, spares=1, seed=2015)
ALWAYS = float("inf")


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Twelve tasks, one of whose data sets shows only by its file that two labels occur."""
    folder = tmp_path_factory.mktemp("content")
    return GeneratedArchive(folder, n_tasks=12, n_flows=8, n_instances=20)


@pytest.fixture
def server(generated):
    content = Content.of(generated)
    dataset = content.datasets[1001]
    dataset.qualities["MinorityClassSize"] = 0.0
    (labels,) = dataset.nominal.values()
    header = f"@relation d\n@attribute {dataset.default_target} {{{','.join(labels)}}}\n@data\n"
    dataset.arff = (header + "\n".join(labels) + "\n").encode()
    with ArchiveServer(content) as started:
        yield started


class Ear(Listener):
    """Remember why there were waits."""

    def __init__(self):
        self.heard = []

    def waiting(self, why, *_):
        self.heard.append(why)


def plan_of(source):
    return make_plan(source, "test", SELECTION)


def fetched(source):
    """Return the runs of each task of the plan and the number of exclusions."""
    tasks = fetch_plan(source, BundleStore(source.store), plan_of(source))
    runs = {task.task.task_id: [m.run.run_id for m in task.models] for task in tasks}
    return runs, sum(len(task.exclusions) for task in tasks)


def test_a_file_of_a_data_set_shows_nothing_of_prediction_files(open_archive, server):
    server.fail(front.FILES, faults.html(404), ALWAYS)
    with pytest.raises(ArchiveUnreachableError, match="has sent no prediction file yet"):
        fetched(open_archive())
    assert server.count("/data/v1/download/") == 1
    assert server.count(front.FILES) <= 20


REFUSALS = {
    "prediction files": (front.FILES, faults.html(404)),
    "run descriptions": ("/run/[0-9]+$", faults.error(236)),
    "features": ("/data/features/", faults.error(272)),
    "features by 404": ("/data/features/", faults.html(404)),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_kind_that_is_refused_for_a_while_leaves_no_trace(kind, open_archive, server):
    undisturbed = fetched(open_archive("undisturbed"))
    pattern, refusal = REFUSALS[kind]
    server.fail(pattern, refusal, ALWAYS, after=5 if "features" in kind else 20, seconds=1.0)
    assert fetched(open_archive()) == undisturbed
    assert undisturbed[1] == 0


@pytest.mark.parametrize("kind", ["features", "features by 404"])
def test_features_that_are_refused_from_the_first_on(kind, open_archive, server):
    undisturbed = fetched(open_archive("undisturbed"))
    pattern, refusal = REFUSALS[kind]
    server.fail(pattern, refusal, 3)
    assert fetched(open_archive()) == undisturbed
    server.fail(pattern, refusal, ALWAYS)
    with pytest.raises(ArchiveUnreachableError, match="has sent no features of a data set yet"):
        fetched(open_archive("third"))
    server.heal()
    assert fetched(open_archive("third")) == undisturbed


def test_files_that_were_sent_and_are_gone_are_no_outage(open_archive, server):
    archive = open_archive(connections=1)
    missing = "/data/download/100008/"
    planned = server.fail(missing, faults.html(404), ALWAYS)
    assert fetched(archive)[1] == 1
    sent = [r.path for r in server.requests if r.path.startswith("/data/download/")][-2:]
    for path in sent:
        server.fail(path, faults.html(404), ALWAYS)
    count = server.count(front.FILES)
    assert fetched(open_archive())[1] == 1
    assert server.count(front.FILES) - count <= 2 + 3
    assert planned.begun is not None


def test_one_file_that_is_always_a_page_is_no_outage(open_archive, server, monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.client.SILENT_SECONDS", 0.0)
    archive = open_archive(first_wait=0.01)
    archive.listener = ear = Ear()
    server.fail("/data/download/100008/", faults.html(200), ALWAYS)
    assert fetched(archive)[1] == 1
    assert server.count("/data/download/100008/") == 6
    assert not any("has not answered" in why for why in ear.heard)


def test_all_files_as_pages_are_one(open_archive, server):
    undisturbed = fetched(open_archive("undisturbed"))
    server.fail(front.FILES, faults.html(200), ALWAYS, after=20, seconds=1.0)
    assert fetched(open_archive()) == undisturbed


FIRST_NAME = {
    "unavailable": faults.html(503),
    "silent": faults.stall(5.0),
    "reset": faults.reset(),
}


@pytest.mark.parametrize("fault", FIRST_NAME)
def test_one_name_that_fails_while_another_answers(fault, open_archive, server, monkeypatch):
    undisturbed, other = fetched(open_archive("undisturbed")), server.other_name()
    monkeypatch.setattr(address, "NAMES", frozenset({server.address, other}))
    front.fails_at_first_name(server, FIRST_NAME[fault])
    count = server.count("")
    assert fetched(open_archive(timeout=(5.0, 0.3))) == undisturbed
    assert server.count("") - count <= 1.2 * count
