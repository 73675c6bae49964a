"""The report's paragraphs on how sure the disagreements are and what they cost."""

import math

import pandas as pd
from tabulate import tabulate

from prgbench.comparison.regret.tables import ITSELF, RANDOM_PICK
from prgbench.comparison.regret.target_scores import TARGETS
from prgbench.comparison.table_files import Tables
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
    points,
    records,
    rows_by,
)
from prgbench.replication.groups import by_pair

SIGNIFICANT = 0.05
FEW_DATASETS = 20
NAMED_TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")


def intervals(tables: Tables) -> list[str]:
    """Say how often measures disagree, how sure that is, and which percentages differ."""
    table = tables["intervals"]
    first = table.iloc[0]
    paragraphs = [
        f"The {count(first['tasks'], 'task')} stand on {count(first['datasets'], 'data set')}, so "
        "intervals resample data sets, not tasks (in brackets, percentile bootstrap):"
    ]
    if first["datasets"] < FEW_DATASETS:
        paragraphs.append(
            f"*With fewer than {FEW_DATASETS} data sets such intervals are rough, as a rule too "
            "narrow; this holds for all of this section.*"
        )
    lines = []
    for a, b, rows in by_pair(table):
        by = rows_by(rows, "statistic")
        best, top, rank = by["best_differs"], by["top3_differs"], by["rank_correlation"]
        lines.append(
            f"- {measure_label(a)} and {measure_label(b)} have different best models in "
            f"{percent(best['estimate'])} of the tasks {bounds(best['lower'], best['upper'])} (as "
            f"if tasks were independent: {bounds(best['naive_lower'], best['naive_upper'])}), a "
            f"different ordered top three in {percent(top['estimate'])} "
            f"{bounds(top['lower'], top['upper'])}; their ranks correlate by "
            f"{decimal(rank['estimate'])} {bounds(rank['lower'], rank['upper'], decimal)}."
        )
    return [*paragraphs, "\n".join(lines), *_paired_tests(tables["paired_tests"])]


def noise_floor(tables: Tables) -> list[str]:
    """Set each disagreement beside that of the measures with themselves."""
    lines = []
    for row in records(tables["noise_floor"]):
        excess = bounds(row["excess_expected_lower"], row["excess_expected_upper"], points)
        text = (
            f"- {pair(row)} disagree in {percent(row['best_differs_expected'])} of the tasks if "
            "ties are broken at random; on a bootstrap of the same instances a measure disagrees "
            f"with itself in {percent(row['floor_expected'])}. The excess is "
            f"{points(row['excess_expected'])} points {excess}: {_verdict(row)}."
        )
        if row["disagreements"]:
            text += (
                f" Of {count(row['disagreements'], 'disagreement')} in which the sets of best "
                f"models differ, {percent(row['within_noise'])} are between picks that could have "
                "won by the other measure as well."
            )
        if not math.isnan(row["floor_halves"]):
            text += (
                " Between two halves of the folds a measure disagrees with itself in "
                f"{percent(row['floor_halves'])}."
            )
        lines.append(text)
    return [
        "The noise floor is how often the best model by *one* measure changes if the instances of "
        "the task are drawn anew (mean of the two measures).",
        "\n".join(lines),
        "A disagreement below the floor does not mean that the measures are the same; it means "
        "that the winners of these tasks are less certain than the choice of the measure.",
    ]


def separability(tables: Tables) -> list[str]:
    """Say which disagreements are about models that can be told apart."""
    lines = [
        f"- {pair(row)}: of {count(row['disagreements'], 'disagreement')}, both measures separate "
        f"their picks in {row['both']:,}, only the first in {row['only_a']:,}, only the second in "
        f"{row['only_b']:,}, neither in {row['none']:,}."
        for row in records(tables["separability"])
    ]
    tied = [
        f"{row['median']:g} by {measure_label(row['measure'])}"
        for row in records(tables["tied_for_best"])
    ]
    return [
        "\n".join(lines),
        "In the median task, as many models can't be told from the best one, itself counted: "
        f"{listing(tied)}.",
    ]


