"""What is said of the best model by each measure, and of the models that are its equals."""

from collections import Counter
from collections.abc import Callable, Sequence

from prgbench.answer.answer import Answer, BestModel
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    short_flow_name,
)
from prgbench.run.foreign_text import plain

BEST = "The best model."
NEW_DATASETS = "On new data sets like these."
RUNNERS_UP = "The runner-up."
MOST_NAMED = 5
LONGEST_NAME = 40
ENOUGH = 0.5
"""Models with values on fewer of the data sets are no leaderboard of the whole study."""

Write = Callable[[str], str]


def best_model_paragraphs(answer: Answer, write: Write) -> list[tuple[str, str]]:
    """Return headings with text: who is best, here and on new data sets, and who comes next.

    ``write`` is how the medium writes foreign text. A study whose models are on different data
    sets has none of these paragraphs.
    """
    best = answer.best_models
    write = _shortly(best, write)
    if (answer.complete or 0.0) < ENOUGH or max(one.models for one in best) < 2:
        return []
    paragraphs = [(_heading(answer), f"{_here(answer, write)} {_other_winner(answer)}")]
    if answer.datasets > 1:
        paragraphs.append((NEW_DATASETS, _on_new_datasets(answer, write)))
    paragraphs.append((RUNNERS_UP, _runners_up(answer, write)))
    return [(heading, text.strip()) for heading, text in paragraphs if text.strip()]


def _shortly(best: Sequence[BestModel], write: Write) -> Write:
    """Return how models are named: without their package, and cut, where that is clear."""
    names = {
        name
        for one in best
        for name in (one.model, one.runner_up, *(one.tied or ()), *(one.tied_new or ()))
    }
    shorts = {name: short_flow_name(plain(name), LONGEST_NAME) for name in names}
    used = Counter(shorts.values())
    return lambda name: write(shorts[name] if used[shorts[name]] == 1 else plain(name))


def _heading(answer: Answer) -> str:
    if answer.datasets == 1:
        return BEST
    return f"The best model on these {answer.datasets:,} data sets."


def _here(answer: Answer, write: Write) -> str:
    """Name the best model by each measure with its mean, and its equals."""
    sentences = []
    for own in _alike(answer.best_models, lambda one: (one.model, one.tied, one.difference == 0)):
        values = listing([f"{measure_label(one.measure)} ({_value(one)})" for one in own])
        equal = f" and, level with it, {write(own[0].runner_up)}" if own[0].difference == 0 else ""
        named = f"{write(own[0].model)}{equal}{_tied(own[0].tied, write)}"
        sentences.append(f"By {values}: {named}.")
    return " ".join(sentences)


def _value(one: BestModel) -> str:
    mean = decimal(one.mean) if one.mean is not None else "undefined"
    return f"{mean} {bounds(*one.interval, decimal)}" if one.interval else mean


def _tied(models: Sequence[str] | None, write: Write) -> str:
    """Say which models may be as good as the best one."""
    if models is None:
        return ""
    if not models:
        return ", ahead of all others"
    return f", tied with {_names(models, write)}"


def _names(models: Sequence[str], write: Write) -> str:
    shown = [write(model) for model in models[:MOST_NAMED]]
    more = len(models) - len(shown)
    return listing([*shown, f"{more:,} more"] if more else shown)


def _other_winner(answer: Answer) -> str:
    """Say whether another measure would name another model."""
    best = answer.best_models
    if len(best) < 2:
        return ""
    if len({one.model for one in best}) == 1:
        return f"{'Both' if len(best) == 2 else f'All {len(best)}'} measures name the same model."
    apart = [pair for pair in answer.orders if pair.apart]
    if apart:
        names = listing([" and ".join(map(measure_label, pair.measures)) for pair in apart[:3]])
        return f"No model can be the best by both {names}: that is more than noise."
    if any(one.tied is None for one in best):
        return "The measures name different models; whether that is noise can't be told."
    return "The measures name different models, but that may be noise."


def _on_new_datasets(answer: Answer, write: Write) -> str:
    """Say what is known of the best models on new data sets."""
    best = answer.best_models
    if all(one.tied_new is not None and len(one.tied_new) == one.models - 1 for one in best):
        return (
            f"Any of the {max(one.models for one in best):,} models may be the best: "
            f"{count(answer.datasets, 'data set')} can't tell them apart."
        )
    sentences = []
    for own in _alike(best, lambda one: (one.model, one.tied_new)):
        names = listing([measure_label(one.measure) for one in own])
        tied = own[0].tied_new
        if tied is None:
            continue
        told = "stays ahead of all others" if not tied else f"may be behind {_names(tied, write)}"
        sentences.append(f"By {names}, {write(own[0].model)} {told}.")
    return " ".join(sentences)


def _alike(best: Sequence[BestModel], key: Callable[[BestModel], object]) -> list[list[BestModel]]:
    """Group the measures of which the same is said."""
    groups: dict[object, list[BestModel]] = {}
    for one in best:
        groups.setdefault(key(one), []).append(one)
    return list(groups.values())


def _runners_up(answer: Answer, write: Write) -> str:
    """Say which model comes next by each measure, how far behind, and the paired tests."""
    said = []
    for one in answer.best_models:
        if one.runner_up and one.difference is not None:
            tests = [p_value(one.p_value)] if one.p_value is not None else []
            if one.p_value_new is not None:
                tests.append(f"{p_value(one.p_value_new)} on new data sets")
            shown = f" ({', '.join(tests)})" if tests else ""
            behind = decimal(abs(one.difference))
            name = write(one.runner_up)
            said.append(f"by {measure_label(one.measure)} {name}, {behind} behind{shown}")
    if not said:
        return ""
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."
