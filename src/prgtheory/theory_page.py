"""The page of the theory: tables and figures of results/theory in one Markdown file."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from tabulate import tabulate

from prgtheory.chapters import CHAPTERS, PRINTED_TABLE, Chapter

_INTRODUCTION = """# The theory, recomputed

What four sources show besides the experiment, drawn and computed anew from this package's own
metrics and populations. `snakemake --cores 2 theory` writes this page, its figures (PDF, SVG,
PNG) and its tables (CSV) to `results/theory/`; it needs no data. The notebooks
`notebooks/theory_*.ipynb` walk through each source.

"""


def render_page(
    folder: Path,
    figures: Sequence[str],
    images: str = "",
    *,
    chapters: Sequence[Chapter] = CHAPTERS,
) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    folder : Path
        Where tables (``.csv``), captions (``.md``) and ``demo.md`` stand.
    figures : sequence of str
        The figures to show; those of the demo are there only if it has been run.
    images : str, default=""
        Path from the page to the folder of the images, with its slash.
    chapters : sequence of Chapter, default=CHAPTERS
        The chapters, in the order of the page.

    Returns
    -------
    str

    See Also
    --------
    prgtheory.docs.write_docs : The page for the docs.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     verdicts = pd.DataFrame({"verdict": ["agrees", "agrees", "misprint"]})
    ...     verdicts.to_csv(Path(name) / "table.csv", index=False)
    ...     page = render_page(Path(name), [], chapters=[])
    >>> page[page.index("3 statements") :].partition(".")[0]
    '3 statements: agrees 2, misprint 1'
    """
    shown = (_section(chapter, folder, figures, images) for chapter in chapters)
    return "".join((_INTRODUCTION, _printed_beside_found(folder), *shown))


def _section(chapter: Chapter, folder: Path, figures: Sequence[str], images: str) -> str:
    parts = [f"## {chapter.title}\n\n"]
    if chapter.needs_demo:
        parts.append((folder / f"{chapter.name}.md").read_text(encoding="utf-8") + "\n")
    parts += [
        f"{table.heading}:\n\n{table_as_markdown(folder / f'{table.name}.csv')}\n\n"
        for table in chapter.tables
        if table.heading
    ]
    parts += [_figure(folder, name, images) for name in chapter.figure_files if name in figures]
    return "".join(parts)


def _printed_beside_found(folder: Path) -> str:
    table = folder / f"{PRINTED_TABLE}.csv"
    verdicts = pd.read_csv(table)["verdict"].value_counts()
    counted = ", ".join(f"{verdict} {count}" for verdict, count in verdicts.items())
    return (
        "## Printed in the source, found here, why different\n\n"
        f"{verdicts.sum()} statements: {counted}. Nothing is fitted to a misprint; every "
        "difference has its reason in the last column, and the build stops where one has none.\n\n"
        f"{table_as_markdown(table)}\n\n"
    )


def table_as_markdown(path: Path) -> str:
    """Return a CSV file as a Markdown table, long numbers rounded.

    Parameters
    ----------
    path : Path
        The CSV file.

    Returns
    -------
    str
        Numbers of ten characters or more with six digits.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     path = Path(name) / "areas.csv"
    ...     pd.DataFrame({"area": ["AUPR"], "value": [0.8362748190]}).to_csv(path, index=False)
    ...     print(table_as_markdown(path))
    | area   | value    |
    |:-------|:---------|
    | AUPR   | 0.836275 |
    """
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    cells = table.map(lambda cell: _short(cell).replace("|", "\\|"))
    columns = cells.to_dict("list")
    return str(tabulate(columns, headers="keys", tablefmt="pipe", disable_numparse=True))


def _short(cell: str) -> str:
    """Round a number with more digits than a page needs."""
    if "." not in cell or len(cell) < 10:
        return cell
    try:
        return f"{float(cell):.6g}"
    except ValueError:
        return cell


def _figure(folder: Path, name: str, images: str) -> str:
    caption = (folder / f"{name}.md").read_text(encoding="utf-8").strip()
    return f"![{name.replace('_', ' ')}]({images}{name}.png)\n\n*{caption}*\n\n"
