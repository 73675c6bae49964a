"""The page on a user's own model."""

import pandas as pd
from tabulate import tabulate

from prgbench.answer.cost_targets import TARGETS
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import Row, bounds, count, decimal, measure_label, records
from prgbench.run.foreign_text import as_markdown, shortened

LONGEST_FLOW = 60


def model_page(table: pd.DataFrame, facts: Facts, *, file: str, task: str) -> str:
    """Return as Markdown where a model stands.

    Parameters
    ----------
    table : DataFrame
        What `place_model` returns.
    facts : Facts
        What the page says of the study.
    file, task : str
        How the model and its task are called.
    """
    rows = records(table)
    lines = "\n".join(f"- {_sentence(row)}" for row in records(table[table["in_set"].notna()]))
    cells = [
        [
            TARGETS.get(row["by"], measure_label(row["by"])),
            decimal(row["value"], 4),
            f"{row['rank']:g} of {row['models']}",
            decimal(row["rival_value"], 4),
            as_markdown(shortened(row["rival_flow"], LONGEST_FLOW)),
        ]
        for row in rows
    ]
    headers = ["", "value", "rank", "best other", "its flow"]
    everything = tabulate(cells, headers=headers, tablefmt="github", disable_numparse=True)
    return (
        f"# {as_markdown(file)} on {as_markdown(task)}\n\n"
        f"Among {rows[0]['models'] - 1} models from the source **{facts.source}**. Rows and folds "
        f"are the task's own; in brackets, the {facts.interval} by resampling instances. It "
        "describes the distance and is no test: the best other model is chosen on the same "
        "instances. Whether the model could be the best one is said by the "
        f"{100 * facts.confidence_level:.10g}% model confidence set: the models that can't be "
        "told from the best one."
        f"\n\n{lines}\n\n{everything}\n"
    )


def _sentence(row: Row) -> str:
    label = measure_label(row["by"])
    ahead = row["ahead"]
    where = (
        "as good as the best other model"
        if ahead == 0
        else f"{_four(abs(ahead))} {'ahead of' if ahead > 0 else 'behind'} the best other model"
    )
    tied = f", tied with {row['tied'] - 1}" if row["tied"] > 1 else ""
    rival = as_markdown(shortened(row["rival_flow"], LONGEST_FLOW))
    return (
        f"{label}: {decimal(row['value'], 4)}, rank {row['rank']:g} of {row['models']}{tied}; "
        f"{where}, {rival}, {bounds(row['lower'], row['upper'], _four)}; "
        f"{_membership(row)}."
    )


def _membership(row: Row) -> str:
    size = count(row["set_size"], "model")
    if not row["in_set"]:
        return f"not in the confidence set of {size}"
    return (
        "alone in the confidence set"
        if row["set_size"] == 1
        else f"in the confidence set of {size}"
    )


def _four(value: float) -> str:
    return decimal(value, 4)
