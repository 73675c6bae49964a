import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.duplicates.names import ALL_MODELS, WITHOUT_DUPLICATES
from prgbench.comparison.duplicates.text import paragraphs

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}


def test_each_variant_is_told_and_one_that_is_not_there_left_out_none():
    table = pd.DataFrame(
        [
            {**PAIR, "variant": ALL_MODELS, "removed": 0, "best_differs": 0.25},
            {**PAIR, "variant": WITHOUT_DUPLICATES, "removed": 1200, "best_differs": 0.2},
        ]
    )
    first, line = paragraphs({"duplicates": table}, make_facts("made-up archive"))
    assert first.startswith("1,200 models rank all instances as an earlier run")
    assert "; 0 have at most two distinct scores" in first
    assert line == (
        "- AUPR and AUPRG have different best models in 25.0% with all models and 20.0% without "
        "duplicates."
    )
