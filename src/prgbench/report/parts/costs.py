"""The part `costs`, who wins for which costs of errors: figure and words."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from prgbench.answer.cost_records import pairs_at_all_costs
from prgbench.answer.costs import ComparedTask, CurvePoint
from prgbench.answer.costs_of_tasks import TaskAtAllCosts, compared_tasks
from prgbench.answer.interface import Tables, rows_of
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.envelope_bands import EnvelopeName
from prgbench.metrics.operating_conditions import PairVerdict, WinningRange
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import (
    count,
    natural_key,
    prevalence,
    short_flow_name,
)
from prgbench.report.costs_decide import over_data_sets
from prgbench.report.parts.mean_costs import mean_curves, means
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown, legend_label
from prgbench.typing import BoolArray

LISTED = 10
"""So many data sets have their own sentences."""

NOT_COMPARED = (
    "Drawn of a data set of two to twelve models with 30 instances of the rarer class, or of "
    "models that are on most of several data sets."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say who wins where: of one data set in sentences; of several, of pairs and in the mean."""
    counted = pairs_at_all_costs(tables)
    every = rows_of(ComparedTask, tables["cost_tasks"])
    if counted is None or not any(task.is_compared for task in every):
        return []
    compared = compared_tasks(tables)
    if len(compared) == 1 and counted.tasks == 1:
        (task,) = compared
        return [f"{_place(task.task)}: {_said(task)}", *_left_out(every)]
    resolved = sorted(
        (task for task in compared if not _is_open(task)),
        key=lambda task: natural_key(task.task.dataset_name),
    )
    lines = [
        f"- {as_markdown(task.task.dataset_name)} ({prevalence(task.task.prevalence)} positives): "
        f"{_said(task)}"
        for task in resolved[:LISTED]
    ]
    more = len(resolved) - LISTED
    unlisted = [f"{count(more, 'more data set')}: table `cost_ranges`."] if more > 0 else []
    listed = ["\n".join(lines)] if lines else []
    of_pairs = _table_of_pairs(compared)
    return [
        over_data_sets(counted),
        *([of_pairs] if of_pairs else []),
        *means(tables),
        *listed,
        *unlisted,
        *_open(len(compared) - len(resolved), len(compared)),
        *_left_out(every),
    ]


def _is_open(task: TaskAtAllCosts) -> bool:
    """Say whether nothing is resolved: any of the models may be the best at any cost."""
    any_of_them = all(len(part.models) == len(task.names) for part in task.ranges)
    return any_of_them and len(task.sentences()) == 1


def _open(number: int, compared: int) -> list[str]:
    """Count the data sets of which nothing is resolved: a line for each would hide the others."""
    if not number:
        return []
    return [
        f"On {number:,} of {count(compared, 'data set')}, any model may be the best at any cost."
    ]


def _place(task: ComparedTask) -> str:
    """Say what costs refer to."""
    return f"On {as_markdown(task.dataset_name)}, at {prevalence(task.prevalence)} positives"


def _said(task: TaskAtAllCosts) -> str:
    """Write the sentences of a task, with the names of models as Markdown."""
    written = {name: as_markdown(name) for name in task.names}
    shown = replace(
        task,
        names=tuple(written.values()),
        ranges=tuple(
            WinningRange(part.low, part.high, tuple(written[name] for name in part.models))
            for part in task.ranges
        ),
        verdicts={(written[a], written[b]): v for (a, b), v in task.verdicts.items()},
    )
    return " ".join(shown.sentences())


def _table_of_pairs(compared: list[TaskAtAllCosts]) -> str:
    """Count for each pair of models on how many data sets what is certain; "" of many models."""
    of_pair: dict[tuple[str, str], Counter[PairVerdict]] = {}
    for task in compared:
        for pair, verdict in task.verdicts.items():
            a, b = sorted(pair, key=natural_key)
            # Tasks may have the two models in either order, while a row has one.
            turned = _TURNED.get(verdict, verdict) if (a, b) != pair else verdict
            of_pair.setdefault((a, b), Counter())[turned] += 1
    # A table of all pairs of many models has too many rows to be read, and one without rows none.
    if not 0 < len(of_pair) <= LISTED:
        return ""
    header = ("models", "first everywhere", "second everywhere", "each somewhere", "open")
    rows = [
        (
            f"{as_markdown(a)} – {as_markdown(b)}",
            str(found[PairVerdict.FIRST]),
            str(found[PairVerdict.SECOND]),
            str(found[PairVerdict.CROSSING]),
            str(found[PairVerdict.OPEN] + found[PairVerdict.EQUAL]),
        )
        for (a, b), found in sorted(of_pair.items(), key=_by_names)
    ]
    return markdown_table(header, rows)


