import pytest

from made_up_facts import make_facts
from prgbench.comparison.noise_floor.text import paragraphs

FACTS = make_facts("made-up archive")
NAN = float("nan")


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.1, "more than noise"),
        (-0.1, 0.1, "not told from noise"),
        (-0.2, -0.1, "less than noise alone"),
        (NAN, NAN, "one data set says nothing"),
    ],
)
def test_verdicts_on_noise(make_tables, low, high, verdict):
    text = "\n".join(paragraphs(make_tables(low, high), FACTS))
    assert verdict in text
    assert "disagree in 30.0%" in text
    assert "itself in 25.0%" in text
    assert "Of 4 disagreements" in text
    assert "75.0% are between models that could be best by the other measure" in text
    assert "halves" not in text


def test_what_is_not_there_is_not_spoken_of(make_tables):
    text = "\n".join(paragraphs(make_tables(disagreements=0, floor_halves=0.125), FACTS))
    assert "disagreements in which" not in text
    assert "halves of the folds a measure disagrees with itself in 12.5%" in text
