"""The page of the theory: tables and figures of results/theory in one Markdown file."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from prgtheory.chapters import CHAPTERS, PRINTED_TABLE, Chapter
from prgtheory.printed_beside_found import VERDICTS, Row

_INTRODUCTION = """# The theory, recomputed

What five sources show besides the experiment, redrawn and recomputed with this package's metrics
and populations. `snakemake --cores 2 theory` writes this page, its figures (PDF, SVG,
PNG) and its tables (CSV) to `results/theory/`; it needs no data. The notebooks
`notebooks/theory_*.ipynb` walk through each source.

"""
_NOTED = "Where a source errs or says too much"
_OF_NOTE = ("misprint", "not general", "impossible example")
_WIDTH = 110
# A blank before what would begin a list or a quotation at the start of a line.
_UNBROKEN = re.compile(r" (?=(?:[-+*#]|\d+\.) |>)")


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

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> row = Row("Boyd et al. (2012)", "table 1a", "recall", "0.2", "0.2", "agrees")
    >>> with TemporaryDirectory() as name:
    ...     pd.DataFrame([row]).to_csv(Path(name) / "table.csv", index=False)
    ...     page = render_page(Path(name), [], chapters=[])
    >>> page[page.index("1 statement") :].partition(".")[0]
    '1 statements, with one of these verdicts each'
    """
    table = pd.read_csv(folder / f"{PRINTED_TABLE}.csv", dtype=str, keep_default_na=False)
    rows = [Row(*line) for line in table.itertuples(index=False)]
    shown = (_section(chapter, rows, folder, figures, images) for chapter in chapters)
    return "".join((_INTRODUCTION, _contents(chapters), _verdicts(rows), _noted(rows), *shown))


def _contents(chapters: Sequence[Chapter]) -> str:
    titles = ["Verdicts", _NOTED, *(chapter.title for chapter in chapters)]
    return "".join(f"- [{title}](#{_anchor(title)})\n" for title in titles) + "\n"


def _anchor(title: str) -> str:
    """Return the anchor that GitHub and the site give a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _verdicts(rows: Sequence[Row]) -> str:
    counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in VERDICTS}
    lines = [[name, str(counts[name]), meaning] for name, meaning in VERDICTS.items()]
    lead = wrapped(
        f"{len(rows)} statements, with one of these verdicts each. What is printed is shortened. "
        "Nothing is fitted to a misprint; every difference has its reason, and the build stops "
        "where one has none."
    )
    return f"## Verdicts\n\n{lead}\n\n{_table(['verdict', 'rows', 'meaning'], lines)}\n\n"


def _noted(rows: Sequence[Row]) -> str:
    items = [
        shown_row(row, f"{row.source}, ")
        for verdict in _OF_NOTE
        for row in rows
        if row.verdict == verdict
    ]
    return f"## {_NOTED}\n\n" + "\n".join(items) + "\n\n"


def is_tabled(row: Row) -> bool:
    """Return whether a row stands in the table of its source, where nothing needs a reason.

    Examples
    --------
    >>> is_tabled(Row("Boyd et al. (2012)", "table 1a", "recall", "0.2", "0.2", "agrees"))
    True
    """
    return row.verdict in ("agrees", "consistent")


def shown_row(row: Row, source: str = "") -> str:
    """Return a row as the page shows it: a line of a table, or a wrapped item of a list.

    Examples
    --------
    >>> shown_row(Row("Boyd et al. (2012)", "table 1a", "recall", "0.2", "0.2", "agrees"))
    '| table 1a | recall | 0.2 | 0.2 |'
    """
    where = f"{source}{row.where}"
    if is_tabled(row):
        value = f"{row.found} ({row.why})" if row.why else row.found
        value = f"{value} (within the source)" if row.verdict == "consistent" else value
        return _line([where, row.quantity, row.printed, value])
    value = f", found: {row.found}" if row.found else ""
    words = f' In its words: "{row.words}".' if row.words else ""
    text = f"{where}: {row.quantity}. Printed: {row.printed}{value}. "
    why = row.why[:1].upper() + row.why[1:]
    return wrapped(_escaped(f"**{row.verdict}**: {text}{why}.{words}"), "- ")


def wrapped(text: str, first: str = "") -> str:
    """Return a paragraph in lines of at most 110 characters, none of which begins a list.

    The first line begins with `first`, and the others are indented as much.

    Examples
    --------
    >>> wrapped(f"{'x' * 100} 1 - 0.25", "- ").splitlines()[1]
    '  0.25'
    """
    lines = textwrap.wrap(
        _UNBROKEN.sub("\0", text.strip()),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace("\0", " ")


def _section(
    chapter: Chapter, rows: Iterable[Row], folder: Path, figures: Sequence[str], images: str
) -> str:
    parts = [f"## {chapter.title}\n\n", _statements(chapter, rows)]
    if chapter.needs_demo:
        parts.append((folder / f"{chapter.name}.md").read_text(encoding="utf-8") + "\n")
    parts += [
        f"{table.heading}:\n\n{table_as_markdown(folder / f'{table.name}.csv')}\n\n"
        for table in chapter.tables
        if table.heading
    ]
    parts += [_figure(folder, name, images) for name in chapter.figure_files if name in figures]
    return "".join(parts)


def _statements(chapter: Chapter, rows: Iterable[Row]) -> str:
    """Return a source's rows: the table of those that agree, and a list of the others."""
    kept = [row for row in rows if row.source in chapter.sources and row.verdict not in _OF_NOTE]
    if not kept:
        return ""
    lines = [shown_row(row, _part(chapter, row)) for row in kept if is_tabled(row)]
    others = [shown_row(row, _part(chapter, row)) for row in kept if not is_tabled(row)]
    table = "\n".join([_table(["where", "statement", "printed", "found"], ()), *lines])
    listed = "\n".join(others) + "\n\n" if others else ""
    return f"What agrees:\n\n{table}\n\n{listed}"


def _part(chapter: Chapter, row: Row) -> str:
    return "" if row.source == chapter.sources[0] else "poster, "


def table_as_markdown(path: Path) -> str:
    """Return a CSV file as a Markdown table, long numbers rounded.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     path = Path(name) / "areas.csv"
    ...     pd.DataFrame({"area": ["AUPR"], "value": [0.8362748190]}).to_csv(path, index=False)
    ...     print(table_as_markdown(path))
    | area | value |
    |---|---|
    | AUPR | 0.836275 |
    """
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    return _table(list(table.columns), table.map(_short).to_numpy().tolist())


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "\n".join([_line(header), "|---" * len(header) + "|", *map(_line, lines)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


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
    return f"![{name.replace('_', ' ')}]({images}{name}.png)\n\n{wrapped(f'*{caption}*')}\n\n"
