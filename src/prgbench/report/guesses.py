"""What the paper leaves open, what is guessed here, and what each guess does to the numbers."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pandas as pd

from prgbench.metrics import Measure, get_measure
from prgbench.plotting.words import count, decimal, percent, share_of
from prgbench.report.printed_numbers import BEST_DIFFERS, RANK_CORRELATION, TOP_DIFFERS
from prgbench.robustness.choices import (
    CHOICES,
    CORRELATION,
    FOLD_MEAN,
    NONE_IN_COMMON,
    NUMBERS,
    ONE_ORDER,
    OTHER,
    PAIRS,
    STATISTICS,
)
from prgbench.sources.flow_family import algorithm
from prgbench.study.agreement import PAIR, agreement_summary, by_pair, task_agreement
from prgbench.study.ranking import Ranking, add_ranks

SAYS_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another choice that the paper's words allow.

    Attributes
    ----------
    text : str
        What it is.
    settings : mapping
        The keys of a study file that make it, with their values; empty if no key does.
    universe : tuple of str, optional
        The choice and the level of the part `multiverse` that give its nine numbers.
    computed : str
        The function of `prgbench.report.guesses` that gives them; "" if none does.
    """

    text: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    universe: tuple[str, str] | None = None
    computed: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """A choice that the paper leaves open.

    Attributes
    ----------
    name : str
        What is to be chosen.
    paper : str
        What the paper says of it.
    alternatives : tuple of Alternative
        What else could be chosen.
    taken : str
        What is taken, where ``keys`` do not say it.
    keys : tuple of str
        The keys of a study file that say it.
    known : str
        What is known of it from elsewhere.
    counted : str
        The function of `prgbench.report.guesses` that counts what it concerns in a study.
    """

    name: str
    paper: str
    alternatives: tuple[Alternative, ...]
    taken: str = ""
    keys: tuple[str, ...] = ()
    known: str = ""
    counted: str = ""


_PROCEDURES = "selection.estimation_procedures"
_UNTIL = "selection.uploaded_until"

GUESSES = (
    Guess(
        "estimation procedures",
        "10-fold cross-validated predictions; 886 tasks on 426 data sets",
        keys=(_PROCEDURES,),
        alternatives=(
            Alternative("10-fold cross-validation alone", {_PROCEDURES: [1]}, ("procedures", "1")),
            Alternative("also ten times 10-fold", {_PROCEDURES: [1, 3]}, ("procedures", "1, 3")),
            Alternative("also learning curves", {_PROCEDURES: [1, 3, 13]}),
        ),
        known=(
            "OpenML's list of 2017 has, without missing values, 486 binary tasks on 469 data sets "
            "with {1} and 905 on 472 with {1, 3}, or 1.0 and 1.9 tasks a data set; the paper has "
            "2.1. Learning curves (13) are another type of task and are not in that list"
        ),
        counted="procedures",
    ),
    Guess(
        "end of uploads",
        "no day; the paper is of 2015",
        keys=(_UNTIL,),
        alternatives=(
            Alternative("the end of 2014", {_UNTIL: "2014-12-31"}),
            Alternative("all runs until today", {_UNTIL: None}),
        ),
        known=(
            "In 2014 already 59 to 70 flows had run on each of the 288 of these tasks with {1} "
            "that OpenML's study 1 has, 64 on task 3872 and 65 on 3896"
        ),
    ),
    Guess(
        "flows, and the run of a flow",
        "30 randomly selected models from different flows",
        taken="flows in a random order; of each one run at random",
        keys=("selection.seed",),
        alternatives=(Alternative("another draw of both", {"selection.seed": 2016}),),
    ),
    Guess(
        "pinned runs",
        "Figure 5 shows the runs 145651 and 267741, as if they were drawn",
        keys=("selection.pinned_runs",),
        alternatives=(Alternative("a draw that may miss them", {"selection.pinned_runs": {}}),),
        counted="pinned",
    ),
    Guess(
        "what a flow is",
        "models from different learning methods, called flows in OpenML",
        keys=("selection.distinct_flows_by",),
        alternatives=(
            Alternative("all versions are one", {"selection.distinct_flows_by": "name"}),
            Alternative("each version is one", {"selection.distinct_flows_by": "id"}),
        ),
        counted="versions",
    ),
    Guess(
        "folds and repeats",
        SAYS_NOTHING,
        taken="the rows of all folds are ranked together",
        keys=("repeats",),
        alternatives=(
            Alternative("the mean over the folds", universe=("average", FOLD_MEAN)),
            Alternative("the first repeat alone", {"repeats": "first"}),
            Alternative("all repeats together", {"repeats": "pooled"}),
        ),
    ),
    Guess(
        "positives of balanced tasks",
        "the minority class",
        taken="the second class in the order of the task",
        alternatives=(Alternative("the first", universe=("positive_class", OTHER)),),
        known="41 of the 905 tasks with {1, 3} of 2017 are balanced",
        counted="balanced",
    ),
    Guess(
        "interpolation of AUPR",
        "hyperbolic, after Davis and Goadrich",
        taken="the hyperbola integrated exactly, from the first precision on",
        alternatives=(
            Alternative("steps (average precision)", universe=("aupr", "average_precision")),
            Alternative("straight lines", universe=("aupr", "trapezoid_aupr")),
        ),
    ),
    Guess(
        "ties among the best and the top three",
        SAYS_NOTHING,
        taken="what is compared are the sets of tied models",
        alternatives=(
            Alternative("one random order of all models", universe=("ties", ONE_ORDER)),
            Alternative("only sets without a common model", universe=("ties", NONE_IN_COMMON)),
        ),
        counted="tied",
    ),
    Guess(
        "ranks of tied models",
        SAYS_NOTHING,
        keys=("ranking.ties",),
        alternatives=(
            Alternative("their mean", {"ranking.ties": "average"}, computed="mean_rank"),
            Alternative("the first of them", {"ranking.ties": "min"}, computed="first_rank"),
            Alternative("the last of them", {"ranking.ties": "max"}, computed="last_rank"),
        ),
    ),
    Guess(
        "correlation of the ranks",
        "pairwise correlations between the ranks across all tasks",
        taken="Pearson's, of all models of all tasks together",
        alternatives=(
            Alternative("the mean of the tasks' own", computed="mean_correlation"),
            Alternative("their median", computed="median_correlation"),
        ),
    ),
    Guess(
        "models of undefined measures",
        SAYS_NOTHING,
        taken="they share the last ranks",
        alternatives=(Alternative("they are left out", computed="without_undefined"),),
        counted="undefined",
    ),
)

