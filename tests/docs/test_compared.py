"""docs/compared.md links to the outputs of prgbench, and of the others where installed."""

import re
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest
import sklearn.metrics

import prgbench.metrics
from places import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import peers_on_one_table as peers

PAGE = (ROOT / "docs" / "compared.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def compared():
    return peers.compare(peers.predictions())


def quoted(tool):
    title, said = (peers.OUTPUTS / f"{tool}.txt").read_text(encoding="utf-8").split("\n\n", 1)
    return title, said.rstrip("\n")


def test_the_output_of_prgbench_is_current(compared):
    assert quoted("prgbench")[1].split("\n") == list(peers.by_prgbench(compared))


@pytest.mark.parametrize("tool", [tool for tool in peers.TOOLS if tool != "prgbench"])
def test_the_output_of_others_is_that_of_the_version_it_names(tool, compared):
    title, said = quoted(tool)
    try:
        installed = version(tool)
    except PackageNotFoundError:
        pytest.skip(f"{tool} is not installed")
    if title != f"{tool} {installed}":
        pytest.skip(f"the output that is quoted is of {title}, installed is {installed}")
    assert said.split("\n") == list(peers.TOOLS[tool](compared))


def test_the_table_is_five_models_on_ten_data_sets_without_a_download():
    sizes = {name: len(positive) for name, (_, positive) in peers.labelled().items()}
    assert len(sizes) == 10
    assert (min(sizes.values()), max(sizes.values())) == (150, 1797)
    assert len(peers.models()) == 5


def test_the_page_links_to_the_output_of_each_tool():
    assert all(f"../benchmarks/peers/{tool}.txt" in PAGE for tool in peers.TOOLS)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("precision-recall-gain curve and area", "gain_curve"),
        ("convex hull", "convex_hull"),
        ("interval of an area from one test set", "confidence_interval"),
        ("test of two models on the same instances", "paired_test"),
        ("band of a curve", "band"),
    ],
)
def test_the_page_says_what_scikit_learn_and_we_have(question, word):
    [row] = [line for line in PAGE.splitlines() if line.startswith(f"| {question} |")]
    ours, theirs = (cell.strip() for cell in row.split("|")[2:4])
    for said, package in ((ours, prgbench.metrics), (theirs, sklearn.metrics)):
        assert (said != "no") == any(word in name for name in package.__all__)


def test_the_page_says_which_packages_call_the_two_best_models_equal(compared):
    standings = compared.tables["standings"].query("model == 'boosting'")
    assert len(standings) == 3
    assert not standings["practically_equal"].any()
    assert "Prgbench does not call them practically equal under any of the three." in PAGE
    shares = re.findall(r"\(0\.\d+, (\d\.\d+), 0\.\d+\)", quoted("baycomp")[1])
    written = [f"{float(share):.2f}".removeprefix("0") for share in shares]
    assert written == [".93", ".98", "1.00"]
    text = " ".join(PAGE.split())
    assert "equivalent is .93 under AUPR, .98 under AUPRG and 1 under AUROC." in text
