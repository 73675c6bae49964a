"""Runs listed again by the package `openml`, from a server that lists some of them otherwise."""

from dataclasses import replace

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive, faults
from openml_package import openml_package
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion import listing
from prgbench.second_opinion.listing import RUNS_PER_CALL, list_again, read_listing, write_listing
from prgbench.sources.openml.source import OpenMLSource

LISTS = "evaluation/list/.*/limit/10000/offset/0/run/"


@pytest.fixture
def server(tmp_path):
    with ArchiveServer(Content.of(GeneratedArchive(tmp_path / "generated", **SMALL))) as started:
        yield started


@pytest.fixture
def package(tmp_path, server):
    with openml_package(tmp_path / "package", server.address) as package:
        yield package


@pytest.fixture
def runs(server):
    """Return the runs as they were when a plan was made."""
    return list(server.content.runs.values())


@pytest.fixture
def listed(package, server, runs, tmp_path):
    source = OpenMLSource(tmp_path / "store", server.address, requests_per_second=1000.0)

    def again(wait=source.wait_for_turns):
        return list_again(package, runs, wait, source.aurocs_of, study="test")

    return again


def change(server, run, **values):
    server.content.runs[run.run_id] = replace(run, **values)


def test_what_is_listed_as_planned_agrees_with_two_requests_a_call(listed, server):
    turns = []
    found = listed(turns.append)
    assert (found.runs, found.compared, found.agreeing) == (24, 24, 24)
    assert found.how.startswith("listed again from 127.0.0.1 by the package openml 0.")
    assert found.sentence == "24 of 24 runs are listed again as in the plan."
    assert (turns, len(server.requests)) == ([2], 2)
    found.check()


def test_a_call_lists_no_more_than_an_address_can_name(listed, server, monkeypatch):
    assert RUNS_PER_CALL == 200
    monkeypatch.setattr(listing, "RUNS_PER_CALL", 10)
    assert listed().agreeing == 24
    assert server.count(LISTS) == 3


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"auroc": 0.25}, "AUROC 0.25, in the plan "),
        ({"flow_id": 99}, "flow 99, in the plan "),
        ({"setup_id": 99}, "setup 99, in the plan "),
        ({"uploader_id": 99}, "uploader 99, in the plan "),
        ({"upload_time": "2026-01-01 00:00:00"}, "upload time 2026-01-01 00:00:00, in the plan "),
    ],
)
def test_a_run_that_is_listed_otherwise_is_found(listed, server, runs, values, why):
    change(server, runs[5], **values)
    found = listed()
    assert (found.compared, found.agreeing, found.n_differing) == (24, 23, 1)
    [named] = found.differing
    assert named.startswith(f"run {runs[5].run_id} of task {runs[5].task_id} ({why}")
    with pytest.raises(PrgbenchError, match=r"1 of 24 runs are listed otherwise than in the plan"):
        found.check()


def test_a_run_with_two_engines_is_no_difference_unless_neither_has_the_planned_value(
    listed, server, runs
):
    run = runs[5]
    server.content.engines[run.run_id] = (1, 2)
    other = f"<oml:value>{run.auroc}</oml:value>".encode()

    def second_engine(body):
        head, found, tail = body.rpartition(other)
        return head + found.replace(str(run.auroc).encode(), b"0.125") + tail

    # The package keeps the last row of a run, that of the second engine.
    server.fail(f"evaluation/list/.*/run/(.*,)?{run.run_id}", faults.changed(second_engine), 99)
    assert listed().agreeing == 24
    server.heal()
    change(server, run, auroc=0.25)
    assert listed().n_differing == 1


def test_a_run_that_is_gone_is_a_difference(listed, server, runs):
    del server.content.runs[runs[3].run_id]
    found = listed()
    assert found.differing == [f"run {runs[3].run_id} of task {runs[3].task_id} (not listed)"]
    # Asked for a second time, with a run that is known.
    assert server.count(LISTS) == 2


def test_a_query_that_fails_once_says_nothing_of_runs(listed, server, monkeypatch):
    monkeypatch.setattr(listing, "RUNS_PER_CALL", 10)
    server.fail(LISTS, faults.error(542, "No results"))
    assert listed().agreeing == 24


def test_queries_that_fail_for_ever_are_for_now(listed, server):
    server.fail(LISTS, faults.error(542, "No results"), float("inf"))
    found = listed()
    assert (found.compared, found.for_now, found.n_differing) == (0, 24, 0)
    assert '"no results", as when its query fails' in found.not_read[0]
    with pytest.raises(PrgbenchError, match="none of 24 runs could be listed again, the first: "):
        found.check()


def test_a_row_that_the_package_cannot_read_loses_that_run_alone(listed, server, runs):
    run = runs[5]
    change(server, run, flow_name="R&D(1)")
    bare = faults.changed(lambda body: body.replace(b"R&amp;D", b"R&D"))
    server.fail(f"evaluation/list/.*/run/(.*,)?{run.run_id}", bare, float("inf"))
    found = listed()
    assert (found.n_not_read, found.for_now, found.agreeing) == (1, 0, 23)
    assert found.not_read[0].startswith(f"run {run.run_id} of task {run.task_id} (")


@pytest.mark.parametrize("fault", [faults.html(503), faults.error(107), faults.reset()])
def test_a_server_that_is_down_is_asked_three_times(listed, server, monkeypatch, fault):
    monkeypatch.setattr(listing, "RUNS_PER_CALL", 2)
    server.fail("", fault, float("inf"))
    found = listed()
    assert (found.compared, found.for_now) == (0, 24)
    assert server.count(LISTS) == 3


def test_a_list_that_never_comes_is_not_waited_for(listed, server, monkeypatch):
    monkeypatch.setattr(listing, "MOST_SECONDS", 0.5)
    server.fail(LISTS, faults.stall(60), float("inf"))
    found = listed()
    assert found.for_now == 24
    assert "not done within 0.5 seconds" in found.not_read[0]


def test_the_record_survives_the_disk_and_a_damaged_one_is_one_sentence(listed, tmp_path):
    found = listed()
    write_listing(tmp_path, found)
    assert read_listing(tmp_path) == found
    (tmp_path / listing.RECORD).write_text("{}")
    with pytest.raises(PrgbenchError, match=r"listed_again\.json is no record of runs listed"):
        read_listing(tmp_path)
