"""Writes docs/guesses.csv from the list of guesses; `--check` only compares."""

import csv
from io import StringIO
from pathlib import Path

from written import write_or_check

from prgbench.report.guesses import GUESSES, Alternative, taken, written
from prgbench.robustness.choices import CHOICES
from prgbench.study_file import read_study

TABLE = Path(__file__).with_name("guesses.csv")
STUDIES = TABLE.parents[1] / "config" / "studies"
STUDY = "paper"
COLUMNS = ("guess", "the paper says", f"chosen in {STUDY}", "what is known", "alternatives")


def table() -> str:
    """Return the table: a row for each guess."""
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
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *rows])
    return text.getvalue()


def _alternative(alternative: Alternative) -> str:
    """Name an alternative, with where its numbers come from."""
    if alternative.unknown:
        where = alternative.unknown
    elif alternative.of_same_models:
        where = "the same models"
    elif alternative.universe and alternative.settings:
        where = f"`multiverse`, or `{written(alternative.settings)}`"
    elif alternative.universe:
        where = f"`multiverse`, {CHOICES[alternative.universe[0]]}"
    else:
        where = f"`{written(alternative.settings)}`"
    return f"{alternative.text} ({where})"


if __name__ == "__main__":
    write_or_check({TABLE: table()}, "the list of guesses")
