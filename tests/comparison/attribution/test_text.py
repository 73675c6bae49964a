import pandas as pd

from prgbench.comparison.attribution.text import paragraphs
from prgbench.plotting.facts import Facts


def test_early_disagreements_are_counted():
    row = {"measure_a": "aupr", "measure_b": "auprg", "early": 1, "disagreements": 3, "opposed": 2}
    text = "\n".join(paragraphs({"attributed": pd.DataFrame([row])}, Facts("made-up archive")))
    assert "AUPR and AUPRG: in 1 of 3 disagreements the early part decides" in text
    assert "in 2 the two parts point in opposite directions" in text
