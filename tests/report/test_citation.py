from pathlib import Path

import yaml

import prgbench
from places import ROOT
from prgbench.report.provenance import AUTHORS, PAPER, TITLE, YEAR, bibtex


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
