import pytest
from folder_files import write_truth

from folder_archives import make_folder, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion.readers import ArffReader, reader_of
from prgbench.second_opinion.verification import verify_models
from prgbench.sources.table.source import TableSource
from tables_of_predictions import long_table, write_table
from verified_study import make_study

TASKS = [make_task(1), make_task(2, n_repeats=3)]


@pytest.fixture
def folder(tmp_path):
    return make_folder(tmp_path / "archive", TASKS, 2)


def verified(folder, tmp_path, **changes):
    study = make_study(folder, tmp_path, **changes)
    return verify_models(study.models, study.store, ArffReader(folder)).set_index("run_id")


@pytest.mark.parametrize("repeats", ["pooled", "first"])
def test_a_sound_folder_agrees(folder, tmp_path, repeats):
    table = verified(folder, tmp_path, repeats=repeats)
    assert table["verdict"].tolist() == ["agrees"] * 4
    assert table["rows"].tolist() == [60, 60, *[180 if repeats == "pooled" else 60] * 2]
    assert (table[["other_truth", "score_difference"]] == 0).all(axis=None)
    assert table["largest_difference"].max() < 1e-12
    assert (table["auroc_stored"] - table["auroc"]).abs().max() < 1e-6


def test_the_truth_may_stand_apart(tmp_path):
    def without_truth(_, lines):
        return [
            line if line.startswith("@") else line.rpartition(",")[0]
            for line in lines
            if line != "@attribute correct {no,yes}"
        ]

    folder = make_folder(tmp_path / "archive", TASKS[:1], 2, without_truth)
    write_truth(folder.folder, TASKS[0], [int(row % 3 == 0) for row in range(60)])
    table = verified(folder, tmp_path)
    assert table["verdict"].tolist() == ["agrees"] * 2


def test_files_that_can_not_be_decoded_say_why(folder, tmp_path):
    study = make_study(folder, tmp_path)
    missing, short, broken = (
        folder.folder / "predictions" / f"{run}.arff" for run in (1001, 1002, 2001)
    )
    missing.unlink()
    short.write_text(short.read_text() + "1,2,3\n")
    broken.write_bytes(broken.read_bytes() + b"\xff\n")
    table = verify_models(study.models, study.store, ArffReader(folder)).set_index("run_id")
    assert table["verdict"].to_dict() == {
        **dict.fromkeys([1001, 1002, 2001], "not compared"),
        2002: "agrees",
    }
    assert "1001.arff does not exist" in table.loc[1001, "why"]
    assert table.loc[1002, "why"].startswith("BadDataFormat: ")
    assert table.loc[2001, "why"].startswith("UnicodeDecodeError: ")
    assert table.loc[1001, "largest_difference":].isna().all()


def test_a_table_has_no_second_opinion(tmp_path):
    source = TableSource(str(write_table(long_table(2, 2), tmp_path / "a.csv")), tmp_path)
    with pytest.raises(PrgbenchError, match=r"^A table of predictions has no second opinion: "):
        reader_of(source, "https://www.openml.org", 1.0)
