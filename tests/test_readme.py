"""The commands and examples of the README work as they stand there."""

import doctest
import json

from markdown_pages import blocks
from places import ROOT

SCREEN_AND_A_HALF = 100


def test_ci_runs_the_two_commands():
    ci = (ROOT / ".ci" / "run").read_text()
    first = next(block for block in blocks("sh") if block.page == "README.md")
    assert first.text == "make demo\nmake test\n"
    assert "make demo" in ci
    assert "make test" in ci


def test_examples_give_what_they_show():
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6
    assert failures == 0


def test_it_is_a_screen_and_a_half():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < SCREEN_AND_A_HALF


def test_the_first_words_say_what_the_demo_found():
    answer = json.loads((ROOT / "docs" / "demo" / "answer.json").read_text(encoding="utf-8"))
    first_words = (ROOT / "README.md").read_text(encoding="utf-8").split("![")[0]
    assert f"{answer['tasks']} tasks on {answer['datasets']} data sets" in first_words
    verdicts = {tuple(pair["measures"]): pair["ranks"]["verdict"] for pair in answer["pairs"]}
    assert verdicts == {
        ("aupr", "auprg"): "differ, perhaps within the margin",
        ("aupr", "auroc"): "rank differently",
        ("auprg", "auroc"): "differ, perhaps within the margin",
    }
    said = (
        "AUPR, AUPRG and AUROC rank them differently beyond sampling noise, AUPRG perhaps only "
        "slightly. Whether winners differ is not resolved."
    )
    assert said in " ".join(first_words.split())
    assert {pair["winners"]["verdict"] for pair in answer["pairs"]} == {"not resolved"}
