"""Measures how the answer's estimators perform where the truth is known: docs/validity.md.

Run by `make calibrate`; ``--scale`` lowers all numbers of studies, ``--only`` measures one table
anew. All rows are in docs/validity.csv, from which the page is made.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from tabulate import tabulate

from prgbench.answer.common_order import SPEARMAN, WINNERS
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from worlds import (
    aggregation,
    characteristics,
    choices,
    costs,
    estimates,
    items,
    labels,
    leaderboards,
    mean_costs,
    score_tables,
    stated_costs,
)
from worlds.characteristics import ANY_DIFFERENCE, LEVEL, Finding, share
from worlds.made import CERTAIN, NEAR, RARE, TEN, WORLDS, Kind, equal, world_named
from worlds.real_study import KEPT, kept_tasks, real_learners, real_pairs
from worlds.standings import FEW, coverage

DOCS = Path(__file__).resolve().parents[1] / "docs"
MODELS, DATASETS = (5, 15, 40), (1, 3, 8, 20, 50)
SHOWN = (ANY_DIFFERENCE, RankingVerdict.DIFFERENT.value, WinnerVerdict.DIFFER.value)
SAID = "|".join(SHOWN)
ESTIMATES, PREDICTIONS, SCORES = "estimates", "predictions", "score tables"
PAIRS, COVERAGE, REAL = "certain pairs", "coverage", "real learners"
LEADERBOARDS = "leaderboards"
OTHERS = "other real learners"
LABELS = "labels"
ITEMS = "items"
COSTS = "costs"
STATED = "stated costs"
MEANS = "mean costs"
RULES = "rules of aggregation"
CHOICES = "choices"
COLUMNS = {"value": "measured", "of": "based_on"}


@dataclass(frozen=True)
class Sizes:
    """How many studies are made, as a share of those of the page, on how many processes."""

    scale: float
    processes: int
    real: Path

    def of(self, studies: int) -> int:
        """Return a number of studies, at least 4."""
        return max(4, round(self.scale * studies))


def main() -> None:
    """Measure the tables, and write the rows and the page; print what is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=TABLES, help="measure one table anew")
    parser.add_argument("--real", type=Path, default=KEPT, help="where real learners are kept")
    parser.add_argument("--output", type=Path, default=DOCS)
    options = parser.parse_args()
    sizes = Sizes(options.scale, options.processes, options.real)
    path = options.output / "validity.csv"
    tables = dict(list(pd.read_csv(path).groupby("table"))) if path.exists() else {}
    for name in [options.only] if options.only else TABLES:
        start = time.perf_counter()
        tables[name] = rows_of(name, TABLES[name](sizes))
        sys.stdout.write(f"{name}: {time.perf_counter() - start:.0f} s\n")
        sys.stdout.flush()
        rows = pd.concat([tables[name] for name in TABLES if name in tables], ignore_index=True)
        rows.to_csv(path, index=False, float_format="%.6g")
    if len(tables) == len(TABLES):
        (options.output / "validity.md").write_text(page(pd.read_csv(path)), "utf-8")
    for row in rows[rows["met"] == "no"].itertuples():
        sys.stdout.write(f"Missed: {row.table}: {row.world}: {row.what}: {row.measured:.4f}\n")


def rows_of(table: str, findings: Iterator[Finding]) -> pd.DataFrame:
    """Return findings as rows of the CSV file."""
    measured = list(findings)
    rows = pd.DataFrame([asdict(finding) for finding in measured]).rename(columns=COLUMNS)
    met = [("yes" if f.holds else "no") if f.asked else "" for f in measured]
    rows.insert(0, "table", table)
    return rows.assign(met=met)


def _estimates(sizes: Sizes) -> Iterator[Finding]:
    for world in estimates.WORLDS:
        cells = [
            finding
            for datasets in DATASETS
            for models in MODELS
            for finding in estimates.verdicts(
                world, datasets, models, sizes.of(100), processes=sizes.processes
            )
        ]
        if world.alike:
            yield from _together(world.name, cells)
        if world.equal:
            none = [c for c in cells if c.what == RankingVerdict.NO_DIFFERENCES]
            yield _pooled(world.name, none, at_least=1 - 2 * LEVEL)
        yield from cells


