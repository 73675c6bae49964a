"""The answer of a study of real learners, beside their truth."""

from itertools import combinations
from pathlib import Path

import numpy as np

from places import ROOT
from prgbench.answer.choosing import MEAN_RANK
from prgbench.answer.interface import Tables
from prgbench.answer.rankings import ALL, TOP
from worlds.characteristics import Finding
from worlds.real import RealTask, real_tasks
from worlds.real_truth import losses_of_parts, rank_correlation, top_on_thirds, winners_differ
from worlds.studies import NAMES, setting_of, tables_of

KEPT = ROOT / "build" / "real-world"
WORLD, WITHIN = "real learners", 0.02


def real_learners(*, folder: Path = KEPT, processes: int = 1) -> list[Finding]:
    """Return found, estimate and truth of winners, rankings and losses."""
    tasks = real_tasks(folder=folder, processes=processes)
    setting = setting_of(1)
    studied = [task.task_scores() for task in tasks]
    names = ["rankings", "winners", "choosing"]
    tables = tables_of(studied, range(len(tasks)), names, setting)
    return [*_rankings(tasks, tables), *_winners(tasks, tables), *_losses(tasks, tables)]


def _rankings(tasks: list[RealTask], tables: Tables) -> list[Finding]:
    one, other = ([task.halves[half] for task in tasks] for half in (0, 1))
    samples = [task.sample_values() for task in tasks]
    setting, found = setting_of(1), []
    for models in (ALL, TOP):
        for a, b in combinations(NAMES, 2):
            chosen = None if models == ALL else top_on_thirds(tasks, setting, a, b)
            truth = rank_correlation(one, a, b, other, chosen)
            table = tables["rankings"].query("models == @models")
            [row] = table[(table["measure_a"] == a) & (table["measure_b"] == b)].itertuples()
            name = f"{a} – {b}, {models}"
            if models == ALL:
                number = rank_correlation(samples, a, b)
                found.append(Finding(WORLD, f"rank correlation found, {name}", number, 0.0, ""))
            found.append(
                _held(f"rank correlation without noise, {name}", truth, row, "without_noise")
            )
    return found


def _winners(tasks: list[RealTask], tables: Tables) -> list[Finding]:
    truths = [task.truth for task in tasks]
    samples = [task.sample_values() for task in tasks]
    found = []
    for a, b in combinations(NAMES, 2):
        for what, values in (("found", samples), ("truth", truths)):
            share = winners_differ(values, a, b)
            found.append(Finding(WORLD, f"best models differ, {what}, {a} – {b}", share, 0.0, ""))
        table = tables["winners"]
        [row] = table[(table["measure_a"] == a) & (table["measure_b"] == b)].itertuples()
        found.append(Finding(WORLD, f"p-value, {a} – {b}", row.p_adjusted, 0.0, row.verdict))
    return found


def _losses(tasks: list[RealTask], tables: Tables) -> list[Finding]:
    losses = np.array([losses_of_parts(task, setting_of(1), 2)[:, :3] for task in tasks])
    beyond = losses.mean(axis=0) - losses.mean(axis=0)[range(3), range(3)]
    table = tables["choosing"].query("parts == 2").set_index(["target", "by"])
    return [
        _held(f"loss of {target} by {by}", beyond[chooser, place], table.loc[target, by], "loss")
        for place, target in enumerate(NAMES)
        for chooser, by in enumerate([*NAMES, MEAN_RANK])
        if by != target
    ]


def _held(what: str, truth: float, row: object, value: str) -> Finding:
    """Return an estimate; its interval should hold the truth, within .02."""
    estimate, lower, upper = (float(getattr(row, name)) for name in (value, "lower", "upper"))
    return Finding(
        WORLD,
        what,
        estimate,
        0.0,
        f"truth {truth:.4f}, interval [{lower:.4f}, {upper:.4f}]: {row.verdict}",
        at_least=truth - (upper - estimate) - WITHIN,
        at_most=truth + (estimate - lower) + WITHIN,
    )
