"""Where a study's numbers come from, and how to cite it."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import pandas as pd

from prgbench import __version__
from prgbench.answer.answer import Answer
from prgbench.study.missing_files import missing_of

TITLE = "prgbench"
AUTHORS = "The prgbench developers"
YEAR = 2026
OF_A_REPLICATION = (
    "The paper's list of tasks was never published, and runs have been removed from OpenML since "
    "2015. What is counted over all tasks can be compared with the paper's numbers; single tasks "
    "can't, except the two of its figures. When this version was written, nobody had run the "
    'study "paper" against the public server.'
)
PAPER = {
    "author": "Flach, Peter A. and Kull, Meelis",
    "title": "Precision-Recall-Gain Curves: PR Analysis Done Right",
    "booktitle": "Advances in Neural Information Processing Systems 28",
    "year": "2015",
}


def bibtex() -> str:
    """Return the BibTeX entries of the project and of the paper."""
    project = {"author": f"{{{AUTHORS}}}", "title": TITLE}
    project |= {"version": __version__, "year": str(YEAR)}
    entries = {"software{prgbench": project, "inproceedings{flach2015precision": PAPER}
    return "\n\n".join(
        "\n".join(
            [f"@{head},", *(f"  {name} = {{{value}}}," for name, value in fields.items()), "}"]
        )
        for head, fields in entries.items()
    )


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the numbers of a page come from.

    ``scope`` says what is compared, ``notes`` what is missing for now, what was assumed of a table
    or what a replication can be compared with. ``planned`` is in ISO 8601. ``commit`` is marked
    if files were changed, and None outside a checkout of this project.
    """

    archive: str
    scope: str
    planned: str
    version: str
    commit: str | None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        answer: Answer,
        planned: str,
        exclusions: pd.DataFrame,
        *,
        replication: bool,
        doubts: Sequence[str] = (),
    ) -> Self:
        """Return the provenance of an answer that this code made from a plan.

        ``exclusions`` counts what was left out; what is missing for now is a note, and so are
        ``doubts`` of a second opinion.
        """
        # Doubts stand first: they say that numbers may be wrong, not only incomplete.
        lacking = missing_of(exclusions["reason"], exclusions["count"])
        notes = [*doubts, *([lacking] if lacking else []), *answer.notes]
        return cls(
            archive=answer.archive,
            scope=answer.scope,
            planned=planned,
            version=__version__,
            commit=_own_commit(),
            notes=(*notes, *([OF_A_REPLICATION] if replication else [])),
        )

    @property
    def plan_date(self) -> str:
        """Return the day of the plan, such as 2026-11-20."""
        return self.planned[: len("2026-11-20")]

    @property
    def code(self) -> str:
        """Name the code, such as prgbench 1.0 (3f2a9c1)."""
        return f"prgbench {self.version}" + (f" ({self.commit})" if self.commit else "")


@cache
def _own_commit() -> str | None:
    """Return the commit of the code that runs, asked of git once: page and text name the same."""
    return commit_of(Path(__file__))


def commit_of(file: Path) -> str | None:
    """Return the commit of the checkout that tracks a file; None if none does.

    An installed package may lie inside a checkout of another project, which does not track it.
    """
    described = ""
    for command in (
        ["ls-files", "--error-unmatch", file.name],
        ["describe", "--always", "--dirty=, changed", "--exclude=*", "--abbrev=10"],
    ):
        git = ["git", "-C", str(file.parent), *command]
        try:
            described = subprocess.run(git, check=True, capture_output=True, text=True).stdout
        # Neither git nor a checkout is needed to use the package.
        except (OSError, subprocess.CalledProcessError):
            return None
    return described.strip()
