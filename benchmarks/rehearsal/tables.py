"""The tables of the rehearsal, from the results of all its sizes.

The "seconds" of a stage are the sum over its jobs divided by the number of cores, because stages
run in parallel; those of a command are its wall time. "CPU" is the time that the kernel counts for
all processes but the server. For Snakemake itself it is what no job has taken. "Memory" is the
most that all processes of a command had at any time, what they share counted once.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isnan
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results")

FULL, CAP = 886, 2_000
"""The bounds apply to the number of tasks of the paper and to files of at most this many rows."""
STAGES = {
    "fetch": ("fetch",),
    "chunks": ("evaluate", "score", "comparison/answer", "comparison/robustness", "curves"),
    "tables": (
        "rank",
        "compare",
        "exclusions",
        "examples",
        "answer",
        "robustness",
        "comparison/answer-tables",
        "comparison/robustness-tables",
    ),
    "figures and page": (
        "comparison/figures",
        "comparison/section",
        "figures",
        "page",
        "replicated",
        "report",
    ),
}
"""The logs of their jobs, without the number of a chunk; those of earlier results, too."""
STEPS = {
    "nothing new": "run again, nothing new",
    "another style": "another style of the figures",
    "ten tasks more": "ten tasks added",
}
Found = dict[str, Any]
Row = tuple[str, ...]


def all_tables() -> str:
    """Return the tables of all sizes in Markdown."""
    paths = sorted(RESULTS.glob("*.json"))
    return "\n".join(_tables([json.loads(path.read_text(encoding="utf-8")) for path in paths]))


def beside_the_last(found: Found, last: Found) -> str:
    """Return what each stage takes of the processors beside the last measurement that was kept.

    Seconds of two machines are not comparable; those in units of a fixed job of the same minute
    are, nearly.
    """
    kept = {name: units for name, _, units in _in_references(last)}
    rows = [("", "CPU, s", "reference jobs", f"on {last['date']}", "ratio")]
    for name, seconds, units in _in_references(found):
        before = kept.get(name, float("nan"))
        compared = ("", "") if isnan(before) else (f"{before:.1f}", f"{units / before:.2f}")
        rows.append((name, f"{seconds:.1f}", f"{units:.1f}", *compared))
    return f"{_size(found)}, beside the measurement of {last['date']}:\n\n{_table(rows)}"


def _in_references(found: Found) -> Iterator[tuple[str, float, float]]:
    """Yield steps and stages: their processor seconds, and these in units of the reference job."""
    for step, took in found["steps"].items():
        # Measurements of before this unit have none.
        unit = took.get("reference", float("nan"))
        yield step, took["cpu"], took["cpu"] / unit
        for name, stage in _stages(took).items():
            yield f"- {name} ({step})", stage["cpu"], stage["cpu"] / unit


def _tables(found: Sequence[Found]) -> Iterator[str]:
    least = min(one["cap"] for one in found)
    for one in sorted((one for one in found if one["cap"] > least), key=lambda one: one["cap"]):
        yield from _whole(one)
    scales = sorted((one for one in found if one["cap"] == least), key=lambda one: one["tasks"])
    if len(scales) > 1:
        yield f"CPU seconds by number of tasks, files of at most {least:,} rows:\n"
        yield _table(list(_growth(scales)))
    yield from (f"{_size(one)}: {one['remark']}\n" for one in found if one.get("remark"))


def _whole(found: Found) -> Iterator[str]:
    yield _heading(found)
    yield _table(_rows(found))
    yield "What the plan announced:\n"
    yield "\n".join(f"    {line}" for line in found["announced"].splitlines()) + "\n"
    if found["tasks"] >= FULL and found["cap"] == CAP:
        yield "Bounds on 2 cores:\n"
        yield _table([("", "found", "bound", "holds"), *_bounds(found)])


def _size(found: Found) -> str:
    return f"{_first_tasks(found):,} tasks, files of at most {found['cap']:,} rows"


def _heading(found: Found) -> str:
    return (
        f"{_size(found)}, {found['rows'] / 1e6:,.1f} million rows of predictions, then "
        f"{found['tasks']:,} tasks; "
        f"{found['cores']} jobs at once; {found['date']}, {found['machine']}, Python "
        f"{found['python']}:\n"
    )


def _rows(found: Found) -> list[Row]:
    steps, cores = found["steps"], found["cores"]
    rows = [
        ("", "jobs", "seconds", "CPU, s", "memory, MB", "requests", "received, MB"),
        _command("plan", steps["plan"]),
        _command("run", steps["run"]),
    ]
    for name, stage in _stages(steps["run"]).items():
        seconds = stage["seconds"] / cores
        asked = _asked(steps["run"]) if name == "fetch" else ("", "")
        numbers = _numbers(seconds, stage["cpu"], stage["peak"])
        rows.append((f"- {name}", str(stage["jobs"]), *numbers, *asked))
    rows.append(("- Snakemake itself", "", "", f"{steps['run']['own']:.1f}", "", "", ""))
    return [*rows, *(_command(title, steps[name]) for name, title in STEPS.items())]


def _command(title: str, step: Found) -> Row:
    jobs = sum(stage["jobs"] for stage in step["stages"].values())
    numbers = _numbers(step["wall"], step["cpu"], step["peak"])
    return (title, str(jobs), *numbers, *_asked(step))


def _numbers(seconds: float, cpu: float, peak: float) -> Row:
    return f"{seconds:.1f}", f"{cpu:.1f}", f"{peak / 1e6:,.0f}"


def _asked(step: Found) -> Row:
    return f"{sum(step['requests'].values()):,}", f"{sum(step['bytes'].values()) / 1e6:,.1f}"


def _stages(step: Found) -> dict[str, Found]:
    """Return what the jobs of each stage took; those with other logs are "other jobs"."""
    stage_of = {log: name for name, logs in STAGES.items() for log in logs}
    found: dict[str, Found] = {}
    for log, took in step["stages"].items():
        name = stage_of.get(log) or stage_of.get(log.partition("/")[0], "other jobs")
        sums = found.setdefault(name, {"jobs": 0, "seconds": 0.0, "cpu": 0.0, "peak": 0.0})
        for key in ("jobs", "seconds", "cpu"):
            sums[key] += took[key]
        sums["peak"] = max(sums["peak"], took["peak"])
    return {name: found[name] for name in (*STAGES, "other jobs") if name in found}


def _bounds(found: Found) -> Iterator[Row]:
    """Yield what was found beside the bounds that hold for the full size."""
    steps, cores = found["steps"], found["cores"]
    stages = _stages(steps["run"])

    def seconds(*names: str) -> float:
        return sum(stages[name]["seconds"] for name in names) / cores

    peak = max(step["peak"] for step in steps.values()) / 1e9
    for title, value, bound, unit in (
        ("Snakemake itself", steps["run"]["own"], 60, "s"),
        ("chunks and tables", seconds("chunks", "tables"), 300, "s"),
        ("figures and page", seconds("figures and page"), 90, "s"),
        ("memory of all processes", peak, 2.5, "GB"),
        ("run again, nothing new", steps["nothing new"]["wall"], 8, "s"),
        ("ten tasks added, with their requests", steps["ten tasks more"]["wall"], 30, "s"),
    ):
        holds = "yes" if value <= bound else "no"
        yield title, f"{value:.1f} {unit}", f"{bound} {unit}", holds


def _growth(scales: Sequence[Found]) -> Iterator[Row]:
    tasks = [_first_tasks(one) for one in scales]
    yield (
        "",
        *(f"{n:,} tasks" for n in tasks),
        *(f"per task, {later:,} against {earlier:,}" for earlier, later in pairwise(tasks)),
    )
    for name in ("plan", *STAGES, "Snakemake itself", "nothing new"):
        values = [_processors(one, name) for one in scales]
        rates = [v / n for v, n in zip(values, tasks, strict=True)]
        ratios = (later / earlier for earlier, later in pairwise(rates))
        yield (name, *(f"{value:,.1f}" for value in values), *(f"{r:.2f} x" for r in ratios))


def _processors(found: Found, name: str) -> float:
    steps = found["steps"]
    if name == "Snakemake itself":
        return float(steps["run"]["own"])
    return float(steps[name]["cpu"] if name in steps else _stages(steps["run"])[name]["cpu"])


def _first_tasks(found: Found) -> int:
    return int(found["tasks"] - found["added"])


def _table(rows: Sequence[Row]) -> str:
    head, *rest = rows
    rule = ("---", *("---:" for _ in head[1:]))
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rest))
