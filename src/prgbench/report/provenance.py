"""Where a study's numbers come from, and how to cite it."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from prgbench import __version__
from prgbench.answer.answer import Answer
from prgbench.plotting.words import count

TITLE = "prgbench"
AUTHORS = "The prgbench developers"
YEAR = 2026
PAPER = {
    "author": "Flach, Peter A. and Kull, Meelis",
    "title": "Precision-Recall-Gain Curves: PR Analysis Done Right",
    "booktitle": "Advances in Neural Information Processing Systems 28",
    "year": "2015",
}


def bibtex() -> str:
    """Return the entries of the project and of the paper.

    Examples
    --------
    >>> print(bibtex().splitlines()[0])
    @software{prgbench,
    """
    project = {
        "author": f"{{{AUTHORS}}}",
        "title": TITLE,
        "version": __version__,
        "year": str(YEAR),
    }
    return "\n\n".join(
        [
            _entry("software", "prgbench", project),
            _entry("inproceedings", "flach2015precision", PAPER),
        ]
    )


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a page says of its origin.

    Attributes
    ----------
    archive : str
        The source of the predictions.
    tasks, datasets, models : int
        How much was compared.
    planned : str
        When the plan was made: a moment of ISO 8601.
    version : str
        The version of this project.
    commit : str or None
        Its commit, marked where files were changed; None outside a checkout of it.
    """

    archive: str
    tasks: int
    datasets: int
    models: int
    planned: str
    version: str
    commit: str | None

    @classmethod
    def of(cls, answer: Answer, planned: str) -> Self:
        """Return the provenance of an answer that this code has made from a plan."""
        return cls(
            archive=answer.archive,
            tasks=answer.tasks,
            datasets=answer.datasets,
            models=answer.models,
            planned=planned,
            version=__version__,
            commit=commit_of(Path(__file__)),
        )

    @property
    def scope(self) -> str:
        """Say how much was compared.

        Examples
        --------
        >>> Provenance("OpenML", 886, 1, 26580, "2026-11-20", "1.0", None).scope
        '886 tasks on 1 data set, 26,580 models'
        """
        tasks, datasets, models = (
            count(number, noun)
            for number, noun in (
                (self.tasks, "task"),
                (self.datasets, "data set"),
                (self.models, "model"),
            )
        )
        return f"{tasks} on {datasets}, {models}"

    @property
    def plan_date(self) -> str:
        """Return the day of the plan.

        Examples
        --------
        >>> Provenance("OpenML", 1, 1, 30, "2026-11-20T09:30:00+00:00", "1.0", None).plan_date
        '2026-11-20'
        """
        return self.planned[: len("2026-11-20")]

    @property
    def code(self) -> str:
        """Name the code.

        Examples
        --------
        >>> Provenance("OpenML", 1, 1, 30, "2026-11-20", "1.0", "3f2a9c1").code
        'prgbench 1.0 (3f2a9c1)'
        """
        return f"prgbench {self.version}" + (f" ({self.commit})" if self.commit else "")


def commit_of(file: Path) -> str | None:
    """Return the commit of the checkout that a file belongs to; None if it belongs to none.

    A file of an installed package may lie inside somebody else's checkout without belonging to it.
    """
    git = ["git", "-C", str(file.parent)]
    try:
        subprocess.run(
            [*git, "ls-files", "--error-unmatch", file.name], check=True, capture_output=True
        )
        described = subprocess.run(
            [*git, "describe", "--always", "--dirty=, changed", "--exclude=*", "--abbrev=10"],
            check=True,
            capture_output=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return described.stdout.strip()
