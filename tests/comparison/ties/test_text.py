import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.ties.text import paragraphs

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}


def test_the_first_and_the_last_tolerance_are_told():
    shares = ["strict", "expected", "lenient", "top3_ordered", "top3_set"]
    rows = [
        {**PAIR, "tolerance": tolerance, "tied_tasks": 3, **dict.fromkeys(shares, share)}
        for tolerance, share in ((0.0, 0.5), (1e-6, 0.4), (1e-3, 0.25))
    ]
    ranks = [
        {**PAIR, "ranks": way, "rank_correlation": value}
        for way, value in (("average", 0.9), ("min", 0.88))
    ]
    tables = {"ties": pd.DataFrame(rows), "tied_ranks": pd.DataFrame(ranks)}
    first, line, last = paragraphs(tables, make_facts("made-up archive"))
    assert first == "In 3 tasks several models are best by AUPR and AUPRG or one of them."
    assert "50.0% of the tasks have different sets of best models" in line
    assert "50.0% different ones with ties broken in one random order, 50.0% none in" in line
    assert "with scores tied within 0.001 it is 25.0%, 25.0% and 25.0%" in line
    assert last.endswith("by 0.020.")
