"""The tables of the theory, each a function that returns its lines."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from prgbench.papers.beyond.model import (
    coverage,
    coverage_table,
    population_areas,
    standard_error_table,
)
from prgbench.papers.boyd import printed as boyd
from prgbench.papers.boyd.model import downsampling
from prgbench.papers.flach_kull import printed as flach_kull
from prgbench.papers.flach_kull.six_properties import six_properties
from prgbench.papers.hughes_oliver import printed as hughes_oliver
from prgbench.papers.hughes_oliver import printed_simulation as simulation
from prgbench.papers.hughes_oliver import simulation_study
from prgbench.papers.introduction import printed as introduction
from prgbench.papers.printed_beside_found import Row

Lines = Sequence[dict[str, Any]]


def comparison_rows() -> list[Row]:
    """Return every number that the sources print beside the one found here."""
    modules = (flach_kull, introduction, boyd, hughes_oliver, simulation)
    return [row for module in modules for row in module.rows()]


def _comparison() -> Lines:
    return [asdict(row) for row in comparison_rows()]


def _properties() -> Lines:
    return [
        {
            "property": found.name,
            "computed": found.computed,
            **{
                space: f"{'yes' if holds else 'no'}: {value}"
                for space, value, holds in zip(
                    ("ROC", "PR", "PRG"), found.values, found.holds, strict=True
                )
            },
        }
        for found in six_properties()
    ]


def _downsampling() -> Lines:
    found = downsampling()
    return [
        {"negatives for each positive": round(1 / pi - 1), "AUPR": area, "AUCNPR": normal}
        for pi, area, normal in zip(*(values.tolist() for values in found), strict=True)
    ]


def _coverage() -> Lines:
    return coverage_table(coverage())


TABLES: dict[str, Callable[[], Lines]] = {
    "table": _comparison,
    "properties": _properties,
    "downsampling": _downsampling,
    "simulation_study": simulation_study.table,
    "population_areas": population_areas,
    "standard_errors": standard_error_table,
    "coverage": _coverage,
}
