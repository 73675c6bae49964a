"""The first screen of the page: the answer in plain sentences, the verdict first."""

from collections.abc import Callable, Sequence
from functools import partial

from prgbench.answer.answer import Answer, Change, Choosing, PairAnswer, Ranks, Winners
from prgbench.answer.dependent_rows import MANY
from prgbench.answer.expected_f1 import EXPECTED_F1
from prgbench.answer.verdicts import (
    EQUIVALENT,
    FEWEST_DATASETS,
    ChoiceVerdict,
    RankingVerdict,
    Verdict,
    WinnerVerdict,
)
from prgbench.plotting.drawn import INSTANCES
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair_label,
    percent,
    share_of,
)
from prgbench.report.best_models import best_model_paragraphs
from prgbench.report.enough_data import without_rough_bounds
from prgbench.report.parts.choosing import NAMED, chooser_label, named_choices, target_label
from prgbench.run.foreign_text import as_markdown

NEARLY_ALL = 0.9
"""Where so many models are on so many data sets, the first question is which of them is best."""

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

    The verdict comes first in a study of models that were drawn anew for each task.
    Of many pairs of measures, those that differ are named. Intervals from too few data sets are
    left out. A ``replication`` is also held against the paper's claim on expected F1. ``write``
    is how the medium writes the names of models.
    """
    best = best_model_paragraphs(answer, write)
    answer = without_rough_bounds(answer)
    of_pairs = [
        (QUESTION, verdict(answer)),
        ("Tasks with different winners.", _different_winners(answer)),
        ("Pairs of models.", _pairs_of_models(answer.pairs[:NAMED])),
    ]
    of_pairs = of_pairs if answer.pairs else []
    by_models = answer.datasets < FEWEST_DATASETS or (answer.complete or 0.0) >= NEARLY_ALL
    paragraphs = [
        *(best + of_pairs if by_models else of_pairs + best),
        ("Expected F1.", _expected_f1(answer) if replication else ""),
        ("Assumptions.", _assumptions(answer) if answer.units == INSTANCES else ""),
    ]
    return [(heading, text) for heading, text in paragraphs if text]


def verdict(answer: Answer) -> str:
    """Say in a sentence whether rankings and winners differ, and what choosing costs."""
    clauses = [*_rankings(answer.pairs), *_winners(answer.pairs), *_choosing(answer)]
    sentence = "; ".join(clauses) or "this study has no test of whether the measures differ"
    return f"{sentence[0].upper()}{sentence[1:]}."


def found_of(pair: PairAnswer) -> str:
    """Say in how many tasks the best models differ by a pair of measures."""
    return f"{names_of(pair)} {share_of(pair.disagree.count, pair.disagree.tasks)}"


def _rankings(pairs: Sequence[PairAnswer]) -> list[str]:
    """Say by which measures the models rank differently, beside what a common order gives."""
    tested = [(pair, pair.ranks) for pair in pairs if pair.ranks]
    clauses: list[str] = []
    for verdict, group in _by_verdict(RankingVerdict, tested):
        named = _named(group, pairs, name_all=verdict == RankingVerdict.DIFFERENT)
        numbers = _correlations([pair.ranks for pair in group if pair.ranks], first=not clauses)
        without = verdict in (RankingVerdict.NO_DIFFERENCES, RankingVerdict.TOO_FEW)
        clauses.append(verdict.words.format(pairs=named) + ("" if without else numbers))
    return clauses


def _winners(pairs: Sequence[PairAnswer]) -> list[str]:
    tested = [(pair, pair.winners) for pair in pairs if pair.winners]
    clauses: list[str] = []
    for verdict, group in _by_verdict(WinnerVerdict, tested):
        named = _named(group, pairs, name_all=verdict == WinnerVerdict.DIFFER)
        winners = f"{'those' if clauses else 'the winners'} by {named}"
        words = verdict.words.format(winners="their winners" if group == pairs else winners)
        numbers = _shares_if_alike([pair.winners for pair in group if pair.winners])
        clauses.append(words + ("" if verdict == WinnerVerdict.TOO_FEW else numbers))
    return clauses


def _by_verdict(
    verdicts: type[Verdict], tested: Sequence[tuple[PairAnswer, Ranks | Winners]]
) -> list[tuple[Verdict, list[PairAnswer]]]:
    """Return each verdict with all pairs that have it."""
    by_verdict = [
        (verdict, [pair for pair, test in tested if test.verdict == verdict])
        for verdict in verdicts
    ]
    return [(verdict, pairs) for verdict, pairs in by_verdict if pairs]


def _named(group: Sequence[PairAnswer], pairs: Sequence[PairAnswer], *, name_all: bool) -> str:
    """Name pairs of measures, or all pairs of some measures; of many, say how many they are."""
    measures = list(dict.fromkeys(name for pair in group for name in pair.measures))
    if 2 * len(group) == len(measures) * (len(measures) - 1):
        return listing([measure_label(name) for name in measures])
    names = listing([pair_label(*pair.measures) for pair in group])
    if len(pairs) <= NAMED:
        return names
    counted = f"{len(group)} of {len(pairs)} pairs of measures"
    return f"{counted} ({names})" if name_all else counted


def _correlations(ranks: Sequence[Ranks], *, first: bool) -> str:
    """Say the rank correlations, and those of a common order."""
    correlations = _span([of.found for of in ranks], decimal)
    if not correlations:
        return ""
    what, how = ("mean rank correlation ", "they ordered the models ") if first else ("", "")
    return f" ({what}{correlations}; {_alike(ranks, decimal)} if {how}alike)"


def _shares_if_alike(winners: Sequence[Winners]) -> str:
    """Say in how many tasks winners differ, and in how many they would by a common order."""
    shares = _span([of.found for of in winners], percent)
    if not shares:
        return ""
    tasks = count(max(of.tasks for of in winners), "task")
    return f" ({shares} of {tasks}; {_alike(winners, percent)} if alike)"


def _alike(numbers: Sequence[Ranks] | Sequence[Winners], write: Callable[[float], str]) -> str:
    """Say what a common order gives: of one pair with its range."""
    span = _span([of.if_alike for of in numbers], write)
    if len(numbers) > 1:
        return span
    return span + _interval(numbers[0].if_alike_lower, numbers[0].if_alike_upper, write)


def _span(values: Sequence[float | None], write: Callable[[float], str]) -> str:
    """Say a number, or the range of several; "" if none is defined."""
    defined = sorted(value for value in values if value is not None)
    return " to ".join(dict.fromkeys(map(write, defined[:1] + defined[-1:])))


def _choosing(answer: Answer) -> list[str]:
    """Say what choosing by one measure costs by another, or how large a loss may still be."""
    choices = named_choices(answer)
    shown = [
        _largest(verb, [choice for choice in choices if choice.verdict == verb])
        for verb in (ChoiceVerdict.COSTS, ChoiceVerdict.GAINS)
    ]
    if any(shown):
        return [text for text in shown if text]
    uppers = [
        c.upper for c in choices if c.upper is not None and c.verdict != ChoiceVerdict.TOO_FEW
    ]
    if not uppers:
        return []
    if max(uppers) <= EQUIVALENT:
        return [f"choosing by one measure instead of another costs less than {EQUIVALENT:g}"]
    return [
        f"no loss above {EQUIVALENT:g} is shown from choosing by one measure instead of another, "
        f"and one above {decimal(max(uppers))} is unlikely"
    ]


def _largest(verb: str, choices: Sequence[Choosing]) -> str:
    """Say the largest of the losses or gains that are shown."""
    if not choices:
        return ""
    sign = 1 if verb == ChoiceVerdict.COSTS else -1
    one = max(choices, key=lambda choice: sign * (choice.loss or 0.0))
    known = [sign * value for value in (one.loss, one.lower, one.upper) if value is not None]
    write = partial(decimal, digits=3 if min(map(abs, known)) >= 0.001 else 4)
    interval = f" {bounds(min(known), max(known), write)}" if one.upper is not None else ""
    others = f" (the largest of {len(choices)})" if len(choices) > 1 else ""
    return (
        f"choosing by {chooser_label(one.by)} {verb} {write(known[0])} of "
        f"{target_label(one.target)}{interval}{others}"
    )


def _different_winners(answer: Answer) -> str:
    """Say in how many tasks the winners differ, and in how many for certain."""
    texts = []
    for pair in answer.pairs[:NAMED]:
        certain = pair.winners.certain if pair.winners else None
        texts.append(found_of(pair) + (f", {certain:,} for certain" if certain else ""))
    return f"{'; '.join(texts)}."


def _pairs_of_models(pairs: Sequence[PairAnswer]) -> str:
    """Say how many pairs of models two measures order alike, or oppositely, for certain."""
    ordered = [(pair, pair.pairs_of_models) for pair in pairs if pair.pairs_of_models]
    if not ordered:
        return ""
    first = "the same way for certain and {} oppositely"
    texts = [
        f"{names_of(pair)} {'order ' * (not index)}{counts.same:,} "
        f"{first.format(f'{counts.reversed:,}') if not index else f'and {counts.reversed:,}'}"
        for index, (pair, counts) in enumerate(ordered)
    ]
    total = count(max(counts.pairs for _, counts in ordered), "pair")
    sentence = f"Of {total} of models within tasks, {'; '.join(texts)}; the rest is open."
    uppers = [
        pair.ranks.reversed_upper
        for pair in pairs
        if pair.ranks and pair.ranks.reversed_upper is not None
    ]
    if not uppers:
        return sentence
    return (
        f"{sentence} Of at most {percent(max(uppers))} of the pairs, each of two measures prefers "
        f"another model by more than {EQUIVALENT:g}."
    )


def _expected_f1(answer: Answer) -> str:
    """Say how often each measure prefers the model with the lower expected F1."""
    measures = [one for one in answer.lower_expected_f1 if one.by != EXPECTED_F1][:NAMED]
    if not measures:
        return ""
    noise = [one for one in answer.lower_expected_f1 if one.by == EXPECTED_F1]
    shares = [
        f"{'expected F1 itself' if one in noise else measure_label(one.by)} "
        + listing([percent(share) for share in (one.in_sample, one.held_out) if share is not None])
        for one in [*measures, *noise]
    ]
    return (
        'The paper says that "AUPR can easily favour models with lower expected F1". In how many '
        f"of {count(max(one.pairs for one in measures), 'pair')} of models each measure does, in "
        f"sample and on other instances: {'; '.join(shares)}."
    )


def _assumptions(answer: Answer) -> str:
    """Say what is taken as given, how much depends on it, and whether rows are equal."""
    changes = [
        f"{shares} by {what}"
        for what, key in (
            ("averaging over the folds instead of pooling", "fold_mean_changes_winner"),
            ("another repeat of the cross-validation", "repeat_changes_winner"),
        )
        if (shares := _shares(list(answer.given.get(key, {}).values())[:NAMED]))
    ]
    given = "The fitted models and the folds are taken as given"
    changed = f": the best model changes in {' and in '.join(changes)}" if changes else ""
    said = f"{given}{changed}."
    return " ".join(filter(None, [said, equal_rows_sentence(answer)]))


def _shares(changes: Sequence[Change]) -> str:
    """Say a share of tasks, or the range of several."""
    shares = [one.share for one in changes if one.share is not None]
    if not shares:
        return ""
    low, high = percent(min(shares)), percent(max(shares))
    tasks = count(max(one.tasks for one in changes), "task")
    return f"{low if low == high else f'{low} to {high}'} of {tasks}"


def equal_rows_sentence(answer: Answer) -> str:
    """Say in how many tasks many rows are equal; empty if in none."""
    found = answer.equal_rows
    if found is None or not found.tasks_above:
        return ""
    return (
        f"In {share_of(found.tasks_above, answer.tasks)} tasks more than {MANY:.0%} of the rows "
        "have the label and the scores of an earlier row; such rows stay together in halves."
    )


def names_of(pair: PairAnswer) -> str:
    """Name the measures of a pair."""
    return " and ".join(map(measure_label, pair.measures))


def _interval(lower: float | None, upper: float | None, write: Callable[[float], str]) -> str:
    return "" if lower is None or upper is None else f" {bounds(lower, upper, write)}"
