"""The page of the theory: tables and figures of results/theory in one Markdown file."""

import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from prgtheory.chapters import CHAPTERS, PRINTED_TABLE, Chapter
from prgtheory.printed_beside_found import VERDICTS

_INTRODUCTION = f"""# The theory, recomputed

The theoretical statements and figures of five sources, recomputed with this package's metrics and
populations. `snakemake --cores 2 theory` writes this page, its figures (PDF, SVG, PNG) and its
tables (CSV) to `results/theory/`; it needs no data. The notebooks `notebooks/theory_*.ipynb` walk
through each source. [{PRINTED_TABLE}.csv]({PRINTED_TABLE}.csv) has a row for each statement, as
printed and as recomputed.

"""
_ERRORS = ("misprint", "impossible example")
_DECIMAL = re.compile(r"-?\d*\.\d*(e[-+]\d+)?")


def render_page(
    folder: Path,
    figures: Sequence[str],
    *,
    chapters: Sequence[Chapter] = CHAPTERS,
) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    folder : Path
        Where tables (``.csv``) and captions (``.md``) stand.
    figures : sequence of str
        The figures to show, without their ending.
    chapters : sequence of Chapter, default=CHAPTERS
        The chapters, in the order of the page.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from prgtheory.printed_beside_found import Row
    >>> row = Row("Boyd et al. (2012)", "table 1a", "recall", "0.2", "0.2", "agrees")
    >>> with TemporaryDirectory() as name:
    ...     pd.DataFrame([row]).to_csv(Path(name) / "theory.csv", index=False)
    ...     page = render_page(Path(name), [], chapters=[])
    >>> page[page.index("1 statement") :].partition(".")[0]
    '1 statements, each with one of these verdicts'
    """
    rows = _read(folder / f"{PRINTED_TABLE}.csv")
    shown = (_section(chapter, folder, figures) for chapter in chapters)
    return "".join((_INTRODUCTION, _verdicts(rows), _errors(rows), *shown))


def _verdicts(rows: pd.DataFrame) -> str:
    counts = pd.crosstab(rows["verdict"], rows["source"])
    # Every verdict of the list in its order, and the sources in theirs.
    counts = counts.reindex(index=list(VERDICTS), columns=rows["source"].unique(), fill_value=0)
    counts.insert(0, "all", counts.sum(axis=1))
    counts.insert(0, "meaning", list(VERDICTS.values()))
    lead = (
        f"{len(rows)} statements, each with one of these verdicts. Every difference has a stated\n"
        "reason; without one, the build fails."
    )
    return f"## Verdicts\n\n{lead}\n\n{as_markdown(counts.reset_index())}\n\n"


def _errors(rows: pd.DataFrame) -> str:
    kept = rows[rows["verdict"].isin(_ERRORS)]
    where = kept["source"] + ", " + kept["where"]
    errors = pd.DataFrame({"where": where, "statement": kept["quantity"]}).join(
        kept[["printed", "found", "why"]]
    )
    return f"## Errors in the sources\n\n{as_markdown(errors)}\n\n"


def _section(chapter: Chapter, folder: Path, figures: Sequence[str]) -> str:
    parts = [f"## {chapter.title}\n\n"]
    parts += [
        f"{table.heading}:\n\n{as_markdown(_read(folder / f'{table.name}.csv'))}\n\n"
        for table in chapter.tables
        if table.heading
    ]
    parts += [_figure(folder, name) for name in chapter.figure_files if name in figures]
    return "".join(parts)


def _read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def as_markdown(table: pd.DataFrame) -> str:
    """Return a table of texts as Markdown, long numbers rounded.

    Examples
    --------
    >>> print(as_markdown(pd.DataFrame({"area": ["AUPR"], "value": ["0.8362748190"]})))
    | area | value |
    |---|---|
    | AUPR | 0.836275 |
    """
    cells = [table.columns, *table.astype(str).map(_short).to_numpy()]
    header, *lines = (f"| {' | '.join(line)} |" for line in cells)
    return "\n".join([header, "|---" * table.shape[1] + "|", *lines])


def _short(cell: str) -> str:
    """Round a number with more digits than a page needs, and escape what would end a cell."""
    if len(cell) >= 10 and _DECIMAL.fullmatch(cell):
        return f"{float(cell):.6g}"
    return cell.replace("|", "\\|")


def _figure(folder: Path, name: str) -> str:
    caption = (folder / f"{name}.md").read_text(encoding="utf-8").strip()
    return f"![{name.replace('_', ' ')}]({name}.png)\n\n*{caption}*\n\n"
