"""Runs the pipeline and a straightforward script on the same tasks, in turn, and compares them.

Both ask the server of the rehearsal, begin with empty caches and have two cores. The script takes
the runs of the pipeline's plan, so that both score the same models. Run by
``make bench-straightforward``, which prints a table.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import pandas as pd
from rivals import AGREEMENT, CORES, Cost, Rivals
from served import served

CAPS = (2_000, 20_000, 200_000)
MEASURES = ["auroc", "aupr", "auprg"]
DECIMALS = 12
TEXT = """\
| rows of a file | rows scored | pipeline, to the agreement | script | script, second start | \
pipeline, to the page | script / pipeline |
| --- | --- | --- | --- | --- | --- | --- |
{rows}

Means of {rounds} rounds on {tasks} tasks with {cores} cores: wall time (CPU time without server).
{growth}
{numbers}"""


@dataclass(frozen=True)
class Comparison:
    """What both took for tasks of a size, and the models of the first turn."""

    cap: int
    pipeline: list[Cost]
    script: list[Cost]
    script_again: Cost
    page: Cost
    models: pd.DataFrame

    @property
    def n_rows(self) -> int:
        return int(self.models["n"].sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--caps", type=int, nargs="+", default=CAPS, metavar="ROWS")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    comparisons = [compare(options.tasks, cap, options.rounds) for cap in options.caps]
    text = TEXT.format(
        rounds=options.rounds,
        cores=CORES,
        tasks=options.tasks,
        rows="\n".join(map(row, comparisons)),
        growth=growth(comparisons),
        numbers=numbers(pd.concat([c.models for c in comparisons], ignore_index=True)),
    )
    print(text)


def compare(n_tasks: int, cap: int, rounds: int) -> Comparison:
    """Run both by turns, the script once more and the pipeline once to its page."""
    ours, theirs = [], []
    with TemporaryDirectory() as folder, served(n_tasks, cap) as server:
        rivals = Rivals(Path(folder), server)
        for turn in range(rounds):
            ours.append(rivals.pipeline(f"pipeline-{turn}", AGREEMENT))
            theirs.append(rivals.script(f"script-{turn}", f"pipeline-{turn}"))
            print(f"{cap} rows, turn {turn}: {ours[turn]}, {theirs[turn]}", flush=True)
        again = rivals.script("script-0", "pipeline-0")
        page = rivals.pipeline("page")
        models = rivals.models("pipeline-0", "script-0").assign(cap=cap)
    return Comparison(cap, ours, theirs, again, page, models)


def row(found: Comparison) -> str:
    """Return a row of the table."""
    wall, processors = (
        _mean(found.script, name) / _mean(found.pipeline, name) for name in ("wall", "processors")
    )
    costs = [found.pipeline, found.script, [found.script_again], [found.page]]
    cells = [f"{found.cap:,}", f"{found.n_rows:,}", *map(_cell, costs)]
    return f"| {' | '.join([*cells, f'{wall:.1f} ({processors:.1f})'])} |"


def growth(comparisons: Sequence[Comparison]) -> str:
    """Say what of the processor time grows with the rows, by the first and the last size."""
    first, last = comparisons[0], comparisons[-1]
    if last.n_rows == first.n_rows:
        return ""
    million_rows = (last.n_rows - first.n_rows) / 1e6
    said = []
    for name in ("pipeline", "script"):
        low, high = (_mean(getattr(found, name), "processors") for found in (first, last))
        said.append(f"{(high - low) / million_rows:.1f} s ({name})")
    return f"Another million rows take {' and '.join(said)} of CPU time."


def numbers(models: pd.DataFrame) -> str:
    """Say how far the areas and the best models of the two are apart."""
    task = [models["cap"], models["task_id"]]
    apart, same = [], []
    for name in MEASURES:
        areas = models[[name, f"{name}_script"]].round(DECIMALS)
        is_best = areas == areas.groupby(task).transform("max")
        same.extend((is_best[name] == is_best[f"{name}_script"]).groupby(task).all())
        apart.append(f"{(models[name] - models[f'{name}_script']).abs().max():.0e} ({name})")
    alone = models[MEASURES[0]].isna() | models[f"{MEASURES[0]}_script"].isna()
    return (
        f"{alone.sum()} of {len(models):,} models were scored by only one of the two. The areas "
        f"of the others differ by at most {', '.join(apart)}. The best models by a measure are "
        f"the same in {sum(same)} of {len(same)} cases."
    )


def _cell(costs: Sequence[Cost]) -> str:
    return f"{_mean(costs, 'wall'):.1f} s ({_mean(costs, 'processors'):.1f} s)"


def _mean(costs: Sequence[Cost], name: str) -> float:
    return mean(getattr(cost, name) for cost in costs)


if __name__ == "__main__":
    main()
