import numpy as np

from made_up_facts import make_facts
from prgbench.answer.interface import table_of
from prgbench.report.parts.claims import paragraphs
from prgbench.robustness.claims.frame import DESCRIBED, FAILS, HOLDS, Found
from prgbench.robustness.claims.part import CLAIMS

FACTS = make_facts("made-up archive")
SOURCE = "A. B. Cee, D. Eff (2020). On ids"


def row(verdict, estimate, lower, upper, note=""):
    bounds = (estimate, lower, upper)
    return Found("ids", SOURCE, "Ids are high.", "mean id", *bounds, verdict, 30, 20, 2, note)


def said(*rows):
    return paragraphs({"claims": table_of(Found, rows)}, FACTS)


def test_a_row_has_its_verdict_and_as_many_decimals_as_its_interval_has():
    intro, table, *_ = said(
        row(HOLDS, 1.0432, 1.0181, 1.0702),
        row(FAILS, -0.00018, -0.00101, 0.0007, "noise aside"),
        row(DESCRIBED, np.nan, np.nan, np.nan),
    )
    assert intro.startswith("Of 2 statements: 1 “holds here” and 1 “does not hold here”. ")
    assert "with 95% confidence" in intro
    cited = "Ids are high. (Cee and Eff 2020)"
    assert table.splitlines()[2:] == [
        f"| {cited} | **holds here** | 1.043 [1.018, 1.070] | mean id | 20 |",
        f"| {cited} | **does not hold here** | −0.0002 [−0.0010, 0.0007] | mean id; noise aside "
        "| 20 |",
        f"| {cited} | described, not tested | undefined [no interval] | mean id | 20 |",
    ]


def test_each_test_is_told_with_its_source_and_its_limits():
    *_, methods = said(row(HOLDS, 1.0, 0.5, 1.5))
    lines = methods.splitlines()
    assert len(lines) == len(CLAIMS)
    for line, claim in zip(lines, CLAIMS, strict=True):
        assert line == f"- {claim.source}. *Test:* {claim.test} *Limits:* {claim.limits}"
