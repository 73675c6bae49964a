"""Does the measure change which model wins: the headline and the sentences of the first screen."""

from collections.abc import Sequence

from prgbench.answer.answer import Answer, PairAnswer
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from prgbench.plotting.words import count, listing, measure_label
from prgbench.report.best_models import ENOUGH
from prgbench.report.names import (
    MOST_NAMED,
    Names,
    first_by_measure,
    leaders_of,
    measures_paired_in_full,
)


def does_the_winner_change(answer: Answer, names: Names) -> tuple[str, list[str]]:
    """Say whether winners differ beyond sampling noise, and how often they do."""
    tested = [pair for pair in answer.pairs if pair.winners]
    verdicts = {pair.winners.verdict for pair in tested if pair.winners}
    differ = [pair for pair in tested if pair.winners_differ]
    if differ:
        which = "" if len(differ) == len(tested) else f" for {_pairs(differ)}"
        headline = f"Yes: the winners differ beyond sampling noise{which}."
    elif WinnerVerdict.NOT_RESOLVED in verdicts:
        headline = "Not demonstrably."
    else:
        headline = "This study can't tell."
    return headline, [
        _best_on_average(answer, names),
        _shares(answer),
        what_differs(answer),
    ]


def _best_on_average(answer: Answer, names: Names) -> str:
    """Name the models that are best on average; not of a study with other models in each task."""
    best = [model for model in answer.best_models if model.models >= 2]
    if not best or (answer.complete or 0.0) < ENOUGH:
        return ""
    if len({leaders_of(model) for model in best}) == 1 and not best[0].level:
        lacking = best[0].incomplete.get(best[0].model)
        scored = f" (scored on {lacking:,} of {answer.datasets:,} data sets)" if lacking else ""
        return f"{names(best[0].model)}{scored} is best on average {names.under(best)}."
    return f"On average, {first_by_measure(best, names)}."


def _shares(answer: Answer) -> str:
    """Say in how many tasks winners differ, and in how many they would from noise alone."""
    found = [pair.disagree.share for pair in answer.pairs if pair.disagree.share is not None]
    alike = [pair.disagree.if_alike for pair in answer.pairs if pair.disagree.if_alike is not None]
    if not found or answer.tasks < 2:
        return ""
    tasks = max(pair.disagree.tasks for pair in answer.pairs)
    text = f"Winners differ in {_range(found)} of {count(tasks, 'task')}{_ties(answer)}"
    # What noise alone gives is not known of a measure that some models lack.
    if len(alike) < len(found):
        return f"{text}."
    return f"{text}; noise alone would make {_range(alike)} differ."


def _ties(answer: Answer) -> str:
    """Say in how many tasks no model wins under both measures, where ties make that fewer."""
    disagree = [pair.disagree for pair in answer.pairs if pair.disagree.tasks]
    if not any(found.shared_best for found in disagree):
        return ""
    surely = [(found.count - found.shared_best) / found.tasks for found in disagree]
    return f" (no model wins under both in {_range(surely)})"


def _range(shares: Sequence[float]) -> str:
    """Write one share, or the least and the greatest, in whole percent."""
    ends = dict.fromkeys(f"{100 * share:.0f}" for share in (min(shares), max(shares)))
    return f"{'–'.join(ends)}%"


def what_differs(answer: Answer) -> str:
    """Say whether rankings differ task by task; if nothing is known, which leaderboards do."""
    return _measures_differ(answer) or _leaderboards_differ(answer)


def _measures_differ(answer: Answer) -> str:
    """Say which measures rank the models differently, or that this is not resolved."""
    tested = [pair for pair in answer.pairs if pair.ranks]
    # A difference that is shown for some pairs is the news, whatever is open for the others.
    verdicts = {pair.ranks.verdict for pair in tested if pair.ranks}
    differ = [pair for pair in tested if pair.ranks_differ]
    if differ:
        return f"{_pairs(differ)} rank the models differently{_how_much(differ)}."
    if verdicts == {RankingVerdict.ALIKE}:
        return "The measures rank the models alike."
    if RankingVerdict.NOT_RESOLVED in verdicts:
        return "There is no evidence that the measures rank the models differently."
    if verdicts == {RankingVerdict.NO_DIFFERENCES} and _all_level(answer):
        return "The models have equal scores, so no measure ranks them."
    return ""


def _all_level(answer: Answer) -> bool:
    """Say whether all models have the same mean under every measure."""
    return all(len(model.level) == model.models - 1 for model in answer.best_models)


def _how_much(pairs: Sequence[PairAnswer]) -> str:
    """Say whether a difference beyond sampling noise may be as small as the margin of the test."""
    verdicts = {pair.ranks.verdict for pair in pairs if pair.ranks}
    if verdicts == {RankingVerdict.SLIGHTLY_DIFFERENT}:
        return " beyond sampling noise, though perhaps only slightly"
    if RankingVerdict.SLIGHTLY_DIFFERENT in verdicts:
        return " beyond sampling noise, some perhaps only slightly"
    return " beyond sampling noise"


def _leaderboards_differ(answer: Answer) -> str:
    """Say which leaderboards differ by more than the choice of data sets explains."""
    differ = [pair for pair in answer.pairs if pair.leaderboards_differ]
    if not differ:
        return ""
    return (
        f"The leaderboards under {_pairs(differ)} differ beyond the choice of data sets"
        f"{perhaps_in_distances(differ)}."
    )


def perhaps_in_distances(pairs: Sequence[PairAnswer]) -> str:
    """Add a caveat if leaderboards differ but no two models are certainly in opposite orders.

    Noise pulls the mean ranks of similar models together, so that a noisier measure with the same
    order has smaller gaps between them.
    """
    boards = [pair.leaderboards for pair in pairs if pair.leaderboards_differ]
    if not boards or any(board is None or board.reversed is not False for board in boards):
        return ""
    return ", though perhaps only in how far models are apart"


def _pairs(pairs: Sequence[PairAnswer]) -> str:
    """Name the measures of pairs; each once if all of them are paired with each other."""
    measures = measures_paired_in_full(pairs)
    if measures and len(measures) <= MOST_NAMED:
        return listing([measure_label(name) for name in measures])
    if len(pairs) > 2:
        return f"{len(pairs):,} pairs of measures"
    return ", and ".join(
        listing([measure_label(name) for name in pair.measures]) for pair in pairs
    )