def _together(world: str, cells: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the share of each verdict in the studies of all sizes."""
    for verdict in SHOWN:
        yield _pooled(world, [cell for cell in cells if cell.what == verdict], at_most=LEVEL)


def _pooled(world: str, cells: Sequence[Finding], **asked: float) -> Finding:
    """Return a share in the studies of all sizes."""
    studies = [int(cell.of.split()[0].replace(",", "")) for cell in cells]
    hits = sum(round(cell.value * n) for cell, n in zip(cells, studies, strict=True))
    said = np.arange(sum(studies)) < hits
    return share(f"{world}, all sizes", cells[0].what, said, "studies", **asked)


def _predictions(sizes: Sizes) -> Iterator[Finding]:
    for world in WORLDS:
        studies = sizes.of(12 if world.name.startswith("noisier") else 50)
        yield from characteristics.verdicts(world, studies, processes=sizes.processes)


def _scores(sizes: Sizes) -> Iterator[Finding]:
    for world in score_tables.WORLDS:
        yield from score_tables.verdicts(world, sizes.of(100), processes=sizes.processes)


def _pairs(sizes: Sizes) -> Iterator[Finding]:
    kinds = {
        "equal models, 15 positives": RARE,
        "equal models, 100 positives": Kind(1000, 0.1, equal()),
        "equal models, scores of 5 values": Kind(300, 0.05, equal(), levels=5),
        "equal models, 6 positives": Kind(60, 0.1, equal()),
        "equal models, every row twice": world_named("null, every row twice").common,
        "near ties, 50 positives": NEAR,
        "10 models, 40 positives": TEN,
        "clear winner": world_named("clear winner").common,
        "100 models": world_named("null, 100 models").common,
    }
    for name, kind in kinds.items():
        yield from characteristics.certain_pairs(name, kind, sizes.of(300))
    for world in score_tables.WORLDS:
        # The accuracy of what is alike on the test sets has no truth on others.
        if not world.alike:
            yield from score_tables.certain_pairs(world, sizes.of(500))


def _coverage(sizes: Sizes) -> Iterator[Finding]:
    for few in FEW:
        yield from coverage(few, sizes.of(200), processes=sizes.processes)
    kinds = {
        "null, rare": RARE,
        "null, large": Kind(1000, 0.1, equal()),
        "null, ties": Kind(300, 0.05, equal(), levels=5),
    }
    for name, kind in kinds.items():
        yield from characteristics.confidence_sets(name, kind, sizes.of(200))
    best = {"auroc": {0}, "aupr": {1}, "auprg": set()}
    yield from characteristics.confidence_sets("certain tasks", CERTAIN, sizes.of(100), best)
    for name in ("null, large", "null, families"):
        world = world_named(name)
        yield from characteristics.choosing(world, sizes.of(20), processes=sizes.processes)
    models = score_tables.world_named("equal models")
    yield from score_tables.told_apart(models, sizes.of(60), processes=sizes.processes)
    for n_datasets in (20, 50, 100, 426):
        for p in (0.05, 0.2, 0.5):
            yield characteristics.intervals(n_datasets, p, sizes.of(500))
    for n_datasets in (20, 50):
        yield from characteristics.sign_flips(n_datasets, sizes.of(1000))


def _leaderboards(sizes: Sizes) -> Iterator[Finding]:
    for world in leaderboards.WORLDS:
        yield from leaderboards.findings(world, sizes.of(400))


def _labels(sizes: Sizes) -> Iterator[Finding]:
    for world in labels.WORLDS:
        yield from labels.findings(world, sizes.of(400))


def _items(sizes: Sizes) -> Iterator[Finding]:
    for world in items.WORLDS:
        yield from items.findings(world, sizes.of(500))


def _costs(sizes: Sizes) -> Iterator[Finding]:
    for world in costs.WORLDS:
        yield from costs.findings(world, sizes.of(100))


def _stated(sizes: Sizes) -> Iterator[Finding]:
    for world in stated_costs.WORLDS:
        yield from stated_costs.findings(world, sizes.of(400))


def _means(sizes: Sizes) -> Iterator[Finding]:
    for world in mean_costs.WORLDS:
        # Many data sets and models take long.
        size = world.datasets * len(world.models)
        studies = 600 if size <= 16 else 300 if size <= 80 else 100 if size <= 100 else 40
        yield from mean_costs.findings(world, sizes.of(studies))


def _rules(sizes: Sizes) -> Iterator[Finding]:
    for world in aggregation.WORLDS:
        yield from aggregation.findings(world, sizes.of(400))


def _choices(sizes: Sizes) -> Iterator[Finding]:
    for world in choices.WORLDS:
        yield from choices.findings(world, sizes.of(200))


def _real(sizes: Sizes, *, others: bool = False) -> Iterator[Finding]:
    tasks = kept_tasks(sizes.real, sizes.processes, others=others)
    yield from real_pairs(tasks)
    yield from real_learners(tasks)


TABLES: dict[str, Callable[[Sizes], Iterator[Finding]]] = {
    ESTIMATES: _estimates,
    PREDICTIONS: _predictions,
    SCORES: _scores,
    PAIRS: _pairs,
    COVERAGE: _coverage,
    LEADERBOARDS: _leaderboards,
    REAL: _real,
    OTHERS: partial(_real, others=True),
    LABELS: _labels,
    ITEMS: _items,
    COSTS: _costs,
    STATED: _stated,
    MEANS: _means,
    RULES: _rules,
    CHOICES: _choices,
}

INTRODUCTION = """\
# How the answer performs where the truth is known

Written by `make calibrate`; all rows are in [validity.csv](validity.csv). Brackets are 95%
intervals. A requirement is missed (**no**) if the interval excludes it; with few studies, little
is excluded."""

VERDICTS = """\
## Verdicts

Where the measures order the models alike, each verdict may be given in 2.5% of the studies:
*rankings differ* is any difference beyond noise, *rank differently* one of more than .01.
The first worlds are of estimates with replicates of their noise (`tests/worlds/estimates.py`),
pooled over 1 to 50 data sets and 5 to 40 models; each size is checked, too. In worlds of
predictions (`made.py`) and of score tables (`score_tables.py`) each instance is drawn, but of
random splits only their scores."""

POWER = """\
How often each verdict is given for 15 models that differ, by the number of data sets:"""

COVERED = """\
## Pairs, intervals, sets and tests

For each statement, the worst world, and in how many worlds it fails. Up to {most:.0%} of the pairs
of models are certain."""

BOARDS = """\
## Leaderboards

Tables of n data sets x models (`leaderboards.py`). The truth is the correlation of the mean ranks
over 4,000 data sets. Where families are ignored, its interval covers it in {ignored} in the worse
of two worlds."""

LEARNERS = """\
## Real learners

The 43 learners of the demo's archive and one worse than chance, two of them with two seeds, on 44
tasks by its generators, and 20 others on 40 tasks by other generators (`real_others.py`). The
truth is that of the ten fold models of each on 16,000 fresh rows. A rank correlation below .97 has
to be detected."""

TURNED = """\
## Labels that are turned round

How often `compare` stops tables of twelve data sets at chance (`labels.py`), as if their scores
were those of the other class."""

OF_ITEMS = """\
## Results on items

Pass-or-fail results of models whose true pass rates are known (`items.py`), at the 5% level. Each
statement is about a whole table; that equal models are told apart, about any two of them."""

OF_COSTS = """\
## Who wins where

Models whose cost curves and F-gain curves (*beta*) are known (`costs.py`), in 100 data sets of
each world, 40 of those of 30 models: positives + negatives, correlations of the scores of .5, of
30 equal or unlike models .7, unless stated. The first four
statements are about a whole data set, at all costs at once, and may be made in 5%. *Reversed by
.0102*: the weaker model is better at one cost by just more than the margin of .01. With fewer than
30 of the rarer class, nothing is reported. More than twelve models, and those *as of many models*,
keep their thresholds."""

OF_STATED = """\
## At one stated cost

Two models at a stated cost of a miss relative to a false alarm (`stated_costs.py`), at the 5%
level."""

OF_MEANS = """\
## Who wins where in the mean over data sets

Studies of data sets with 60 + 240 instances unless stated (`mean_costs.py`), whose models differ
from data set to data set unless they are *equal everywhere* or *reversed*. The first three
statements are about a whole study, at all costs at once, and may be wrong in 5%."""

OF_RULES = """\
## Rules of aggregation

Tables of scores (`aggregation.py`) whose winner by the mean, mean rank, rescaled mean and share of
wins is known, of 10 models unless stated. A different winner by the mean than by any
other rule may be reported in 2.5% of the tables. Beside it: the share of tables in which the
rules name different winners."""

OF_CHOICES = """\
## What choosing by another measure costs

AUPR, AUPRG and AUROC choose on halves of data sets (`choices.py`), drawn from 500 whose mean loss
is the truth; of equal models it is 0. A wrong verdict may be given in 5% of the studies, for any
choice; the largest loss may be above all upper limits in 2.5%. A loss in a tenth of the data
sets is missed if there are few of them: the sentence says so below 50."""

LIMITS = """\
## What no verdict can do

- Scores skewed in opposite ways by two measures, in one order, are a world above (*opposite
  skews*): such a difference is reported too often. The sentence says so where it sees the skews.
- Random splits of unknown sizes are taken to have the noise of test sets as large as the training
  sets. Where it is three times that, a difference is reported wrongly (*random splits of unknown
  sizes, hidden noise x 3* in [validity.csv](validity.csv)); the sentence states its condition.
  Giving the sizes fixes this.
- Scores that are missing where a model is bad make it look better. No estimator fixes that: the
  sentence says what it assumes, and `missing: worst` counts such scores as lost.
- A best model that wins on few data sets, but by much, may be ruled out by the comparison of means
  on few data sets."""

OF_PAIRS = r"\w+: "
"""How the numbers of pairs of measures begin; the others are of learners."""


def page(rows: pd.DataFrame) -> str:
    """Return the page from the rows of the CSV file."""
    rows = rows.assign(met=rows["met"].fillna(""))
    tables = {name: rows[rows["table"] == name] for name in TABLES}
    blocks = [INTRODUCTION, _missed(rows), VERDICTS, _verdicts(tables)]
    pairs, learners = tables[PAIRS], pd.concat([tables[REAL], tables[OTHERS]])
    most = pairs.loc[pairs["met"] == "", "measured"].max()
    of_pairs = learners["what"].str.match(OF_PAIRS)
    none = tables[ESTIMATES].query("what == @RankingVerdict.NO_DIFFERENCES.value")
    covered = pd.concat([none, pairs, tables[COVERAGE], learners[~of_pairs]])
    blocks += [POWER, _power(tables[ESTIMATES]), COVERED.format(most=most), _worst(covered)]
    boards = tables[LEADERBOARDS]
    ignored = boards["what"].str.contains("ignored")
    least = boards.loc[boards.loc[ignored, "measured"].idxmin()]
    blocks += [BOARDS.format(ignored=_interval(least)), _boards(boards[~ignored])]
    blocks += [LEARNERS, _learners(learners[of_pairs])]
    blocks += [LIMITS, TURNED, _rows(tables[LABELS]), OF_ITEMS, _by_world(tables[ITEMS])]
    blocks += [OF_COSTS, _by_world(tables[COSTS]), OF_STATED, _by_world(tables[STATED])]
    blocks += [OF_MEANS, _by_world(tables[MEANS]), OF_RULES, _by_world(tables[RULES])]
    blocks += [OF_CHOICES, _by_world(tables[CHOICES])]
    return "\n\n".join(blocks) + "\n"


def _missed(rows: pd.DataFrame) -> str:
    """Say what fails, a line for each statement."""
    asked = rows[rows["met"] != ""]
    n_missed = (asked["met"] == "no").sum()
    lines = [
        f"**What fails**: {n_missed} of {len(asked)} requirements; "
        "up to one in 40 would by chance.",
        "",
    ]
    for (table, what), same in asked.groupby([asked["table"], _statements(asked)], sort=False):
        missed = same[same["met"] == "no"]
        if len(missed):
            row = _farthest(missed)
            lines.append(
                f"- {table}: *{what}* in {len(missed)} of {len(same)}, worst in {row['world']}: "
                f"{_interval(row)}, required {_required(row)}"
            )
    return "\n".join(lines).strip()


def _statements(table: pd.DataFrame) -> pd.Series:
    """Return what is measured, without the measures that it is measured of."""
    measures = r"( of \S+ by \S+( \(true: \S+\))?|( of 0\.\d+)|, (auroc|aupr|auprg|accuracy))$"
    pairs = r", (any pair|\S+ – \S+)$"
    return table["what"].str.replace(f"{measures}|{pairs}", "", regex=True)


def _farthest(rows: pd.DataFrame) -> pd.Series:
    """Return the row that is farthest from its requirement."""
    below = rows["at_least"].fillna(-np.inf) - rows["measured"]
    beyond = np.maximum(below, rows["measured"] - rows["at_most"].fillna(np.inf))
    return rows.loc[beyond.idxmax()]


def _verdicts(tables: dict[str, pd.DataFrame]) -> str:
    """Return a row for each world of estimates, and for the worst of the others' worlds."""
    lines = []
    for name in (ESTIMATES, PREDICTIONS, SCORES):
        table = tables[name]
        asked = table[(table["met"] != "") & table["what"].str.contains(SAID)]
        size = r", (\d+ models, \d+ data sets|all sizes)$"
        worlds = asked["world"].str.replace(size, "", regex=True)
        # Sizes of worlds that differ are in the table of power.
        alike = asked["at_least"].isna().groupby(worlds).transform("all")
        if name == ESTIMATES:
            groups = list(asked[alike].groupby(worlds[alike], sort=False))
        else:
            groups = [
                (f"worst of {worlds[kind].nunique()} where they {do}", asked[kind])
                for do, kind in (("agree", alike), ("differ", ~alike))
                if kind.any()
            ]
        for world, cells in groups:
            of_verdict = [cells[cells["what"].str.startswith(verdict)] for verdict in SHOWN]
            # The share in all sizes, or of any pair, is the first.
            rows = [
                cells.loc[[_farthest(cells).name]]
                if len(cells) and name != ESTIMATES
                else cells.head(1)
                for cells in of_verdict
            ]
            met = "**no**" if (cells["met"] == "no").any() else "yes"
            label = world if name == ESTIMATES else f"{name}, {world}"
            studies = cells["based_on"].iloc[0].removesuffix(" studies")
            lines.append((label, *map(_share, rows), studies, met))
    return _table(lines, ["world", *SHOWN, "studies", "met"])


def _share(rows: pd.DataFrame) -> str:
    """Return a share that has to be low, or with its requirement; nothing if there is none."""
    if rows.empty:
        return ""
    row = rows.iloc[0]
    return _interval(row) + ("" if pd.isna(row["at_least"]) else f" ({_required(row)})")


def _power(table: pd.DataFrame) -> str:
    """Return the shares of 15 models in the worlds of estimates that differ."""
    sizes = table["world"].str.extract(r"^(?P<name>.*), 15 models, (?P<datasets>\d+) data sets$")
    cells = table.assign(**sizes).dropna(subset="name")
    cells = cells[cells["at_most"].isna() & cells["what"].isin(SHOWN)]
    lines = []
    for (world, verdict), row in cells.groupby(["name", "what"], sort=False):
        by_size = row.assign(datasets=row["datasets"].astype(int)).set_index("datasets")
        # Not every world is measured at every size.
        shares = by_size["measured"].reindex(DATASETS)
        cells_of = ("" if np.isnan(share) else f"{share:.2f}" for share in shares)
        lines.append((world, verdict, *cells_of))
    return _table(lines, ["world", "verdict", *map(str, DATASETS)])


def _worst(table: pd.DataFrame) -> str:
    """Return for each statement the world that is farthest from its requirement."""
    lines = []
    asked = table[table["met"] != ""]
    for what, worlds in asked.groupby(_statements(asked), sort=False):
        missed = worlds[worlds["met"] == "no"]
        row, failed = _farthest(missed if len(missed) else worlds), len(missed)
        fails = f"**{failed} of {len(worlds)}**" if failed else f"0 of {len(worlds)}"
        lines.append((what, row["world"], _interval(row), _required(row), fails))
    return _table(lines, ["what", "worst in", "measured", "required", "fails in"])


def _boards(table: pd.DataFrame) -> str:
    """Return a row for the worst of the worlds that agree, and one for each of the others."""
    names, agree = list(table["what"].unique()), ~table["world"].str.contains("truth|exchanged")
    worst = {what: _farthest(rows) for what, rows in table[agree].groupby("what")}
    lines = [(f"worst of {table.loc[agree, 'world'].nunique()} where they agree", worst)]
    for world, of_world in table[~agree].groupby("world", sort=False):
        lines.append((world, {row["what"]: row for _, row in of_world.iterrows()}))
    cells = [
        (world, *(_interval(row) if row is not None else "" for row in map(rows.get, names)))
        for world, rows in lines
    ]
    return _table(cells, ["world", *names])


def _learners(table: pd.DataFrame) -> str:
    """Return the numbers of pairs of measures, true, found and expected, with the verdicts."""
    lines = []
    for (name, pair), rows in table.groupby(["table", "world"], sort=False):
        row = rows.set_index("what").loc
        of_ranks, of_winners = (
            row[f"{number}: verdict is right"]["based_on"] for number in (SPEARMAN, WINNERS)
        )
        numbers = [f"{row[f'{SPEARMAN}: {kind}']['measured']:.3f}" for kind in ("true", "found")]
        winners = f"{row[f'{WINNERS}: true']['measured']:.3f}: {of_winners.split(': ')[1]}"
        alike = _interval(row[f"{SPEARMAN}: if alike"])
        lines.append((f"{name}: {pair}", *numbers, alike, of_ranks, winners))
    headers = ["measures", "true", "found", "if alike", "verdict", "winners that truly differ"]
    return _table(lines, headers)


def _by_world(table: pd.DataFrame) -> str:
    """Return a row for each world, with a column for each statement."""
    names = list(table["what"].unique())
    lines = [
        (world, *(_cell(row) for _, row in rows.set_index("what").reindex(names).iterrows()))
        for world, rows in table.groupby("world", sort=False)
    ]
    return _table(lines, ["world", *(name.removeprefix("items: ") for name in names)])


def _cell(row: pd.Series) -> str:
    """Return a measured number; nothing of a statement that a world does not make."""
    if pd.isna(row["measured"]):
        return ""
    return _interval(row) + " **no**" * (row["met"] == "no")


def _rows(table: pd.DataFrame) -> str:
    """Return a row for each number that was measured."""
    lines = [
        (row["world"], row["what"], _interval(row), _required(row), row["based_on"], row["met"])
        for _, row in table.iterrows()
    ]
    return _table(lines, ["world", "what", "measured", "required", "of", "met"])


def _table(lines: Sequence[Sequence[object]], headers: Sequence[str]) -> str:
    return tabulate(lines, headers=headers, tablefmt="github", disable_numparse=True)


def _interval(row: object) -> str:
    value, lower, upper = (getattr(row, name) for name in ("measured", "lower", "upper"))
    return f"{value:.3f} [{lower:.3f}, {upper:.3f}]".replace("-", "−")


def _required(row: object) -> str:
    low, high = row.at_least, row.at_most
    if pd.isna(low) and pd.isna(high):
        return ""
    if low == high:
        return f"{low:g}"
    if pd.isna(low):
        return f"≤ {high:g}"
    required = f"≥ {low:g}" if pd.isna(high) else f"{low:.3g} to {high:.3g}"
    return required.replace("-", "−")


if __name__ == "__main__":
    main()
