import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from fast_settings import FAST
from prgbench import __version__, score
from prgbench.command_line import main
from tables_of_predictions import long_table, write_table


@pytest.fixture
def table(tmp_path):
    return write_table(long_table(2, 3), tmp_path / "mine.csv")


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "settings.yaml"
    few = {"resamples": 100, "replicates": 4, "splits": 2}
    path.write_text(json.dumps({"comparison": few, "figures": {"formats": ["png"]}}))
    return path


def test_a_file_becomes_a_page(table, settings, tmp_path, capsys):
    out = tmp_path / "report"
    arguments = ["compare", str(table), "--out", str(out), "--settings", str(settings)]
    assert main([*arguments, "--jobs", "1", "--measures", "aupr", "auprg"]) == 0
    written = capsys.readouterr().out
    assert written.endswith(f"The page: {out / 'report' / 'index.html'}\n")
    answer = json.loads((out / "answer.json").read_text())
    assert (answer["study"], answer["tasks"], answer["models"]) == ("mine", 2, 6)
    assert [pair["measures"] for pair in answer["pairs"]] == [["aupr", "auprg"]]


def test_the_folder_in_which_one_is_gives_the_title(table, settings, monkeypatch):
    monkeypatch.chdir(table.parent)
    (table.parent / "tables").mkdir()
    table.rename(table.parent / "tables" / "mine.csv")
    monkeypatch.chdir("tables")
    assert main(["compare", ".", "--settings", str(settings), "--jobs", "1", "--out", "../p"]) == 0
    assert json.loads(Path("../p/answer.json").read_text())["study"] == "tables"


def test_results_are_named_by_their_folder(tmp_path, capsys):
    assert main(["verify-results", str(tmp_path / "demo")]) == 1
    assert "is no folder: name that of a study, results/<study>." in capsys.readouterr().err


