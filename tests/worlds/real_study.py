"""The answer of a study of real learners, beside their truth."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from places import ROOT
from prgbench.answer.choosing import FEWEST_JUDGES, MEAN_RANK
from prgbench.answer.common_order import SPEARMAN, WINNERS
from prgbench.answer.confidence_sets import smaller_class
from prgbench.answer.interface import Tables
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from worlds.characteristics import ANY_WRONG, Finding, any_wrong, share
from worlds.real import TRUE, RealTask, real_tasks
from worlds.real_truth import losses_of_halves, mean_spearman, winners_differ
from worlds.studies import NAMES, setting_of, tables_of

KEPT = ROOT / "build" / "real-world"
WORLD, WITHIN = "real learners", 0.02
ALIKE = 0.97
"""From such a true mean rank correlation on, nothing has to be shown."""


@dataclass(frozen=True)
class RealPair:
    """A number of two measures: true, found, and if they ordered the models alike."""

    pair: str
    number: str
    truth: float
    found: float
    if_alike: float
    lower: float
    upper: float
    verdict: str
    right: str


def real_pairs(tasks: list[RealTask]) -> Iterator[RealPair]:
    """Yield for each pair of measures what the study says of rankings, then of winners.

    A verdict that measures differ is right if their true rank correlation is below `ALIKE`, or
    for winners, if they differ in any task in truth. Where nothing is shown, rankings are right
    above it, and winners miss what there is.
    """
    truths = [task.truth for task in tasks]
    tables = _tables(tasks, ["rankings"])
    if_alike = tables["if_alike"].set_index(["measure_a", "measure_b", "statistic"])
    verdicts = tables["verdicts"].set_index(["measure_a", "measure_b"])
    for pair in combinations(NAMES, 2):
        verdict = verdicts.loc[pair]
        rho, differ = mean_spearman(truths, *pair), winners_differ(truths, *pair)
        shown = verdict["ranking"] == RankingVerdict.DIFFERENT
        yield _pair(pair, SPEARMAN, rho, if_alike.loc[(*pair, SPEARMAN)], verdict["ranking"],
                    _right(shown, rho < ALIKE))  # fmt: skip
        shown = verdict["winners"] == WinnerVerdict.DIFFER
        yield _pair(pair, WINNERS, differ, if_alike.loc[(*pair, WINNERS)], verdict["winners"],
                    _right(shown, differ > 0))  # fmt: skip


def _pair(pair, number, truth, row, verdict, right) -> RealPair:
    bounds = (row["if_alike"], row["if_alike_lower"], row["if_alike_upper"])
    return RealPair(" – ".join(pair), number, truth, row["found"], *bounds, str(verdict), right)


def _right(shown: bool, true: bool) -> str:
    if shown:
        return "right" if true else "wrong"
    return "not shown" if true else "right"


def real_learners(tasks: list[RealTask]) -> Iterator[Finding]:
    """Yield how often certain pairs are wrong, and estimates of losses beside the true ones."""
    places = [TRUE.index(name) for name in NAMES]
    wrong = [any_wrong(task.task_scores(), task.truth[:, places].T, NAMES) for task in tasks]
    what = "any certain pair is wrong"
    yield share(WORLD, what, wrong, "tasks", at_most=ANY_WRONG)
    judged = [task for task in tasks if smaller_class(task.task_scores()) >= 2 * FEWEST_JUDGES]
    table = _tables(judged, ["choosing"])["choosing"].set_index(["target", "by"])
    losses = np.mean([losses_of_halves(task, setting_of(1))[:, :3] for task in judged], axis=0)
    beyond = losses - losses[range(3), range(3)]
    for place, target in enumerate(NAMES):
        for chooser, by in enumerate([*NAMES, MEAN_RANK]):
            if by != target:
                row, truth = table.loc[(target, by)], beyond[chooser, place]
                yield Finding(
                    WORLD,
                    f"loss of {target} by {by} (true: {truth:.4f})",
                    *(float(row[name]) for name in ("loss", "lower", "upper")),
                    f"{len(judged)} tasks",
                    at_least=truth - WITHIN,
                    at_most=truth + WITHIN,
                )


def kept_tasks(folder: Path = KEPT, processes: int = 1) -> list[RealTask]:
    """Return the tasks of the world of real learners, from the folder where it has them."""
    return real_tasks(folder=folder, processes=processes)


def _tables(tasks: list[RealTask], names: list[str]) -> Tables:
    studied = [task.task_scores() for task in tasks]
    return tables_of(studied, range(len(tasks)), names, setting_of(1))
