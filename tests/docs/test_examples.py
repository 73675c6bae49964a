"""What the page of examples shows is what its commands print."""

import re
import shutil

import pytest

from blocks_of_pages import run
from forked_snakemake import run_snakemake
from markdown_pages import blocks_of, read
from places import ROOT
from prgbench.answer.answer import Answer
from prgbench.command_line import main
from prgbench.report.short_answer import short_answer

PAGE = "docs/examples.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = [text for language, text in BLOCK.findall(read(PAGE)) if not language]


def test_the_demo_says_what_is_quoted():
    answer = Answer.read((ROOT / "docs" / "demo" / "answer.json").read_text(encoding="utf-8"))
    lines = re.findall(r"^> (.*)$", read(PAGE), re.MULTILINE)
    short = short_answer(answer, {})
    assert " ".join(lines) == f"**{short.question} {short.headline}** {short.text}"


def test_the_table_gives_the_answer_that_is_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run(PAGE)
    assert main(["compare", "predictions.csv", "--out", "report/"]) == 0
    said = capsys.readouterr().out.split()
    shown = SHOWN[1].split()
    assert said[: len(shown)] == shown


@pytest.mark.slow
def test_the_plan_is_the_one_that_is_shown(tmp_path):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    [study] = blocks_of(PAGE, "yaml")
    (tmp_path / "config" / "studies" / "few.yaml").write_text(study.text, encoding="utf-8")
    places = ("--snakefile", str(ROOT / "Snakefile"), "--directory", str(tmp_path))
    status, said = run_snakemake(
        (*places, "--cores", "2", "plan", "--config", "study=few"),
        [str(ROOT / "src")],
        tmp_path / "printed",
    )
    assert status == 0, said
    assert SHOWN[0] in said


def test_every_notebook_is_listed():
    listed = set(re.findall(r"\(\.\./(notebooks/\w+\.ipynb)\)", read(PAGE)))
    assert listed == {f"notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
