"""The report's paragraphs on what the disagreements depend on and where they are."""

import numpy as np
import pandas as pd

from prgbench.comparison.measure_matrix.tables import ABOVE_CHANCE, GINI, SAME_ORDER
from prgbench.comparison.predictors.tables import PREDICTORS
from prgbench.comparison.table_files import Tables
from prgbench.figures.comparison.measures import COEFFICIENTS
from prgbench.plotting.interval_rows import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    p_value,
    pair,
    percent,
    records,
    rows_by,
)
from prgbench.replication.groups import by_pair

SHOWN_BINS = 10


def ties(tables: Tables) -> list[str]:
    """Say how much the percentages move with the treatment of ties."""
    table = tables["ties"]
    lines = []
    for _, _, rows in by_pair(table):
        exact, *_, loose = [*records(rows), records(rows)[-1]]
        lines.append(
            f"- {pair(exact)}: {percent(exact['strict'])} of the tasks have different sets of "
            f"best models, {percent(exact['expected'])} different ones if ties are broken at "
            f"random, {percent(exact['lenient'])} none in common; with scores tied within "
            f"{loose['tolerance']:g} it is {percent(loose['strict'])}, "
            f"{percent(loose['expected'])} and {percent(loose['lenient'])}. The top three differ "
            f"in order in {percent(exact['top3_ordered'])}, as sets in "
            f"{percent(exact['top3_set'])}."
        )
    ranks = tables["tied_ranks"].groupby(["measure_a", "measure_b"])["rank_correlation"]
    spread = float((ranks.max() - ranks.min()).max())
    tied = int(table["tied_tasks"].iloc[0])
    return [
        f"In {count(tied, 'task')} several models are best by {pair(records(table)[0])} or one of "
        "them.",
        "\n".join(lines),
        "How tied models are ranked (average, lowest, highest, at random) moves the correlation "
        f"of the ranks by {'less than 0.001' if spread < 0.001 else decimal(spread)}.",
    ]


def draws(tables: Tables) -> list[str]:
    """Say how much depends on the draw of the models and on their number."""
    lines = []
    for _, _, rows in by_pair(tables["draws"]):
        own = rows.dropna(subset="best_differs")
        if own.empty:
            continue
        parts = [f"{percent(row['best_differs'])} of {row['size']}" for row in records(own)]
        varied = own[own["sd"] > 0]
        text = f"- {pair(records(own)[0])}: {listing(parts)}."
        if len(varied):
            last = records(varied)[-1]
            text += (
                f" With {last['size']} models one draw differs from the next by a standard "
                f"deviation of {percent(last['sd'])}; {percent(last['share_due_to_draw'])} of the "
                "variance of the tasks' disagreements is due to the draw."
            )
        lines.append(text)
    return [
        "Share of tasks with different best models by the number of models drawn in each task "
        f"(mean of {count(tables['draws']['draws'].iloc[0], 'draw')}):",
        "\n".join(lines),
    ]


def rank_agreement(tables: Tables) -> list[str]:
    """Say how well whole rankings and their tops agree."""
    lines = []
    for _, _, rows in by_pair(tables["rank_agreement"]):
        parts = [
            f"{COEFFICIENTS[row['coefficient']]} {decimal(row['median'])} "
            f"({decimal(row['lower_quartile'])} to {decimal(row['upper_quartile'])})"
            for row in records(rows)
        ]
        lines.append(f"- {pair(records(rows)[0])}: {listing(parts)}.")
    undefined = int(tables["rank_agreement"]["undefined"].max())
    missing = f" {count(undefined, 'task')} have no correlation." if undefined else ""
    return [f"Medians (and quartiles) over the tasks:{missing}", "\n".join(lines)]


def duplicates(tables: Tables) -> list[str]:
    """Say what duplicates and hard labels change."""
    table = tables["duplicates"]
    removed = {name: int(row["removed"]) for name, row in rows_by(table, "variant").items()}
    lines = []
    for _, _, rows in by_pair(table):
        parts = [
            f"{percent(row['best_differs'])} "
            f"{'with all models' if row['variant'] == 'all models' else row['variant']}"
            for row in records(rows)
        ]
        first = pair(records(rows)[0])
        lines.append(f"- {first} have different best models in {listing(parts)}.")
    return [
        f"{count(removed.get('without duplicates', 0), 'model')} rank all instances as an earlier "
        f"run of the task does; {removed.get('without hard labels', 0):,} have at most two "
        "distinct scores.",
        "\n".join(lines),
    ]


def aggregation(tables: Tables) -> list[str]:
    """Say how often averaging over folds changes the winner of the same measure."""
    table = tables["aggregation"]
    if table.empty:
        return ["No task has several folds or repeats that its files state."]
    lines = [
        f"- {measure_label(row['measure'])}, mean over {row['aggregation']}s: the best models "
        f"change in {percent(row['winner_changes'])} of {count(row['tasks'], 'task')} "
        f"{bounds(row['lower'], row['upper'])}; {row['undefined_parts']:,} of {row['parts']:,} "
        f"values of single {row['aggregation']}s are undefined."
        for row in records(table)
    ]
    return ["The same measure, averaged instead of pooled:", "\n".join(lines)]