def _by_names(row: tuple[tuple[str, str], object]) -> list[object]:
    """Return the key by which the rows of pairs are in the order of their models' names."""
    return [natural_key(name) for name in row[0]]


_TURNED = {PairVerdict.FIRST: PairVerdict.SECOND, PairVerdict.SECOND: PairVerdict.FIRST}


def _left_out(every: list[ComparedTask]) -> list[str]:
    """Count the tasks whose models were not compared, by the reason."""
    notes = Counter(row.note for row in every if not row.is_compared)
    if not notes:
        return []
    reasons = "; ".join(f"{count(n, 'task')} with {note}" for note, n in notes.items())
    return [f"Not compared: {reasons}."]


@dataclass(frozen=True, slots=True)
class _Curves:
    """What is drawn of a task, as `winning_display.Shown`."""

    names: tuple[str, ...]
    x: FloatArray
    heights: FloatArray
    may_win: BoolArray
    curve: EnvelopeName
    prevalence: float


def who_wins_where(tables: Tables, facts: Facts) -> Drawn:
    """Draw the cost curves of the models of one data set, or the mean ones, and who may win."""
    from matplotlib import pyplot as plt

    # It needs scikit-learn, which a workflow that is only looked at has not.
    from prgbench.metrics.winning_display import WinningRangesDisplay

    if (in_the_mean := mean_curves(tables, facts)) is not None:
        return in_the_mean
    compared = compared_tasks(tables)
    if len(compared) != 1:
        return not_drawn(NOT_COMPARED)
    (task,) = compared
    curves = _curves(task, rows_of(CurvePoint, tables["cost_curves"]))
    rows = 0.24 * (len(task.names) + 1)
    figure, axes = plt.subplots(
        2,
        1,
        sharex=True,
        figsize=(0.8 * PAGE, 3.6 + rows),
        layout="constrained",
        gridspec_kw={"height_ratios": [3.0, rows]},
    )
    WinningRangesDisplay(curves).plot(tuple(axes))
    data = pd.DataFrame(
        {
            "model": np.repeat(task.names, curves.x.size),
            "c": np.tile(curves.x, len(task.names)),
            "loss": curves.heights.ravel(),
            "may_win": curves.may_win.ravel(),
        }
    )
    caption = (
        f"Least loss of each model at every cost of a miss relative to a false alarm "
        f"({facts.source}, {prevalence(task.task.prevalence)} positives). Below, where it may be "
        f"the best: simultaneous over all costs and models, at the level of the {facts.interval}s."
    )
    alt = (
        f"Cost curves of {count(len(task.names), 'model')} over the weight of a miss from 0 to 1; "
        "below them a bar for each model where it may be the best, thick where it certainly is."
    )
    return Drawn(figure, caption, alt, data)


def _curves(task: TaskAtAllCosts, points: list[CurvePoint]) -> _Curves:
    of_task = [point for point in points if point.task_id == task.task.task_id]
    x = np.array(sorted({point.c for point in of_task}))
    heights = np.array(
        [[point.loss for point in of_task if point.model == name] for name in task.names]
    )
    may_win = np.zeros(heights.shape, dtype=bool)
    for part in task.ranges:
        inside = (x >= part.low) & (x <= part.high)
        for name in part.models:
            may_win[task.names.index(name), inside] = True
    names = tuple(legend_label(short_flow_name(name)) for name in task.names)
    return _Curves(names, x, heights, may_win, "cost", task.task.prevalence)


SHOWN = ShownPart(
    "costs",
    title="Which model wins for which costs of errors?",
    shows="For every cost of a miss relative to a false alarm, at the best threshold of each "
    "model: who may be the best, and who certainly is. Measures that disagree weigh costs "
    "differently.",
    cannot_tell="How well the best threshold is found on new data, and anything beyond these data "
    "sets.",
    paragraphs=paragraphs,
    figures={"who_wins_where": who_wins_where},
)
