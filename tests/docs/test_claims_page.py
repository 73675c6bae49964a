import re
from pathlib import Path

import pytest

from prgbench.report.parts.claims import cited
from prgbench.robustness.claims.part import CLAIMS

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text("utf-8")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_every_claim_has_its_source_and_a_section(claim):
    name, year = cited(claim.source).split()[0], cited(claim.source)[-4:]
    assert re.search(rf"^## .*{name}.*{year}", PAGE, re.MULTILINE)
    for number in re.findall(r"arXiv \d{4}\.\d{5}", claim.source):
        assert f"[{number}]" in PAGE
