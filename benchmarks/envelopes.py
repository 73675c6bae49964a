"""Measures how often the bands of cost and F-gain curves are wrong: docs/envelopes.csv.

Run by `make bench-envelopes`; ``--studies`` lowers the number of studies in each world.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from itertools import product
from pathlib import Path

import pandas as pd

from simulated_envelopes import Pair, rates

CSV = Path(__file__).parents[1] / "docs" / "envelopes.csv"
CURVES = ("cost", "f_gain")
RESAMPLES = 500


def equal_pairs() -> Iterator[Pair]:
    """Go through the worlds in which both models are worth the same."""
    same = partial(_same, "AUROC 0.8")
    yield from (_same("AUROC 0.6", *sizes) for sizes in ((30, 30), (30, 970)))
    yield from (same(60, 240, correlation=own) for own in (0.0, 0.5, 0.9))
    yield _same("AUROC 0.98", 30, 270)
    yield _same("AUROC 0.99", 60, 240)
    yield from (_same(f"{shape} positives", 60, 240) for shape in ("wide", "narrow"))
    yield from (same(60, 240, levels=own) for own in (2, 5))
    yield same(30, 270, correlation=0.9, levels=10)
    yield same(200, 800, grouped=True)
    yield _same("AUROC 0.9", 500, 500)
    yield _same("AUROC 0.7", 30, 2970)


def unlike_pairs() -> Iterator[Pair]:
    """Go through pairs whose curves cross, or of which one is better everywhere."""
    crossing = "wide, AUROC .8", "narrow, AUROC .8"
    yield from (Pair(*crossing, *sizes) for sizes in ((60, 240), (200, 800)))
    yield Pair("AUROC 0.9", "AUROC 0.7", 60, 240)
    yield Pair("AUROC 0.9", "AUROC 0.8", 200, 800)


def _same(model: str, n_pos: int, n_neg: int, **options: float) -> Pair:
    return Pair(model, model, n_pos, n_neg, **options)


def main() -> None:
    """Measure all worlds and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    jobs = list(product((*equal_pairs(), *unlike_pairs()), CURVES))
    measure = partial(_row, studies=given.studies)
    with ProcessPoolExecutor(given.processes) as pool:
        table = pd.DataFrame(pool.map(measure, *zip(*jobs, strict=True)))
    table.round(3).to_csv(CSV, index=False, lineterminator="\n")
    sys.stdout.write(f"{CSV} is written.\n")


def _row(pair: Pair, curve: str, studies: int) -> dict[str, object]:
    found = rates(pair, curve, studies=studies, resamples=RESAMPLES)
    return {**asdict(pair), "curve": curve, "studies": studies, **asdict(found)}


if __name__ == "__main__":
    main()
