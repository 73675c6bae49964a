"""The figure of the leaderboards."""

from functools import partial

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.comparison.leaderboard.names import readable
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import count

SHOWN = 12
TICKS = [step * 10**power for power in range(6) for step in (1, 2, 5)]


def leaderboard(tables: Tables, facts: Facts) -> Drawn:
    """Draw the strengths and ranks of the first flows by each measure."""
    table = tables["leaderboard"]
    if table.empty:
        return not_drawn("No two flows are drawn in enough tasks.")
    shown = _first_flows(table)
    own = table[table["flow"].isin(shown)]
    names = readable(own)
    own = own.assign(label=own["flow"].map(names), named=own["measure"].map(measure_label))
    labels = [names[flow] for flow in shown]
    density = max(1.0, table["measure"].nunique() / 3)
    figure, (strengths, ranks) = rows_figure(round(density * len(shown)), n_panels=2)
    draw = partial(draw_rows, row="label", series="named", rows=labels)
    data = {
        "log-strength": draw(strengths, own, value="strength", lower="lower", upper="upper"),
        "rank": draw(ranks, own, value="rank", lower="rank_lower", upper="rank_upper"),
    }
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
    drawn = panels_table(data)
    caption = _caption(tables["leaderboard_moves"].iloc[0], table, shown, facts)
    return Drawn(figure, caption + open_marks(drawn), _alt(data["rank"], names, shown), drawn)


def _first_flows(table: pd.DataFrame) -> list[str]:
    """Return the first flows by the first measure, then those that are first by another."""
    first = table.loc[table["measure"] == table["measure"].iloc[0], "flow"].head(SHOWN)
    others = table.loc[table["rank"] == 1, "flow"]
    return list(dict.fromkeys([*first, *others]))


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


def _alt(ranks: pd.DataFrame, names: dict[str, str], shown: list[str]) -> str:
    measures = ranks["series"].unique()
    first = ranks[ranks["row"] == names[shown[0]]].assign(row=ranks["series"])
    return (
        "Log-strengths and ranks of the first flows by each measure, with intervals. Ranks of the "
        f"first flow by {measures[0]}: "
        f"{spoken(first.drop(columns='series'), lambda rank: f'{rank:g}')}."
    )
