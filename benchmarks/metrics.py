"""Time the areas against sorting alone, scikit-learn and the authors' package.

Four tables: areas and AUROC of all kinds of scores beside `np.argsort` of the same scores, with
both engines; the functions of a single model beside `np.argsort` of random scores; first calls;
and other packages. In the first two, calls take turns in one fresh process, and a ratio is that of
the fastest calls; in the last, each process measures one contestant, because what a process did
before changes how fast it gets memory. `make bench` prepares the authors' package
(build/bench-env) and prints the tables.
"""

import argparse
import functools
import json
import os
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
PEER_CASES = [(1, n, kind) for n in (10**3, 10**5) for kind in ("random", "two decimals")]
PEER_CASES += [(30, 1000, "random")]
SIZES = [10**3, 10**4, 10**5, 10**6, 10**7]
BATCHES = [(30, 1000, kind) for kind in ("random", "hard", "sorted")]
SECONDS = 0.25
ENGINES = {"c": "with the compiled kernels", "numpy": "with NumPy alone"}

Call = Callable[[], object]


def sigmoid(values: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-values))


KINDS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "random": sigmoid,
    "exponential": lambda z: np.exp(3 * z),
    "signed": lambda z: z,
    "sorted": lambda z: np.sort(sigmoid(z), axis=1),
    "reverse": lambda z: -np.sort(-sigmoid(z), axis=1),
    "10 values": lambda z: np.floor(10 * sigmoid(z)) / 10,
    "integers": lambda z: np.floor(1000 * sigmoid(z)),
    "all equal": lambda z: np.full_like(z, 0.5),
    "hard": lambda z: np.where(z > 0.5, 1.0, 0.0),
    "two decimals": lambda z: np.round(sigmoid(z), 2),
    "float32": lambda z: sigmoid(z).astype(np.float32),
    "near 0 and 1": lambda z: sigmoid(10 * z),
}


