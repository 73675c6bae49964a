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

Section 4 of Flach & Kull (2015) leaves some choices open. The table lists them all: what the paper
says, what the study `paper` chooses, and the alternatives. How an alternative changes the paper's
nine numbers depends on the data. The page of each replication (a study with
`replication: true`) therefore shows this table with the study's numbers, from the part
`multiverse` or from its own models. For the other alternatives it lists the keys of a study file.
The same numbers are in `results/<study>/tables/replication/guesses.csv`; `statements.csv` beside
it has each statement of section 4 and whether it holds in the study.

Nobody has run the study `paper` against the public server yet. What it would find can be compared
with the paper only in part:

- **Can be compared**: the shares of tasks and the correlations over all tasks, each beside what
  a common order gives; white-clover (task 3872) and ada_agnostic (3896), the two tasks of the
  paper's figures, with the two runs that it names. The study `first` has them and the smallest
  tasks.
- **Can't be compared**: other single tasks, as the list of tasks was never published; the models
  drawn, as neither their list nor the seed was; what needs runs that have been removed from OpenML
  since 2015. The page counts what was left out and why.

No choice in the first row of the table gives 886 tasks on 426 data sets. {1, 3} come nearest in
OpenML's list of 2017. Whether the paper counted data sets by name, and had tasks with missing
values, tasks on data sets deactivated since, or learning curves, is open.

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
    if alternative.unknown:
        where = alternative.unknown
    elif alternative.computed:
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
