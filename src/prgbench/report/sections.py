"""The sections of the parts, and their figures, drawn several at a time."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, SavedFigure
from prgbench.plotting.style import save, style
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.parts import SHOWN
from prgbench.report.shown_part import ShownPart


def shown_parts(names: Iterable[str]) -> list[ShownPart]:
    """Return what is shown of some parts, in the order of the page."""
    wanted = set(names)
    return [part for part in SHOWN if part.name in wanted]


def figures_of(names: Iterable[str]) -> list[str]:
    """Return the names of the figures of some parts."""
    return [figure for part in shown_parts(names) for figure in part.figures]


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
            title=part.title,
            shows=part.shows,
            cannot_tell=part.cannot_tell,
            paragraphs=part.paragraphs(shown, facts),
            figures=tuple(part.figures),
        )
        for part in shown_parts(names)
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
    blocks.append("The numbers behind this section: `tables/answer/`, `tables/robustness/`.")
    return "\n\n".join(blocks) + "\n"


def draw_parts(
    names: Iterable[str],
    tables: Tables,
    facts: Facts,
    *,
    sheet: str | Path,
    folder: Path,
    formats: Sequence[str],
    processes: int = 1,
) -> None:
    """Draw and save all figures of some parts.

    Parameters
    ----------
    names : iterable of str
        The parts.
    tables : dict of str to DataFrame
        The tables of the comparison.
    facts : Facts
        What the captions say of the study.
    sheet, folder, formats
        The style sheet, and where and how the files are written.
    processes : int
        How many figures are drawn at the same time.

    Notes
    -----
    Intervals of too few data sets are not drawn: `prgbench.report.enough_data`.
    """
    shown = without_rough_intervals(tables)
    draw = partial(_draw, tables=shown, facts=facts, sheet=sheet, folder=folder, formats=formats)
    if processes == 1:
        for name in figures_of(names):
            draw(name)
        return
    with ProcessPoolExecutor(processes) as pool:
        list(pool.map(draw, figures_of(names)))


def draw_figure(name: str, tables: Tables, facts: Facts) -> Drawn:
    """Draw a figure of a part, within the style that is set.

    Parameters
    ----------
    name : str
        The figure.
    tables : dict of str to DataFrame
        The tables of the comparison.
    facts : Facts
        What the caption says of the study.
    """
    return _drawn(name, without_rough_intervals(tables), facts)


def _drawn(name: str, tables: Tables, facts: Facts) -> Drawn:
    [draw] = [part.figures[name] for part in SHOWN if name in part.figures]
    return draw(tables, facts)


def _draw(
    name: str,
    *,
    tables: Tables,
    facts: Facts,
    sheet: str | Path,
    folder: Path,
    formats: Sequence[str],
) -> None:
    with style(sheet):
        save(_drawn(name, tables, facts), folder / name, formats)
