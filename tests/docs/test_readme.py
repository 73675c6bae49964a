import re
from pathlib import Path

import pandas as pd

DOCS = Path(__file__).parents[2] / "docs"
README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
VERDICTS = ["rankings differ", "rank differently", "the winners differ"]


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
    worst = measured.groupby(measured["world"].str.removesuffix(", all sizes"))["measured"].max()
    others = worst.drop(index="opposite skews")
    assert len(others) == 14
    assert "in fourteen [simulated worlds](docs/validity.md) " in " ".join(README.split())
    said = (
        f"each difference was shown in at most {others.max():.1%} of studies; "
        f"with opposite skews, {worst['opposite skews']:.1%}."
    )
    assert said in " ".join(README.split())


def test_what_was_found_and_why_to_trust_it_are_in_the_first_words():
    opening = README.split("![")[0].removeprefix("# prgbench")
    words = re.sub(r"\]\([^)]*\)", "]", opening).split()
    assert len(words) <= 100
    assert {"demo,", "simulated", "noise,"} <= {w.strip("[]") for w in words}
