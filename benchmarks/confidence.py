"""Measures how often intervals, tests and bands are right.

Writes it beside, coverage.txt; what holds for each measure, to docs/coverage.csv.
Run by `make bench-confidence`; ``--samples`` lowers all numbers of samples. Each table is kept in
build/coverage once it is measured, so that ``--tables`` can measure some of them again; with none
it only joins them.
"""

import argparse
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from textwrap import fill

import numpy as np
import pandas as pd
from simulated_rates import (
    area_rates,
    default_rates,
    first_tie_rates,
    settings,
    threshold_coverage,
    vote_rates,
)
from tabulate import tabulate

from prgbench import metrics as m
from prgbench.metrics.confidence import confidence_interval
from prgbench.metrics.curves import CurveName
from simulated_coverage import (
    AREAS,
    BAND_POINTS,
    METHODS,
    OTHERS,
    POPULATIONS,
    Coverage,
    Setting,
    band_coverage,
    group_coverage,
    interval_coverages,
    rare_coverages,
    rejection_rates,
    tied_band_coverage,
)

PAGE = Path(__file__).with_name("coverage.txt")
KEPT = Path(__file__).parents[1] / "build" / "coverage"
HEADING = "Coverage of intervals, tests and bands"
WIDTH = 100
RESAMPLES = 400
POSITIVES = (5, 10, 20, 50, 100)
FEW_POPULATIONS = ("equal normals", "wide positives", "Cauchy", "five levels")
CURVES = ("roc", "pr", "prg")
BAND_POPULATIONS = ("equal normals", "equal normals, far", "Cauchy", "half of the positives")
RARE = ((0.02, 20), (0.01, 30), (0.01, 10), (0.003, 10))
AT_THE_KINK = (
    ("hard predictions, FPR .1", 0.5, 100),
    ("hard predictions, FPR .2", 0.5, 100),
    ("hard predictions, FPR .3", 0.5, 100),
    ("calibrated, .1, .5, .9", 0.5, 100),
    ("calibrated, .1, .5, .9", 0.5, 150),
    ("calibrated, .1, .3, .9", 0.3, 60),
    ("calibrated, .1, .3, .9", 0.3, 90),
)
TIED_LEVELS = (2, 3, 5, 10)
OTHER_SIZES = ((0.5, 20), (0.5, 100), (0.1, 20), (0.02, 20), (0.005, 10), (0.001, 10))
CSV = Path(__file__).parents[1] / "docs" / "coverage.csv"
CSV_SIZES = ((0.5, 10), (0.5, 30), (0.5, 100), (0.1, 10), (0.1, 30))
CSV_POPULATIONS = (
    "equal normals",
    "equal normals, near",
    "wide positives",
    "five levels",
    "many zeros",
    "a tenth of the positives",
    "nearly all zeros",
    "beta-binomial",
    "calibrated, 3 values",
    "calibrated, 8 values",
    "calibrated, 20 values",
)
GROUPS = (20, 50, 200)
GROUP_MEASURES = ("auroc", "aupr")
WIDER = 0.1

Row = list[str]
Map = Callable[..., Iterable]
Coverages = Mapping[tuple[str, str], Coverage]


def main() -> None:
    """Measure everything and write the tables."""
    names = [table.__name__ for table in TABLES]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=500)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tables", nargs="*", choices=names, default=names)
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    with ProcessPoolExecutor(given.processes, initializer=_quiet) as pool:
        for table in TABLES:
            if table.__name__ in given.tables:
                text = table(pool.map, given.samples)
                (KEPT / f"{table.__name__}.txt").write_text(text, encoding="utf-8")
                sys.stdout.write(f"{table.__name__}: {time.perf_counter() - begin:.0f} s\n")
                sys.stdout.flush()
    kept = [KEPT / f"{name}.txt" for name in names]
    tables = [path.read_text(encoding="utf-8") for path in kept if path.exists()]
    text = "\n\n".join([HEADING, fill(_introduction(), WIDTH), *tables])
    PAGE.write_text(f"{text}\n", encoding="utf-8")
    sys.stdout.write(f"{PAGE} is written: {time.perf_counter() - begin:.0f} s\n")


def _quiet() -> None:
    warnings.filterwarnings("ignore", "y_true has (only|too few)")


