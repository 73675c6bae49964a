"""How to cite a study: the project, and the paper whose question it asks."""

from prgbench import __version__

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
