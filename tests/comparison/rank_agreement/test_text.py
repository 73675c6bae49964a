import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.rank_agreement.text import paragraphs

ROW = {"measure_a": "aupr", "measure_b": "auprg", "lower_quartile": 0.5, "upper_quartile": 1.0}


def test_medians_and_quartiles_are_told():
    table = pd.DataFrame(
        [
            {**ROW, "coefficient": "spearman", "median": 0.75, "undefined": 2},
            {**ROW, "coefficient": "rbo", "median": 0.8, "undefined": 0},
        ]
    )
    first, line = paragraphs({"rank_agreement": table}, make_facts("made-up archive"))
    assert first == "Medians (and quartiles) over the tasks: 2 tasks have no correlation."
    assert line == (
        "- AUPR and AUPRG: Spearman 0.750 (0.500 to 1.000) and rank-biased overlap 0.800 "
        "(0.500 to 1.000)."
    )