def regret(tables: Tables) -> list[str]:
    """Say what choosing by a measure costs, by each target."""
    paragraphs = [
        "Regret is how far a measure's pick falls short of the best model of the task by the "
        "target: what a user wants in the end. The best by the target itself has regret 0.",
        _regret_table(tables["regret"]),
        *_regret_sentences(tables["regret_pairs"]),
    ]
    if "split_regret" in tables:
        paragraphs += [
            "A measure and a target from the same instances share their noise. If the pick is "
            "made on one half of the folds and judged on the other:",
            _regret_table(tables["split_regret"]),
        ]
    return paragraphs


def _verdict(row: Row) -> str:
    low, high = row["excess_expected_lower"], row["excess_expected_upper"]
    if math.isnan(low):
        return "one data set says nothing about others"
    if low > 0:
        return "more than noise"
    return "less than noise alone" if high < 0 else "not told from noise"


def _paired_tests(tests: pd.DataFrame) -> list[str]:
    if tests.empty:
        return []
    tests = tests[tests["p_value"].notna()]
    clear = tests[tests["p_value"] < SIGNIFICANT]
    number = f"{len(clear)} have" if len(clear) > 1 else "one has" if len(clear) else "none has"
    text = (
        f"Of {count(len(tests), 'difference')} between these percentages, tested on the same "
        f"tasks, {number} p < {SIGNIFICANT} by resampling data sets (not adjusted for their "
        "number)"
    )
    named = [
        f"{_pair_name(row['pair_1'])} against {_pair_name(row['pair_2'])} "
        f"({'best model' if row['statistic'] == 'best_differs' else 'top three'}: "
        f"{points(row['estimate'])} points, {p_value(row['p_value'])}; McNemar's on one task per "
        f"data set: {p_value(row['mcnemar_p_value'])})"
        for row in records(clear)
    ]
    return [f"{text}{': ' + listing(named) if named else ''}."]


def _pair_name(name: str) -> str:
    return "–".join(measure_label(part) for part in name.split("-"))


def _regret_table(table: pd.DataFrame) -> str:
    measures = [str(name) for name in table["measure"].unique() if name != ITSELF]
    rows = []
    for target, own in table.groupby("target", sort=False):
        by = rows_by(own, "measure")
        cells = [
            decimal(by[name]["mean"], 4)
            + ("" if name == RANDOM_PICK else f" ({percent(by[name]['share_noticeable'])})")
            for name in measures
        ]
        undefined = int(own["undefined"].max())
        rows.append([TARGETS[str(target)], *cells, undefined or ""])
    headers = [
        "mean regret (tasks above .01)",
        *(name if name == RANDOM_PICK else measure_label(name) for name in measures),
        "tasks without",
    ]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


def _regret_sentences(comparison: pd.DataFrame) -> list[str]:
    lines = []
    for a, b, rows in by_pair(comparison):
        first, second = measure_label(a), measure_label(b)
        differing = int(rows["differing"].max())
        if differing == 0:
            lines.append(f"- {first} and {second} never pick different models.")
            continue
        by = rows_by(rows, "target")
        parts = [
            f"{percent(by[target]['a_worse'])} by {TARGETS[target]} "
            f"{bounds(by[target]['a_worse_lower'], by[target]['a_worse_upper'])} "
            f"({p_value(by[target]['wilcoxon_p_value'])})"
            for target in NAMED_TARGETS
            if by[target]["differing"]
        ]
        lines.append(
            f"- Among {count(differing, 'task')} in which {first} and {second} pick different "
            f"models, {first}'s pick is the worse one in {listing(parts)}."
        )
    return [
        "\n".join(lines),
        "Ties count half; p is Wilcoxon's signed-rank test of the two regrets, on the means of "
        "the data sets. All targets and intervals: `tables/comparison/regret_pairs.csv`.",
    ]
