import re
from pathlib import Path

import pandas as pd

DOCS = Path(__file__).parents[2] / "docs"
README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
VERDICTS = ["rank differently", "the winners differ"]


def test_the_false_alarms_are_those_of_the_simulated_worlds():
    rows = pd.read_csv(DOCS / "validity.csv")
    studies = rows["based_on"].str.extract(r"^(\d+) studies$")[0].astype(float)
    measured = rows[
        (rows["table"] == "estimates")
        & rows["world"].str.endswith(", all sizes")
        & rows["what"].isin(VERDICTS)
        & (rows["at_most"] == 0.025)
        & (studies >= 300)
    ]
    is_skewed = measured["world"].str.startswith("opposite skews")
    assert measured.loc[~is_skewed, "world"].nunique() == 13
    most, skewed = (
        f"{measured.loc[rows, 'measured'].max():.1%}" for rows in (~is_skewed, is_skewed)
    )
    assert "in thirteen [simulated worlds](docs/validity.md) " in README
    said = f"at most {most} of studies showed a difference; in a fourteenth, of opposite skews, "
    assert f"{said}{skewed}." in " ".join(README.split())


def test_what_was_found_and_why_to_trust_it_are_in_the_first_words():
    opening = README.split("![")[0].removeprefix("# prgbench")
    words = re.sub(r"\]\([^)]*\)", "]", opening).split()
    assert len(words) <= 100
    assert {"demo,", "simulated", "noise,"} <= {w.strip("[]") for w in words}
