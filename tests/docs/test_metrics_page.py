"""What the page on the metrics says of simulations is in their tables."""

import re

import pandas as pd

from markdown_pages import read
from places import ROOT

PAGE = " ".join(read("docs/metrics.md").split())
COVERAGE = pd.read_csv(ROOT / "docs" / "coverage.csv")
ENVELOPES = pd.read_csv(ROOT / "docs" / "envelopes.csv")
AREAS = ["auroc", "aupr", "auprg"]


def percents(shares):
    return [f"{100 * share:.0f}" for share in shares]


def test_how_often_paired_tests_reject_equal_models():
    of_areas = COVERAGE[COVERAGE["measure"].isin(AREAS)]
    others = COVERAGE[~COVERAGE["measure"].isin(AREAS)]
    means = of_areas.groupby("measure")["rejected"].mean()
    low, high = percents([means.min(), means.max()])
    assert f"{low} to {high}% of samples for the three areas on average" in PAGE
    low, high = percents([of_areas["rejected"].min(), of_areas["rejected"].max()])
    assert f"in {low} to {high}% in single populations" in PAGE
    means = others.groupby("measure")["rejected"].mean()
    low, high = percents([means.min(), means.max()])
    worst = others.loc[others["rejected"].idxmax()]
    assert (worst["measure"], worst["positives"]) == ("brier", 10)
    (most,) = percents([worst["rejected"]])
    assert f"it is {low} to {high}% on average, but up to {most}% for the Brier score" in PAGE


def test_the_worst_coverage_of_aupr():
    text = (ROOT / "benchmarks" / "coverage.txt").read_text(encoding="utf-8")
    rows = re.findall(r"^\| a tenth of the positives \|.*$", text, re.MULTILINE)
    found = [int(cell.split("/")[1]) for cell in rows[0].split("|")[2:-1]]
    assert f"AUPR covers {min(found)}%" in PAGE


def test_how_often_both_of_two_crossing_models_win_somewhere():
    unlike = ENVELOPES[ENVELOPES["first"] == 1]
    crossing = unlike[unlike["second"] > 0].pivot_table("second", "n_pos", "curve")
    of_cost = percents(crossing["cost"])
    of_f_gain = percents(crossing["f_gain"])
    assert of_cost == ["94", "100"]
    assert f"at some cost in {of_cost[0]}% of samples of 60 positives and 240 negatives" in PAGE
    assert f"at some beta, in {of_f_gain[0]}% and {of_f_gain[1]}%" in PAGE
