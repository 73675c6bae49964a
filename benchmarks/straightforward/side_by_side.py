"""Runs the pipeline and a straightforward script on the same tasks, in turn, and compares them.

Both ask the server of the rehearsal, begin with empty caches and have two cores. The script takes
the runs of the pipeline's plan, so that both score the same models. Run by
``make bench-straightforward``, which writes what is found into docs/pipeline_speed.md.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import pandas as pd
from rivals import AGREEMENT, CORES, ROOT, Cost, Rivals
from served import served

PAGE = ROOT / "docs" / "pipeline_speed.md"
SECTION = re.compile(r"(<!-- straightforward -->\n).*(<!-- /straightforward -->)", re.DOTALL)
CAPS = (2_000, 20_000, 200_000)
MEASURES = ["auroc", "aupr", "auprg"]
DECIMALS = 12
TEXT = """\
## Comparison with a straightforward script

`make bench-straightforward` runs the pipeline and `benchmarks/straightforward/straightforward.py`
in turn, {rounds} times each, with {cores} cores and empty caches, on the same runs of {tasks}
tasks of the rehearsal's server. The script is what a user would write with the package `openml`,
scikit-learn, the authors' AUPRG package and joblib. It lists tasks and runs, then downloads,
checks and scores the same models, and prints how well the measures agree. The table shows means of
the wall time and, in brackets, of the CPU time without the server's. Measured on {day}.

| rows of a file | rows scored | pipeline, to the agreement | script | script, second start | \
pipeline, to the page | script / pipeline |
| --- | --- | --- | --- | --- | --- | --- |
{rows}

{growth} The pipeline also has a fixed cost,
that of Snakemake and of starting jobs. With files of 2,000 rows, it is most
of the pipeline's time.
{numbers}
"""


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
        day=f"{datetime.now(UTC):%-d %B %Y}",
        rows="\n".join(map(row, comparisons)),
        growth=growth(comparisons),
        numbers=numbers(pd.concat([c.models for c in comparisons], ignore_index=True)),
    )
    print(text)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(SECTION.sub(rf"\1{text}\2", page), encoding="utf-8")


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
