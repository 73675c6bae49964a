"""The package `openml` against the local server, with wrong predictions on demand."""

import re

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive, faults
from openml_package import openml_package
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion import other_code, readers
from prgbench.second_opinion.readers import OpenMLReader
from prgbench.second_opinion.verification import sum_up, verify_models
from prgbench.sources.openml.address import SERVER
from verified_study import make_study


@pytest.fixture
def generated(tmp_path):
    return GeneratedArchive(tmp_path / "generated", **SMALL)


@pytest.fixture
def server(generated):
    with ArchiveServer(Content.of(generated)) as started:
        yield started


@pytest.fixture
def package(tmp_path):
    with openml_package(tmp_path / "package", "http://127.0.0.1:1") as package:
        yield package


@pytest.fixture
def study(generated, tmp_path):
    return make_study(generated, tmp_path)


@pytest.fixture
def read_by(package, tmp_path):  # noqa: ARG001 - the package is to be configured
    def reader(address, requests_per_second=1e6):
        return OpenMLReader(address, requests_per_second, tmp_path / "fetched")

    return reader


@pytest.fixture
def verify(server, read_by, study):
    def verified(models=None, reader=None):
        reader = reader or read_by(server.address)
        models = study.models if models is None else models
        return verify_models(models, study.store, reader).set_index("run_id")

    return verified


def rewrite(server, run_id, change):
    """Change the rows of a run's prediction file at the server."""
    server.fail(
        f"/data/download/{run_id + 7}/", faults.changed(lambda body: _rows(body, change)), 99
    )


def _rows(body, change):
    header, data, rows = body.decode().partition("@data\n")
    return "".join([header, data, *(f"{change(row)}\n" for row in rows.splitlines())]).encode()


def test_sound_models_agree_with_two_requests_a_model(verify, server, study):
    table = verify()
    assert table["verdict"].tolist() == ["agrees"] * 8
    calls = {re.sub(r"/\d+", "/N", request.path) for request in server.requests}
    assert calls == {"/api/v1/xml/run/N", "/data/download/N/predictions.arff"}
    assert len(server.requests) == 2 * len(study.models)


def test_a_bare_ampersand_in_a_flow_is_why_the_package_cannot_read_a_model(verify, server, study):
    run_id = int(study.models.run_id.iloc[0])
    server.fail(
        f"/run/{run_id}$",
        faults.changed(lambda body: body.replace(b"<oml:flow_name>", b"<oml:flow_name>R&D.")),
        99,
    )
    table = verify()
    assert (table["verdict"] == "not read").sum() == 1
    assert table.loc[run_id, "why"].startswith("ExpatError: not well-formed (invalid token)")


def test_the_rate_is_kept_by_pauses(verify, read_by, server, monkeypatch):
    slept = []
    monkeypatch.setattr(readers.time, "sleep", slept.append)
    verify(reader=read_by(server.address, 4.0))
    assert sum(slept) * 4.0 >= len(server.requests)


def test_planted_mistakes_are_found_and_the_rest_agrees(verify, server, study):
    truth, score, instance, *sound = study.models.run_id

    def exchanged(row):
        return ",".join([*row.split(",")[:5], row.split(",")[6], row.split(",")[5]])

    def other_score(row):
        cells = row.split(",")
        cells[4] = repr(float(cells[4]) / 2)
        return ",".join(cells)

    rewrite(server, truth, exchanged)
    rewrite(server, score, other_score)
    rewrite(server, instance, lambda row: row.replace("0,0,", "0,0,9", 1))
    table = verify()
    assert table.loc[truth, "why"].startswith("another true class in ")
    assert re.match(r"scores differ by up to \d\.\de-01(; AUROC|$)", table.loc[score, "why"])
    assert table.loc[instance, "why"].startswith("other instances or repeats")
    assert table.loc[[truth, score, instance], "verdict"].tolist() == ["disagrees"] * 3
    assert table.loc[sound, "verdict"].tolist() == ["agrees"] * 5


def test_what_the_server_does_not_have_is_a_reason(verify, server, study):
    gone, no_file, moved, not_arff, *_ = study.models.run_id
    del server.content.runs[gone]
    server.content.runs_without_file.add(no_file)
    server.fail(f"/data/download/{moved + 7}/", faults.html(404), 99)
    rewrite(server, not_arff, lambda row: f"{row},more")
    table = verify()
    why = table["why"]
    assert why[gone].endswith("returned code 236: Run not found - None")
    assert "No prediction files for run" in why[no_file]
    assert why[not_arff].startswith("BadDataFormat: ")
    for_now = "not read for now"
    verdicts = [for_now, "not read", for_now, "not read", *["agrees"] * 4]
    assert table["verdict"].tolist() == verdicts


def test_a_stalled_server_ends_no_study(verify, server, study, monkeypatch):
    monkeypatch.setattr(other_code, "MOST_SECONDS", 1)
    stalled = study.models.run_id.iloc[0]
    server.fail(f"/data/download/{stalled + 7}/", faults.stall(60), 99)
    table = verify(study.models[:1])
    assert table.loc[stalled, "why"] == "not done within 1 seconds"


def test_no_server_is_one_sentence(verify, read_by, study, tmp_path):
    reader = read_by("http://127.0.0.1:1")
    study.models.write(tmp_path / "models.parquet")
    table = verify(reader=reader).reset_index()
    opinion = sum_up(table, reader, study="test", seed=1, models=tmp_path / "models.parquet")
    assert opinion.for_now == 8
    with pytest.raises(PrgbenchError, match="none of 8 models could be read a second time, the "):
        opinion.check_compared()


def test_a_server_that_is_down_is_not_asked_for_every_model(verify, server):
    server.fail("", faults.html(500), float("inf"))
    table = verify()
    assert table["verdict"].tolist() == ["not read for now"] * 8
    assert len(server.requests) == 3


def test_the_packages_own_server_is_asked_unless_another_is_given(package, read_by, server):
    package.config.server = "http://user:secret@localhost:9/api/v1/xml"
    assert read_by(SERVER).how.startswith("fetched from localhost and decoded again by ")
    assert read_by(server.address).how.startswith("fetched from 127.0.0.1 and decoded")


def test_no_key_is_sent(verify, package, server):
    package.config.apikey = "a key of somebody"
    asked = []

    def noted(handler, answer):
        asked.append(handler.path)
        faults.send(handler, answer)

    server.fail("", noted, 999)
    verify()
    assert len(asked) == 16
    assert not [path for path in asked if "key" in path]
