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
        {"measure_a": a, "measure_b": "auroc", "ranks": way, "rank_correlation": value}
        for a, values in (("aupr", (0.9, 0.88, 0.89)), ("auprg", (0.5, 0.51, 0.5)))
        for way, value in zip(("average", "min", "max"), values, strict=True)
    ]
    tables = {"ties": pd.DataFrame(rows), "tied_ranks": pd.DataFrame(ranks)}
    first, line, last = paragraphs(tables, make_facts("made-up archive"))
    assert first == "In 3 tasks several models are best by AUPR and AUPRG or one of them."
    assert "50.0% of the tasks have different sets of best models" in line
    assert "50.0% different ones with ties broken in one random order, 50.0% none in" in line
    assert "with scores tied within 0.001 it is 25.0%, 25.0% and 25.0%" in line
    # Of AUPR from 0.88 to 0.90, of AUPRG from 0.50 to 0.51.
    assert last == (
        "How tied models are ranked (average, lowest, highest, at random) moves the correlation "
        "of the ranks by 0.020."
    )
    one_way = tables | {"tied_ranks": pd.DataFrame(ranks[:1])}
    assert paragraphs(one_way, make_facts())[-1].endswith("ranks by less than 0.001.")
