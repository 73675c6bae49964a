"""The figure of the leaderboards."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.leaderboard.names import readable
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, empty_figure, legend_below, rows_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import count

SHOWN = 12
TICKS = [step * 10**power for power in range(6) for step in (1, 2, 5)]


def leaderboard(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the strengths and ranks of the first flows by each measure."""
    table = tables["leaderboard"]
    if table.empty:
        text = "No two flows are drawn in enough tasks."
        return empty_figure(text), text
    shown = _first_flows(table)
    own = table[table["flow"].isin(shown)]
    names = readable(own)
    own = own.assign(label=own["flow"].map(names), named=own["measure"].map(measure_label))
    labels = [names[flow] for flow in shown]
    density = max(1.0, table["measure"].nunique() / 3)
    figure, (strengths, ranks) = rows_figure(round(density * len(shown)), n_panels=2)
    _draw(strengths, own, labels, "strength", ("lower", "upper"))
    _draw(ranks, own, labels, "rank", ("rank_lower", "rank_upper"))
    strengths.axvline(0, color="0.6", linewidth=0.8)
    strengths.set_xlabel("Log-strength (0: mean flow)")
    ranks.set_xscale("log")
    last = int(own[["rank", "rank_upper"]].max().max())
    places = [place for place in TICKS if place <= last]
    ranks.set_xticks(places, [f"{place:,}" for place in places])
    ranks.minorticks_off()
    ranks.set_xlim(0.85, 1.2 * last)
    ranks.set_xlabel(f"Rank among {count(table['flow'].nunique(), 'flow')}")
    legend_below(figure, strengths, columns=5)
    return figure, _caption(tables["leaderboard_moves"].iloc[0], table, shown, facts)


def _first_flows(table: pd.DataFrame) -> list[str]:
    """Return the first flows by the first measure, then those that are first by another."""
    first = table.loc[table["measure"] == table["measure"].iloc[0], "flow"].head(SHOWN)
    others = table.loc[table["rank"] == 1, "flow"]
    return list(dict.fromkeys([*first, *others]))


def _draw(
    axes: Axes, table: pd.DataFrame, rows: list[str], value: str, bounds: tuple[str, str]
) -> None:
    lower, upper = bounds
    draw_rows(
        axes,
        table,
        row="label",
        colour="named",
        value=value,
        lower=lower,
        upper=upper,
        rows=rows,
    )


def _caption(moves: pd.Series, table: pd.DataFrame, shown: list[str], facts: Facts) -> str:
    first = measure_label(table["measure"].iloc[0])
    return (
        f"The first {count(min(SHOWN, len(shown)), 'flow')} of {table['flow'].nunique():,} by "
        f"{first} and any that is first by another measure ({facts.source}): Bradley-Terry "
        f"log-strengths from pairwise wins in {count(moves['tasks'], 'task')} on "
        f"{count(moves['datasets'], 'data set')}, with the {facts.interval} over data sets, and "
        "their ranks, with all ranks that such intervals of the differences from the other flows "
        "leave possible."
    )
