"""Writes docs/replication.md from the list of guesses; `--check` only compares."""

from pathlib import Path

from tabulate import tabulate
from written import write_or_check

from prgbench.report.guesses import GUESSES, Alternative, taken, written
from prgbench.robustness.choices import CHOICES
from prgbench.study_file import read_study

PAGE = Path(__file__).with_name("replication.md")
STUDIES = PAGE.parents[1] / "config" / "studies"
STUDY = "paper"
INTRODUCTION = """\
# What the replication guesses

Section 4 of Flach & Kull (2015) does not say all that is needed to do it again. This is every
choice that it leaves open: what it says, what the study `paper` takes, and what else could be
taken. What the alternatives do to the paper's nine numbers depends on the data, so the report and
the page of each replication (a study with `replication: true`) have this table with the numbers of
that study: from the part `multiverse` or from the study's own models where these can tell, else
with the keys of the study file that make the other study. The same numbers are in
`results/<study>/tables/replication/guesses.csv`. Beside it `statements.csv` has each statement of
section 4 with whether it is so in the study.

This page is made by `make pages` from `src/prgbench/report/guesses.py`.

"""
COLUMNS = ("guess", "the paper says", f"taken in `{STUDY}`", "what is known", "alternatives")


def page() -> str:
    """Return the page: a row for each guess."""
    settings = read_study(STUDIES, STUDY).as_params()
    rows = [
        (
            guess.name,
            guess.paper,
            taken(guess, settings),
            guess.known,
            "; ".join(map(_alternative, guess.alternatives)),
        )
        for guess in GUESSES
    ]
    table = tabulate(rows, COLUMNS, tablefmt="github", disable_numparse=True)
    return f"{INTRODUCTION}{table}\n"


def _alternative(alternative: Alternative) -> str:
    """Name an alternative, with where its numbers come from."""
    if alternative.computed:
        where = "the same models"
    elif alternative.universe and alternative.settings:
        where = f"`multiverse`, or `{written(alternative.settings)}`"
    elif alternative.universe:
        where = f"`multiverse`, {CHOICES[alternative.universe[0]]}"
    else:
        where = f"`{written(alternative.settings)}`"
    return f"{alternative.text} ({where})"


if __name__ == "__main__":
    write_or_check({PAGE: page()}, "the list of guesses")
