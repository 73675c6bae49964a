"""What the estimators do in the worlds: level, bias, coverage and power, with their errors."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer import confidence_sets as sets
from prgbench.answer.interface import Tables
from prgbench.answer.rankings import ALL, POWER, TOP
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.stats.families import sign_flip_test
from worlds.made import Kind, World, draw_study, draw_task
from worlds.studies import NAMES, setting_of, tables_of

ERRORS = 3
RANGE = 19 / 21
PAIRS = list(combinations(NAMES, 2))
LEVEL = 0.025
COVERAGE = {"at_least": 0.93, "at_most": 0.97}
ZERO = {"at_least": 0.0, "at_most": 0.0}


@dataclass(frozen=True)
class Finding:
    """A number that was measured, with its Monte-Carlo error and the bounds asked of it."""

    world: str
    what: str
    value: float
    error: float
    of: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the number keeps its bounds, up to three times its Monte-Carlo error."""
        room = ERRORS * self.error
        return (self.at_least is None or self.value >= self.at_least - room) and (
            self.at_most is None or self.value <= self.at_most + room
        )


def share(world: str, what: str, hits: Iterable[Any], of: str, **bounds: float) -> Finding:
    """Return a share with its binomial error; the error of 0 and 1 is that of half a hit."""
    values = np.asarray(list(hits), dtype=float)
    if not len(values):
        return Finding(world, what, float("nan"), 0.0, f"0 {of}")
    rate = (values.sum() + 0.5) / (len(values) + 1)
    error = np.sqrt(rate * (1 - rate) / len(values))
    found = f"{len(values):,} {of}"
    return Finding(world, what, float(values.mean()), float(error), found, **bounds)


def mean(world: str, what: str, values: Iterable[float], of: str, **bounds: float) -> Finding:
    """Return a mean with its standard error."""
    array = np.asarray(list(values), dtype=float)
    error = array.std(ddof=1) / np.sqrt(len(array))
    return Finding(
        world, what, float(array.mean()), float(error), f"{len(array):,} {of}", **bounds
    )


def verdicts(world: World, studies: int, *, processes: int = 1) -> list[Finding]:
    """Measure how often each verdict is given, pair by pair.

    In a world where all measures order the models alike, none may say that they differ in more
    than 2.5% of the studies; else what the world ``shows`` should be found in 80%.
    """
    parts = ["rankings", "winners"]
    tables = run_studies(world, parts, studies, processes)
    rankings, winners = (
        pd.concat(found[name] for found in tables) for name in ("rankings", "winners")
    )
    verdicts_of = {
        "ranks": (rankings[rankings["models"] == ALL], RankingVerdict.DIFFERENT),
        "top": (rankings[rankings["models"] == TOP], RankingVerdict.DIFFERENT),
        "winners": (winners, WinnerVerdict.DIFFER),
    }
    findings = []
    for a, b in combinations(world.measures, 2):
        name = f"{_short(a)} – {_short(b)}"
        for what, (table, verdict) in verdicts_of.items():
            own = table[(table["measure_a"] == a) & (table["measure_b"] == b)]
            if own.empty:
                continue
            asked = {"at_most": LEVEL} if world.silent else {}
            if what in world.shows and (a, b) == ("aupr", "auroc"):
                asked = {"at_least": POWER}
            hits = own["verdict"] == verdict
            findings.append(
                share(world.name, f"{verdict}, {name}, {what}", hits, "studies", **asked)
            )
            if what == "ranks":
                alike = own["verdict"] == RankingVerdict.ALIKE
                findings.append(
                    share(world.name, f"{RankingVerdict.ALIKE}, {name}", alike, "studies")
                )
    return findings


def together(findings: Sequence[Finding]) -> list[Finding]:
    """Return the share of each verdict over all pairs and studies of all worlds."""
    rates = []
    for ending, verdict in (
        ("ranks", RankingVerdict.DIFFERENT),
        ("top", RankingVerdict.DIFFERENT),
        ("winners", WinnerVerdict.DIFFER),
    ):
        own = [f for f in findings if f.what.endswith(f", {ending}")]
        sizes = [int(f.of.split()[0]) for f in own]
        hits = round(sum(f.value * n for f, n in zip(own, sizes, strict=True)))
        flags = np.arange(sum(sizes)) < hits
        rates.append(share("all of these", f"{verdict}, {ending}", flags, "pairs", at_most=LEVEL))
    return rates


def _short(measure: str) -> str:
    return measure.rpartition(":")[2]


def excess(world: World, studies: int, *, truth: float = 0.0, processes: int = 1) -> list[Finding]:
    """Measure the cross-half excess and its interval where they are known.

    The excess is 0 in a null world; else ``truth`` is that of AUPR and AUROC.
    """
    tables = [found["excess"] for found in run_studies(world, ["excess"], studies, processes)]
    findings = []
    for a, b in PAIRS if world.null else [("aupr", "auroc")]:
        rows = pd.DataFrame([_row(table, a, b, parts=2) for table in tables])
        name = f"{a} – {b}"
        beyond = rows["excess"] - truth
        findings += [
            mean(world.name, f"excess minus truth, {name}", beyond, "studies", **ZERO),
            _coverage(world, f"interval of the excess, {name}", rows, "", truth),
            mean(
                world.name,
                f"replicated disagreement, {name}",
                rows["replicated"],
                "studies",
                **ZERO if world.null else {},
            ),
        ]
    return findings


