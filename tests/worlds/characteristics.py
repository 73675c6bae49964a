"""What the estimators do in the worlds: level, power, bias and coverage, with their intervals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import beta, t

from prgbench.answer import confidence_sets as sets
from prgbench.answer.interface import PartOptions, Tables
from prgbench.answer.model_pairs import certain_preferences
from prgbench.answer.scored_task import ScoredTask
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.stats.families import sign_flip_test
from worlds.made import Kind, World, draw_study, draw_task
from worlds.studies import NAMES, setting_of, tables_of

ANY_DIFFERENCE = "rankings differ"
"""That they do beyond noise, be it perhaps by less than the margin."""

TAIL = 0.025
LEVEL, POWER = 0.025, 0.8
COVERAGE = {"at_least": 0.93, "at_most": 0.97}
ANY_WRONG = 0.05
ZERO = {"at_least": 0.0, "at_most": 0.0}


@dataclass(frozen=True)
class Finding:
    """A number that was measured, with its 95% interval and the bounds asked of it."""

    world: str
    what: str
    value: float
    lower: float
    upper: float
    of: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def asked(self) -> bool:
        """Whether there is a requirement."""
        return self.at_least is not None or self.at_most is not None

    @property
    def holds(self) -> bool:
        """Whether the interval leaves the requirement open; there is no other tolerance."""
        return (self.at_least is None or self.upper >= self.at_least) and (
            self.at_most is None or self.lower <= self.at_most
        )


def share(world: str, what: str, hits: Iterable[Any], of: str, **bounds: float) -> Finding:
    """Return a share with its interval of Clopper and Pearson."""
    values = np.asarray(list(hits), dtype=bool)
    n, k = len(values), int(values.sum())
    lower = float(beta.ppf(TAIL, k, n - k + 1)) if k else 0.0
    upper = float(beta.isf(TAIL, k + 1, n - k)) if k < n else 1.0
    value = k / n if n else float("nan")
    return Finding(world, what, value, lower, upper, f"{n:,} {of}", **bounds)


def mean(world: str, what: str, values: Iterable[float], of: str, **bounds: float) -> Finding:
    """Return a mean with its interval of Student."""
    array = np.asarray(list(values), dtype=float)
    if len(array) < 2:
        return Finding(world, what, *[float("nan")] * 3, f"{len(array)} {of}")
    error = array.std(ddof=1) / np.sqrt(len(array)) * t.isf(TAIL, len(array) - 1)
    value, found = float(array.mean()), f"{len(array):,} {of}"
    return Finding(world, what, value, value - float(error), value + float(error), found, **bounds)


def verdicts(world: World, studies: int, *, processes: int = 1) -> Iterator[Finding]:
    """Measure how often each verdict is given, pair by pair.

    In a world where all measures order the models alike, none may say that they differ in more
    than 2.5% of the studies; else what the world ``shows`` should be found in 80%.
    """
    tables = run_studies(world, ["rankings"], studies, processes)
    verdicts_of = pd.concat(study["verdicts"] for study in tables)
    columns = {
        "ranks": ("ranking", ANY_DIFFERENCE),
        "beyond": ("ranking", RankingVerdict.DIFFERENT),
        "winners": ("winners", WinnerVerdict.DIFFER),
        "alike": ("ranking", RankingVerdict.ALIKE),
    }
    if world.silent and len(world.measures) > 2:
        # The p-values are adjusted for all pairs of a study.
        for column, verdict in list(columns.values())[:3]:
            said = [is_said(study["verdicts"][column], verdict).any() for study in tables]
            yield share(world.name, f"{verdict}, any pair", said, "studies", at_most=LEVEL)
    for a, b in combinations(world.measures, 2):
        of_pair = verdicts_of.query("measure_a == @a and measure_b == @b")
        for name, (column, verdict) in columns.items():
            asked = {"at_most": LEVEL} if world.silent and name != "alike" else {}
            if name in world.shows and (a, b) == ("aupr", "auroc"):
                asked = {"at_least": POWER}
            what = f"{verdict}, {_short(a)} – {_short(b)}"
            said = is_said(of_pair[column], verdict)
            yield share(world.name, what, said, "studies", **asked)


def is_said(verdicts: pd.Series, what: str) -> pd.Series:
    """Return where a verdict is given; `ANY_DIFFERENCE` is said by two of them."""
    if what == ANY_DIFFERENCE:
        return verdicts.map(lambda verdict: RankingVerdict(verdict).shows_difference)
    return verdicts == what


def _short(measure: str) -> str:
    return measure.rpartition(":")[2]


def certain(task: ScoredTask, truth: np.ndarray, names: Sequence[str]) -> tuple[bool, float]:
    """Say whether a pair of models that is certain is ordered otherwise in truth, and their share.

    ``truth`` is of shape (measures, models), higher is better; of equal models none is better.
    """
    setting = setting_of(task.task_id, names=tuple(names))
    preferences, _ = certain_preferences(task.noisy(setting), setting)
    true = np.sign(truth[:, :, None] - truth[:, None])
    # A pair is named if two measures are certain of it.
    named = (preferences != 0).sum(axis=0) > 1
    wrong = named & (preferences != 0) & (preferences != true)
    return bool(wrong.any()), float(named.sum() / (named.size - len(named)))


def certain_findings(world: str, found: Iterable[tuple[bool, float]]) -> Iterator[Finding]:
    """Yield in how many tasks any certain pair is wrong, and how many of the pairs are certain."""
    wrong, shares = zip(*found, strict=True)
    yield share(world, "any certain pair is wrong", wrong, "tasks", at_most=ANY_WRONG)
    yield mean(world, "pairs that are certain", shares, "tasks")


def certain_pairs(name: str, kind: Kind, tasks: int) -> Iterator[Finding]:
    """Measure in how many tasks any certain pair is wrong; the models differ in shift alone."""
    found = []
    for task_id in range(1, tasks + 1):
        rng = np.random.default_rng([task_id, 31])
        shifts = np.array(kind.shifts) + kind.spread * rng.normal(size=len(kind.shifts))
        task = draw_task(replace(kind, shifts=tuple(shifts), spread=0.0), task_id, seed=1)
        found.append(certain(task, np.tile(shifts, (len(NAMES), 1)), NAMES))
    return certain_findings(name, found)


def choosing(world: World, studies: int, *, processes: int = 1, splits: int = 20) -> list[Finding]:
    """Measure the losses of choices, their intervals and verdicts in a null world: all are 0."""
    tables = run_studies(world, ["choosing"], studies, processes, splits)
    rows = pd.concat([study["choosing"] for study in tables])
    findings = []
    for (target, by), losses in rows.groupby(["target", "by"], sort=False):
        name = f"loss of {target} by {by}"
        bounded = losses.dropna(subset=["loss", "lower", "upper"])
        covered = (bounded["lower"] <= 0) & (bounded["upper"] >= 0)
        findings += [
            mean(world.name, name, losses["loss"].dropna(), "studies", **ZERO),
            share(
                world.name,
                f"interval of the {name}",
                covered,
                "studies with an interval",
                **COVERAGE,
            ),
        ]
    shown = [
        study["choosing"]["verdict"].isin([ChoiceVerdict.COSTS, ChoiceVerdict.GAINS]).any()
        for study in tables
    ]
    what = "any loss or gain shown"
    # Two families of tests at 5% each.
    return [*findings, share(world.name, what, shown, "studies", at_most=0.1)]


def confidence_sets(
    name: str, kind: Kind, tasks: int, best: dict[str, set[int]] | None = None
) -> list[Finding]:
    """Measure how often the confidence sets keep all truly best models of a kind of task."""
    kept: dict[str, list[bool]] = {measure: [] for measure in NAMES}
    sizes: dict[str, list[int]] = {measure: [] for measure in NAMES}
    for task_id in range(1, tasks + 1):
        task = draw_task(kind, task_id, seed=1)
        table = sets.per_task(task, setting_of(task_id), PartOptions())["confidence_sets"]
        for measure, models in table.groupby("measure"):
            inside = models.sort_values("run_id")["in_set"].to_numpy(dtype=bool)
            wanted = (best or {}).get(str(measure), set(range(len(inside))))
            kept[str(measure)].append(bool(inside[sorted(wanted)].all()))
            sizes[str(measure)].append(int(inside.sum()))
    which = "the truly best model" if best else "all models"
    return [
        share(name, f"confidence set keeps {which}, {m}", kept[m], "tasks", at_least=0.93)
        for m in NAMES
    ] + [mean(name, f"models in the confidence set, {m}", sizes[m], "tasks") for m in NAMES]


def intervals(n_datasets: int, p: float, studies: int) -> Finding:
    """Measure the coverage of a share's interval; data sets of 1 to 20 tasks with ICC .3."""
    rng = np.random.default_rng([n_datasets, int(100 * p)])
    a, b = p * 7 / 3, (1 - p) * 7 / 3
    covered = []
    for study in range(studies):
        sizes = np.minimum(rng.geometric(0.4, size=n_datasets), 20)
        chances = rng.beta(a, b, size=n_datasets)
        datasets = np.repeat(np.arange(n_datasets), sizes)
        values = rng.random(len(datasets)) < chances[datasets]
        bootstrap = ClusterBootstrap(datasets, resamples=1000, seed=study)
        interval = bootstrap.interval_of_share(values)
        covered.append(interval.lower <= p <= interval.upper)
    bounds = COVERAGE if n_datasets >= 50 else {}
    world = f"{n_datasets} data sets, ICC .3"
    return share(world, f"interval of a share of {p:g}", covered, "studies", **bounds)


