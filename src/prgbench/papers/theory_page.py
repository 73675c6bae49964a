"""The page of the theory: tables and figures of results/theory in one Markdown file."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from tabulate import tabulate

_TITLES = {
    "flach_kull": "Flach & Kull (2015), Precision-Recall-Gain curves",
    "introduction": "Introduction to the precision-recall plot",
    "boyd": "Boyd et al. (2012), Unachievable region in precision-recall space",
    "hughes_oliver": "Hughes-Oliver, Population and empirical PR curves",
    "population": "Beyond the sources: PRG curves, standard errors and coverage",
    "demo": "The demo's tasks and models",
}
_INTRODUCTION = """# The theory, recomputed

What four sources show besides the experiment, drawn and computed anew from this package's own
metrics and populations. `snakemake --cores 2 theory` writes this page, its figures (PDF, SVG,
PNG) and its tables (CSV) to `results/theory/`; it needs no data. The notebooks
`notebooks/theory_*.ipynb` walk through each source.

"""
_TABLES_OF_SECTION = {
    "flach_kull": [
        ("properties", "The poster's six properties, computed on the 25-point example")
    ],
    "boyd": [("downsampling", "Down-sampling the negatives of one bi-normal model's test set")],
    "population": [
        ("population_areas", "Exact areas of the populations"),
        ("standard_errors", "Standard errors of the areas, case A at prevalence 1/5"),
    ],
}


def render_page(folder: Path, figures: Sequence[str], images: str = "") -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    folder : Path
        Where tables (``.csv``), captions (``.md``) and ``demo.md`` stand.
    figures : sequence of str
        Names of the figures, which begin with the name of their section.
    images : str
        Path from the page to the folder of the images, with its slash.
    """
    parts = [_INTRODUCTION, _comparison(folder)]
    for section, title in _TITLES.items():
        parts.append(f"## {title}\n\n")
        if section == "demo":
            parts.append((folder / "demo.md").read_text(encoding="utf-8") + "\n")
        parts += [
            f"{heading}:\n\n{table_as_markdown(folder / f'{name}.csv')}\n\n"
            for name, heading in _TABLES_OF_SECTION.get(section, [])
        ]
        parts += [
            _figure(folder, name, images) for name in figures if name.startswith(f"{section}_")
        ]
    return "".join(parts)


def _comparison(folder: Path) -> str:
    verdicts = pd.read_csv(folder / "table.csv")["verdict"].value_counts()
    counted = ", ".join(f"{verdict} {count}" for verdict, count in verdicts.items())
    return (
        "## Printed in the source, found here, why different\n\n"
        f"{verdicts.sum()} statements: {counted}. Nothing is fitted to a misprint; every "
        "difference has its reason in the last column, and the build stops where one has none.\n\n"
        f"{table_as_markdown(folder / 'table.csv')}\n\n"
    )


def table_as_markdown(path: Path) -> str:
    """Return a CSV file as a Markdown table, long numbers rounded."""
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
