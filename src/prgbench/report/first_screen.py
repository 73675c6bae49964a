"""The first screen of the page: the answer in plain sentences, the verdict first."""

from collections.abc import Callable, Sequence
from functools import partial

from prgbench.answer.answer import (
    Answer,
    Change,
    Choosing,
    PairAnswer,
    Ranks,
    Top,
    WinnersVerdict,
)
from prgbench.answer.choosing import EQUIVALENT
from prgbench.answer.dependent_rows import MANY
from prgbench.answer.expected_f1 import EXPECTED_F1
from prgbench.answer.rankings import FEWEST_DATASETS, POWER
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, Verdict, WinnerVerdict
from prgbench.plotting.drawn import INSTANCES, number
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair_label,
    percent,
    points,
    share_of,
)
from prgbench.report.best_models import best_model_paragraphs
from prgbench.report.enough_data import without_rough_bounds
from prgbench.report.parts.choosing import NAMED, chooser_label, named_choices, target_label
from prgbench.run.foreign_text import as_markdown

MOST_DATASETS = 100_000
NEARLY_ALL = 0.9
"""Where so many models are on so many data sets, the first question is which of them is best."""

QUESTION = "Does the choice of the measure change which model wins?"
TOO_FEW_FOR_RANKINGS = (
    "Whether the measures rank these models alike, apart from noise, can be told from "
    f"{FEWEST_DATASETS} data sets on."
)


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
    Only the first three pairs of measures are named. Intervals from too few data sets are left
    out. A ``replication`` is also held against the paper's claim on expected F1. ``write`` is how
    the medium writes the names of models.
    """
    best = best_model_paragraphs(answer, write)
    answer = without_rough_bounds(answer)
    if best and answer.datasets < FEWEST_DATASETS:
        of_pairs = [(QUESTION, TOO_FEW_FOR_RANKINGS)]
    else:
        of_pairs = [
            (QUESTION, verdict(answer)),
            _found(answer),
            ("What this study could have shown.", _power(answer)),
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
    pairs = answer.pairs[:NAMED]
    clauses = [*_rankings(pairs), *_winners(pairs), *_choosing(answer)]
    sentence = "; ".join(clauses) or "this study has no test of whether the measures differ"
    return f"{sentence[0].upper()}{sentence[1:]}."


def found_of(pair: PairAnswer) -> str:
    """Say in how many tasks the best models differ by a pair of measures."""
    return f"{names_of(pair)} {share_of(pair.disagree.count, pair.disagree.tasks)}"


def _rankings(pairs: Sequence[PairAnswer]) -> list[str]:
    """Say how the measures rank all models, and the best ones where that differs."""
    tested = [(pair, pair.ranks) for pair in pairs if pair.ranks]
    clauses: list[str] = []
    for words, group in _by_verdict(RankingVerdict, tested):
        numbers = _correlations(group, "" if clauses else "rank correlation without noise ")
        clauses.append(words.format(pairs=_pairs(group)) + numbers)
    at_top = [(p, p.top) for p in pairs if p.ranks and p.top and p.top.verdict != p.ranks.verdict]
    for words, group in _by_verdict(RankingVerdict, at_top):
        best = [pair.top for pair in group if pair.top]
        numbers = f" ({_range(best)})" if _range(best) else ""
        clauses.append(f"{_best(best)}, {words.format(pairs=_pairs(group))}{numbers}")
    return clauses


def _winners(pairs: Sequence[PairAnswer]) -> list[str]:
    tested = [(pair, pair.winners) for pair in pairs if pair.winners]
    clauses: list[str] = []
    for words, group in _by_verdict(WinnerVerdict, tested):
        winners = f"{'those' if clauses else 'the winners'} by {_pairs(group)}"
        clauses.append(words.format(winners="their winners" if group == pairs else winners))
    return clauses


def _by_verdict(
    verdicts: type[Verdict], tested: Sequence[tuple[PairAnswer, Ranks | Top | WinnersVerdict]]
) -> list[tuple[str, list[PairAnswer]]]:
    """Return the words of each verdict with all pairs that have it."""
    by_verdict = [
        (verdict.words, [pair for pair, test in tested if test.verdict == verdict])
        for verdict in verdicts
    ]
    return [(words, pairs) for words, pairs in by_verdict if pairs]


def _pairs(pairs: Sequence[PairAnswer]) -> str:
    """Name a pair of measures, all pairs of some measures, or several pairs."""
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.measures))
    if 2 * len(pairs) == len(measures) * (len(measures) - 1):
        return listing([measure_label(name) for name in measures])
    return listing([pair_label(*pair.measures) for pair in pairs])


def _correlations(pairs: Sequence[PairAnswer], what: str) -> str:
    """Say the rank correlations of all models, and of the best with the same verdict."""
    correlations = _range([pair.ranks for pair in pairs if pair.ranks])
    if not correlations:
        return ""
    best = [p.top for p in pairs if p.ranks and p.top and p.top.verdict == p.ranks.verdict]
    at_top = f", {_best(best)} {_range(best)}" if _range(best) else ""
    return f" ({what}{correlations}{at_top})"


def _best(tops: Sequence[Top]) -> str:
    return f"among the {number(max(top.models for top in tops))} best"


def _range(estimates: Sequence[Ranks | Top]) -> str:
    """Say one correlation with its interval, or the range of several; "" if there is none."""
    without = (RankingVerdict.NO_DIFFERENCES, RankingVerdict.TOO_FEW)
    tested = [estimate for estimate in estimates if estimate.verdict not in without]
    # An estimate without noise may exceed 1, which no correlation does.
    values = sorted(min(of.without_noise, 1.0) for of in tested if of.without_noise is not None)
    if len(values) == 1:
        return decimal(values[0]) + _interval(tested[0].lower, tested[0].upper, decimal)
    return " to ".join(dict.fromkeys(map(decimal, values[:1] + values[-1:])))


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


def _found(answer: Answer) -> tuple[str, str]:
    """Say how many winners differ, minus what noise alone gives, and what that means."""
    pairs = answer.pairs[:NAMED]
    said = [found_of(pair) + _beyond(pair) for pair in pairs]
    if not any(map(_beyond, pairs)):
        return "Tasks with different winners.", f"{'; '.join(said)}."
    return (
        "Tasks with different winners, and found minus noise alone.",
        f"{'; '.join(said)}. {_reconciled(pairs)}",
    )


def _beyond(pair: PairAnswer) -> str:
    beyond = pair.difference
    if beyond is None or beyond.found_minus_noise is None or beyond.lower is None:
        return ""
    interval = _interval(beyond.lower, beyond.upper, points)
    return f", {points(beyond.found_minus_noise)} points{interval}"


def _reconciled(pairs: Sequence[PairAnswer]) -> str:
    """Say how the simulation of noise alone and the verdicts on the winners go together."""
    more = [pair for pair in pairs if pair.difference and (pair.difference.lower or 0.0) > 0]
    differ = [
        pair for pair in pairs if pair.winners and pair.winners.verdict == WinnerVerdict.DIFFER
    ]
    if any(pair not in more for pair in differ):
        return "Winners can truly differ without differing more often than by noise alone."
    begin = "An interval above 0 is no verdict: noise" if more != differ else "Noise"
    return (
        f"{begin} alone is simulated with normal scores and without ties; the verdicts compare "
        "independent halves of the instances and assume neither."
    )


def _power(answer: Answer) -> str:
    """Say what the study could have shown where it resolves nothing."""
    pairs = answer.pairs[:NAMED]
    ranks = [p.ranks for p in pairs if p.ranks and p.ranks.verdict == RankingVerdict.NOT_RESOLVED]
    winners = [
        p.winners for p in pairs if p.winners and p.winners.verdict == WinnerVerdict.NOT_RESOLVED
    ]
    said = []
    if reach := [one.detectable for one in ranks if one.detectable is not None]:
        needed = [one.datasets_needed or MOST_DATASETS for one in ranks]
        settled = f" ({count(round(max(needed)), 'data set')} like these would settle it)"
        said.append(
            f"a rank correlation of {decimal(1 - max(reach))} or less"
            f"{settled if max(needed) < MOST_DATASETS else ''}"
        )
    kept = [one.detectable for one in winners if one.detectable is not None]
    if kept and max(kept) <= 1:
        said.append(
            "different winners, if each measure prefers its own to the other's on other "
            f"{answer.units} in {percent(max(kept))} more of the splits than not"
        )
    supposed = "if the difference is the same in all data sets"
    return f"With a power of {POWER:.0%}, {supposed}: {'; '.join(said)}." if said else ""


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