def sign_flips(n_datasets: int, studies: int) -> list[Finding]:
    """Measure the level of the sign-flip test for symmetric and for skewed sums."""
    rng = np.random.default_rng(n_datasets)
    draws = {
        "symmetric": rng.normal(size=(studies, n_datasets)),
        "skewed": rng.exponential(size=(studies, n_datasets)) - 1,
    }
    return [
        share(
            f"{n_datasets} data sets",
            f"sign-flip test at 5%, {name} values",
            [sign_flip_test(values, range(n_datasets)) <= 2 * TAIL for values in drawn],
            "studies",
            at_most=2 * TAIL,
        )
        for name, drawn in draws.items()
    ]


def run_studies(
    world: World, parts: Sequence[str], studies: int, processes: int = 1, splits: int = 20
) -> list[Tables]:
    """Return the tables of parts for many studies of a world."""
    work = partial(_study, world, tuple(parts), splits)
    return map_studies(work, range(studies), processes)


def _study(world: World, parts: Sequence[str], splits: int, seed: int) -> Tables:
    tasks, datasets = draw_study(world, seed)
    return tables_of(tasks, datasets, parts, setting_of(seed, names=world.measures, splits=splits))


def map_studies(work: Callable[[int], Any], seeds: Iterable[int], processes: int) -> list[Any]:
    """Return what is found in the studies of these seeds."""
    if processes == 1:
        return [work(seed) for seed in seeds]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, seeds, chunksize=4))