def test_without_a_folder_the_answer_is_printed_and_no_file_written(
    table, settings, tmp_path, capsys, monkeypatch
):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert main(["compare", str(table), "--settings", str(settings), "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(
        "2 data sets (data 0, data 1), 3 models (model-0, model-1, model-2)"
    )
    assert lines[-1] == ("For the full answer, add --details; for the page, --out FOLDER.")
    assert list(Path().iterdir()) == []


def test_a_mistake_is_one_sentence_and_a_status(table, tmp_path, capsys):
    out = str(tmp_path / "report")
    for arguments, sentence in [
        ([str(tmp_path / "no.csv")], f"{tmp_path / 'no.csv'} does not exist: correct the path."),
        (
            [str(table), "--columns", "model"],
            "--columns model: write ROLE=NAME, such as model=learner.",
        ),
        ([str(table), "--settings", "no.yaml"], "no.yaml does not exist: correct its path."),
    ]:
        assert main(["compare", *arguments, "--out", out]) == 1
        said = capsys.readouterr().err.splitlines()[-1]
        assert said.startswith(f"prgbench: {sentence}")
    assert not (tmp_path / "report").exists()


def test_a_folder_with_other_files_is_refused_before_anything_is_computed(table, capsys):
    assert main(["compare", str(table), "--out", str(table.parent)]) == 1
    assert capsys.readouterr().err == (
        f"prgbench: {table.parent} is not empty: remove it, or choose another output folder.\n"
    )


def test_settings_that_are_no_sections_are_one_sentence(table, tmp_path, capsys):
    settings = tmp_path / "settings.yaml"
    for content, sentence in [
        (
            "comparison:",
            "comparison: an empty value is not allowed; it should be a mapping of keys to values.",
        ),
        (
            "comparison: 3",
            "comparison: 3 is not allowed; it should be a mapping of keys to values.",
        ),
        ("figures: [png]", "figures: ['png'] is not allowed; it should be a mapping of keys"),
        (
            "figures:",
            "figures: an empty value is not allowed; it should be a mapping of keys to values.",
        ),
        ("3", "`settings` are no keys with values, such as comparison: {replicates: 1000}"),
        ("[a]", "`settings` are no keys with values"),
    ]:
        settings.write_text(content)
        assert main(["compare", str(table), "--settings", str(settings)]) == 1
        said = capsys.readouterr().err.splitlines()[-1]
        assert said.startswith(f"prgbench: {sentence}"), content


@pytest.mark.parametrize("jobs", ["0", "two", "1.5"])
def test_a_number_of_processes_that_is_none_is_refused(capsys, jobs):
    with pytest.raises(SystemExit, match="2"):
        main(["compare", "no.csv", "--jobs", jobs])
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith(f"--jobs: {jobs!r}: write 1 or more, or -1 for all processors")


def test_a_comparison_is_written_again_into_its_own_folder(table, tmp_path, capsys):
    out = tmp_path / "report"
    settings = tmp_path / "settings.yaml"
    settings.write_text(json.dumps({"comparison": FAST}))
    arguments = ["compare", str(table), "--settings", str(settings), "--out", str(out)]
    assert main(arguments) == 0
    (out / "report.md").unlink()
    assert main(arguments) == 0
    assert (out / "report.md").is_file()
    assert main([*arguments, "--measures", "auroc"]) == 1
    assert capsys.readouterr().err.endswith(
        f"prgbench: {out} has the report of another comparison: remove it, or choose another "
        "output folder.\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="redirections are those of a POSIX shell")
def test_an_answer_that_nobody_can_read_is_no_traceback():
    run = f"exec {sys.executable} -m prgbench score no.csv"
    closed = subprocess.run(["sh", "-c", f"{run} >&-"], stderr=subprocess.PIPE, check=False)
    assert closed.returncode == 1
    assert closed.stderr.decode() == (
        "prgbench: The standard output is closed, where the answer is printed: send it to a file, "
        "or to /dev/null.\n"
    )
    both = subprocess.run(["sh", "-c", f"{run} >&- 2>&-"], check=False)
    assert both.returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_who_reads_the_answer_may_stop(table):
    command = [sys.executable, "-m", "prgbench", "score", str(table), "--measures", "auroc"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_folder_that_may_not_be_written_is_refused_before(table, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("os.access", lambda place, _mode: place != tmp_path)
    assert main(["compare", str(table), "--out", str(tmp_path / "new" / "report")]) == 1
    assert capsys.readouterr().err == (
        f"prgbench: {tmp_path} can't be written: name another folder for the pages.\n"
    )


def test_a_file_that_may_not_be_written_is_one_sentence(table, tmp_path, capsys, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(errno.EROFS, "Read-only file system", "areas.csv")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    arguments = ["score", str(table), "--measures", "auroc", "--out", str(tmp_path / "areas.csv")]
    assert main(arguments) == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "prgbench: areas.csv can't be read or written (Read-only file system): change its "
        "permissions or those of its folder, or use another folder."
    )


def test_the_areas_of_models_are_shown_and_written(table, tmp_path, capsys):
    out = tmp_path / "areas.csv"
    assert main(["score", str(table), "--measures", "auroc", "--out", str(out)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == [
        *("dataset", "model", "pos_label", "n", "prevalence"),
        *("auroc", "auroc_lower", "auroc_upper"),
    ]
    written = pd.read_csv(out)
    expected = score(table, measures=["auroc"])
    assert written["auroc_lower"].tolist() == expected["auroc_lower"].tolist()
    assert [line.split()[-3] for line in shown[2:]] == [f"{v:.4f}" for v in expected["auroc"]]
    before = table.read_bytes()
    for existing in (out, table):
        assert main(["score", str(table), "--out", str(existing)]) == 1
        assert f"{existing} exists: remove it" in capsys.readouterr().err
    assert table.read_bytes() == before
    assert main(["score", str(table), "--confidence-level", "95"]) == 1
    assert "confidence_level must lie inside (0, 1)" in capsys.readouterr().err


def test_the_positive_class_is_one_or_the_minority_as_asked(table, tmp_path, capsys):
    rows = pd.read_csv(table)
    path = tmp_path / "majority.csv"
    rows.assign(y_true=(rows["row_id"] % 3 > 0).astype(int)).to_csv(path, index=False)
    for options, label in (([], "1"), (["--positive-label", "minority"], "0")):
        assert main(["score", str(path), "--measures", "auroc", *options]) == 0
        shown = capsys.readouterr().out.splitlines()[2:]
        assert {line.split()[-6] for line in shown} == {label}


def test_it_says_its_version_and_how_it_is_used(capsys):
    for option, expected in [("--version", f"prgbench {__version__}\n"), ("--help", "usage: ")]:
        with pytest.raises(SystemExit) as stopped:
            main([option])
        assert stopped.value.code == 0
        assert capsys.readouterr().out.startswith(expected)


def test_a_misspelt_command_is_answered_with_the_nearest(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["compre", "mine.csv"])
    assert capsys.readouterr().err.endswith("Did you mean compare?\n")
    with pytest.raises(SystemExit, match="2"):
        main(["x"])
    assert "Did you mean" not in capsys.readouterr().err


def test_a_direction_that_is_stated_both_ways_is_refused(capsys):
    both = ["--lower-is-better", "cost", "--higher-is-better", "cost"]
    assert main(["compare", "no.csv", *both]) == 1
    said = capsys.readouterr().err
    assert said.endswith("both name cost: leave it to one of them.\n")


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("compare", "aupr auprg auroc, or those of a table of scores"),
        ("score", "aupr auprg auroc"),
    ],
)
def test_the_help_states_the_default_measures(capsys, command, default):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert f"names of measures; default {default} --positive-label" in shown
