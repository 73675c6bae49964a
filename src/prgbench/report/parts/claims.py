"""The part `claims` in words."""

import math
from collections import Counter
from functools import partial

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import bounds, count, listing
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.robustness.claims.frame import DESCRIBED, FAILS, HOLDS, TOO_LITTLE, Found
from prgbench.robustness.claims.part import CLAIMS

TITLE = "Claims of the literature"
SHOWS = "Claims of others about these measures, each tested on the study's predictions."
CANNOT_TELL = (
    "Whether a claim is true elsewhere: each verdict is on these data and on our reading of the "
    "claim, which its authors tested in another way. Too little data is no evidence against it."
)
HEADER = ("claim", "verdict", "estimate", "what it is", "data sets")
METHODS = "How each claim was tested, and what the test can't say:"


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Give each claim with its verdict, then how it was tested and what the test can't say."""
    rows = rows_of(Found, tables["claims"])
    counts = Counter(row.verdict for row in rows if row.verdict != DESCRIBED)
    said = [f"{counts[name]} “{name}”" for name in (HOLDS, FAILS, TOO_LITTLE) if counts[name]]
    intro = (
        f"Of {count(counts.total(), 'statement')}: {listing(said)}. All intervals of these hold "
        f"together with {facts.interval.split()[0]} confidence, so each is wider than one by "
        "itself would be."
    )
    methods = [
        f"- {claim.source}. *Test:* {claim.test} *Limits:* {claim.limits}" for claim in CLAIMS
    ]
    return [intro, markdown_table(HEADER, map(_cells, rows)), METHODS, "\n".join(methods)]


def cited(source: str) -> str:
    """Return the short name of a source.

    Examples
    --------
    >>> cited("J. Li (2024). Area under ..."), cited("A. B. Cee, D.-E. Fee (2020). On ...")
    ('Li 2024', 'Cee and Fee 2020')
    >>> cited("A. Bee, C. Dee, E. Eff (2021). Of ...")
    'Bee et al. 2021'
    """
    authors, rest = source.split(" (", 1)
    names = [author.rsplit(". ", 1)[-1] for author in authors.split(", ")]
    shown = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"{shown} {rest[:4]}"


def _cells(row: Found) -> tuple[str, ...]:
    verdict = row.verdict if row.verdict == DESCRIBED else f"**{row.verdict}**"
    write = partial(_rounded, width=row.upper - row.lower)
    estimate = f"{write(row.estimate)} {bounds(row.lower, row.upper, write)}"
    what = f"{row.statistic}; {row.note}" if row.note else row.statistic
    return f"{row.statement} ({cited(row.source)})", verdict, estimate, what, f"{row.datasets:,}"


def _rounded(value: float, *, width: float) -> str:
    """Write a number with as many decimals as give the width of its interval two digits."""
    if math.isnan(value):
        return "undefined"
    digits = max(1 - math.floor(math.log10(width)), 0) if width > 0 else 3
    return f"{value:.{digits}f}".replace("-", "−")


SHOWN = ShownPart(
    "claims", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_DATASETS
)
