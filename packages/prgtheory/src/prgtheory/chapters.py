"""The chapters of the theory, one for each source and one beyond: the one list of them.

A chapter is a line of `CHAPTERS` and a folder of that name beside this module:

``figures.py``
    ``figure_<name>()`` for each figure of the line: the figure and its caption.
``model.py``, or the module that a table names
    ``table_<name>()`` for each table of the line: its lines.
``printed.py``, for sources that print numbers
    ``rows()``: every one of them beside what is found here.

What else a folder holds serves these modules. Rules, page and tests read this list, nothing else
names a chapter; one with a notebook has it in ``notebooks/theory_<chapter>.ipynb``.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from prgtheory.printed_beside_found import Row

Lines = Sequence[dict[str, Any]]

PRINTED_TABLE = "theory"
"""The table of all statements of the sources beside what is found here."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a chapter.

    Attributes
    ----------
    name : str
        Its file, and its function.
    heading : str
        What stands above it on the page; the page leaves out tables without a heading.
    module : str
        The module of the chapter that has its function.

    Examples
    --------
    >>> chapter_named("boyd").tables[0].name
    'downsampling'
    """

    name: str
    heading: str = ""
    module: str = "model"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the theory.

    Attributes
    ----------
    name : str
        Its folder, and the beginning of its files.
    title : str
        The title of its section of the page.
    figures : tuple of str
        Its figures, in the order of the page.
    tables : tuple of Table
        Its tables, in the order of the page.
    sources : tuple of str
        What its rows call their source, the main one first; empty if it prints no numbers.
    has_notebook : bool
        Whether a notebook walks through it.

    Examples
    --------
    >>> chapter = chapter_named("population")
    >>> chapter.figure_files
    ['population_prg', 'population_errors', 'population_coverage']
    >>> chapter.module("figures")
    'prgtheory.population.figures'
    """

    name: str
    title: str
    figures: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    sources: tuple[str, ...] = ()
    has_notebook: bool = True

    @property
    def figure_files(self) -> list[str]:
        """Return the names of its figures' files, without ending."""
        return [f"{self.name}_{figure}" for figure in self.figures]

    @property
    def table_modules(self) -> list[str]:
        """Return the full names of the modules that its tables and printed numbers come from."""
        tables = [self.module(table.module) for table in self.tables]
        return [*tables, self.module("printed")] if self.sources else tables

    def module(self, name: str) -> str:
        """Return the full name of one of the chapter's modules."""
        return f"{__package__}.{self.name}.{name}"

    def load(self, module: str, attribute: str) -> Any:
        """Return what one of the chapter's modules has under a name."""
        return getattr(import_module(self.module(module)), attribute)


CHAPTERS = (
    Chapter(
        "flach_kull",
        "Flach & Kull (2015), Precision-Recall-Gain curves",
        sources=("Flach & Kull (2015)", "Flach & Kull, poster (2015)"),
        figures=("1", "2", "3"),
        tables=(
            Table(
                "properties",
                "The poster's six properties, computed on the 25-point example",
                module="six_properties",
            ),
        ),
    ),
    Chapter(
        "introduction",
        "Introduction to the precision-recall plot",
        sources=("Introduction to the PR plot",),
        figures=("curve", "area", "baselines", "models", "one_to_one", "equal_auroc"),
    ),
    Chapter(
        "boyd",
        "Boyd et al. (2012), Unachievable region in precision-recall space",
        sources=("Boyd et al. (2012)",),
        figures=("1", "2", "3", "4", "downsampling"),
        tables=(
            Table(
                "downsampling",
                "Down-sampling the negatives of one bi-normal model's test set",
            ),
        ),
    ),
    Chapter(
        "hughes_oliver",
        "Hughes-Oliver, Population and empirical PR curves",
        sources=("Hughes-Oliver",),
        figures=("1_2", "3", "4", "5", "6", "7", "8", "9", "10", "11"),
        tables=(Table("simulation_study", module="simulation_study"),),
    ),
    Chapter(
        "population",
        "Beyond the sources: PRG curves, standard errors and coverage",
        figures=("prg", "errors", "coverage"),
        tables=(
            Table(
                "population_areas",
                "Exact areas of the populations: as positives get rarer, from 1/2 to 1/11, AUPR "
                "falls, and AUPRG rises in all cases but E, which is worse than chance, and whose "
                "E[FG1] is 0/0 at prevalence 1/2",
            ),
            Table("standard_errors", "Standard errors of the areas, case A at prevalence 1/5"),
            Table("coverage"),
        ),
        has_notebook=False,
    ),
)


def chapter_named(name: str) -> Chapter:
    """Return the chapter of a name.

    Raises ValueError if there is none.

    Examples
    --------
    >>> chapter_named("boyd").figures[:2]
    ('1', '2')
    """
    for chapter in CHAPTERS:
        if chapter.name == name:
            return chapter
    raise ValueError(f"There is no chapter {name}.")


def table_named(name: str) -> Lines:
    """Return the lines of a table.

    Raises ValueError if there is no such table.

    Examples
    --------
    >>> table_named("nothing")
    Traceback (most recent call last):
    ValueError: There is no table nothing.
    """
    if name == PRINTED_TABLE:
        return [asdict(row) for row in printed_rows()]
    for chapter in CHAPTERS:
        for table in chapter.tables:
            if table.name == name:
                lines: Lines = chapter.load(table.module, f"table_{name}")()
                return lines
    raise ValueError(f"There is no table {name}.")


def printed_rows(chapters: Sequence[Chapter] = CHAPTERS) -> list[Row]:
    """Return every statement of the sources beside what is found here.

    Examples
    --------
    >>> boyd = next(chapter for chapter in CHAPTERS if chapter.name == "boyd")
    >>> row = printed_rows([boyd])[0]
    >>> row.where, row.printed, row.found, row.verdict
    ('table 1a', '0.2', '0.2', 'agrees')
    """
    return [
        row for chapter in chapters if chapter.sources for row in chapter.load("printed", "rows")()
    ]
