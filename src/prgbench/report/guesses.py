"""What the paper leaves open, what is guessed, and how each guess changes the numbers."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import getitem
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, STATISTICS, TOP_DIFFERS
from prgbench.data.models import Models
from prgbench.metrics import Measure, get_measure
from prgbench.plotting.words import decimal, percent
from prgbench.robustness.choices import (
    BY_BOTH,
    CHOICES,
    FOLD_MEAN,
    NONE_IN_COMMON,
    NUMBERS,
    ONE_ORDER,
    OTHER,
    PAIRS,
    PRINTED,
)
from prgbench.study.agreement import agreement_summary, by_pair, task_agreement
from prgbench.study.ranking import Ranking, add_ranks

SAYS_NOTHING = "nothing"
MEAN_CORRELATION = "mean correlation"
WITHOUT_UNDEFINED = "without undefined"
_RANKING = "ranking."


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another choice that the paper's words allow.

    Keys of a study file make it (``settings``), the part `multiverse` has its nine numbers under
    a choice and level (``universe``), or `other_numbers` computes them: those of another ranking
    and those that ``computed`` names. Else ``unknown`` says why its numbers are not known.
    """

    text: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    universe: tuple[str, str] | None = None
    computed: str = ""
    unknown: str = ""

    @property
    def of_same_models(self) -> bool:
        """Whether the study's models tell its numbers."""
        ranking = [key.startswith(_RANKING) for key in self.settings]
        return bool(self.computed) or (bool(ranking) and all(ranking))


@dataclass(frozen=True, slots=True)
class Guess:
    """A choice that the paper leaves open.

    ``taken`` or the values of ``keys`` say what is chosen here, ``known`` what is known about it
    from elsewhere.
    """

    name: str
    paper: str
    alternatives: tuple[Alternative, ...]
    taken: str = ""
    keys: tuple[str, ...] = ()
    known: str = ""


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
            "with {1} and 905 on 472 with {1, 3}. That is 1.0 and 1.9 tasks a data set; the paper "
            "has 2.1. {1, 3} come nearest but do not fit: the 426 data sets with most tasks have "
            "859, and 870 if data sets of one name count once. Still open: data sets counted by "
            "name, those with missing values, those deactivated since, and learning curves (13), "
            "another type of task; that list has none of the last three"
        ),
    ),
    Guess(
        "end of uploads",
        "no date; the paper is from 2015",
        keys=(_UNTIL,),
        alternatives=(
            Alternative("the end of 2014", {_UNTIL: "2014-12-31"}),
            Alternative("all runs until today", {_UNTIL: None}),
        ),
        known=(
            "By 2014, 59 to 70 flows had already run on each of the 288 of these tasks with {1} "
            "that OpenML's study 1 has, 64 on task 3872 and 65 on 3896"
        ),
    ),
    Guess(
        "flows, and the run of a flow",
        "30 randomly selected models from different flows",
        taken="flows in random order; one random run of each",
        keys=("selection.seed",),
        alternatives=(Alternative("another draw of both", {"selection.seed": 2016}),),
    ),
    Guess(
        "pinned runs",
        "Figure 5 shows the runs 145651 and 267741, as if they were drawn",
        keys=("selection.pinned_runs",),
        alternatives=(Alternative("a draw that may miss them", {"selection.pinned_runs": {}}),),
        known="They are of one task, so no share of 886 tasks changes by more than 0.12 points",
    ),
    Guess(
        "what a flow is",
        "models from different learning methods, called flows in OpenML",
        keys=("selection.distinct_flows_by",),
        alternatives=(
            Alternative("all versions are one", {"selection.distinct_flows_by": "name"}),
            Alternative("each version is one", {"selection.distinct_flows_by": "id"}),
        ),
    ),
    Guess(
        "folds and repeats",
        SAYS_NOTHING,
        taken="the predictions of all folds are pooled",
        keys=("repeats",),
        alternatives=(
            Alternative("the mean over the folds", universe=("average", FOLD_MEAN)),
            Alternative("only the first repeat", {"repeats": "first"}),
            Alternative("all repeats together", {"repeats": "pooled"}),
        ),
    ),
    Guess(
        "positives of balanced tasks",
        "the minority class",
        taken="the second class in the order of the task",
        alternatives=(Alternative("the first", universe=("positive_class", OTHER)),),
        known="41 of the 905 tasks with {1, 3} of 2017 are balanced",
    ),
    Guess(
        "interpolation of AUPR",
        "hyperbolic, after Davis and Goadrich",
        taken="the hyperbola integrated exactly, from the first precision on",
        alternatives=(
            Alternative(
                "chords of the hyperbola between whole true positives, as Davis and Goadrich draw",
                universe=("aupr", "unit_step_aupr"),
            ),
            Alternative("steps (average precision)", universe=("aupr", "average_precision")),
            Alternative("straight lines", universe=("aupr", "trapezoid_aupr")),
        ),
    ),
    Guess(
        "area of AUPRG",
        "the area under the curve; definition 1 has the unit square",
        taken="signed: precision gain below 0 counts",
        alternatives=(
            Alternative("clipped: it counts as 0", universe=("auprg", "auprg_clipped")),
        ),
        known="The authors' packages for R and Python integrate the signed curve",
    ),
    Guess(
        "ties of instances",
        SAYS_NOTHING,
        taken="instances of equal confidence in the positive class are tied",
        alternatives=(
            Alternative(
                "ranked by their confidence in the negative class",
                universe=("instance_ties", BY_BOTH),
            ),
        ),
        known="The authors' packages take both confidences and rank this way",
    ),
    Guess(
        "models of equal score",
        SAYS_NOTHING,
        keys=("ranking.decimals",),
        alternatives=(
            Alternative("equal at the third decimal", {"ranking.decimals": 3}),
            Alternative("equal at the fifteenth decimal", {"ranking.decimals": 15}),
        ),
    ),
    Guess(
        "ties among the best and the top three",
        SAYS_NOTHING,
        taken="the sets of tied models are compared",
        alternatives=(
            Alternative("one random order of all models", universe=("ties", ONE_ORDER)),
            Alternative("only sets without a common model", universe=("ties", NONE_IN_COMMON)),
        ),
    ),
    Guess(
        "ranks of tied models",
        SAYS_NOTHING,
        keys=("ranking.ties",),
        alternatives=(
            Alternative("their mean", {"ranking.ties": "average"}),
            Alternative("the first of them", {"ranking.ties": "min"}),
            Alternative("the last of them", {"ranking.ties": "max"}),
        ),
    ),
    Guess(
        "correlation of the ranks",
        "pairwise correlations between the ranks across all tasks",
        taken="Pearson's, of all models of all tasks together",
        alternatives=(Alternative("the mean of the tasks' own", computed=MEAN_CORRELATION),),
    ),
    Guess(
        "correlation of a task",
        "quartiles of the tasks' correlations of ranks",
        taken="Spearman's",
        alternatives=(Alternative("Kendall's", unknown="none of the nine numbers"),),
    ),
    Guess(
        "number of data sets",
        "426 data sets",
        taken="versions of a data set are counted as several",
        alternatives=(
            Alternative("those of one name count once", unknown="none of the nine numbers"),
        ),
    ),
    Guess(
        "unusable runs",
        SAYS_NOTHING,
        taken=(
            "a run whose predictions contradict its stored AUROC, or can't be read, is left out, "
            "and the next flow in the random order takes its place"
        ),
        keys=("selection.spares",),
        alternatives=(Alternative("none takes its place", {"selection.spares": 0}),),
    ),
    Guess(
        "models of undefined measures",
        SAYS_NOTHING,
        taken="they share the last ranks",
        alternatives=(Alternative("they are left out", computed=WITHOUT_UNDEFINED),),
    ),
)

