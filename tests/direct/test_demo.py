"""The command writes the page of the demo, whose answer is that of the pages."""

import json
import os
import subprocess
import sys
import time

import pytest

from places import ROOT
from prgbench.command_line import main


@pytest.mark.slow
def test_the_demo_has_a_page_that_begins_with_the_answer(tmp_path, capsys):
    assert main(["demo", "--out", str(tmp_path / "page"), "--jobs", "2"]) == 0
    printed = capsys.readouterr().out
    page = tmp_path / "page" / "report" / "index.html"
    answered, _table, _note, warning, *_ = printed.split("\n\n")
    read, first = answered.splitlines()
    assert read.startswith("61 tasks on 50 data sets, 1,830 models of 43 learners")
    assert first.startswith("Does the measure change which model wins? Not demonstrably. ")
    # Five learners of the demo have classes for scores, on some data sets a single one.
    assert warning.startswith("Warning: At most two different scores on each data set, as if they")
    assert "5 of 43 models. " in warning
    assert "sklearn.svm.SVC(rbf) (41 of 41 data sets)" in warning
    assert printed.endswith(f"The page: {page}\n")
    assert page.stat().st_size > 1_000_000
    answer = json.loads((tmp_path / "page" / "answer.json").read_text(encoding="utf-8"))
    shown = json.loads((ROOT / "docs" / "demo" / "answer.json").read_text(encoding="utf-8"))
    assert [warned["kind"] for warned in answer["warnings"]] == [
        "two scores",
        "prevalences differ",
    ]
    assert answer["warnings"] == shown["warnings"]
    for pair, of_pages in zip(answer["pairs"], shown["pairs"], strict=True):
        assert pair["ranks"]["verdict"] == of_pages["ranks"]["verdict"]
        assert pair["disagree"]["count"] == of_pages["disagree"]["count"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to handle")
def test_a_kill_leaves_no_temporary_folder(tmp_path):
    command = [sys.executable, "-m", "prgbench", "demo", "--out", str(tmp_path / "page")]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [*command, "--jobs", "1"], env={**os.environ, "TMPDIR": str(temporary)}
    )
    while not list(temporary.glob("prgbench-*/*")) and process.poll() is None:
        time.sleep(0.05)
    process.terminate()
    assert process.wait() == 143
    assert not list(temporary.glob("prgbench-*"))
