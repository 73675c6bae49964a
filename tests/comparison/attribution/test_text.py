import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.attribution.text import paragraphs


def test_early_disagreements_are_counted():
    row = {"measure_a": "aupr", "measure_b": "auprg", "early": 1, "disagreements": 3, "opposed": 2}
    text = "\n".join(
        paragraphs({"attributed": pd.DataFrame([row])}, make_facts("made-up archive"))
    )
    assert "AUPR and AUPRG: in 1 of 3 disagreements the early part decides" in text
    assert "in 2 the two parts point in opposite directions" in text
