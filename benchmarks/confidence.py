"""Measures how often intervals, tests and bands are right, and writes it into docs/metrics.md.

Run by `make bench-confidence`; ``--samples`` makes all numbers of samples smaller.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from textwrap import fill

import numpy as np
from tabulate import tabulate

from simulated_coverage import (
    BAND_POINTS,
    Setting,
    band_coverage,
    group_coverage,
    interval_coverage,
    rejection_rate,
    settings,
)

PAGE = Path(__file__).resolve().parents[1] / "docs" / "metrics.md"
BEGIN, END = "<!-- written by `make bench-confidence` -->", "<!-- until here -->"
WIDTH = 100
RESAMPLES = 500
INTERVALS = {
    "AUROC delong": ("auroc", "delong"),
    "AUPR logit": ("aupr", "logit"),
    "AUPR percentile": ("aupr", "percentile"),
    "AUPR boyd": ("aupr", "boyd"),
    "AP logit": ("average_precision", "logit"),
    "AUPRG percentile": ("auprg", "percentile"),
}
DEFAULTS = {"AUROC delong": "auroc", "AUPR logit": "aupr", "AUPRG percentile": "auprg"}
TESTS = {"AUROC delong": "auroc", "AUPR bootstrap": "aupr", "AUPRG bootstrap": "auprg"}
CURVES = ("roc", "pr", "prg")
MOST_INSTANCES_OF_AP = 1000
GROUPS = (20, 50, 200)
GROUP_MEASURES = ("auroc", "aupr")

Row = list[str]


def main() -> None:
    """Measure everything and write the tables between the two marks of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=300)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    begin = time.perf_counter()
    with ProcessPoolExecutor(given.processes) as pool:
        tables = []
        for table in TABLES:
            tables.append(table(pool.map, given.samples))
            sys.stdout.write(f"{table.__name__}: {time.perf_counter() - begin:.0f} s\n")
            sys.stdout.flush()
    text = "\n\n".join([fill(_introduction(given.samples), WIDTH), *tables])
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    sys.stdout.write(f"{PAGE} is written: {time.perf_counter() - begin:.0f} s\n")


def _introduction(samples: int) -> str:
    error = 100 * np.sqrt(0.95 * 0.05 / samples)
    return (
        f"Of {samples:,} samples with {RESAMPLES} resamples, at a level of 95%: the Monte-Carlo "
        f"error of a coverage of 95% is {error:.1f} points. Class sizes are fixed and resamples "
        "stratified. The populations are binormal (d' = 1.4), beta(4, 2) against beta(2, 3), and "
        "the binormal one rounded to whole numbers (ties)."
    )


Map = Callable[..., Iterable[Row]]


def intervals(mapped: Map, samples: int) -> str:
    rows = mapped(partial(_interval_row, samples=samples), settings())
    return _table(
        "How often the interval holds the area of the population (%)",
        ["population", "pi", "positives", *INTERVALS],
        rows,
    )


def _interval_row(setting: Setting, samples: int) -> Row:
    shares = []
    for measure, method in INTERVALS.values():
        if measure == "average_precision" and setting.positive.size > MOST_INSTANCES_OF_AP:
            shares.append("")
            continue
        found = interval_coverage(setting, measure, method, samples=samples, resamples=RESAMPLES)
        shares.append(_percent(found))
    return [*_named(setting), *shares]


def random_sizes(mapped: Map, samples: int) -> str:
    rows = mapped(partial(_random_sizes_row, samples=samples), _small_samples())
    return _table(
        "The same where class sizes are random and resamples not stratified (%); `positives` is "
        "their expected number",
        ["population", "pi", "positives", *DEFAULTS],
        rows,
    )


def _random_sizes_row(setting: Setting, samples: int) -> Row:
    shares = [
        interval_coverage(
            setting, measure, samples=samples, resamples=RESAMPLES, random_sizes=True
        )
        for measure in DEFAULTS.values()
    ]
    return [*_named(setting), *map(_percent, shares)]


def tests(mapped: Map, samples: int) -> str:
    rows = mapped(partial(_test_row, samples=samples), settings())
    return _table(
        "How often the test finds a difference, at 5%, of two models of equal worth whose scores "
        "are correlated by .5 (%)",
        ["population", "pi", "positives", *TESTS],
        rows,
    )


def _test_row(setting: Setting, samples: int) -> Row:
    rates = [
        rejection_rate(setting, measure, samples=samples, resamples=RESAMPLES)
        for measure in TESTS.values()
    ]
    return [*_named(setting), *map(_percent, rates)]


def groups(mapped: Map, samples: int) -> str:
    rows = mapped(partial(_group_row, samples=samples), GROUPS)
    headers = [f"{name}, {how}" for name in GROUP_MEASURES for how in ("groups", "without")]
    return _table(
        "How often the interval holds the area where half of the variance is that of groups of "
        "five instances, with and without `groups` (%); binormal, pi = .5, `delong` and `logit`",
        ["groups", *headers],
        rows,
    )


def _group_row(n_groups: int, samples: int) -> Row:
    shares = [
        group_coverage(
            n_groups, samples=samples, grouped=grouped, measure=measure, resamples=RESAMPLES
        )
        for measure in GROUP_MEASURES
        for grouped in (True, False)
    ]
    return [str(n_groups), *map(_percent, shares)]


def bands(mapped: Map, samples: int) -> str:
    rows = mapped(partial(_band_row, samples=max(2, samples // 3)), _small_samples())
    headers = [f"{curve.upper()} at {point:g}" for curve in CURVES for point in BAND_POINTS]
    return _table(
        "How often the band holds the curve of the population at a false positive rate, recall or "
        f"recall gain (%), of {max(2, samples // 3)} samples",
        ["population", "pi", "positives", *headers],
        rows,
    )


def _band_row(setting: Setting, samples: int) -> Row:
    shares = [
        share
        for curve in CURVES
        for share in band_coverage(setting, curve, samples=samples, resamples=RESAMPLES)
    ]
    return [*_named(setting), *map(_percent, shares)]


TABLES = (intervals, random_sizes, tests, groups, bands)


def _small_samples() -> list[Setting]:
    return [one for one in settings(("binormal",)) if one.n_pos <= 100]


def _named(setting: Setting) -> Row:
    return [setting.population, f"{setting.prevalence:g}", str(setting.n_pos)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _table(title: str, headers: Sequence[str], rows: Iterable[Row]) -> str:
    body = tabulate(list(rows), headers=headers, tablefmt="github", disable_numparse=True)
    return f"{fill(title, WIDTH - 1)}:\n\n{body}"


if __name__ == "__main__":
    main()
