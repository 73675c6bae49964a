"""The package `openml` against the local server, with wrong predictions on demand."""

import re
from dataclasses import replace

import pytest

from archive_server import SMALL, ArchiveServer, Content, GeneratedArchive, faults
from openml_package import openml_package
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion import readers
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
def verify(server, package, study):  # noqa: ARG001 - the package is to be configured
    def verified(models=None, reader=None):
        reader = reader or OpenMLReader(server.address, requests_per_second=1e6)
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


def test_sound_models_agree_in_all(verify, study):
    table = verify()
    assert table["verdict"].tolist() == ["agrees"] * 8
    assert table["why"].tolist() == [""] * 8
    assert sorted(table["rows"]) == [40] * 4 + [400] * 4
    assert (table[["other_truth", "score_difference"]] == 0).all(axis=None)
    assert table["largest_difference"].max() < 1e-12
    assert table["stored_difference"].max() < 1e-6
    stored = study.models.frame.set_index("run_id")["stored_auroc"]
    assert table["auroc_stored"].to_dict() == stored.to_dict()


def test_a_bare_ampersand_in_a_flow_is_why_the_package_cannot_read_a_model(verify, server, study):
    run_id = int(study.models.run_id[0])
    server.fail(
        f"/run/{run_id}$",
        faults.changed(lambda body: body.replace(b"<oml:flow_name>", b"<oml:flow_name>R&D.")),
        99,
    )
    table = verify()
    assert (table["verdict"] == "not compared").sum() == 1
    assert table.loc[run_id, "why"].startswith("run: ExpatError: not well-formed (invalid token)")


def test_nothing_but_five_requests_a_model_are_made(verify, server, study):
    verify()
    calls = [re.sub(r"/\d+", "/N", request.path) for request in server.requests]
    assert sorted(set(calls)) == [
        "/api/v1/xml/data/N",
        "/api/v1/xml/data/features/N",
        "/api/v1/xml/run/N",
        "/api/v1/xml/task/N",
        "/data/download/N/predictions.arff",
    ]
    assert len(calls) <= 5 * len(study.models)


def test_the_rate_is_kept_by_pauses(verify, server, monkeypatch):
    slept = []
    monkeypatch.setattr(readers.time, "sleep", slept.append)
    verify(reader=OpenMLReader(server.address, requests_per_second=4.0))
    assert sum(slept) * 4.0 >= len(server.requests)


def test_planted_mistakes_are_found_and_the_rest_agrees(verify, server, study):
    first, second, third, fourth, fifth, sixth, *sound = study.models.run_id

    def other_truth(row):
        repeat, fold, row_id, no, yes, predicted, truth = row.split(",")
        if row_id == "0":
            truth = "'yes'" if truth == "'no'" else "'no'"
        return ",".join([repeat, fold, row_id, no, yes, predicted, truth])

    def exchanged(row):
        return ",".join([*row.split(",")[:5], row.split(",")[6], row.split(",")[5]])

    def other_score(row):
        cells = row.split(",")
        cells[4] = repr(float(cells[4]) / 2)
        return ",".join(cells)

    rewrite(server, first, other_truth)
    rewrite(server, second, exchanged)
    rewrite(server, third, other_score)
    rewrite(server, fourth, lambda row: row.replace("0,0,", "0,0,9", 1))
    server.content.runs[fifth] = replace(server.content.runs[fifth], flow_name="another")
    server.content.runs[sixth] = replace(server.content.runs[sixth], auroc=0.25)
    table = verify()
    assert table.loc[first, "other_truth"] == 10
    assert table.loc[first, "why"].startswith("another true class in 10 of 400 rows; AUROC ")
    assert table.loc[second, "why"].startswith("another true class in ")
    assert re.match(r"scores differ by up to \d\.\de-01(; AUROC|$)", table.loc[third, "why"])
    assert table.loc[fourth, "why"].startswith("other instances or repeats")
    name = study.models.frame.set_index("run_id").loc[fifth, "flow_name"]
    assert table.loc[fifth, "why"] == f"flow_name is another there, {name} here"
    assert table.loc[sixth, "why"].endswith(" here, 0.250000 stored")
    planted = [first, second, third, fourth, fifth, sixth]
    assert table.loc[planted, "verdict"].tolist() == ["disagrees"] * 6
    assert table.loc[sound, "verdict"].tolist() == ["agrees"] * 2


def test_a_wrong_number_of_the_study_is_found(verify, study):
    model = study.models.frame.iloc[3]
    wrong = model["pooled_auroc"] + 1e-8
    row = verify(study.changed(model["run_id"], pooled_auroc=wrong)).loc[model["run_id"]]
    assert row["verdict"] == "disagrees"
    assert f"AUROC {wrong:.10g} here, {model['pooled_auroc']:.10g} by scikit-learn" in row["why"]
    assert row["largest_difference"] == pytest.approx(1e-8, rel=1e-4)