def _introduction() -> str:
    return (
        f"At a level of 95%, with {RESAMPLES} resamples. The Monte-Carlo error of a coverage of "
        "95% in one population is 1.0 points with 500 samples, 1.5 with 200 and 2.2 with 100. "
        "Class sizes are "
        f"random. The {len(POPULATIONS)} populations have normal scores with equal variances and "
        "d' = 1.4, .5 (near) and 2.5 (far), with wide (sd 2) or narrow (sd .5) positives, beta "
        "scores, heavy tails (t with 3 degrees, Cauchy), an exponential part in one class "
        "(skewed), normal scores rounded to five levels, and positives of which half are like "
        "negatives. Prevalences are .5, .1 and .02."
    )


def intervals(mapped: Map, samples: int) -> str:
    """How often the intervals of the areas hold: by method, and that of the default."""
    chosen = sorted(settings(), key=lambda setting: -setting.positive.size)
    measure = partial(interval_coverages, samples=samples, resamples=RESAMPLES)
    found = dict(zip(chosen, mapped(measure, chosen), strict=True))
    parts = [_by_method(found, name, samples) for name in AREAS]
    return "\n\n".join([*parts, _by_population(found, samples)])


def _by_method(found: Mapping[Setting, Coverages], area: str, samples: int) -> str:
    default = _default(area)
    rows, summaries = [], {}
    for method in METHODS[area]:
        cells = defaultdict(list)
        for setting, coverages in found.items():
            own, narrow = coverages[area, method], coverages[area, default]
            cells[setting.n_pos].append((own.held, own.width / narrow.width))
        columns = [np.array(cells[n_pos]) for n_pos in POSITIVES]
        held, width = np.concatenate(columns).T
        shortfall = float(np.mean(np.maximum(0.95 - held, 0)))
        summaries[method] = shortfall, float(np.exp(np.mean(np.log(width))))
        rows.append(
            [
                f"**{method}**" if method == default else method,
                *(
                    f"{100 * own[:, 0].mean():.1f} ({100 * own[:, 0].min():.0f})"
                    for own in columns
                ),
                f"{100 * shortfall:.1f}",
                *(f"{np.exp(np.mean(np.log(own[:, 1]))):.2f}" for own in columns),
            ]
        )
    best = min((name for name in summaries if summaries[name][1] <= 1 + WIDER), key=summaries.get)
    said = "" if best == default else f" The shortfall of {best} is smaller here."
    headers = [
        "method",
        *(f"{n_pos} positives" for n_pos in POSITIVES),
        "shortfall",
        *(f"width, {n_pos}" for n_pos in POSITIVES),
    ]
    title = (
        f"{area.upper()}: how often the interval holds the area of the population (%), of "
        f"{samples} samples in each population, the mean and, in parentheses, the lowest of all "
        "populations and prevalences, by the expected "
        "number of positives; the mean of what is missing to 95%; and the mean width over that of "
        f"the default, in bold.{said}"
    )
    return _table(title, headers, rows)


def _by_population(found: Mapping[Setting, Coverages], samples: int) -> str:
    cells = defaultdict(list)
    for setting, coverages in found.items():
        held = [coverages[area, _default(area)].held for area in AREAS]
        cells[setting.population, setting.n_pos].append(held)
    rows = [
        [
            population,
            *(
                " / ".join(_percent(share) for share in np.mean(cells[population, n_pos], axis=0))
                for n_pos in POSITIVES
            ),
        ]
        for population in POPULATIONS
    ]
    return _table(
        f"How often the default intervals of {' / '.join(map(str.upper, AREAS))} hold the area "
        f"(%), of {samples} samples at each of the prevalences, their mean, by the expected "
        "number of positives",
        ["population", *map(str, POSITIVES)],
        rows,
    )


def _default(area: str) -> str:
    return confidence_interval([0, 1] * 10, range(20), area, n_resamples=2).method


