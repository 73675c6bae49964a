import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.draws.text import paragraphs

ROW = {"measure_a": "aupr", "measure_b": "auprg", "draws": 200, "share_due_to_draw": 0.75}


def test_each_size_is_told_and_the_last_that_varies():
    table = pd.DataFrame(
        [
            {**ROW, "size": 2, "best_differs": 0.1, "sd": 0.05},
            {**ROW, "size": 5, "best_differs": 0.2, "sd": 0.04},
            {**ROW, "size": 6, "best_differs": 0.25, "sd": 0.0},
            {**ROW, "size": 50, "best_differs": float("nan"), "sd": float("nan")},
        ]
    )
    first, line = paragraphs({"draws": table}, make_facts("made-up archive"))
    assert "(mean of 200 draws)" in first
    assert "AUPR and AUPRG: 10.0% of 2, 20.0% of 5 and 25.0% of 6." in line
    assert "With 5 models one draw differs from the next by a standard deviation of 4.0%" in line
    assert "75.0% of the variance" in line
