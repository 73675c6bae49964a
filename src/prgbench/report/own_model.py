"""The page on a user's own model."""

import pandas as pd
from tabulate import tabulate

from prgbench.answer.interface import rows_of
from prgbench.answer.own_model import PlacedModel
from prgbench.answer.targets import TARGETS
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import bounds, count, decimal, measure_label
from prgbench.run.foreign_text import as_markdown, shortened

LONGEST_FLOW = 60


def model_page(table: pd.DataFrame, facts: Facts, *, file: str, task: str) -> str:
    """Return the place of a model as Markdown.

    ``table`` is what `place_model` returns; ``file`` and ``task`` name the model and its task.
    """
    rows = rows_of(PlacedModel, table)
    lines = "\n".join(f"- {_sentence(row)}" for row in rows if not pd.isna(row.in_set))
    cells = [
        [
            TARGETS.get(row.by, measure_label(row.by)),
            decimal(row.value, 4),
            f"{row.rank:g} of {row.models}",
            decimal(row.rival_value, 4),
            as_markdown(shortened(row.rival_flow, LONGEST_FLOW)),
        ]
        for row in rows
    ]
    headers = ["", "value", "rank", "best other", "its flow"]
    everything = tabulate(cells, headers=headers, tablefmt="github", disable_numparse=True)
    return (
        f"# {as_markdown(file)} on {as_markdown(task)}\n\n"
        f"Among {rows[0].models - 1} models from the source **{facts.source}**, on the task's own "
        f"rows and folds. In brackets: the {facts.interval} of the distance to the best other "
        "model, by resampling instances. It is not a test, because that model is chosen on the "
        f"same instances. The {100 * facts.confidence_level:.10g}% model confidence set has the "
        "models that can't be told from the best one."
        f"\n\n{lines}\n\n{everything}\n"
    )


def _sentence(row: PlacedModel) -> str:
    where = "as good as"
    if row.ahead != 0:
        where = f"{_four(abs(row.ahead))} {'ahead of' if row.ahead > 0 else 'behind'}"
    tied = f", tied with {row.tied - 1}" if row.tied > 1 else ""
    rival = as_markdown(shortened(row.rival_flow, LONGEST_FLOW))
    return (
        f"{measure_label(row.by)}: {_four(row.value)}, rank {row.rank:g} of {row.models}{tied}; "
        f"{where} the best other model, {rival}, {bounds(row.lower, row.upper, _four)}; "
        f"{_membership(row)}."
    )


def _membership(row: PlacedModel) -> str:
    if row.in_set and row.set_size == 1:
        return "alone in the confidence set"
    size = count(int(row.set_size), "model")
    return f"{'' if row.in_set else 'not '}in the confidence set of {size}"


def _four(value: float) -> str:
    return decimal(value, 4)