COMPARED = ("aupr", "auprg", "auroc")


def concerned(
    name: str, models: pd.DataFrame, agreement: pd.DataFrame, settings: Mapping[str, Any]
) -> str:
    """Say how much of a study a guess concerns.

    Parameters
    ----------
    name : str
        Which count: ``procedures``, ``pinned``, ``versions``, ``balanced``, ``tied`` or
        ``undefined``; "" for none.
    models, agreement : DataFrame
        The ranked models, and what `task_agreement` returns.
    settings : mapping
        All settings of the study.
    """
    return _COUNTS[name](models, agreement, settings) if name else ""


def _procedures(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    if "estimation_procedure" not in models:
        return ""
    known = sorted(models["estimation_procedure"].unique())
    parts = []
    for place in range(len(known)):
        counted = known[: place + 1]
        own = models[models["estimation_procedure"].isin(counted)]
        tasks, datasets = own["task_id"].nunique(), own["dataset_id"].nunique()
        names = ", ".join(str(int(one)) for one in counted)
        parts.append(f"{{{names}}}: {count(tasks, 'task')} on {count(datasets, 'data set')}")
    return "; ".join(parts)


def _pinned(models: pd.DataFrame, _agreement: pd.DataFrame, settings: Mapping[str, Any]) -> str:
    pinned = {int(task_id) for task_id in settings["selection"]["pinned_runs"]}
    tasks = models["task_id"].unique()
    held = len(pinned.intersection(tasks.tolist()))
    if not held:
        return "no task here has them: nothing changes"
    most = f"{100 * held / len(tasks):.2f} points"
    return (
        f"tasks with pinned runs: {share_of(held, len(tasks))}, so that no share of tasks moves "
        f"by more than {most}"
    )


def _versions(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    names = models["flow_name"].map(lambda name: algorithm(str(name)))
    alike = pd.DataFrame({"task": models["task_id"], "name": names}).duplicated(keep=False)
    return f"models with another version beside them: {share_of(int(alike.sum()), len(models))}"


def _balanced(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    prevalence = models.groupby("task_id")["prevalence"].first()
    return f"balanced tasks: {share_of(int((prevalence == 0.5).sum()), len(prevalence))}"


def _tied(_models: pd.DataFrame, agreement: pd.DataFrame, _settings: Any) -> str:
    nine = agreement[agreement[PAIR].isin(COMPARED).all(axis=1)]
    open_ones = nine["best_differs"] & ~nine["best_differs_surely"]
    tasks = nine.loc[open_ones, "task_id"].nunique()
    total = agreement["task_id"].nunique()
    return f"tasks in which two different sets of best models overlap: {share_of(tasks, total)}"


def _undefined(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    undefined = models[[name for name in COMPARED if name in models]].isna().any(axis=1)
    return f"models with an undefined measure: {share_of(int(undefined.sum()), len(models))}"


_COUNTS: dict[str, Callable[[pd.DataFrame, pd.DataFrame, Mapping[str, Any]], str]] = {
    "procedures": _procedures,
    "pinned": _pinned,
    "versions": _versions,
    "balanced": _balanced,
    "tied": _tied,
    "undefined": _undefined,
}


# By the statistic and the two measures, in the order of the alphabet.
Numbers = Mapping[tuple[str, frozenset[str]], float]


def numbers_of(summary: pd.DataFrame) -> Numbers:
    """Return the nine numbers of what `agreement_summary` returns."""
    return {
        (statistic, frozenset((row["measure_a"], row["measure_b"]))): float(row[statistic])
        for row in summary.to_dict("records")
        for statistic in STATISTICS
    }


def other_numbers(
    name: str,
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    """Return the numbers of the paper's that an alternative changes.

    Parameters
    ----------
    name : str
        ``mean_rank``, ``first_rank`` or ``last_rank`` of tied models; ``mean_correlation`` or
        ``median_correlation`` of the tasks; ``without_undefined``, without models for which one
        of the measures is undefined.
    models, agreement : DataFrame
        The ranked models, and what `task_agreement` returns.
    measures : sequence of Measure
        The measures to compare.
    ranking : Ranking
        How the study ranks.
    """
    return _OTHERS[name](models, agreement, measures, ranking)


def _ranked_by(
    ties: str,
    models: pd.DataFrame,
    _agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    return _numbers(models, measures, ranking.model_copy(update={"ties": ties}))


def _without_undefined(
    models: pd.DataFrame,
    _agreement: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
) -> Numbers:
    defined = models.dropna(subset=[measure.name for measure in measures])
    return _numbers(defined, measures, ranking)


def _numbers(models: pd.DataFrame, measures: Sequence[Measure], ranking: Ranking) -> Numbers:
    ranked = add_ranks(models, measures, ranking)
    return numbers_of(agreement_summary(task_agreement(ranked, measures), ranked))


def _correlation(
    average: str,
    _models: pd.DataFrame,
    agreement: pd.DataFrame,
    _measures: Sequence[Measure],
    _ranking: Ranking,
) -> Numbers:
    return {
        (CORRELATION, frozenset((a, b))): float(rows["spearman"].agg(average))
        for a, b, rows in by_pair(agreement)
    }


_OTHERS: dict[str, Callable[[pd.DataFrame, pd.DataFrame, Sequence[Measure], Ranking], Numbers]] = {
    "mean_rank": partial(_ranked_by, "average"),
    "first_rank": partial(_ranked_by, "min"),
    "last_rank": partial(_ranked_by, "max"),
    "mean_correlation": partial(_correlation, "mean"),
    "median_correlation": partial(_correlation, "median"),
    "without_undefined": _without_undefined,
}

COLUMNS = (
    *("guess", "the paper says", "taken here", "what it concerns", "alternative"),
    *STATISTICS,
    "how",
)
_NO_GUESS = ("",) * 4
_AS_TAKEN = "as taken here"
_ALIKE = "changes nothing in this study"
_PRINTED = (
    [f"{share}%" for share in BEST_DIFFERS.values()],
    [f"{share}%" for share in TOP_DIFFERS.values()],
    [f"{correlation:.2f}" for correlation in RANK_CORRELATION.values()],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """A study that repeats the paper's.

    Attributes
    ----------
    settings : mapping
        All its settings.
    models, agreement, summary : DataFrame
        Its ranked models, and what `task_agreement` and `agreement_summary` return of them.
    measures : sequence of Measure
        Those of the nine numbers that it has.
    universes : DataFrame, optional
        The table ``multiverse`` of the comparison.
    """

    settings: Mapping[str, Any]
    models: pd.DataFrame
    agreement: pd.DataFrame
    summary: pd.DataFrame
    measures: Sequence[Measure]
    universes: pd.DataFrame | None = None


def nine_compared(names: Sequence[str]) -> list[Measure]:
    """Return the measures of the nine numbers that are among a study's."""
    compared = {name for pair in PAIRS for name in pair}
    return [get_measure(name) for name in names if name in compared]


def guess_table(study: Replication) -> pd.DataFrame:
    """Return the guesses with what each alternative does to the paper's nine numbers.

    Returns
    -------
    DataFrame
        `COLUMNS`: the paper's numbers, the study's, and a row per alternative. A cell of numbers
        has those of AUPR–AUPRG, AUPR–AUROC and AUPRG–AUROC, "" where the study can't tell them;
        ``how`` says where they are from, or which keys of a study file make the study that has
        them.
    """
    own = numbers_of(study.summary)
    rows = [
        (*_NO_GUESS, "the paper", *map(" / ".join, _PRINTED), "printed"),
        (*_NO_GUESS, "this study", *_cells(own), "found"),
    ]
    rows += [row for guess in GUESSES for row in _rows(guess, study, own)]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def taken(guess: Guess, settings: Mapping[str, Any]) -> str:
    """Say what a study takes: in words, and by the keys of its file."""
    values = {key: setting(settings, key) for key in guess.keys}
    return "; ".join(filter(None, [guess.taken, written(values)]))


def written(values: Mapping[str, Any]) -> str:
    """Write settings as a study file has them.

    Examples
    --------
    >>> written({"repeats": "first", "selection.estimation_procedures": [1, 3]})
    'repeats: "first", selection.estimation_procedures: [1, 3]'
    """
    return ", ".join(f"{key}: {json.dumps(value)}" for key, value in values.items())


def setting(settings: Mapping[str, Any], key: str) -> Any:
    """Return the value of a key such as ``selection.seed``."""
    value: Any = settings
    for part in key.split("."):
        value = value[part]
    return value


def _rows(guess: Guess, study: Replication, own: Numbers) -> Iterator[tuple[str, ...]]:
    counted = concerned(guess.counted, study.models, study.agreement, study.settings)
    concern = ". ".join(filter(None, [f"Here: {counted}" if counted else "", guess.known]))
    first = (guess.name, guess.paper, taken(guess, study.settings), concern)
    for place, alternative in enumerate(guess.alternatives):
        head = first if place == 0 else _NO_GUESS
        numbers, how = _effect(alternative, study, own)
        yield (*head, alternative.text, *_cells(numbers), how)


def _effect(alternative: Alternative, study: Replication, own: Numbers) -> tuple[Numbers, str]:
    """Return what an alternative does to the nine numbers, and how that is known."""
    asked = alternative.settings
    if asked and all(_same(setting(study.settings, key), asked[key]) for key in asked):
        return own, _AS_TAKEN
    if alternative.computed:
        numbers = other_numbers(
            alternative.computed,
            study.models,
            study.agreement,
            study.measures,
            Ranking.from_params(study.settings["ranking"]),
        )
        return numbers, "the same models"
    return _of_universe(alternative, study, own)


def _of_universe(
    alternative: Alternative, study: Replication, own: Numbers
) -> tuple[Numbers, str]:
    another = f"another study: {written(alternative.settings)}" if alternative.settings else ""
    if alternative.universe is None:
        return {}, another
    if study.universes is None:
        return {}, another or "the part multiverse is switched off"
    choice, level = alternative.universe
    table = study.universes
    default = table[table["default"]].iloc[0]
    levels = table[choice].astype(str)
    if level not in levels.to_numpy():
        return ({}, another) if another else (own, _ALIKE)
    alike = [other for other in CHOICES if other != choice]
    row = table[(levels == level) & (table[alike] == default[alike]).all(axis=1)].iloc[0]
    numbers = {
        (statistic, frozenset((a, b))): float(row[column])
        for column, (statistic, a, b) in NUMBERS.items()
    }
    return numbers, "the part multiverse"


def _same(value: Any, other: Any) -> bool:
    return json.dumps(value) == json.dumps(other)


def _cells(numbers: Numbers) -> Iterator[str]:
    """Write the numbers of each statistic, pair by pair."""
    for statistic in STATISTICS:
        write = decimal if statistic == CORRELATION else percent
        known = [numbers.get((statistic, frozenset(pair))) for pair in PAIRS]
        cells = ["–" if value is None else write(value) for value in known]
        yield " / ".join(cells) if set(cells) != {"–"} else ""