def test_what_the_server_does_not_have_is_a_reason(verify, server, study):
    models = study.models
    gone, no_file, moved, not_arff, *_ = models.run_id
    del server.content.runs[gone]
    server.content.runs_without_file.add(no_file)
    server.fail(f"/data/download/{moved + 7}/", faults.html(404), 99)
    rewrite(server, not_arff, lambda row: f"{row},more")
    server.fail("/xml/task/4", faults.error(151, "Unknown task"), 99)
    table = verify()
    why = table["why"]
    assert why[gone].endswith("returned code 236: Run not found - None")
    assert "No prediction files for run" in why[no_file]
    assert why[moved].startswith("predictions: ")
    assert why[not_arff].startswith("predictions: BadDataFormat: ")
    of_last = models.of_task(4).run_id
    assert all("returned code 151: Unknown task" in why[run] for run in of_last)
    assert table["verdict"].tolist() == [
        *["not compared"] * 4, "agrees", "agrees", *["not compared"] * 2,
    ]  # fmt: skip


def test_a_data_set_that_is_gone_is_a_reason(verify, server):
    server.fail("/xml/data/(features/)?1001", faults.error(111, "Unknown dataset"), 99)
    table = verify()
    assert table["verdict"].tolist() == ["not compared"] * 4 + ["agrees"] * 4
    assert "Unknown dataset" in table["why"].iloc[0]


def test_a_file_without_truth_is_compared_with_the_data_set(verify, server, study):
    task = server.content.tasks[2]
    run_id = study.models.of_task(2).run_id.iloc[0]
    bundle = study.store.open(2)
    truth = dict(zip(bundle.row_id().tolist(), bundle.y_true().tolist(), strict=True))
    label = {1: bundle.header.positive, 0: bundle.header.negative}
    instances = "".join(f"{row},{label[truth[row]]}\n" for row in range(task.n_instances))
    head = "@relation d\n@attribute width numeric\n@attribute class {no,yes}\n@data\n"
    server.content.datasets[task.dataset_id].arff = (head + instances).encode()

    def without(body):
        text = re.sub(r"@attribute correct .*\n", "", body.decode())
        return _rows(text.encode(), lambda row: row.rpartition(",")[0])

    server.fail(f"/data/download/{run_id + 7}/", faults.changed(without), 99)
    assert verify().loc[run_id, "verdict"] == "agrees"
    assert server.count("/data/v1/download/") == 1


def test_scores_that_do_not_mirror_each_other_agree_with_what_the_server_stores(tmp_path):
    generated = GeneratedArchive(tmp_path / "generated", **SMALL, mirrored=False)
    study = make_study(generated, tmp_path)
    with (
        ArchiveServer(Content.of(generated)) as server,
        openml_package(tmp_path / "package", server.address),
    ):
        table = verify_models(study.models, study.store, OpenMLReader(server.address, 1e6))
    assert table["verdict"].tolist() == ["agrees"] * 8
    assert ((table["auroc_stored"] - table["auroc"]).abs() > 0.01).any()
    assert table["stored_difference"].max() < 1e-6


def test_a_stall_ends_and_two_in_a_row_end_all(verify, server):
    server.fail("/data/download/", faults.stall(60), 99)
    table = verify(reader=OpenMLReader(server.address, 1e6, seconds=0.5))
    assert table["why"].tolist() == [
        *["predictions: not done within 1 seconds"] * 2,
        *["not asked for, after 2 stalls in a row"] * 6,
    ]


def test_no_server_is_one_sentence(verify, study, tmp_path):
    reader = OpenMLReader("http://127.0.0.1:1", 1e6)
    study.models.write(tmp_path / "models.parquet")
    with pytest.raises(PrgbenchError, match="none of 1 models could be read a second time, the "):
        sum_up(
            verify(study.models[[0]], reader).reset_index(), reader,
            study="test", seed=1, models=tmp_path / "models.parquet",
        )  # fmt: skip


def test_the_packages_own_server_is_asked_unless_another_is_given(package, server):
    package.config.server = "http://user:secret@127.0.0.1:9/api/v1/xml"
    own = OpenMLReader(SERVER, 1e6).how
    assert own.startswith(
        "fetched from http://127.0.0.1:9 and decoded again by the package openml"
    )
    given = OpenMLReader(server.address, 1e6).how
    assert given.startswith(f"fetched from {server.address} and decoded")


def test_no_key_is_sent(verify, package, server):
    package.config.apikey = "a key of somebody"
    asked = []

    def noted(handler, answer):
        asked.append(handler.path)
        faults.send(handler, answer)

    server.fail("", noted, 999)
    verify()
    assert len(asked) > 20
    assert not [path for path in asked if "key" in path]
