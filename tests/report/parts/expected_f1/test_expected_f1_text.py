import pandas as pd

from made_up_facts import make_facts
from prgbench.answer.expected_f1 import LowerF1
from prgbench.answer.interface import columns_of
from prgbench.report.parts.expected_f1 import paragraphs

NAN = float("nan")


def test_shares_are_in_a_table():
    held_out = {"held_out": 0.17, "held_out_lower": 0.15, "held_out_upper": 0.2}
    rows = [
        {"measure": "aupr", "in_sample": 0.074, "in_sample_lower": 0.06, "in_sample_upper": 0.09},
        {"measure": "expected_f1", "in_sample": 0.0},
    ]
    table = pd.DataFrame([row | held_out | {"pairs": 26_535} for row in rows])
    table = table.reindex(columns=columns_of(LowerF1))
    intro, cells = paragraphs({"expected_f1": table}, make_facts())
    assert intro.startswith("Of 26,535 pairs of models")
    assert cells.splitlines()[2:] == [
        "| AUPR | 7.4% [6.0%, 9.0%] | 17.0% [15.0%, 20.0%] |",
        "| expected F1 itself | 0.0%  | 17.0% [15.0%, 20.0%] |",
    ]