def breakdown(tables: Tables) -> list[str]:
    """Say where the first pair of measures disagrees most and least."""
    table = tables["breakdown"]
    lines = []
    for _, _, rows in by_pair(table):
        large = rows[rows["tasks"] >= min(SHOWN_BINS, rows["tasks"].max())]
        parts = []
        for by, bins in large.groupby("by", sort=False):
            if len(bins) < 2:
                continue
            least, *_, most = records(bins.sort_values("best_differs"))
            parts.append(
                f"{by}: {percent(least['best_differs'])} ({least['bin']}) to "
                f"{percent(most['best_differs'])} ({most['bin']})"
            )
        found = "; ".join(parts) or "no property has two bins of that size"
        lines.append(f"- {pair(records(rows)[0])}: {found}.")
    return [
        f"Least and greatest share of disagreements over the bins with {SHOWN_BINS} tasks or "
        "more:",
        "\n".join(lines),
    ]


def attribution(tables: Tables) -> list[str]:
    """Say how many disagreements the early part of the curve explains."""
    lines = [
        f"- {pair(row)}: in {row['early']:,} of {count(row['disagreements'], 'disagreement')} the "
        "early part decides against the rest; in "
        f"{row['opposed']:,} the two parts point in opposite directions."
        for row in records(tables["attributed"])
    ]
    return [
        "The paper explains a disagreement by the early part of the curve, below the recall that "
        "equals the prevalence, which AUPRG does not see. On every task:",
        "\n".join(lines),
    ]


def measure_matrix(tables: Tables) -> list[str]:
    """Name the nearest and the farthest measures, and the outcome of the self-tests."""
    matrix, tests = tables["measure_matrix"], tables["self_tests"]
    tested = {GINI.name, ABOVE_CHANCE.name, *SAME_ORDER}
    own = matrix[~matrix["measure_a"].isin(tested) & ~matrix["measure_b"].isin(tested)]
    parts = []
    correlated = records(own.dropna(subset="mean_spearman").sort_values("mean_spearman"))
    if correlated:
        far, near = correlated[0], correlated[-1]
        parts.append(
            f"Nearest by mean rank correlation are {pair(near)} "
            f"({decimal(near['mean_spearman'])}), farthest {pair(far)} "
            f"({decimal(far['mean_spearman'])})."
        )
    most = records(own.dropna(subset="best_differs").sort_values("best_differs"))[-1]
    parts.append(
        f"{pair(most)} disagree most often about the best model, in "
        f"{percent(most['best_differs'])} of the tasks."
    )
    worst = float(tests["best_differs"].max())
    parts.append(
        "The self-tests hold: measures that are increasing in one another inside a task never "
        "disagree."
        if worst == 0
        else f"THE SELF-TESTS FAIL: measures that must never disagree do in {percent(worst)}."
    )
    return [" ".join(parts)]


def prevalence(tables: Tables) -> list[str]:
    """Say whose winners change with the prevalence."""
    if tables["prevalence"].empty:
        return ["None of the measures is a function of the areas, which alone are reweighted."]
    lines = []
    for value, rows in tables["prevalence"].groupby("prevalence"):
        parts = [
            f"{measure_label(row['measure'])} {percent(row['winner_changes'])} "
            f"{bounds(row['lower'], row['upper'])}"
            for row in records(rows)
        ]
        lines.append(f"- prevalence {value:g}: {listing(parts)}")
    return [
        "Share of tasks whose best models would be others if the prevalence were another and the "
        "scores the same:",
        "\n".join(lines),
    ]


def predictors(tables: Tables) -> list[str]:
    """Say how disagreement falls with the gap of the best two, and what else predicts it."""
    lines = []
    for _, _, rows in by_pair(tables["gap_curve"]):
        low, high = records(rows)[0], records(rows)[-1]
        if len(rows) == 1:
            text = "too few tasks for bins of the gap"
        else:
            text = (
                f"{percent(low['best_differs'])} where the best two by "
                f"{measure_label(low['measure_a'])} are at most {decimal(low['gap_to'])} apart, "
                f"{percent(high['best_differs'])} where they are {decimal(high['gap_from'])} or "
                "more apart"
            )
        lines.append(f"- {pair(low)}: {text}. {_model(tables['predictors'], low)}")
    return ["\n".join(lines)]


def _model(table: pd.DataFrame, key: Row) -> str:
    own = table[
        (table["measure_a"] == key["measure_a"]) & (table["measure_b"] == key["measure_b"])
    ]
    fitted = own[np.isfinite(own["coefficient"].astype(float))]
    if fitted.empty:
        return f"No logistic model ({own['note'].iloc[0]})."
    parts = [
        f"{PREDICTORS[row['predictor']]} {decimal(row['coefficient'])} "
        f"{bounds(row['lower'], row['upper'], decimal)}, {p_value(row['p_value'])}"
        for row in records(fitted)
    ]
    return f"Change of the log-odds per standard deviation: {'; '.join(parts)}."
