"""The report's section on what goes beyond the paper: a sub-section for each part."""

from collections.abc import Iterable
from pathlib import Path

from prgbench.comparison.compared import Tables
from prgbench.comparison.parts import parts_named
from prgbench.plotting.facts import Facts
from prgbench.plotting.saved_figure import SavedFigure


def comparison_section(names: Iterable[str], tables: Tables, facts: Facts, page: Path) -> str:
    """Return the section as Markdown.

    Parameters
    ----------
    names : iterable of str
        The parts.
    tables : dict of str to DataFrame
        The tables of the comparison, as `compare` returns them.
    facts : Facts
        What the sentences say of the study.
    page : Path
        Where the section will stand; its figures lie in the folder ``figures`` beside it.

    Returns
    -------
    str
        A sub-section per part, in the order of the list of parts; empty if there is none.
    """
    parts = parts_named(names)
    if not parts:
        return ""
    blocks = ["## More than noise? At what cost?"]
    for part in parts:
        title, paragraphs = part.load("text", "TITLE"), part.load("text", "paragraphs")
        blocks += [f"### {title}", *paragraphs(tables, facts)]
        for name in part.figures:
            figure = SavedFigure.read(page, page.parent / "figures" / f"{name}.png")
            blocks.append(figure.markdown)
    blocks.append("The numbers behind this section: `tables/comparison/`.")
    return "\n\n".join(blocks) + "\n"