def scores_and_labels(models: int, n: int, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Half of the instances are positive and score higher, by 1 of a normal distribution."""
    rng = np.random.default_rng(n)
    labels = rng.integers(0, 2, n)
    return labels, KINDS[kind](rng.normal(labels, 1.0, (models, n)))


def ours(labels: np.ndarray, scores: np.ndarray) -> Call:
    from prgbench.metrics import areas

    return lambda: areas(labels, scores)


def auroc_of_each(labels: np.ndarray, scores: np.ndarray) -> Call:
    from prgbench.metrics import auroc_score

    return lambda: [auroc_score(labels, row) for row in scores]


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


def fastest(calls: dict[str, Call], seconds: float = SECONDS) -> dict[str, float]:
    """Seconds of the fastest of several calls each, which take turns."""
    for call in calls.values():
        call()
    best = dict.fromkeys(calls, np.inf)
    begin, turns = time.perf_counter(), 0
    while turns < 3 or time.perf_counter() - begin < seconds:
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
        turns += 1
    return best


def kind_seconds(models: int, n: int, kind: str) -> dict[str, float]:
    """Time areas of all rows and AUROC of each, sorting, and sorting random scores."""
    labels, scores = scores_and_labels(models, n, kind)
    _, random = scores_and_labels(models, n, "random")
    return fastest(
        {
            "argsort": argsort(labels, scores),
            "argsort of random": argsort(labels, random),
            "sort": lambda: np.sort(scores, axis=1),
            "areas": ours(labels, scores),
            "auroc_score": auroc_of_each(labels, scores),
        }
    )


def single_functions(n: int) -> dict[str, Call]:
    """Give every function that takes one model, and areas with and without weights."""
    from prgbench import metrics

    labels, scores = scores_and_labels(1, n, "random")
    weights = np.random.default_rng(0).random(n)
    names = ["auroc_score", "aupr_score", "auprg_score", "roc_curve", "precision_recall_curve"]
    names += ["precision_recall_gain_curve", "roc_convex_hull", "prg_convex_hull"]
    calls: dict[str, Call] = {"np.argsort": argsort(labels, scores)}
    for name in names:
        calls[name] = functools.partial(getattr(metrics, name), labels, scores[0])
    calls["areas"] = ours(labels, scores)
    calls["areas, weighted"] = lambda: metrics.areas(labels, scores, sample_weight=weights)
    return calls


def single_measurements(n: int) -> dict[str, dict[str, float]]:
    """Time single functions, and trace the memory that one call takes at most."""
    calls = single_functions(n)
    memory = {}
    seconds = fastest(calls, 8 * SECONDS)
    for name, call in calls.items():
        tracemalloc.start()
        call()
        memory[name] = tracemalloc.get_traced_memory()[1] / (8 * n)
        tracemalloc.stop()
    return {"seconds": seconds, "memory": memory}


FIRST_CALL = """
import json, time
from functools import partial
start = time.process_time()
import numpy as np
seconds = {"import numpy": [time.process_time() - start, 0.0]}
start = time.process_time()
from prgbench import metrics as m
seconds["import prgbench.metrics after it"] = [time.process_time() - start, 0.0]
y, s = np.arange(1000) %% 2, np.linspace(0, 1, 1000)
calls = {name: partial(getattr(m, name), y, s) for name in %r}
calls["areas, weighted"] = partial(m.areas, y, s, sample_weight=s)
calls["evaluate"] = partial(m.evaluate, y, s, ["auroc", "max_f1", "brier"])
calls["paired_test"] = partial(m.paired_test, y, s, s[::-1])
calls["bootstrap_areas"] = partial(m.bootstrap_areas, y, s, n_resamples=10)
calls["curve_band"] = partial(m.curve_band, y, s, n_resamples=10)
for name, call in calls.items():
    seconds[name] = []
    for _ in range(2):
        start = time.process_time()
        call()
        seconds[name].append(time.process_time() - start)
print(json.dumps(seconds))
"""
FIRST = [
    *("auroc_score", "areas", "aupr_score", "auprg_score", "partial_auroc_score", "roc_curve"),
    *("precision_recall_curve", "precision_recall_gain_curve", "roc_convex_hull"),
    *("prg_convex_hull", "average_precision_score", "confidence_interval"),
]


def first_calls() -> dict[str, list[float]]:
    """Processor time of the import, and of the first and second call of functions."""
    result = subprocess.run(
        [sys.executable, "-c", FIRST_CALL % FIRST], capture_output=True, check=True, text=True
    )
    return json.loads(result.stdout)


def in_fresh_process(*arguments: object, engine: str = "c") -> dict:
    command = [sys.executable, __file__, *map(str, arguments)]
    environment = {**os.environ, "PRGBENCH_ENGINE": engine}
    result = subprocess.run(command, capture_output=True, check=True, text=True, env=environment)
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

    labels, scores = scores_and_labels(1, 1000, "random")
    times = []
    for _ in range(6):
        start = time.perf_counter()
        bootstrap_areas(labels, scores, n_resamples=2000, random_state=0)
        times.append(time.perf_counter() - start)
    return {"microseconds": statistics.median(times[1:]) / 2000 * 1e6}


def processor() -> str:
    """Name the processor, with its widest vector instructions."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    parts = [line.partition(":") for line in lines]
    fields = {name.strip(): value.strip() for name, _, value in parts}
    flags = fields.get("flags", "").split()
    vectors = next((name for name in ("avx512f", "avx2") if name in flags), "no avx2")
    disabled = os.environ.get("NPY_DISABLE_CPU_FEATURES")
    without = f"; NumPy without {disabled}" if disabled else ""
    return f"{fields.get('model name', platform.machine())}, {vectors}{without}"


def print_header(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |")
    print("|" + " --- |" * len(cells))


def repeated(processes: int, *arguments: object, engine: str = "c") -> list[dict]:
    return [in_fresh_process(*arguments, engine=engine) for _ in range(processes)]


def kinds_table(sizes: list[int], processes: int, engine: str) -> None:
    """Print areas and auroc_score / argsort of the same scores (areas / argsort of random)."""
    cases = [(1, n) for n in sizes] + [(BATCHES[0][0], BATCHES[0][1])]
    print_header(f"{ENGINES[engine]}: areas; auroc_score (areas / random)", *map(case_name, cases))
    for kind in KINDS:
        cells = []
        for models, n in cases:
            if models > 1 and (models, n, kind) not in BATCHES:
                cells.append("")
                continue
            runs = repeated(processes, "--kind", models, n, kind, engine=engine)
            areas, auroc = (
                statistics.median(r[name] / r["argsort"] for r in runs)
                for name in ("areas", "auroc_score")
            )
            random = statistics.median(r["areas"] / r["argsort of random"] for r in runs)
            cells.append(f"{areas:.2f}; {auroc:.2f} ({random:.2f})")
        print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


def sort_line(sizes: list[int], processes: int, kind: str) -> None:
    """Print areas / np.sort of the same scores."""
    ratios = []
    for n in sizes:
        runs = repeated(processes, "--kind", 1, n, kind)
        ratio = statistics.median(r["areas"] / r["sort"] for r in runs)
        ratios.append(f"{ratio:.2f} (n = {n:,})")
    print(f"\nScores {kind}, areas / np.sort of the same scores: " + ", ".join(ratios) + ".\n")


def case_name(case: tuple[int, int]) -> str:
    return f"{case[0]} x {case[1]:,}"


def single_table(sizes: list[int], processes: int) -> None:
    """Print time / argsort of random scores, and memory / the scores, of single functions."""
    print_header("time / np.argsort (memory / scores)", *(f"n = {n:,}" for n in sizes))
    runs = {n: repeated(processes, "--single", n) for n in sizes}
    for name in single_functions(10):
        cells = []
        for n in sizes:
            times = [run["seconds"] for run in runs[n]]
            ratio = statistics.median(own[name] / own["np.argsort"] for own in times)
            cells.append(f"{ratio:.2f} ({runs[n][0]['memory'][name]:.1f})")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def first_calls_table(processes: int) -> None:
    """Print processor seconds of the import, and of first and second calls."""
    print_header("in a fresh process, processor time", "first call", "second call")
    runs = [first_calls() for _ in range(processes)]
    for name in runs[0]:
        times = zip(*(run[name] for run in runs), strict=True)
        cells = [format_seconds(min(own)) if any(own) else "" for own in times]
        print(f"| {name} | {' | '.join(cells)} |")


def peers_table(processes: int) -> None:
    """Print the areas beside other packages."""
    print("In brackets: time / time of argsort; peak extra memory / size of the scores.\n")
    print_header("models x instances", "np.argsort", "ours: three areas", "scikit-learn AUROC",
                 "scikit-learn AP", "authors' AUPRG (pyprg)",
                 "scikit-learn AUROC / ours")  # fmt: skip
    for case in PEER_CASES:
        print(row(case, processes), flush=True)


def tables(parts: list[str], sizes: list[int], processes: int) -> None:
    print(
        f"{processor()}; Python {platform.python_version()}, NumPy {np.__version__}; medians of "
        f"{processes} processes.\n"
    )
    if "kinds" in parts:
        for engine in ENGINES:
            kinds_table(sizes, processes, engine)
            print()
        for kind in ("random", "float32"):
            sort_line(sizes, processes, kind)
    if "single" in parts:
        single_table([n for n in sizes if n >= 10**4], processes)
        print()
    if "first" in parts:
        first_calls_table(processes)
        print()
    if "peers" in parts:
        peers_table(processes)
        replicate = [r["microseconds"] for r in repeated(processes, "--bootstrap")]
        print(f"\nBootstrap replicate, 1,000 instances: {statistics.median(replicate):.1f} µs.")


PARTS = ["kinds", "single", "first", "peers"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=5, help="fresh processes per number")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of instances")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--measure", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--kind", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--single", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--bootstrap", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        contestant, models, n, kind = options.measure
        print(json.dumps(measure(contestant, int(models), int(n), kind, options.trace)))
    elif options.kind:
        models, n, kind = options.kind
        print(json.dumps(kind_seconds(int(models), int(n), kind)))
    elif options.single:
        print(json.dumps(single_measurements(options.single)))
    elif options.bootstrap:
        print(json.dumps(bootstrap_microseconds()))
    else:
        tables(options.parts, options.sizes, options.processes)


if __name__ == "__main__":
    main()