def others(mapped: Map, samples: int) -> str:
    """How often the default intervals hold in populations on which no method was chosen."""
    fewer = max(2, samples // 4)
    chosen = [Setting(name, *size) for name in OTHERS for size in OTHER_SIZES]
    cells = iter(mapped(partial(_default_cell, samples=fewer), chosen))
    rows = [[name, *islice(cells, len(OTHER_SIZES))] for name in OTHERS]
    return _table(
        "How often the default intervals of AUROC / AUPR / AUPRG hold the area (%) in other "
        f"populations, of {fewer} samples, by prevalence and expected number of positives",
        ["population", *(f"{pi:g}, {n_pos}" for pi, n_pos in OTHER_SIZES)],
        rows,
    )


def _default_cell(setting: Setting, samples: int) -> str:
    rates = area_rates(setting, samples=samples, resamples=RESAMPLES // 2)
    return " / ".join(f"{100 * share:.0f}" for share in rates.values())


def measures(mapped: Map, samples: int) -> str:
    """How often the default interval of each measure holds; writes the CSV."""
    fewer = max(2, 3 * samples // 5)
    chosen = [Setting(name, *size) for size in CSV_SIZES for name in CSV_POPULATIONS]
    measure = partial(default_rates, samples=fewer, resamples=150)
    rows = []
    for own, by_measure in zip(chosen, mapped(measure, chosen), strict=True):
        place = own.prevalence, own.n_pos, own.population
        rows += [(name, *place, *shares, fewer) for name, shares in by_measure.items()]
    columns = ["measure", "prevalence", "positives", "population", "below", "above", "rejected"]
    table = pd.DataFrame(rows, columns=[*columns, "samples"])
    # One measure after the other, each from cell to cell.
    table = table.sort_values(
        "measure", key=lambda own: own.map(m.measures().index), kind="stable"
    )
    table.round(3).to_csv(CSV, index=False, lineterminator="\n")
    return (
        f"The default intervals of all measures, of {fewer} samples each, are in docs/{CSV.name}."
    )


def rare(mapped: Map, samples: int) -> str:
    """How often the intervals of AUPRG hold where the first positive is far from recall gain 0."""
    fewer = max(2, samples // 5)
    chosen = [Setting(name, *own) for name in FEW_POPULATIONS for own in RARE]
    rates = mapped(partial(rare_coverages, samples=fewer, resamples=RESAMPLES // 2), chosen)
    return _table(
        "How often the intervals of AUPRG hold where positives times prevalence are below .5 (%), "
        f"of {fewer} samples; band is the default there",
        ["population", "pi", "positives", "smoothed", "**band**"],
        [
            [*_named(setting), *(f"{100 * share:.0f}" for share in own.values())]
            for setting, own in zip(chosen, rates, strict=True)
        ],
    )


def first_ties(mapped: Map, samples: int) -> str:
    """How often the intervals hold where recall is the prevalence at the highest score."""
    more = 6 * samples // 5
    chosen = [Setting(*own) for own in AT_THE_KINK]
    rates = mapped(partial(first_tie_rates, samples=more, resamples=RESAMPLES), chosen)
    return _table(
        "How often the default intervals of the areas over recall gain hold (%) where the highest "
        f"score has a recall equal to the prevalence, of {more} samples",
        ["population", "pi", "positives", "AUPRG", "E[FG1]"],
        [
            [*_named(setting), *map(_percent, own.values())]
            for setting, own in zip(chosen, rates, strict=True)
        ],
    )


def votes(mapped: Map, samples: int) -> str:
    """How often the interval of the log loss of votes holds and warns."""
    more = 6 * samples // 5
    chosen = [Setting("beta-binomial", *size) for size in ((0.5, 50), (0.5, 100), (0.2, 50))]
    rates = mapped(partial(vote_rates, samples=more, resamples=RESAMPLES), chosen)
    return _table(
        "How often the interval of the log loss of the votes of ten trees, of which .4% of the "
        "positives have none, holds, how often it warns of scores of 0 or 1, and how often it "
        f"holds where a positive of the sample has no vote (%), of {more} samples",
        ["population", "pi", "positives", "holds", "warns", "holds where a positive has none"],
        [
            [*_named(setting), *map(_percent, own.values())]
            for setting, own in zip(chosen, rates, strict=True)
        ],
    )


def thresholds(mapped: Map, samples: int) -> str:
    """How often the intervals at a threshold hold."""
    chosen = list(settings(("equal normals",)))
    rates = mapped(partial(threshold_coverage, samples=3 * samples), chosen)
    rows = [
        [f"{one.prevalence:g}", str(one.n_pos), *map(_percent, own.values())]
        for one, own in zip(chosen, rates, strict=True)
    ]
    return _table(
        "How often the interval at the threshold that a tenth of the negatives pass holds (%), of "
        f"{3 * samples:,} samples; normal scores, d' = 1.4",
        ["pi", "positives", "recall", "specificity", "precision", "F1"],
        rows,
    )


def tests(mapped: Map, samples: int) -> str:
    """How often the paired test finds a difference that is not there."""
    chosen = list(settings(FEW_POPULATIONS, (0.5, 0.1), (10, 30, 100)))
    rates = mapped(partial(rejection_rates, samples=samples, resamples=RESAMPLES), chosen)
    rows = [
        [*_named(one), *map(_percent, own.values())]
        for one, own in zip(chosen, rates, strict=True)
    ]
    return _table(
        "How often the test finds a difference, at 5%, of two models of equal worth whose scores "
        f"are correlated by .5 (%), of {samples} samples",
        ["population", "pi", "positives", "AUROC delong", "AUPR bootstrap", "AUPRG bootstrap"],
        rows,
    )


def groups(mapped: Map, samples: int) -> str:
    """How often the intervals hold for groups of instances."""
    rows = mapped(partial(_group_row, samples=samples), GROUPS)
    hows = ("groups", "without", "unequal groups")
    headers = [f"{name}, {how}" for name in GROUP_MEASURES for how in hows]
    return _table(
        "How often the interval holds the area where half of the variance is that of groups of "
        "five instances, with and without `groups`, and of groups of 1, 2, 6 or 15 with `groups` "
        f"(%), of {samples} samples; normal scores, d' = 1.4, pi = .5",
        ["groups", *headers],
        rows,
    )


def _group_row(n_groups: int, samples: int) -> Row:
    shares = [
        group_coverage(
            n_groups,
            samples=samples,
            grouped=grouped,
            measure=measure,
            resamples=RESAMPLES,
            unequal=unequal,
        )
        for measure in GROUP_MEASURES
        for grouped, unequal in ((True, False), (False, False), (True, True))
    ]
    return [str(n_groups), *map(_percent, shares)]


def bands(mapped: Map, samples: int) -> str:
    """How often the bands hold the curve at some points."""
    fewer = max(2, samples // 2)
    chosen = list(settings(BAND_POPULATIONS, (0.1,), (6, 20, 100)))
    rows = mapped(partial(_band_row, samples=fewer), chosen)
    headers = [
        f"{curve.upper()} at {point:g}" if point == BAND_POINTS[0] else f"{point:g}"
        for curve in CURVES
        for point in BAND_POINTS
    ]
    return _table(
        "How often the band holds the curve of the population at a false positive rate, recall or "
        f"recall gain (%), of {fewer} samples",
        ["population", "pi", "positives", *headers],
        rows,
    )


def _band_row(setting: Setting, samples: int) -> Row:
    shares = [
        share
        for curve in CURVES
        for share in band_coverage(setting, curve, samples=samples, resamples=RESAMPLES)
    ]
    return [*_named(setting), *(f"{100 * share:.0f}" for share in shares)]


def tied_bands(mapped: Map, samples: int) -> str:
    """How often the bands hold the curve where scores tie."""
    fewer = max(2, samples // 2)
    jobs = [(levels, curve) for levels in TIED_LEVELS for curve in CURVES]
    measure = partial(_tied_row, samples=fewer)
    return _table(
        "How often the band holds the curve of ratings of a few levels (%), of "
        f"{fewer} samples of 400 instances; pi = .25",
        ["levels", "curve", *(f"{point:g}" for point in BAND_POINTS)],
        mapped(measure, *zip(*jobs, strict=True)),
    )


def _tied_row(levels: int, curve: CurveName, samples: int) -> Row:
    shares = tied_band_coverage(levels, 0.25, 400, curve, samples=samples, resamples=RESAMPLES)
    return [str(levels), curve.upper(), *(f"{100 * share:.0f}" for share in shares)]


TABLES = (
    *(intervals, others, measures, rare, first_ties, votes),
    *(thresholds, tests, groups, bands, tied_bands),
)


def _named(setting: Setting) -> Iterator[str]:
    yield from (setting.population, f"{setting.prevalence:g}", str(setting.n_pos))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _table(title: str, headers: Sequence[str], rows: Iterable[Row]) -> str:
    body = tabulate(list(rows), headers=headers, tablefmt="github", disable_numparse=True)
    return f"{fill(title.rstrip('.') + ':', WIDTH)}\n\n{body}"


if __name__ == "__main__":
    main()