def choosing(world: World, studies: int, *, processes: int = 1) -> list[Finding]:
    """Measure the losses of choices, their intervals and verdicts in a null world: all are 0."""
    tables = run_studies(world, ["choosing"], studies, processes)
    rows = pd.concat([found["choosing"].query("parts == 2") for found in tables])
    findings = []
    for (target, by), own in rows.groupby(["target", "by"], sort=False):
        name = f"loss of {target} by {by}"
        bounded = own.dropna(subset=["loss", "lower", "upper"])
        covered = (bounded["lower"] <= 0) & (bounded["upper"] >= 0)
        findings += [
            mean(world.name, name, own["loss"].dropna(), "studies", **ZERO),
            share(
                world.name,
                f"interval of the {name}",
                covered,
                "studies with an interval",
                **COVERAGE,
            ),
        ]
    shown = [
        found["choosing"]
        .query("parts == 2")["verdict"]
        .isin([ChoiceVerdict.COSTS, ChoiceVerdict.GAINS])
        .any()
        for found in tables
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
        setting, options = setting_of(task_id), sets.Options()
        table = sets.per_task(task, setting, options)["confidence_sets"]
        for measure, own in table.groupby("measure"):
            inside = own.sort_values("run_id")["in_set"].to_numpy(dtype=bool)
            wanted = (best or {}).get(str(measure), set(range(len(inside))))
            kept[str(measure)].append(bool(inside[sorted(wanted)].all()))
            sizes[str(measure)].append(int(inside.sum()))
    which = "the truly best model" if best else "all models"
    return [
        share(name, f"confidence set keeps {which}, {m}", kept[m], "tasks", at_least=0.93)
        for m in NAMES
    ] + [mean(name, f"models in the confidence set, {m}", sizes[m], "tasks") for m in NAMES]


def noise_alone(world: World, studies: int, *, processes: int = 1) -> list[Finding]:
    """Measure what is found minus what noise alone gives, which is 0 in a null world."""
    tables = pd.concat(
        [found["noise_alone"] for found in run_studies(world, ["noise_alone"], studies, processes)]
    )
    findings = []
    for (statistic, a, b), own in tables.groupby(
        ["statistic", "measure_a", "measure_b"], sort=False
    ):
        name = f"{statistic}, {a} – {b}"
        beyond = own["found"] - own["null"]
        findings += [
            mean(world.name, f"{name}: found", own["found"], "studies"),
            mean(
                world.name,
                f"{name}: found minus noise alone",
                beyond,
                "studies",
                **ZERO if world.null else {},
            ),
        ]
    inside = (tables["found"] >= tables["null_lower"]) & (tables["found"] <= tables["null_upper"])
    nominal = {"at_least": RANGE} if world.null else {}
    return [
        *findings,
        share(world.name, "found within the range of noise alone", inside, "numbers", **nominal),
    ]


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
    """Measure the level of the one-sided sign-flip test for symmetric and for skewed sums."""
    rng = np.random.default_rng(n_datasets)
    draws = {
        "symmetric": rng.normal(size=(studies, n_datasets)),
        "skewed": rng.exponential(size=(studies, n_datasets)) - 1,
    }
    return [
        share(
            f"{n_datasets} data sets",
            f"sign-flip test at 2.5%, {name} values",
            [
                sign_flip_test(values, range(n_datasets), alternative="greater") <= LEVEL
                for values in drawn
            ],
            "studies",
            at_most=LEVEL,
        )
        for name, drawn in draws.items()
    ]


def run_studies(
    world: World, parts: Sequence[str], studies: int, processes: int = 1
) -> list[Tables]:
    """Return the tables of parts for many studies of a world."""
    return map_studies(partial(_study, world, tuple(parts)), range(studies), processes)


def _study(world: World, parts: Sequence[str], seed: int) -> Tables:
    tasks, datasets = draw_study(world, seed)
    return tables_of(
        tasks, datasets, parts, setting_of(seed, names=world.measures, splits=world.splits)
    )


def map_studies(work: Callable[[int], Any], seeds: Iterable[int], processes: int) -> list[Any]:
    """Return what is found in the studies of these seeds."""
    if processes == 1:
        return [work(seed) for seed in seeds]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, seeds, chunksize=4))


def _coverage(world: World, what: str, rows: pd.DataFrame, prefix: str, truth: float) -> Finding:
    bounded = rows.dropna(subset=[f"{prefix}lower", f"{prefix}upper"])
    covered = (bounded[f"{prefix}lower"] <= truth) & (bounded[f"{prefix}upper"] >= truth)
    return share(world.name, what, covered, "studies with an interval", **COVERAGE)


def _row(table: pd.DataFrame, a: str, b: str, **where: object) -> pd.Series:
    chosen = (table["measure_a"] == a) & (table["measure_b"] == b)
    for name, value in where.items():
        chosen &= table[name] == value
    [row] = [row for _, row in table[chosen].iterrows()]
    return row
