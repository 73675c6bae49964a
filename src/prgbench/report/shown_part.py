"""What a page shows of a part."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The words and figures of a part.

    Attributes
    ----------
    name, title : str
        The part's name and the title of its section.
    shows, cannot_tell : str
        What the part shows and what it can't tell, in plain sentences.
    paragraphs : callable
        Writes its results as paragraphs of Markdown.
    figures : mapping of str to callable
        The functions that draw its figures, by name.
    """

    name: str
    title: str
    shows: str
    cannot_tell: str
    paragraphs: Callable[[Tables, Facts], list[str]]
    figures: Mapping[str, Callable[[Tables, Facts], Drawn]]


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown.

    Examples
    --------
    >>> markdown_table(["measures", "share"], [["AUPR – AUROC", "24%"]]).splitlines()
    ['| measures | share |', '|---|---|', '| AUPR – AUROC | 24% |']
    """
    lines = [f"| {' | '.join(cells)} |" for cells in (header, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(header)}", *lines[1:]])
