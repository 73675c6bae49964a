"""The best model under each measure, and the models that are its equals, in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from prgbench.answer.answer import Answer, BestModel
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    natural_key,
    p_value,
    percent,
    short_flow_name,
)
from prgbench.report.best_on_items import items_heading, on_these_items, runners_up_on_items
from prgbench.run.safe_text import plain

BEST = "The best model."
NEW_DATASETS = "On new data sets like these."
RUNNERS_UP = "The runner-up."
MOST_MODELS_NAMED = 5
"""So many models that equal the best are named; the others are counted."""

MOST_MEASURES = 3
"""The most probabilities that a sentence has; the table has the others."""

LONGEST_NAME = 40
ENOUGH = 0.5
"""Models with values on fewer of the data sets are no leaderboard of the whole study."""

Write = Callable[[str], str]


def best_model_paragraphs(answer: Answer, write: Write) -> list[tuple[str, str]]:
    """Return headings with text: who is best, here and on new data sets, and who comes next.

    ``write`` is how the medium writes foreign text: it writes data sets as they are, and models
    by shorter names. A study whose models are on different data sets has none of these paragraphs.
    """
    best = answer.best_models
    write_model = shortly(models_of(best), write)
    # Means over different data sets are no order of models.
    if (answer.complete or 0.0) < ENOUGH or max(model.models for model in best) < 2:
        return []
    several = f"The best model on these {answer.datasets:,} data sets."
    heading = several if answer.datasets > 1 else BEST
    if answer.items is None:
        text = _on_these_datasets(answer, write_model)
        runners_up = _runners_up(answer, write_model, write)
    else:
        heading = items_heading(answer)
        text = on_these_items(answer, write_model, _equals)
        runners_up = runners_up_on_items(answer, write_model)
    selected = "" if answer.items is not None else _of_selected(best)
    sentences = [text, selected, _other_winner(answer, write_model), _as_if_present(best)]
    paragraphs = [(heading, " ".join(filter(None, sentences)))]
    if answer.datasets > 1:
        paragraphs.append((NEW_DATASETS, _on_new_datasets(answer, write_model)))
    paragraphs.append((RUNNERS_UP, runners_up))
    return [(heading, text.strip()) for heading, text in paragraphs if text.strip()]


def _as_if_present(best: Sequence[BestModel]) -> str:
    """Say what is assumed of missing scores, where a model that is named lacks some.

    Being ahead of all others is said of all models.
    """
    for model in best:
        tied = [*(model.tied or ()), *(model.tied_new or ())]
        named = {model.model, model.runner_up, *model.level, *tied}
        of_all = () in (model.tied, model.tied_new)
        if model.incomplete and (of_all or named.intersection(model.incomplete)):
            return (
                "This assumes that the missing scores are like the others; with the setting "
                "missing: worst, each counts as the worst score there."
            )
    return ""


def best_is_not_told(answer: Answer) -> tuple[str, str]:
    """Return a heading with text: why no model is named as the best one."""
    if answer.complete and answer.complete < ENOUGH:
        text = (
            f"Not computed: only {percent(answer.complete)} of the scores of these models on the "
            f"{count(answer.datasets, 'data set')} are present, and at least half are needed. "
            "Compare fewer models, or only the data sets that most of them have."
        )
    else:
        text = "Not computed: fewer than two models are on enough of the data sets to be compared."
    return BEST, text


def models_of(best: Sequence[BestModel]) -> set[str]:
    """Return the names of all models that the best models under each measure come with."""
    # A study of one model has no runner-up, and models without common data sets no mean ranks.
    return {
        name
        for model in best
        for tied in (model.tied, model.tied_new, model.level)
        for name in (model.model, model.runner_up, model.first_by_rank, *(tied or ()))
        if name
    }


def shortly(names: Iterable[str], write: Write) -> Write:
    """Return how models are named: without their package, and cut, where that is clear."""
    shorts = {name: short_flow_name(plain(name), LONGEST_NAME) for name in names}
    # Two models with the same short name keep their long ones.
    used = Counter(shorts.values())
    return lambda name: write(shorts[name] if used[shorts[name]] == 1 else plain(name))


def _on_these_datasets(answer: Answer, write: Write) -> str:
    """Name the best model by each measure with its mean, and its equals."""
    sentences = []
    # Measures of which the same is said share a sentence.
    groups = _alike(
        answer.best_models, lambda best: (best.model, best.level, best.tied, best.models == 1)
    )
    for group in groups:
        values = listing([f"{measure_label(best.measure)} ({_value(best)})" for best in group])
        name = _with_coverage(group[0], answer, write)
        sentences.append(f"Under {values}: {name(group[0].model)}{_equals(group[0], name)}.")
    return " ".join(sentences)


def _with_coverage(best: BestModel, answer: Answer, write: Write) -> Write:
    """Return how models are named: those that lack data sets with the number that they have."""

    def name(model: str) -> str:
        if model not in best.incomplete:
            return write(model)
        scored = f"scored on {best.incomplete[model]:,} of {answer.datasets:,} data sets"
        return f"{write(model)} ({scored})"

    return name


def _value(best: BestModel) -> str:
    if best.by_rank and best.mean_rank is not None:
        return f"mean rank {decimal(best.mean_rank)}"
    return decimal(best.mean) if best.mean is not None else "undefined"


def _of_selected(best: Sequence[BestModel]) -> str:
    """Say the intervals of the best models' means, which allow for their selection.

    They are wider than those of the leaderboard, where each model stands for itself: the largest
    of several means is too large on average.
    """
    intervals = [
        f"{measure_label(model.measure)} {bounds(*model.interval, decimal)}"
        for model in best
        if model.interval and not model.by_rank
    ]
    if not intervals:
        return ""
    return f"Intervals that allow for the selection of the best model: {listing(intervals)}."


def _equals(best: BestModel, name: Write) -> str:
    """Say which models are as good as the best one, and which may be."""
    if best.models == 1:
        return ", the only model that is ranked"
    level = f", tied with {_names(best.level, name)}" if best.level else ""
    # Models of exactly the same mean are level, which is no matter of a test.
    tied = [model for model in best.tied or () if model not in best.level]
    if tied:
        joint = " and" if level else ","
        return f"{level}{joint} statistically indistinguishable from {_names(tied, name)}"
    return level if level or best.tied is None else f", ahead of {the_others([best])}"


def the_others(best: Iterable[BestModel]) -> str:
    """Return what the first of two, or of more models is ahead of."""
    return "the other" if max(model.models for model in best) == 2 else "all others"


def _names(models: Sequence[str], write: Write) -> str:
    shown = [write(model) for model in models[:MOST_MODELS_NAMED]]
    more = len(models) - len(shown)
    return listing([*shown, f"{more:,} more"] if more else shown)


def _other_winner(answer: Answer, write: Write) -> str:
    """Say whether another measure would name another model."""
    best = answer.best_models
    if len(best) < 2:
        return ""
    measures = "Both" if len(best) == 2 else f"All {len(best)}"
    # Models with equal means are all first, so measures agree if they share any of them.
    first_by_all = set.intersection(*({model.model, *model.level} for model in best))
    if first_by_all and any(model.level for model in best):
        firsts = _names(sorted(first_by_all, key=natural_key), write)
        return f"{measures} measures rank {firsts} first."
    if first_by_all:
        return f"{measures} measures agree on the best model."
    unknown = any(model.tied is None for model in best)
    noise = "the choice of the data sets" if unknown else "sampling noise"
    # Disjoint sets of possible winners show a difference; different first models alone do not.
    apart = [pair for pair in answer.orders if (pair.apart_new if unknown else pair.apart)]
    if apart:
        names = listing([" and ".join(map(measure_label, pair.measures)) for pair in apart[:3]])
        return f"No model can be the best under both {names}: they disagree beyond {noise}."
    over_all = "The measures disagree on the best model"
    if answer.datasets > 1:
        over_all += " over all data sets"
    if unranked := leaders_not_ranked(best, write):
        return f"{over_all}, but {unranked}."
    if unknown and any(model.tied_new is None for model in best):
        return f"{over_all}; whether that is sampling noise is unknown."
    return f"{over_all}, but {noise} may explain that."


def leaders_not_ranked(best: Sequence[BestModel], write: Write) -> str:
    """Say which first models other measures do not rank; "" if all measures rank them all."""
    clauses = []
    for leader in dict.fromkeys(model.model for model in best):
        lacking = [model for model in best if leader in model.not_ranked]
        if lacking:
            clauses.append(f"{write(leader)} is not ranked under {_measures(lacking)}")
    return listing(clauses[:MOST_MEASURES])


def _on_new_datasets(answer: Answer, write: Write) -> str:
    """Say what is known of the best models on new data sets."""
    # The only model that a measure ranks has no others to be ahead of.
    best = [
        model for model in answer.best_models if model.tied_new is not None and model.models > 1
    ]
    # Said once for all measures where nothing is told apart: a sentence for each would hide that.
    if best and all(
        len(model.tied_new or ()) == model.models - 1 and not model.equal for model in best
    ):
        units = count(answer.datasets, "data set")
        if answer.families is not None:
            units = f"{answer.families:,} families of data sets"
        most = max(model.models for model in best)
        any_of = "Either of the two" if most == 2 else f"Any of the {most:,}"
        sentences = [f"{any_of} models may be the best: {units} can't tell them apart."]
    else:
        sentences = [
            f"Under {_measures(group)}, {write(group[0].model)} {_told(group[0], write)}."
            f"{_best_on(group)}"
            for group in _alike(best, lambda model: (model.model, model.tied_new, model.equal))
        ]
    sentences += _probabilities(best, write)
    # Mean ranks may tell one model from all others where means do not.
    by_rank = [
        model
        for model in best
        if model.tied_by_rank == () and model.tied_new and not model.by_rank
    ]
    sentences += [
        f"By mean rank ({_measures(group)}), {write(first)} stays ahead of {the_others(group)}."
        for group in _alike(by_rank, lambda model: model.first_by_rank)
        if (first := group[0].first_by_rank)
    ]
    return " ".join(sentences)


def _measures(group: Sequence[BestModel]) -> str:
    return listing([measure_label(model.measure) for model in group])


def _told(best: BestModel, write: Write) -> str:
    """Say which models may be better than the first one on new data sets."""
    equal = f"is tied with {_names(best.equal, write)} on every data set" if best.equal else ""
    behind = [model for model in best.tied_new or () if model not in best.equal]
    if behind:
        return f"{equal}{' and ' if equal else ''}may be behind {_names(behind, write)}"
    return equal or f"stays ahead of {the_others([best])}"


def _best_on(group: Sequence[BestModel]) -> str:
    """Say on how many of these and of new data sets a model is the best, measure by measure."""
    several = len(group) > 1
    return "".join(
        f" It is the best on {percent(best.best_on)} of these data sets"
        + (f" under {measure_label(best.measure)}" if several else "")
        + f" ({bounds(*best.best_on_interval)} of new ones)."
        for best in group
        if best.best_on is not None and best.best_on_interval
    )


def _probabilities(best: Sequence[BestModel], write: Write) -> list[str]:
    """Say how likely the best model is to be better than the runner-up on a new data set."""
    known = [model for model in best if model.better_on_interval]
    sentences = []
    for group in _alike(known, lambda model: (model.model, model.runner_up)):
        shares = [
            f"{percent(model.better_on)} {bounds(*model.better_on_interval)} under "
            f"{measure_label(model.measure)}"
            for model in group[:MOST_MEASURES]
            if model.better_on is not None and model.better_on_interval
        ]
        sentences.append(
            f"The estimated probability that {write(group[0].model)} is better than "
            f"{write(group[0].runner_up)} on a new one is {listing(shares)}."
        )
    if sentences:
        sentences.append(
            "It is the share of the data sets with both models on which it scores better, "
            "regardless of the size of the difference; ties count half."
        )
    return sentences


def _alike(best: Sequence[BestModel], key: Callable[[BestModel], object]) -> list[list[BestModel]]:
    """Group the measures of which the same is said."""
    groups: dict[object, list[BestModel]] = {}
    for model in best:
        groups.setdefault(key(model), []).append(model)
    return list(groups.values())


def _runners_up(answer: Answer, write_model: Write, write: Write) -> str:
    """Say which model comes next by each measure, how far behind, and whether it may be best."""
    clauses = []
    for best in answer.best_models:
        if not best.runner_up or best.difference is None or best.level:
            continue
        tests = _tests(best, answer)
        shown = f" ({', '.join(tests)})" if tests else ""
        behind = decimal(abs(best.difference))
        if best.by_rank:
            behind += " of a rank" if abs(best.difference) < 1 else " ranks"
        elif best.difference_interval and not tests:
            # That of all pairs of models: beside a test of the best one alone, it may include 0
            # where the test rules out that the other model is the best.
            behind += f" {bounds(*best.difference_interval, decimal)}"
        equal = ", practically equal" if best.runner_up in best.practically_equal else ""
        if best.influential:
            equal += f", more than half of that on {write(best.influential)}"
        name = _with_coverage(best, answer, write_model)(best.runner_up)
        clauses.append(
            f"Under {measure_label(best.measure)}: {name}, {behind} behind{equal}{shown}."
        )
    if not clauses:
        return ""
    text = " ".join(clauses)
    if "(p " in text:
        text += " Where p is small, the runner-up is not the best."
    return text


def _tests(best: BestModel, answer: Answer) -> list[str]:
    """Write the p-values of the runner-up's being the best, here and on new data sets."""
    tests = []
    if best.p_value is not None:
        these = " on these data sets" if answer.datasets > 1 else ""
        tests.append(f"{p_value(best.p_value)}{these}")
    if best.p_value_new is not None:
        new = "new ones" if tests else "new data sets"
        tests.append(f"{p_value(best.p_value_new)} on {new}")
    return tests
