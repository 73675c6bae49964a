"""The part `choosing`: figure and words."""

import math
from collections.abc import Sequence

from prgbench.answer.answer import Answer, Choosing, PairAnswer
from prgbench.answer.choosing import FEWEST_JUDGES, MEAN_RANK, RANDOM_MODEL, Choice
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.targets import TARGETS_OF_HALVES
from prgbench.answer.verdicts import EQUIVALENT, FEWEST_DATASETS, FEWEST_FOR_NO_DIFFERENCE
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, spoken
from prgbench.plotting.rows import draw_rows, legend_below, looks, rows_figure
from prgbench.plotting.words import bounds, count, decimal, measure_label, sample_size
from prgbench.report.shown_part import ShownPart, markdown_table, open_marks

NAMED = 3
"""So many pairs of measures are named in the detailed answer."""

NO_HALVES = (
    f"No task has halves with at least {FEWEST_JUDGES} instances of each class, on which models "
    "can be chosen and judged."
)
CHOOSERS = {MEAN_RANK: "the mean rank", RANDOM_MODEL: "chance"}


def chooser_label(name: str) -> str:
    """Return what a choice is made by, in words."""
    return CHOOSERS.get(name) or measure_label(name)


def target_label(name: str) -> str:
    """Return what a choice is judged by, in words."""
    return TARGETS_OF_HALVES.get(name) or measure_label(name)


def choices_of_measures(answer: Answer) -> list[Choosing]:
    """Return the choices by one measure that another one judges."""
    return _choices_among(answer, answer.pairs)


def named_choices(answer: Answer) -> list[Choosing]:
    """Return the choices among the measures that the detailed answer names."""
    return _choices_among(answer, answer.pairs[:NAMED])


def _choices_among(answer: Answer, pairs: Sequence[PairAnswer]) -> list[Choosing]:
    measures = {name for pair in pairs for name in pair.measures}
    return [choice for choice in answer.choosing if {choice.by, choice.target} <= measures]


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what each choice loses of each target, on halves of the instances."""
    rows = rows_of(Choice, tables["choosing"])
    if not any(row.tasks for row in rows):
        return [NO_HALVES]
    # Of a choice that no task defines, the size of its halves is unknown.
    half = next(row.half for row in rows if row.tasks)
    halves = count(round(half), facts.units[:-1])
    intro = (
        "A row is the loss of a measure, a column what selects in its place; mean of "
        f"{sample_size(tables['choosing'])}, halves of {halves} (median), with its "
        f"{facts.interval}. A negative loss is a gain: the other measure chooses better "
        "than the target itself. Losses and gains are shown by sign flips of data sets, adjusted "
        "by Holm's method, separately for the measures as targets and for the other targets. No "
        f"difference: of at least {FEWEST_FOR_NO_DIFFERENCE} data sets, the interval is within "
        f"{EQUIVALENT:g} of 0."
    )
    return [intro, _matrix(rows)]


def _matrix(rows: list[Choice]) -> str:
    by = {(row.target, row.by): _with_verdict(row) for row in rows}
    targets = list(dict.fromkeys(row.target for row in rows))
    choosers = _in_order(targets, [row.by for row in rows])
    return markdown_table(
        ["loss of", *(f"{chooser_label(name)} selects" for name in choosers)],
        [
            [target_label(target), *(by.get((target, name), "") for name in choosers)]
            for target in targets
        ],
    )


def _in_order(targets: list[str], choosers: list[str]) -> list[str]:
    """Return what chooses: first the targets in their order, so that columns are as the rows."""
    positions = {target: index for index, target in enumerate(dict.fromkeys(targets))}
    return sorted(dict.fromkeys(choosers), key=lambda name: positions.get(name, len(positions)))


def _with_verdict(row: Choice) -> str:
    if math.isnan(row.loss):
        return "undefined"
    return f"{decimal(row.loss)} {bounds(row.lower, row.upper, decimal)}: {row.verdict}"


def choosing(tables: Tables, facts: Facts) -> Drawn:
    """Draw what each choice loses of each target."""
    table = tables["choosing"].dropna(subset="loss")
    # A random model loses so much that all other losses would lie on one point.
    drawn = table[table["by"] != RANDOM_MODEL]
    if drawn.empty:
        return not_drawn(NO_HALVES)
    n_targets = drawn["target"].nunique()
    figure, (axes,) = rows_figure(round(max(2, drawn["by"].nunique() / 2) * n_targets))
    axes.axvspan(-EQUIVALENT, EQUIVALENT, color="0.93", linewidth=0)
    axes.axvline(0, color="0.6", linewidth=0.8)
    # The diagonal of the table, a measure that selects for itself, is then easy to see.
    choosers = _in_order(list(drawn["target"]), list(drawn["by"]))
    data = draw_rows(
        axes,
        drawn.assign(target=drawn["target"].map(target_label), by=drawn["by"].map(chooser_label)),
        row="target",
        series="by",
        value="loss",
        appearance=looks(map(chooser_label, choosers)),
    )
    axes.set_xlabel("Loss of the target, compared with selecting by it (below 0: gain)")
    legend_below(figure, axes, columns=5)
    random = table.loc[table["by"] == RANDOM_MODEL, "loss"]
    chance = f" A random model loses {decimal(random.min())} to {decimal(random.max())}."
    caption = (
        f"How much of a target is lost by choosing with something else ({facts.source}): mean "
        f"over {count(drawn['tasks'].max(), 'task')} on "
        f"{count(drawn['datasets'].max(), 'data set')} (F-scores as F-gain, converted back), "
        f"{facts.interval}. Shaded: within {EQUIVALENT:g} "
        f"of 0.{chance if len(random) else ''}{open_marks(data)}"
    )
    return Drawn(figure, caption, f"Loss by target and choice: {spoken(data, decimal)}.", data)


SHOWN = ShownPart(
    "choosing",
    title="Which measure should select the model?",
    shows="How much of a target is lost if models are chosen by something else: chosen on half "
    "of a task's {units} and judged by the target on the other half, against the target's "
    "own choice.",
    cannot_tell="The loss with other models, other targets, or data of another size; on few data "
    "sets also a loss that few have.",
    paragraphs=paragraphs,
    figures={"choosing": choosing},
    fewest_datasets=FEWEST_DATASETS,
)
