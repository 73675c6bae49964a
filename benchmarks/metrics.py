"""Time the areas against sorting alone, scikit-learn and the authors' package.

Every number is the median over fresh processes; each of them measures one contestant on one
input, because what a process did before changes how fast it gets memory. `make bench` prepares
the authors' package (build/bench-env) and prints the table.
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np

PEERS = Path(__file__).parents[1] / "build" / "bench-env"
SINGLE = [(1, n, kind) for n in (10**3, 10**4, 10**5, 10**6) for kind in ("no ties", "ties")]
BATCHES = [
    (30, 1000, "no ties"),
    (30, 5000, "no ties"),
    (30, 1000, "signed"),
    (1, 10**4, "signed"),
]
SECONDS = 0.25

Call = Callable[[], object]


def scores_and_labels(models: int, n: int, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Half of the instances are positive and score higher; ties come from two decimals."""
    rng = np.random.default_rng(n)
    labels = rng.integers(0, 2, n)
    scores = rng.normal(labels, 1.0, (models, n))
    if kind != "signed":
        scores = 1 / (1 + np.exp(-scores))
    return labels, np.round(scores, 2) if kind == "ties" else scores


def ours(labels: np.ndarray, scores: np.ndarray) -> Call:
    from prgbench.metrics import areas

    return lambda: areas(labels, scores)


def argsort(_: np.ndarray, scores: np.ndarray) -> Call:
    return lambda: np.argsort(scores, axis=1)


def scikit_learn_auroc(labels: np.ndarray, scores: np.ndarray) -> Call:
    from sklearn.metrics import roc_auc_score

    return lambda: [roc_auc_score(labels, row) for row in scores]


def scikit_learn_ap(labels: np.ndarray, scores: np.ndarray) -> Call:
    from sklearn.metrics import average_precision_score

    return lambda: [average_precision_score(labels, row) for row in scores]


def pyprg(labels: np.ndarray, scores: np.ndarray) -> Call:
    sys.path.append(str(PEERS))
    np.alen = lambda a: len(a) if hasattr(a, "__len__") else 1  # what NumPy removed
    from prg.prg import calc_auprg, create_prg_curve

    return lambda: [calc_auprg(create_prg_curve(labels, row)) for row in scores]


CONTESTANTS = {
    function.__name__: function
    for function in (argsort, ours, scikit_learn_auroc, scikit_learn_ap, pyprg)
}


def measure(contestant: str, models: int, n: int, kind: str, trace: bool) -> dict[str, float]:
    """Time calls for a while, after one that imports and compiles; perhaps trace one call."""
    labels, scores = scores_and_labels(models, n, kind)
    call = CONTESTANTS[contestant](labels, scores)
    call()
    times: list[float] = []
    while not times or (sum(times) < SECONDS and len(times) < 2000):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    result = {"seconds": statistics.median(times)}
    if trace:
        tracemalloc.start()
        call()
        result["memory"] = tracemalloc.get_traced_memory()[1] / scores.nbytes
    return result


def in_fresh_process(*arguments: object) -> dict[str, float]:
    command = [sys.executable, __file__, *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, check=True, text=True)
    return json.loads(result.stdout)


def row(case: tuple[int, int, str], processes: int) -> str:
    """Measure all contestants in turn, several times; memory does not vary: trace it once."""
    models, n, kind = case
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in CONTESTANTS}
    for i in range(processes):
        for name in CONTESTANTS:
            trace = ["--trace"] if i == 0 else []
            runs[name].append(in_fresh_process("--measure", name, *case, *trace))
    seconds = {name: statistics.median(r["seconds"] for r in runs[name]) for name in runs}
    cells = [f"{models} x {n:,}, {kind}"]
    for name, time_ in seconds.items():
        ratio, memory = time_ / seconds["argsort"], runs[name][0]["memory"]
        cells.append(f"{format_seconds(time_)} ({ratio:.3g}; {memory:.1f})")
    cells.append(f"{seconds['scikit_learn_auroc'] / seconds['ours']:.0f}")
    return "| " + " | ".join(cells) + " |"


def format_seconds(seconds: float) -> str:
    for scale, unit in ((1, "s"), (1e3, "ms")):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def bootstrap_microseconds() -> dict[str, float]:
    """Time a bootstrap replicate of the three areas, one model of 1,000 instances."""
    from prgbench.metrics import bootstrap_areas

    labels, scores = scores_and_labels(1, 1000, "no ties")
    times = []
    for _ in range(6):
        start = time.perf_counter()
        bootstrap_areas(labels, scores, n_resamples=2000, random_state=0)
        times.append(time.perf_counter() - start)
    return {"microseconds": statistics.median(times[1:]) / 2000 * 1e6}


def import_milliseconds() -> float:
    code = (
        "import time; start = time.perf_counter(); import prgbench.metrics; "
        "print(time.perf_counter() - start)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    return 1e3 * float(result.stdout)


def table(processes: int) -> None:
    print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}; "
        f"medians of {processes} processes. In brackets: time / that of argsort; "
        "peak extra memory / size of the scores.\n"
    )
    header = ["models x instances", "np.argsort", "ours: three areas", "scikit-learn AUROC",
              "scikit-learn AP", "authors' AUPRG (pyprg)",
              "scikit-learn AUROC / ours"]  # fmt: skip
    print("| " + " | ".join(header) + " |")
    print("|" + " --- |" * len(header))
    for case in SINGLE + BATCHES:
        print(row(case, processes), flush=True)
    replicate = [in_fresh_process("--bootstrap")["microseconds"] for _ in range(processes)]
    imports = [import_milliseconds() for _ in range(processes)]
    print(f"\nBootstrap replicate, 1,000 instances: {statistics.median(replicate):.1f} µs.")
    print(f"Import of prgbench.metrics: {statistics.median(imports):.0f} ms (NumPy included).")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=5, help="fresh processes per number")
    parser.add_argument("--measure", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--bootstrap", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        contestant, models, n, kind = options.measure
        print(json.dumps(measure(contestant, int(models), int(n), kind, options.trace)))
    elif options.bootstrap:
        print(json.dumps(bootstrap_microseconds()))
    else:
        table(options.processes)


if __name__ == "__main__":
    main()
