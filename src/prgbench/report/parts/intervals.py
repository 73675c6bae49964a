"""The percentages with their intervals: figure and words."""

import pandas as pd

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, panels_table, spoken
from prgbench.plotting.rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    pair_labels,
    points,
    records,
    rows_by,
    sample_size,
    share_of,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.stats.interval import EXACT
from prgbench.study.agreement import by_pair

TITLE = "How sure are the percentages?"
SHOWS = (
    "How often two measures disagree in this study, and how far these percentages would move with "
    "other data sets of the same kind."
)
CANNOT_TELL = (
    "Why they disagree: noise alone makes measures disagree, too. The data sets are no random "
    "sample of all problems, so the intervals hold for more of the same kind only."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, how sure that is, and which percentages differ."""
    table = tables["intervals"]
    first = table.iloc[0]
    written = [
        f"The {count(first['tasks'], 'task')} stand on {count(first['datasets'], 'data set')}, so "
        f"each {facts.interval} (in brackets) takes data sets, not tasks, as independent: of "
        "shares Wilson's, for as many trials as have their error over the data sets; of "
        "correlations by resampling data sets."
    ]
    if (table["note"] == EXACT).any():
        written.append(
            "Where all tasks are alike, bounds are exact (Clopper and Pearson), with data sets as "
            "trials."
        )
    if first["datasets"] < FEWEST_CLUSTERS:
        written.append(f"*With fewer than {FEWEST_CLUSTERS} data sets intervals are rough.*")
    lines = []
    for a, b, rows in by_pair(table):
        by = rows_by(rows, "statistic")
        best, top, rank = by["best_differs"], by["top_differs"], by["rank_correlation"]
        lines.append(
            f"- {measure_label(a)} and {measure_label(b)} have different best models in "
            f"{_share(best)} tasks {_bounds(best)} (as if tasks were independent: "
            f"{bounds(best['naive_lower'], best['naive_upper'])}), a different ordered top three "
            f"in {_share(top)} {_bounds(top)}; their ranks correlate by "
            f"{decimal(rank['estimate'])} {bounds(rank['lower'], rank['upper'], decimal)}."
        )
    tests = _paired_tests(tables["paired_tests"], first["datasets"], facts)
    return [*written, "\n".join(lines), *tests]


def _share(row: Row) -> str:
    return share_of(row["estimate"] * row["tasks"], row["tasks"])


def _bounds(row: Row) -> str:
    return f"{bounds(row['lower'], row['upper'])}{', exact' if row['note'] == EXACT else ''}"


def _paired_tests(tests: pd.DataFrame, datasets: int, facts: Facts) -> list[str]:
    if tests.empty:
        return []
    if datasets < FEWEST_CLUSTERS:
        return [
            "Whether these percentages differ from one another is not tested with fewer than "
            f"{FEWEST_CLUSTERS} data sets."
        ]
    clear = tests[tests["p_value_adjusted"] < facts.significance_level]
    number = f"{len(clear)} have" if len(clear) > 1 else "one has" if len(clear) else "none has"
    text = (
        f"Of {count(len(tests), 'difference')} between these percentages on the same tasks, "
        f"{number} p < {facts.significance_level:g} by flipping the signs of data sets, adjusted "
        "for their number (Holm)"
    )
    named = [
        f"{_pair_name(row['pair_1'])} against {_pair_name(row['pair_2'])} "
        f"({'best models' if row['statistic'] == 'best_differs' else 'top three'}: "
        f"{points(row['estimate'])} points {bounds(row['lower'], row['upper'], points)}, adjusted "
        f"{p_value(row['p_value_adjusted'])})"
        for row in records(clear)
    ]
    return [f"{text}{': ' + listing(named) if named else ''}."]


def _pair_name(name: str) -> str:
    return "–".join(measure_label(part) for part in name.split("-"))


STATISTICS = {
    "best_differs": "Tasks with different best models",
    "top_differs": "Tasks with a different ordered top three",
}
KINDS = {
    "data sets as clusters": ("lower", "upper"),
    "tasks as if independent": ("naive_lower", "naive_upper"),
}


def percentages(tables: Tables, facts: Facts) -> Drawn:
    """Draw the percentages with both of their intervals."""
    table = tables["intervals"].assign(pair=pair_labels)
    figure, panels = rows_figure(2 * table["pair"].nunique(), len(STATISTICS))
    data = {}
    for axes, (statistic, label) in zip(panels, STATISTICS.items(), strict=True):
        own = table[table["statistic"] == statistic]
        lines = pd.concat(
            [
                own.assign(kind=kind, low=own[low], high=own[high])
                for kind, (low, high) in KINDS.items()
            ]
        )
        data[label] = draw_rows(
            axes, lines, row="pair", series="kind", value="estimate", lower="low", upper="high"
        )
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    drawn = panels_table(data)
    caption = (
        f"How often measures disagree ({facts.source}): share of {sample_size(table)} with "
        f"Wilson's {facts.interval}, with the data sets as clusters (exact where all tasks are "
        f"alike) and with tasks taken as independent.{open_marks(drawn)}"
    )
    said = [
        f"{label}: {spoken(own[own['series'] == next(iter(KINDS))].drop(columns='series'))}."
        for label, own in data.items()
    ]
    return Drawn(figure, caption, " ".join(said), drawn)


SHOWN = ShownPart("intervals", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"percentages": percentages})
