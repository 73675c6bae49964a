"""Where a study's numbers come from, and how it is cited."""

import subprocess
from pathlib import Path

import pandas as pd
import pytest
import yaml

import prgbench
from made_up_answer import make_answer
from places import ROOT
from prgbench.report.provenance import (
    AUTHORS,
    OF_A_REPLICATION,
    PAPER,
    TITLE,
    YEAR,
    Provenance,
    bibtex,
    commit_of,
)


def git(folder, *arguments):
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    command = ["git", "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    """Return a file of a checkout with one commit."""
    git(tmp_path, "init", "--quiet")
    file = tmp_path / "module.py"
    file.write_text("A = 1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    git(tmp_path, "tag", "v1")
    return file


def test_commit_of_a_checkout_and_whether_files_were_changed(checkout):
    commit = git(checkout.parent, "rev-parse", "--short=10", "HEAD")
    assert commit_of(checkout) == commit
    checkout.write_text("A = 2\n")
    assert commit_of(checkout) == f"{commit}, changed"


def test_before_the_first_commit_there_is_none(tmp_path):
    git(tmp_path, "init", "--quiet")
    (tmp_path / "module.py").write_text("A = 1\n")
    git(tmp_path, "add", ".")
    assert commit_of(tmp_path / "module.py") is None


def test_a_file_that_lies_inside_a_checkout_of_others_has_no_commit(checkout):
    inside = checkout.parent / "site-packages" / "package.py"
    inside.parent.mkdir()
    inside.write_text("")
    assert commit_of(inside) is None


def test_without_git_there_is_no_commit(checkout, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout) is None


def test_one_of_each_is_singular():
    provenance = Provenance("OpenML", "1 model", "2026-11-20", "1.0", None)
    assert provenance.code == "prgbench 1.0"


@pytest.mark.parametrize("replication", [True, False])
def test_what_a_replication_can_be_compared_with_is_its_last_note(replication):
    answer = make_answer()
    left_out = pd.DataFrame({"reason": ["without a prediction file for now"], "count": [3]})
    notes = Provenance.of(answer, "2026-11-20", left_out, replication=replication).notes
    assert notes[0].startswith("3 prediction files could not be fetched for now: ")
    assert notes[1:] == (*answer.notes, *([OF_A_REPLICATION] if replication else []))
    assert "nobody had run" in OF_A_REPLICATION


def test_it_says_what_the_citation_file_of_the_project_says():
    cff = yaml.safe_load(Path(ROOT, "CITATION.cff").read_text(encoding="utf-8"))
    assert (cff["title"], cff["version"]) == (TITLE, prgbench.__version__)
    assert cff["date-released"].startswith(str(YEAR))
    assert [author["name"] for author in cff["authors"]] == [AUTHORS]
    [paper] = cff["references"]
    names = [f"{author['family-names']}, {author['given-names']}" for author in paper["authors"]]
    assert " and ".join(names) == PAPER["author"]
    assert (paper["title"], str(paper["year"])) == (PAPER["title"], PAPER["year"])
    assert paper["collection-title"] == PAPER["booktitle"]


def test_entries_are_closed_and_names_of_groups_are_not_turned_around():
    text = bibtex()
    assert text.count("{") == text.count("}")
    assert "author = {{The prgbench developers}}" in text


def test_the_entry_of_the_paper():
    [_, paper] = bibtex().split("\n\n")
    assert paper.splitlines() == [
        "@inproceedings{flach2015precision,",
        "  author = {Flach, Peter A. and Kull, Meelis},",
        "  title = {Precision-Recall-Gain Curves: PR Analysis Done Right},",
        "  booktitle = {Advances in Neural Information Processing Systems 28},",
        "  year = {2015},",
        "}",
    ]
