"""The part `aggregation`: which model wins by which rule, in words and in a figure."""

from collections.abc import Sequence

import pandas as pd

from prgbench.answer.aggregation import MEAN, RULES, RuleLeader, RulePair
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, legend_below, looks, percent_tick, rows_figure
from prgbench.plotting.words import (
    count,
    listing,
    measure_label,
    p_value,
    percent,
    short_flow_name,
)
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown, legend_label

NONE = "Not drawn: no models are on all of at least eight data sets."
MOST_MEASURES = 4
"""With a panel each."""

HEADER = ("measure", "rule", "model", "place", "leads in resamples")
ONE_ORDER = (
    "The order by mean rank is also that of the Borda count, the mean win rate over the other "
    "models, and Elo ratings, as all these models are on all these data sets."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say for each measure which model wins by which rule, and whether that is noise."""
    pairs = rows_of(RulePair, tables["rule_pairs"])
    if not pairs:
        return []
    measures = dict.fromkeys(pair.measure for pair in pairs)
    leaders = [row for row in rows_of(RuleLeader, tables["rule_leaders"]) if row.first > 0]
    # Fewer models have a measure that needs probabilities, such as the Brier score.
    among = dict.fromkeys(map(_among, pairs))
    intro = f"Winners among {next(iter(among))}." if len(among) == 1 else ""
    intro += (
        " P-values are for one model that leads by both rules on new data sets, adjusted for all "
        "rules and measures."
    )
    return [
        intro.strip(),
        *(
            _of_measure(
                [pair for pair in pairs if pair.measure == measure], facts, alone=len(among) > 1
            )
            for measure in measures
        ),
        ONE_ORDER,
        markdown_table(HEADER, map(_leader, leaders)),
    ]


def _among(pair: RulePair) -> str:
    """Say how many models on how many data sets two rules rank."""
    families = "" if pair.families == pair.datasets else f" of {pair.families:,} families"
    return f"{count(pair.models, 'model')} on {count(pair.datasets, 'data set')}{families}"


def _of_measure(pairs: Sequence[RulePair], facts: Facts, *, alone: bool) -> str:
    """Say which models win by a measure, and what the choice of the data sets may explain.

    ``alone``: other measures rank other models, so that these are counted here.
    """
    label = measure_label(pairs[0].measure)
    among = f" ({_among(pairs[0])})" if alone else ""
    # Rules that name the same winner need no test.
    differing = [pair for pair in pairs if pair.winner_a != pair.winner_b]
    if differing:
        return f"**{label}**{among}: " + " ".join(_pair(pair, facts) for pair in differing)
    rules = [pairs[0].rule_a, *(pair.rule_b for pair in pairs)]
    winner = as_markdown(short_flow_name(pairs[0].winner_a))
    most = max(pair.differ for pair in pairs)
    return (
        f"**{label}**{among}: {winner} wins by every rule: {listing(rules)}. Two rules name "
        f"different winners in at most {percent(most)} of resampled choices of the data sets."
    )


def _pair(pair: RulePair, facts: Facts) -> str:
    a, b = (as_markdown(short_flow_name(name)) for name in (pair.winner_a, pair.winner_b))
    explained = (
        "more than the choice of the data sets explains"
        if pair.p_winners <= facts.significance_level / 2
        else "which the choice of the data sets may explain"
    )
    return (
        f"By {pair.rule_a} {a} wins, by {pair.rule_b} {b}, {explained} "
        f"({p_value(pair.p_winners)}; different winners in {percent(pair.differ)} of resamples)."
    )


def _leader(row: RuleLeader) -> tuple[str, ...]:
    name = as_markdown(short_flow_name(row.model))
    return measure_label(row.measure), row.rule, name, str(row.place), percent(row.first)


def aggregation(tables: Tables, facts: Facts) -> Drawn:
    """Draw in which share of resampled data sets the first models lead, by each rule."""
    rows = rows_of(RuleLeader, tables["rule_leaders"])
    if not rows:
        return not_drawn(NONE)
    measures = list(dict.fromkeys(row.measure for row in rows))[:MOST_MEASURES]
    rows = [row for row in rows if row.measure in measures]
    # The model that leads most often by any rule is drawn first.
    often: dict[str, float] = {}
    for row in rows:
        often[row.model] = max(often.get(row.model, 0.0), row.first)
    models = sorted((name for name, share in often.items() if share > 0), key=lambda m: -often[m])
    labels = {name: legend_label(short_flow_name(name)) for name in models}
    figure, panels = rows_figure(2 * len(models), len(measures))
    data = {}
    for axes, measure in zip(panels, measures, strict=True):
        points = [
            (labels[row.model], row.rule, row.first, row.first, row.first)
            for row in rows
            if row.measure == measure and row.model in labels
        ]
        table = pd.DataFrame(points, columns=["row", "series", "value", "lower", "upper"])
        # All panels have the same rows, so that a model is found at one height.
        data[measure_label(measure)] = draw_rows(
            axes, table, rows=list(labels.values()), appearance=looks(RULES)
        )
        axes.set_xlim(-0.03, 1.03)
        axes.xaxis.set_major_formatter(percent_tick)
        axes.locator_params(axis="x", nbins=4)
        axes.set_xlabel(f"leads by {measure_label(measure)}")
    legend_below(figure, panels[0], columns=len(RULES))
    drawn = panels_table(data)
    caption = (
        "In which share of resampled choices of the data sets a model leads, by each rule of "
        f"aggregation ({facts.source}). Rules whose marks lie together name the same winner; "
        "a rule has marks for its first five models."
    )
    alt = f"Shares of resamples in which models lead, by rule: {spoken(_unnamed(drawn))}."
    return Drawn(figure, caption, alt, drawn)


def _unnamed(drawn: pd.DataFrame) -> pd.DataFrame:
    """Replace the models by numbers, as descriptions have no foreign names."""
    numbers = {name: f"model {i}" for i, name in enumerate(dict.fromkeys(drawn["row"]), start=1)}
    return drawn.assign(row=drawn["row"].map(numbers))


SHOWN = ShownPart(
    "aggregation",
    title="Does the rule of aggregation change the winner?",
    shows="Which model wins if scores are averaged, ranked, rescaled or counted as wins over the "
    "data sets, and whether the winners differ by more than the choice of the data sets explains.",
    cannot_tell=f"Which rule is right: {MEAN} weighs data sets by the size of their differences, "
    "the others do not.",
    paragraphs=paragraphs,
    figures={"aggregation": aggregation},
)
