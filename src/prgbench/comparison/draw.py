"""The figures of the comparison by name."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from prgbench.comparison.regret.figure import regret
from prgbench.comparison.table_files import Tables
from prgbench.figures.comparison.certainty import noise_floor, percentages, separability
from prgbench.figures.comparison.measures import measure_matrix, metric_map, rank_agreement
from prgbench.figures.comparison.sensitivity import (
    aggregation,
    draws,
    duplicates,
    prevalence,
    ties,
)
from prgbench.figures.comparison.where import attribution, breakdown, predictors
from prgbench.plotting.style import save, style

COMPARISON_FIGURES: dict[str, Callable[[Tables, str], tuple[Figure, str]]] = {
    "percentages": percentages,
    "noise_floor": noise_floor,
    "separability": separability,
    "regret": regret,
    "ties": ties,
    "draws": draws,
    "rank_agreement": rank_agreement,
    "duplicates": duplicates,
    "aggregation": aggregation,
    "breakdown": breakdown,
    "attribution": attribution,
    "measure_matrix": measure_matrix,
    "metric_map": metric_map,
    "prevalence": prevalence,
    "predictors": predictors,
}


def draw_comparison(
    names: Sequence[str],
    tables: Tables,
    source: str,
    *,
    sheet: str | Path,
    folder: Path,
    formats: Sequence[str],
    processes: int = 1,
) -> None:
    """Draw and save figures of the comparison, several at a time.

    Parameters
    ----------
    names : sequence of str
        Keys of `COMPARISON_FIGURES`.
    tables : dict of str to DataFrame
        The tables of the comparison.
    source : str
        The archive, for the captions.
    sheet, folder, formats
        The style sheet, and where and how the files are written.
    processes : int
        How many figures are drawn at the same time.
    """
    draw = partial(
        _draw, tables=tables, source=source, sheet=sheet, folder=folder, formats=formats
    )
    with ProcessPoolExecutor(processes) as pool:
        for _ in pool.map(draw, names):
            pass


def _draw(
    name: str,
    *,
    tables: Tables,
    source: str,
    sheet: str | Path,
    folder: Path,
    formats: Sequence[str],
) -> None:
    with style(sheet):
        figure, caption = COMPARISON_FIGURES[name](tables, source)
        save(figure, folder / name, formats, caption)
