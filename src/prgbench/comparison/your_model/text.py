"""The page on a user's own model."""

import math

import pandas as pd
from tabulate import tabulate

from prgbench.comparison.regret.target_scores import TARGETS
from prgbench.plotting.interval_rows import measure_label
from prgbench.plotting.sentences import Row, bounds, decimal, p_value, records

SIGNIFICANT = 0.05


def model_page(table: pd.DataFrame, *, file: str, task: str, archive: str) -> str:
    """Return as Markdown where a model stands.

    Parameters
    ----------
    table : DataFrame
        What `place_model` returns.
    file, task, archive : str
        How the model, its task and the archive are called.
    """
    rows = records(table)
    lines = "\n".join(f"- {_sentence(row)}" for row in rows if not math.isnan(row["p_value"]))
    cells = [
        [
            TARGETS.get(row["by"], measure_label(row["by"])),
            decimal(row["value"], 4),
            f"{row['rank']:g} of {row['models']}",
            decimal(row["rival_value"], 4),
            row["rival_flow"],
        ]
        for row in rows
    ]
    headers = ["", "value", "rank", "best other", "its flow"]
    everything = tabulate(cells, headers=headers, tablefmt="github", disable_numparse=True)
    return (
        f"# {file} on {task}\n\nAmong {rows[0]['models'] - 1} models from the source "
        f"**{archive}**. Rows and folds are the task's own.\n\n{lines}\n\n{everything}\n"
    )


def _sentence(row: Row) -> str:
    label = measure_label(row["by"])
    ahead = row["ahead"]
    where = (
        "as good as the best other model"
        if ahead == 0
        else f"{_four(abs(ahead))} {'ahead of' if ahead > 0 else 'behind'} the best other model"
    )
    told = "told apart" if row["p_value"] < SIGNIFICANT else "not told apart"
    tied = f", tied with {row['tied'] - 1}" if row["tied"] > 1 else ""
    return (
        f"{label}: {decimal(row['value'], 4)}, rank {row['rank']:g} of {row['models']}{tied}; "
        f"{where}, {row['rival_flow']}, {bounds(row['lower'], row['upper'], _four)}; the two are "
        f"{told} ({p_value(row['p_value'])})."
    )


def _four(value: float) -> str:
    return decimal(value, 4)
