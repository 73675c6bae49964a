import numpy as np
import pandas as pd

import prgbench
from fast_settings import FAST
from tables_of_predictions import long_table


def test_ten_digits_of_the_scores_give_the_same_answer():
    table = long_table(4, 5)
    # More digits than are saved; no two scores are so close that ten digits make them equal.
    table["y_score"] += np.random.default_rng(0).uniform(0, 1e-3, len(table))
    saved = table.assign(y_score=table["y_score"].round(10))
    assert (saved["y_score"] != table["y_score"]).any()
    answers = [
        prgbench.compare(rows, settings={"comparison": FAST}).answer for rows in (table, saved)
    ]
    tests = [
        [(pair.ranks.p_value, pair.winners.if_alike, pair.disagree.if_alike) for pair in of.pairs]
        for of in answers
    ]
    assert tests[0] == tests[1]
    assert [best.p_value for best in answers[0].best_models] == [
        best.p_value for best in answers[1].best_models
    ]


def test_ten_digits_of_scores_of_folds_give_the_same_answer():
    rng = np.random.default_rng(0)
    rows = [
        {"dataset": f"d{d}", "model": f"m{m}", "fold": f, "auroc": a, "aupr": b}
        for d in range(9)
        for m in range(4)
        for f in range(10)
        for a, b in [rng.uniform(0.6, 0.9, 2)]
    ]
    table = pd.DataFrame(rows)
    answers = [
        prgbench.compare(of, settings={"comparison": FAST}).answer
        for of in (table, table.round(10))
    ]
    assert [pair.ranks.p_value for pair in answers[0].pairs] == [
        pair.ranks.p_value for pair in answers[1].pairs
    ]
