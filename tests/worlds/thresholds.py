"""Thresholds of the least loss on a sample: what they promise, and what they cost on new data.

The table of docs/metrics.md, section "A threshold for your costs".
"""

import re
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from scipy import stats

from markdown_pages import read
from prgbench import metrics as m
from worlds.made import shift_of

PAGE = "docs/metrics.md"
SAMPLES = 2_000
STEP = 0.001
"""The losses of the page have three decimals."""

_CUTS = np.linspace(-6, 8, 14_001)
_CELL = re.compile(r"[\d.,]+")


@dataclass(frozen=True)
class Stated:
    """A row of the table: two shifted normals, a ratio of costs, and what is said of them."""

    auroc: float
    n_pos: int
    n_neg: int
    ratio: float
    promised: float
    on_new_data: float
    best: float
    all_alike: float
    alike_is_cheaper: float

    @classmethod
    def of_line(cls, line: str) -> "Stated":
        """Read a line of the table."""
        numbers = [float(cell.replace(",", "")) for cell in _CELL.findall(line)]
        auroc, n_pos, n_neg, *losses, percent = numbers
        return cls(auroc, int(n_pos), int(n_neg), *losses, percent / 100)

    @property
    def weight(self) -> float:
        """The weight of a miss, at the prevalence of the sample."""
        of_misses = self.n_pos * self.ratio
        return of_misses / (of_misses + self.n_neg)

    def loss(self, threshold: float | np.ndarray) -> np.ndarray:
        """Return what thresholds cost in the population."""
        misses = stats.norm.cdf(threshold, shift_of(self.auroc))
        return self.weight * misses + (1 - self.weight) * stats.norm.sf(threshold)


@dataclass(frozen=True)
class Found:
    """What samples give: means with their standard errors, and two numbers of the population."""

    promised: float
    promised_error: float
    on_new_data: float
    new_error: float
    alike_is_cheaper: float
    alike_error: float
    best: float
    all_alike: float


def stated_rows() -> list[Stated]:
    """Return the rows of the page."""
    _, section = read(PAGE).split("## A threshold for your costs\n")
    section, *_ = section.split("\n## ")
    lines = [line for line in section.splitlines() if re.match(r"\| \.\d", line)]
    return [Stated.of_line(line) for line in lines]


def found_of(row: Stated, samples: int) -> Found:
    """Draw samples of a row, and choose a threshold on each."""
    rng = np.random.default_rng(crc32(repr((row.auroc, row.n_pos, row.n_neg, row.ratio)).encode()))
    positive = np.arange(row.n_pos + row.n_neg) < row.n_pos
    promised = np.empty(samples)
    thresholds = np.empty(samples)
    for sample in range(samples):
        scores = rng.normal(size=positive.size) + shift_of(row.auroc) * positive
        curve = m.cost_curve(positive, scores)
        promised[sample] = float(curve.at(row.weight))
        thresholds[sample] = curve.threshold_for(row.weight)
    alike = min(row.weight, 1 - row.weight)
    new = row.loss(thresholds)
    cheaper = new > alike + 1e-12
    root = np.sqrt(samples)
    return Found(
        promised=float(promised.mean()),
        promised_error=float(promised.std() / root),
        on_new_data=float(new.mean()),
        new_error=float(new.std() / root),
        alike_is_cheaper=float(cheaper.mean()),
        alike_error=float(np.sqrt(max(cheaper.mean() * (1 - cheaper.mean()), 1 / samples)) / root),
        best=float(min(row.loss(_CUTS).min(), alike)),
        all_alike=alike,
    )
