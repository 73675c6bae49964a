import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.prevalence import paragraphs

FACTS = make_facts("made-up archive")


def test_every_number_is_named(tables):
    first, lines = paragraphs(tables, FACTS)
    assert first.endswith("with its 95% interval:")
    assert lines.splitlines() == [
        "- prevalence 0.1: AUPR 50.0% [25.0%, 75.0%] and AUROC 0.0% [0.0%, 0.0%]",
        "- prevalence 0.5: AUPR 25.0% [12.5%, 50.0%] and AUROC 0.0% [0.0%, 0.0%]",
    ]


def test_nothing_to_reweight_is_said():
    [text] = paragraphs({"prevalence": pd.DataFrame()}, FACTS)
    assert text.startswith("None of the measures is a function of the areas")
