"""The report's section on what goes beyond the paper: a sub-section for each part."""

from collections.abc import Mapping, Sequence

from prgbench.comparison.compared import Tables
from prgbench.comparison.parts import parts_named
from prgbench.plotting.facts import Facts
from prgbench.plotting.saved_figure import SavedFigure


def comparison_section(
    tables: Tables, figures: Mapping[str, Sequence[SavedFigure]], facts: Facts
) -> str:
    """Return the section as Markdown.

    Parameters
    ----------
    tables : dict of str to DataFrame
        The tables of the comparison, as `compare` returns them.
    figures : mapping of str to sequence of SavedFigure
        The figures of each part that is switched on.
    facts : Facts
        What the sentences say of the study.

    Returns
    -------
    str
        A sub-section per part, in the order of the list of parts; empty if there is none.
    """
    if not figures:
        return ""
    blocks = ["## More than noise? At what cost?"]
    for part in parts_named(figures):
        title, paragraphs = part.load("text", "TITLE"), part.load("text", "paragraphs")
        blocks += [f"### {title}", *paragraphs(tables, facts)]
        blocks += [figure.markdown for figure in figures[part.name]]
    blocks.append("The numbers behind this section: `tables/comparison/`.")
    return "\n\n".join(blocks) + "\n"
