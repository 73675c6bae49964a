"""The part `leaderboards` in words."""

import math

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.leaderboards import Leader, LeaderboardPair
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    pair_label,
    percent,
    short_flow_name,
)
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown

PAIRS = (
    *("measures", "found", "free of noise", "of the ten best", "verdict", "other leaders"),
    *("without", "it is"),
)
LEADERS = ("measure", "model", "mean rank", "leads in resamples")


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say the correlations of mean ranks, and how often other data sets give other leaders."""
    rows = rows_of(LeaderboardPair, tables["leaderboard_pairs"])
    if not rows:
        return []
    # A model that never leads in resamples is no leader to be named.
    leaders = [row for row in rows_of(Leader, tables["leaders"]) if row.first > 0]
    return [
        _intro(rows[0], facts),
        markdown_table(PAIRS, map(_pair, rows)),
        markdown_table(LEADERS, map(_leader, leaders)),
        *_noise_within(leaders),
        *_sensitive(leaders),
    ]


def _intro(row: LeaderboardPair, facts: Facts) -> str:
    of_datasets = count(row.datasets, "data set")
    if row.families != row.datasets:
        of_datasets += f" of {row.families:,} families"
    left_out = [
        count(number, word)
        for number, word in ((row.models_left_out, "model"), (row.datasets_left_out, "task"))
        if number
    ]
    return (
        f"Correlations of the mean ranks of {count(row.models, 'model')} over {of_datasets}, in "
        f"brackets {facts.interval}s that hold together."
        + (f" Left out, to have all models on all tasks: {listing(left_out)}." if left_out else "")
    )


def _pair(row: LeaderboardPair) -> tuple[str, ...]:
    return (
        pair_label(row.measure_a, row.measure_b),
        decimal(row.observed),
        f"{decimal(row.estimate)} {bounds(row.lower, row.upper, decimal)}",
        ""
        if math.isnan(row.estimate_best)
        else f"{decimal(row.estimate_best)} {bounds(row.lower_best, row.upper_best, decimal)}",
        row.verdict,
        "no" if row.leader_a == row.leader_b else p_value(row.p_leaders),
        as_markdown(row.influential),
        "" if math.isnan(row.estimate_without) else decimal(row.estimate_without),
    )


def _leader(row: Leader) -> tuple[str, ...]:
    name = as_markdown(short_flow_name(row.model))
    return measure_label(row.measure), name, f"{row.mean_rank:.2f}", percent(row.first)


def _noise_within(leaders: list[Leader]) -> list[str]:
    """Say which noise hides the order: that of the instances, or of the sampled data sets."""
    shares = {row.measure: row.within for row in leaders if not math.isnan(row.within)}
    if not shares:
        return []
    named = listing([f"{percent(share)} by {measure_label(m)}" for m, share in shares.items()])
    return [
        "Of the variance of a model's rank from data set to data set, noise of the instances "
        f"makes up about {named}. The rest is that the models differ from data set to data set."
    ]


def _sensitive(leaders: list[Leader]) -> list[str]:
    """Say where the removal of some other model makes another one lead."""
    counts = {row.measure: row.other_leaders for row in leaders if row.other_leaders > 0}
    return [
        f"Under {measure_label(measure)}, another model leads if {count(number, 'other model')} "
        f"{'is' if number == 1 else 'are'} left out: mean ranks depend on which models take part."
        for measure, number in counts.items()
    ]


SHOWN = ShownPart(
    "leaderboards",
    title="Do the measures lead to different leaderboards?",
    shows="How similar the models' mean ranks over the data sets are under two measures once the "
    "noise of sampling data sets is removed, and how stable the first ranks are.",
    cannot_tell="On which data sets the measures differ, or what is true of data sets of another "
    "kind.",
    paragraphs=paragraphs,
)
