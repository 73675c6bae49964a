"""Draws the figures of the parts, several at a time."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import without_rough_intervals
from prgbench.comparison.parts import PARTS, Part, parts_named
from prgbench.plotting.drawn import Drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.style import save, style


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
    Intervals of too few data sets are not drawn: `prgbench.comparison.enough_data`.
    """
    shown = without_rough_intervals(tables)
    figures = [(part, figure) for part in parts_named(names) for figure in part.figures]
    draw = partial(_draw, tables=shown, facts=facts, sheet=sheet, folder=folder, formats=formats)
    if processes == 1:
        for part, figure in figures:
            draw(part, figure)
        return
    with ProcessPoolExecutor(processes) as pool:
        done = [pool.submit(draw, part, figure) for part, figure in figures]
        for figure_drawn in done:
            figure_drawn.result()


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
    [part] = [part for part in PARTS if name in part.figures]
    return _drawn(part, name, without_rough_intervals(tables), facts)


def _drawn(part: Part, name: str, tables: Tables, facts: Facts) -> Drawn:
    drawn: Drawn = part.load("figure", name)(tables, facts)
    return drawn


def _draw(
    part: Part,
    name: str,
    *,
    tables: Tables,
    facts: Facts,
    sheet: str | Path,
    folder: Path,
    formats: Sequence[str],
) -> None:
    with style(sheet):
        save(_drawn(part, name, tables, facts), folder / name, formats)
