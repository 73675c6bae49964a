"""The answer in detail: all that it says in plain sentences, paragraph by paragraph.

It stands below the first screen (`prgbench.report.short_answer`): on the page after a click, in
report.md and a printed answer further down. What comes in is the answer; what goes out are
headings with their text.
"""

from collections.abc import Callable
from functools import partial

from prgbench.answer.answer import (
    FOLD_MEAN_CHANGES,
    REPEAT_CHANGES,
    Answer,
    ModelPairs,
    PairAnswer,
)
from prgbench.answer.equal_rows import MANY_EQUAL
from prgbench.answer.expected_f1 import EXPECTED_F1
from prgbench.plotting.drawn import INSTANCES
from prgbench.plotting.words import (
    FEW,
    count,
    listing,
    measure_label,
    pair_label,
    percent,
    share_of,
    short_flow_name,
)
from prgbench.report.best_models import best_is_not_told, best_model_paragraphs
from prgbench.report.costs_decide import at_all_costs
from prgbench.report.parts.choosing import NAMED
from prgbench.report.short_answer import by_models
from prgbench.report.shown_part import without_rough_bounds
from prgbench.report.verdict_sentences import (
    in_brackets,
    names_of,
    open_leaderboards,
    range_of,
    verdict_sentences,
    with_stops,
)
from prgbench.run.safe_text import as_markdown

NOISE_TWICE = (
    " Noise alone may give more than was found, since simulations add noise to scores that "
    "already have some."
)

QUESTION = "Does the choice of the measure change which model wins?"


def answer_sentences(answer: Answer, *, replication: bool = False) -> list[str]:
    """Return the answer in paragraphs of Markdown, each after its heading."""
    paragraphs = answer_paragraphs(answer, replication=replication)
    return [f"**{heading}** {text}" for heading, text in paragraphs]


def warning_lines(answer: Answer) -> list[str]:
    """Return what looks wrong as paragraphs of Markdown."""
    return [f"**Warning:** {as_markdown(warning.text)}" for warning in answer.warnings]


def answer_paragraphs(
    answer: Answer, *, replication: bool = False, write: Callable[[str], str] = as_markdown
) -> list[tuple[str, str]]:
    """Return the answer as headings with their text: the best models, then the verdict.

    The verdict comes first in a study of models that were drawn anew for each task. Of many pairs
    of measures those that differ are named. Intervals from too few data sets are left out. A
    ``replication`` is also held against the paper's claim on expected F1. ``write`` is how the
    medium writes the names of models.
    """
    best = best_model_paragraphs(answer, write)
    # A study of measures says of its models what it can; a table of scores is asked for the best.
    if not best and (not answer.pairs or answer.units != INSTANCES):
        best = [best_is_not_told(answer)]
    # Only now: the best models' intervals are for other instances, however few the data sets.
    answer = without_rough_bounds(answer)
    of_pairs = [
        (QUESTION, verdict_sentences(answer)),
        ("Tasks with different winners.", _different_winners(answer)),
        ("Pairs of models.", _pairs_of_models(answer)),
        ("Leaderboards.", _leaders(answer, write)),
    ]
    if not answer.pairs:
        first = best
    elif by_models(answer):
        first = best + of_pairs
    else:
        first = of_pairs + best
    paragraphs = [
        *first,
        ("Costs of errors.", at_all_costs(answer, write)),
        ("Expected F1.", _expected_f1(answer) if replication else ""),
        ("Assumptions.", _assumptions(answer) if answer.units == INSTANCES else ""),
    ]
    return [(heading, text) for heading, text in paragraphs if text]


def found_of(pair: PairAnswer) -> str:
    """Say in how many tasks the best models differ by a pair of measures."""
    found = pair.disagree
    ties = f", {found.shared_best:,} of them with a common winner" if found.shared_best else ""
    return f"{names_of(pair)} {share_of(found.count, found.tasks)}{ties}"


