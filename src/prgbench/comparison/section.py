"""The report's section on what goes beyond the paper: a sub-section for each part."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import without_rough_intervals
from prgbench.comparison.parts import parts_named
from prgbench.plotting.facts import Facts
from prgbench.plotting.saved_figure import SavedFigure


@dataclass(frozen=True, slots=True)
class PartSection:
    """What a page says of a part.

    Attributes
    ----------
    name, title : str
        The part's name and the title of its section.
    shows, cannot_tell : str
        What the part shows, and what it can't tell, in plain sentences.
    paragraphs : list of str
        Its results as Markdown.
    figures : tuple of str
        The names of its figures.
    """

    name: str
    title: str
    shows: str
    cannot_tell: str
    paragraphs: list[str]
    figures: tuple[str, ...]


def part_sections(names: Iterable[str], tables: Tables, facts: Facts) -> list[PartSection]:
    """Return what a page says of each part.

    Parameters
    ----------
    names : iterable of str
        The parts.
    tables : dict of str to DataFrame
        The tables of the comparison, as `compare` returns them.
    facts : Facts
        What the sentences say of the study.

    Returns
    -------
    list of PartSection
        In the order of the list of parts.
    """
    shown = without_rough_intervals(tables)
    return [
        PartSection(
            name=part.name,
            title=part.load("text", "TITLE"),
            shows=part.load("text", "SHOWS"),
            cannot_tell=part.load("text", "CANNOT_TELL"),
            paragraphs=part.load("text", "paragraphs")(shown, facts),
            figures=part.figures,
        )
        for part in parts_named(names)
    ]


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
    sections = part_sections(names, tables, facts)
    if not sections:
        return ""
    blocks = ["## More than noise? At what cost?"]
    for section in sections:
        blocks += [
            f"### {section.title}",
            f"*What this shows.* {section.shows} *What it can't tell.* {section.cannot_tell}",
            *section.paragraphs,
        ]
        for name in section.figures:
            figure = SavedFigure.read(page, page.parent / "figures" / f"{name}.png")
            blocks.append(figure.markdown)
    blocks.append("The numbers behind this section: `tables/comparison/`.")
    return "\n\n".join(blocks) + "\n"
