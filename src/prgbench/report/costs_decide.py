"""What the first screen and the details say of costs of errors, where these decide who wins."""

from collections.abc import Callable

from prgbench.answer.answer import Answer, AtAllCosts
from prgbench.plotting.words import count, share_of


def if_costs_decide(answer: Answer, write: Callable[[str], str]) -> str:
    """Say on one data set which models win for which costs, if several do; "" else."""
    if len(answer.costs) != 1:
        return ""
    (compared,) = answer.costs
    if len(compared.winners) < 2:
        return ""
    clauses = [write(sentence.removesuffix(".")) for sentence in compared.of_winners]
    return f"The costs of errors decide: {'; '.join(clauses)}."


def at_all_costs(answer: Answer, write: Callable[[str], str]) -> str:
    """Say who wins where on one data set; of several, of how many pairs what is certain."""
    if not answer.costs:
        return ""
    if len(answer.costs) == 1:
        return " ".join(map(write, answer.costs[0].text))
    return over_data_sets(answer.costs)


def over_data_sets(costs: list[AtAllCosts]) -> str:
    """Count the pairs of models of which one is nowhere worse, or each is better somewhere."""
    pairs = sum(of_task.pairs for of_task in costs)
    dominated = sum(of_task.dominated for of_task in costs)
    crossing = sum(of_task.crossing for of_task in costs)
    crossed = "; in {} each wins somewhere, so that the costs decide"
    return (
        f"Of {count(pairs, 'pair')} of models on {count(len(costs), 'data set')}, one is at least "
        f"as good at every cost of errors in {_of(dominated, pairs)}"
        f"{crossed.format(_of(crossing, pairs)) if crossing else ', and in none each wins'}. The "
        "others are not resolved."
    )


def _of(number: int, pairs: int) -> str:
    return share_of(number, pairs) if number else "none"
