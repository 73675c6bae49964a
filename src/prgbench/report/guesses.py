"""What section 4 of Flach & Kull (2015) leaves open, what is taken, and what else could be.

The one list of it: the table of a replication's report and docs/replication.md are made of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from prgbench.comparison.multiverse.names import FOLD_MEAN, NONE_IN_COMMON, ONE_ORDER, OTHER

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
        The function of `prgbench.report.other_numbers` that gives them; "" if none does.
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
        The function of `prgbench.report.concerned` that counts what it concerns in a study.
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