def _leaders(answer: Answer, write: Callable[[str], str]) -> str:
    """Name the model that leads by each measure's mean rank, and say whether that is noise."""
    boards = [(pair, pair.leaderboards) for pair in answer.pairs if pair.leaderboards]
    if not boards:
        return ""
    measures = dict[str, dict[str, None]]()
    for pair, board in boards:
        for measure, leader in zip(pair.measures, (board.leader_a, board.leader_b), strict=True):
            measures.setdefault(leader, {})[measure_label(measure)] = None
    leaders = listing(
        [
            f"{write(short_flow_name(leader))} under {listing([*labels])}"
            for leader, labels in measures.items()
        ]
    )
    # Leaders are tested beside the correlations of the same boards: each test has half the level.
    first, tail = boards[0][1], (1 - answer.confidence_level) / 2
    families = "" if first.families == first.datasets else f" of {first.families:,} families"
    text = f"The best mean rank over {count(first.datasets, 'data set')}{families}: {leaders}."
    # With another model, all of the measures or data sets would not be there.
    if first.models < max((best.models for best in answer.best_models), default=0):
        ranked = f"Among the {count(first.models, 'model')} with all scores"
        text = f"{ranked}, t{text.removeprefix('T')}"
    text += open_leaderboards(boards)
    shown = [pair for pair, board in boards if board.p_leaders and board.p_leaders <= tail]
    if shown:
        pairs = listing([pair_label(*pair.measures) for pair in shown[:NAMED]])
        return f"{text} For {pairs} that is more than the choice of the data sets explains."
    if len(measures) > 1:
        text += " The choice of the data sets may explain that."
    return text


def _different_winners(answer: Answer) -> str:
    """Say in how many tasks the winners differ, and in how many if the measures agreed."""
    if answer.tasks == 1:
        return ""
    pairs = sorted(answer.pairs, key=lambda pair: not pair.differs)[:NAMED]
    text = with_stops(found_of(pair) + _alike_count(pair) for pair in pairs)
    return text + (NOISE_TWICE if any(map(_is_less_than_noise, pairs)) else "")


def _is_less_than_noise(pair: PairAnswer) -> bool:
    """Say whether winners differ less often than in nearly all studies of a common order."""
    lower = pair.disagree.if_alike_lower
    return lower is not None and (pair.disagree.share or 0.0) < lower


def _alike_count(pair: PairAnswer) -> str:
    """Say in how many tasks winners certainly differ, and in how many from noise alone."""
    disagree = pair.disagree
    winners = pair.winners
    if disagree.if_alike is None:
        return ""
    alike = in_brackets(disagree.if_alike_lower, disagree.if_alike_upper, percent)
    certain = f", certainly in {winners.certain}" if winners and winners.certain else ""
    return f"{certain}, where noise alone would give {percent(disagree.if_alike)}{alike}"


def _pairs_of_models(answer: Answer) -> str:
    """Say how many pairs of models two measures order alike for certain, or oppositely."""
    counted = [(pair, pair.pairs_of_models) for pair in answer.pairs if pair.pairs_of_models]
    # Only some pairs of measures are named: those with most reversed models.
    counted.sort(key=lambda counts: -counts[1].reversed)
    named = counted[:NAMED]
    tested = [(pair, models) for pair, models in named if models.pairs]
    # Where the measures cover different models, each pair of measures has its own total.
    totals = sorted({models.pairs for _, models in tested})
    texts = []
    for pair, models in tested:
        same = percent(models.same / models.pairs) if models.same else "none"
        opposite = f"{models.reversed:,}" if models.reversed else "none"
        of_own = f" of {models.pairs:,}" if len(totals) > 1 else ""
        texts.append(
            f"{names_of(pair)} certainly order {same}{of_own} the same way and {opposite} "
            f"oppositely{_not_tested(models)}"
        )
    if texts:
        of_all = f"Of {count(totals[0], 'pair')}" if len(totals) == 1 else "Of the pairs"
        texts[0] = f"{of_all} of models within tasks, {texts[0]}"
        texts.append("The rest are unresolved")
    texts += [_untested(pair, models) for pair, models in named if not models.pairs]
    return with_stops(filter(None, texts))


