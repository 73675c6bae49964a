"""The part `common_prevalence`: the means of AUPRG at one prevalence, in words."""

from prgbench.answer.common_prevalence import AtCommonPrevalence
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import count, decimal, percent
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown

LISTED = 10


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """List the models by their means at the common prevalence."""
    rows = rows_of(AtCommonPrevalence, tables["common_prevalence"])
    if not rows:
        return []
    first = rows[0]
    share = f"{first.common:.0%}"
    some = f", the first {LISTED} of {len(rows):,} models" if len(rows) > LISTED else ""
    cells = [
        (
            as_markdown(row.model),
            str(row.rank_common),
            decimal(row.mean_common),
            str(row.rank),
            decimal(row.mean),
        )
        for row in rows[:LISTED]
    ]
    return [
        f"Means of AUPRG over {count(first.datasets, 'data set')} with {percent(first.lowest)} to "
        f"{percent(first.highest)} positives, as they are and at {share} in each{some}:",
        markdown_table(("model", f"rank at {share}", f"mean at {share}", "rank", "mean"), cells),
    ]


SHOWN = ShownPart(
    "common_prevalence",
    title="AUPRG at a common prevalence",
    shows="AUPRG rises as positives get rarer, so that a mean over unlike prevalences adds unlike "
    "numbers. Here each data set is judged as if it had the same share of positives.",
    cannot_tell="Which of these differences are beyond noise: add the measure "
    "`auprg@prevalence=` with that number to the study.",
    paragraphs=paragraphs,
)