COMPARED = ("aupr", "auprg", "auroc")

Settings = Mapping[str, Any]
Numbers = Mapping[tuple[str, frozenset[str]], float]
"""By statistic and pair of measures."""

COLUMNS = (
    *("guess", "the paper says", "taken here", "what is known", "alternative"),
    *STATISTICS,
    "how",
)
_NO_GUESS = ("",) * 4
_PRINTED = (
    [f"{share:.0%}" for share in PRINTED[BEST_DIFFERS].values()],
    [f"{share:.0%}" for share in PRINTED[TOP_DIFFERS].values()],
    [f"{correlation:.2f}" for correlation in PRINTED[RANKS].values()],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """A study that repeats the paper's.

    Its models are ranked; ``universes`` is the table of the part `multiverse`.
    """

    settings: Settings
    models: Models
    agreement: pd.DataFrame
    summary: pd.DataFrame
    universes: pd.DataFrame | None = None

    @property
    def measures(self) -> list[Measure]:
        """Those of its measures that the nine numbers compare."""
        return [get_measure(name) for name in self.settings["measures"] if name in COMPARED]


def guess_table(study: Replication) -> pd.DataFrame:
    """Return the guesses, and how each alternative changes the paper's nine numbers.

    A row for the paper, one for the study and one per alternative. A cell of numbers has those of
    AUPR–AUPRG, AUPR–AUROC and AUPRG–AUROC, "" if the study can't tell them; ``how`` says where
    they are from, or the keys of a study file that give them.
    """
    table = study.universes
    # The default universe of the multiverse is this study, so that its distance is comparable.
    distance = "" if table is None else _distance(table[table["default"]].iloc[0])
    rows = [
        (*_NO_GUESS, "the paper", *map(" / ".join, _PRINTED), "printed"),
        (*_NO_GUESS, "this study", *_cells(numbers_of(study.summary)), f"found{distance}"),
    ]
    for guess in GUESSES:
        head = (guess.name, guess.paper, taken(guess, study.settings), guess.known)
        for alternative in guess.alternatives:
            numbers, how = _effect(alternative, study)
            rows.append((*head, alternative.text, *_cells(numbers), how))
            head = _NO_GUESS
    return pd.DataFrame(rows, columns=list(COLUMNS))


def taken(guess: Guess, settings: Settings) -> str:
    """Say what a study chooses: in words, and by the keys of its file."""
    values = {key: setting(settings, key) for key in guess.keys}
    return "; ".join(filter(None, [guess.taken, written(values)]))


def written(values: Settings) -> str:
    """Write settings as in a study file.

    Examples
    --------
    >>> written({"repeats": "first", "selection.estimation_procedures": [1, 3]})
    'repeats: "first", selection.estimation_procedures: [1, 3]'
    """
    return ", ".join(f"{key}: {json.dumps(value)}" for key, value in values.items())


def setting(settings: Settings, key: str) -> Any:
    """Return the value of a key such as ``selection.seed``."""
    return reduce(getitem, key.split("."), settings)


def numbers_of(summary: pd.DataFrame) -> Numbers:
    """Return the nine numbers in a result of `agreement_summary`."""
    return {
        (statistic, frozenset((row["measure_a"], row["measure_b"]))): float(row[statistic])
        for row in summary.to_dict("records")
        for statistic in STATISTICS
    }


def _effect(alternative: Alternative, study: Replication) -> tuple[Numbers, str]:
    """Return the nine numbers under an alternative, and where they are from."""
    asked = alternative.settings
    # An alternative may be what the study chose: then nothing has to be computed.
    if asked and written(asked) == written({key: setting(study.settings, key) for key in asked}):
        return numbers_of(study.summary), "as taken here"
    if alternative.of_same_models:
        return other_numbers(alternative, study), "the same models"
    another = f"another study: {written(asked)}" if asked else ""
    if alternative.universe is None:
        return {}, alternative.unknown or another
    if study.universes is None:
        return {}, another or "the part multiverse is not asked for"
    choice, level = alternative.universe
    table = study.universes
    default = table[table["default"]].iloc[0]
    levels = table[choice].astype(str)
    # A level without effect, such as ties that do not occur, is left out of the multiverse.
    if level not in levels.to_numpy():
        if another:
            return {}, another
        return numbers_of(study.summary), "changes nothing in this study"
    # One choice is changed, all others stay: the effect of this guess by itself.
    unchanged = [name for name in CHOICES if name != choice]
    row = table[(levels == level) & (table[unchanged] == default[unchanged]).all(axis=1)].iloc[0]
    numbers = {
        (statistic, frozenset((a, b))): float(row[column])
        for column, (statistic, a, b) in NUMBERS.items()
    }
    return numbers, f"the part multiverse{_distance(row)}"


def other_numbers(alternative: Alternative, study: Replication) -> Numbers:
    """Return the paper's numbers under an alternative that the study's models can tell."""
    if alternative.computed == MEAN_CORRELATION:
        return {
            (RANKS, frozenset((a, b))): float(rows["spearman"].mean())
            for a, b, rows in by_pair(study.agreement)
        }
    models = study.models
    measures = study.measures
    if alternative.computed == WITHOUT_UNDEFINED:
        defined = [models.scores(measure.name).notna() for measure in measures]
        models = models[np.logical_and.reduce(defined)]
    asked = {key.removeprefix(_RANKING): value for key, value in alternative.settings.items()}
    ranking = Ranking.from_params({**study.settings["ranking"], **asked})
    ranked = add_ranks(models, measures, ranking)
    return numbers_of(agreement_summary(task_agreement(ranked, measures), ranked))


def _distance(universe: pd.Series) -> str:
    return f"; distance to the paper {decimal(universe['distance'])}"


def _cells(numbers: Numbers) -> Iterator[str]:
    """Write the numbers of each statistic, pair by pair."""
    for statistic in STATISTICS:
        write = decimal if statistic == RANKS else percent
        of_pairs = [numbers.get((statistic, frozenset(pair))) for pair in PAIRS]
        cells = ["–" if value is None else write(value) for value in of_pairs]
        yield " / ".join(cells) if set(cells) != {"–"} else ""
