"""The answer of a study of real learners, beside their truth."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from places import ROOT
from prgbench.answer.choosing import FEWEST_JUDGES, MEAN_RANK
from prgbench.answer.common_order import SPEARMAN, WINNERS
from prgbench.answer.interface import Tables
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from worlds.characteristics import Finding, certain, certain_findings
from worlds.real import TRUE, RealTask, real_tasks
from worlds.real_others import OTHERS, other_setups
from worlds.real_others import TASKS as OTHER_TASKS
from worlds.real_truth import losses_of_halves, mean_spearman, winners_differ
from worlds.studies import NAMES, setting_of, tables_of

KEPT = ROOT / "build" / "real-world"
WORLD, WITHIN = "real learners", 0.02
ALIKE = 0.97
"""From such a true mean rank correlation on, nothing has to be shown."""


def real_pairs(tasks: list[RealTask]) -> Iterator[Finding]:
    """Yield for each pair of measures what is true and found of rankings, then of winners.

    That rankings differ has to be said where their true correlation is below `ALIKE`, and nowhere
    else; that winners differ, only where they do in a task.
    """
    truths, datasets = [task.truth for task in tasks], f"{len(tasks)} tasks"
    tables = _tables(tasks, ["rankings"])
    if_alike = tables["if_alike"].set_index(["measure_a", "measure_b", "statistic"])
    verdicts = tables["verdicts"].set_index(["measure_a", "measure_b"])
    for pair in combinations(NAMES, 2):
        rho, differ = mean_spearman(truths, *pair), winners_differ(truths, *pair)
        for number, truth, column, verdict, due in (
            (SPEARMAN, rho, "ranking", RankingVerdict.DIFFERENT, rho < ALIKE),
            (WINNERS, differ, "winners", WinnerVerdict.DIFFER, differ > 0),
        ):
            row, said = if_alike.loc[(*pair, number)], str(verdicts.loc[pair, column])
            shown = type(verdict)(said).shows_difference
            # A difference that is small may be shown, but none beyond the margin.
            right = shown if due else said != verdict
            word = "right" if right else "not shown" if due else "wrong"
            # Winners that differ in a few tasks are too few to be shown.
            asked = {"at_least": 1.0} if column == "ranking" or not due else {}
            bounds = [row[name] for name in ("if_alike", "if_alike_lower", "if_alike_upper")]
            for kind, numbers, of, required in (
                ("true", [truth] * 3, datasets, {}),
                ("found", [row["found"]] * 3, datasets, {}),
                ("if alike", bounds, datasets, {}),
                ("verdict is right", [float(right)] * 3, f"{said}: {word}", asked),
            ):
                values = map(float, numbers)
                yield Finding(" – ".join(pair), f"{number}: {kind}", *values, of, **required)


def real_learners(tasks: list[RealTask]) -> Iterator[Finding]:
    """Yield how often certain pairs are wrong, and estimates of losses beside the true ones."""
    places = [TRUE.index(name) for name in NAMES]
    pairs = [certain(task.task_scores(), task.truth[:, places].T, NAMES) for task in tasks]
    yield from certain_findings(WORLD, pairs)
    judged = [task for task in tasks if task.task_scores().smaller_class >= 2 * FEWEST_JUDGES]
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


def kept_tasks(folder: Path = KEPT, processes: int = 1, *, others: bool = False) -> list[RealTask]:
    """Return the tasks of the world of real learners, from the folder where it has them.

    They are those of the demo's archive, or of ``others``.
    """
    if others:
        return real_tasks(
            OTHER_TASKS, OTHERS, chosen=other_setups(), folder=folder, processes=processes
        )
    return real_tasks(folder=folder, processes=processes)


def _tables(tasks: list[RealTask], names: list[str]) -> Tables:
    studied = [task.task_scores() for task in tasks]
    return tables_of(studied, range(len(tasks)), names, setting_of(1))