def _not_tested(models: ModelPairs) -> str:
    """Say in brackets how many more pairs of models were not compared, and why; "" of none."""
    why = []
    if models.lacking:
        why.append(f"{models.lacking:,} more lack a measure")
    if models.noise_unknown:
        why.append(f"the noise of {models.noise_unknown:,} more is unknown")
    return f" ({'; '.join(why)})" if why else ""


def _untested(pair: PairAnswer, models: ModelPairs) -> str:
    """Say why two measures could not be compared on any pair of models; "" without pairs."""
    if models.noise_unknown:
        return f"Which models {names_of(pair)} order alike is unknown, as the noise is"
    if models.lacking:
        return f"No two models of a task have both {names_of(pair)}, so these can't be compared"
    return ""


def _expected_f1(answer: Answer) -> str:
    """Say how often each measure prefers the model with the lower expected F1."""
    # Of a measure that no two models of a task have, there is no share to tell.
    counted = [row for row in answer.lower_expected_f1 if row.pairs]
    rows = [row for row in counted if row.by != EXPECTED_F1][:NAMED]
    if not rows:
        return ""
    # What expected F1 itself prefers on other instances shows what noise alone does.
    noise = [row for row in counted if row.by == EXPECTED_F1]
    shares = []
    for row in [*rows, *noise]:
        label = "expected F1 itself" if row.by == EXPECTED_F1 else measure_label(row.by)
        known = [percent(share) for share in (row.in_sample, row.held_out) if share is not None]
        shares.append(f"{label} {listing(known)}")
    return (
        'The paper says that "AUPR can easily favour models with lower expected F1". Share of '
        f"{count(max(row.pairs for row in rows), 'pair')} of models in which each measure does, "
        f"in sample and on other instances: {'; '.join(shares)}."
    )


_GIVEN = {
    FOLD_MEAN_CHANGES: "Averaging the folds instead of pooling them changes the best "
    "model in {shares} of {tasks}",
    # Few tasks have several repeats, each of which is held against each other: a share of them
    # would look like a share of so few tasks.
    REPEAT_CHANGES: "In {tasks} with several repeats of the cross-validation, another "
    "repeat changes the best model {shares} of the time",
}
"""What depends on what is taken as given, by the keys of the answer."""


def _assumptions(answer: Answer) -> str:
    """Say what is taken as given, how much depends on it, and whether rows are equal."""
    sentences = ["Results are conditional on the fitted models and the fold assignment"]
    for key, text in _GIVEN.items():
        changes = list(answer.given.get(key, {}).values())[:NAMED]
        n_tasks = max((change.tasks for change in changes), default=0)
        # Of few tasks a percentage looks more precise than it is; ties make counts fractional.
        counted = key == FOLD_MEAN_CHANGES and n_tasks < FEW
        write = partial(_number_of, n_tasks) if counted else percent
        shares = range_of([change.share for change in changes], write)
        if shares:
            tasks = count(n_tasks, "task")
            by_measure = ", depending on the measure" if " to " in shares else ""
            sentences.append(text.format(shares=shares, tasks=tasks) + by_measure)
    return f"{with_stops(sentences)}{_equal_rows(answer)}"


def _number_of(tasks: int, share: float) -> str:
    """Write a share of tasks as their number."""
    return f"{round(share * tasks, 1):g}"


def _equal_rows(answer: Answer) -> str:
    """Say in how many tasks many rows are equal; empty if in none."""
    equal_rows = answer.equal_rows
    if equal_rows is None or not equal_rows.tasks_above:
        return ""
    return (
        f" In {share_of(equal_rows.tasks_above, answer.tasks)} tasks more than {MANY_EQUAL:.0%} "
        "of the rows have the label and the scores of an earlier row. Such rows stay together "
        "when instances are split or resampled."
    )
