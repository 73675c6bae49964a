"""What the first screen and the details say of costs of errors, where these decide who wins."""

from collections.abc import Callable

from prgbench.answer.answer import Answer, MeanAtAllCosts, PairsAtAllCosts
from prgbench.metrics.cost_curves import cost_weight
from prgbench.metrics.registry import get_measure
from prgbench.plotting.words import count, decimal, prevalence, share_of

ON_NEW = "On average over new data sets"
ON_THESE = "On average over these data sets"
STATED = "expected_cost@"
OPTIMISTIC = (
    "Each model has the threshold that is the best on these data: on new data it costs more, the "
    "more so the fewer positives or negatives there are."
)


def if_costs_decide(answer: Answer, write: Callable[[str], str]) -> str:
    """Say which models win for which costs, on one data set or in the mean, if several do."""
    decided = "The costs of errors decide"
    sentences: tuple[str, ...] = ()
    if answer.mean_costs is not None:
        of_mean = answer.mean_costs
        if len(of_mean.winners_new) > 1:
            decided = "On new data sets, costs decide"
            sentences = of_mean.text_new[: len(of_mean.winners_new)]
        elif len(of_mean.winners) > 1:
            decided = "On these data sets, costs decide"
            sentences = of_mean.text[: len(of_mean.winners)]
        decided += f" (at {prevalence(of_mean.prevalence)} positives)"
    elif len(answer.costs) == 1:
        (of_one,) = answer.costs
        sentences = of_one.of_winners
        decided += f" (at {prevalence(of_one.prevalence)} positives)"
    if len(sentences) < 2:
        return ""
    clauses = [write(sentence.removesuffix(".")) for sentence in sentences]
    return f"{decided}: {'; '.join(clauses)}."


def at_all_costs(answer: Answer, write: Callable[[str], str]) -> str:
    """Say who wins where on one data set; of several, what is certain of pairs and in the mean."""
    of_stated = _of_stated_costs(answer)
    if len(answer.costs) == 1 and answer.mean_costs is None:
        (of_one,) = answer.costs
        said = " ".join(map(write, of_one.text))
        return f"At {prevalence(of_one.prevalence)} positives: {said} {of_stated}".strip()
    of_pairs = answer.pairs_at_all_costs
    said = over_data_sets(of_pairs) if of_pairs else ""
    return " ".join(filter(None, [said, in_the_mean(answer.mean_costs, write), of_stated]))


def _of_stated_costs(answer: Answer) -> str:
    """Say what an expected cost at a stated ratio is held against, and that it is optimistic."""
    stated = [best.measure for best in answer.best_models if best.measure.startswith(STATED)]
    if not stated:
        return ""
    said = "Expected costs are shares of the cost of being always wrong"
    if len(stated) == len(answer.costs) == 1:
        ratio = float(stated[0].split("@")[1].removeprefix("cost_ratio="))
        pi = get_measure(stated[0]).prevalence or answer.costs[0].prevalence
        weight = float(cost_weight(ratio, pi))
        cheaper = "all" if weight > 1 - weight else "none"
        said += f"; calling {cheaper} positive costs {decimal(min(weight, 1 - weight))}"
    return f"{said}. {OPTIMISTIC}"


def over_data_sets(counted: PairsAtAllCosts) -> str:
    """Count the pairs that the measures order alike, those that cross, and what is certain."""
    pairs = counted.pairs
    scored = pairs - counted.lacking
    of_all = f"Of {count(pairs, 'pair')} of models within {count(counted.tasks, 'task')}"
    if counted.measures > 1 and not scored:
        seen = f"{of_all}, each lacks a measure, so none is ordered by all measures."
    elif counted.measures > 1:
        lack = f"{counted.lacking:,} lack a measure. Of the others" if counted.lacking else ""
        of_scored = ", ".join(filter(None, [of_all, lack]))
        seen = f"{of_scored}, all measures order {share_of(counted.alike, scored)} alike."
        if counted.alike_crossing_seen:
            crossed = share_of(counted.alike_crossing_seen, counted.alike)
            seen += (
                f" The cost curves of {crossed} of these cross: some cost reverses their order."
            )
        elif counted.alike:
            seen += " Their cost curves do not cross: no cost reverses their order."
    else:
        seen = f"{of_all}, the cost curves of {share_of(counted.crossing_seen, pairs)} cross."
    certain = []
    if counted.dominated:
        dominated = share_of(counted.dominated, pairs)
        certain.append(f"one model is at least as good at every cost in {dominated}")
    if counted.crossing:
        alike = f", {counted.alike_crossing:,} of which all measures order alike"
        certain.append(
            f"each wins somewhere in {share_of(counted.crossing, pairs)}"
            f"{alike if counted.measures > 1 else ''}"
        )
    if not certain:
        return f"{seen} Beyond noise, no pair is resolved."
    # A sentence each: together they would have forty words.
    first, *others = certain
    said = [f"Beyond noise, of all pairs, {first}", *(f"{o[0].upper()}{o[1:]}" for o in others)]
    return f"{seen} {'. '.join(said)}. The others are not resolved."


def in_the_mean(found: MeanAtAllCosts | None, write: Callable[[str], str]) -> str:
    """Say who wins where in the mean over new data sets, and over these where that is more."""
    if found is None:
        return ""
    new, these = (" ".join(map(write, text)) for text in (found.text_new, found.text))
    at = f"with {prevalence(found.prevalence)} positives in each"
    if new == these:
        return f"On average over data sets, these and new ones, {at}: {new}"
    return f"{ON_NEW}, {at}: {new} {ON_THESE}: {these}"
