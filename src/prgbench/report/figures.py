"""The paper's figures, drawn from a study."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.answer.verdicts import FEWEST_DATASETS
from prgbench.data.models import Models, rank_column
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import COLUMN, save, style
from prgbench.plotting.words import LONGEST, count, decimal, measure_label
from prgbench.report import ANSWER_FIGURE, MODEL_CURVES, answer_figure
from prgbench.report.curves import curves_figure
from prgbench.report.parts import SHOWN, without_rough_intervals
from prgbench.report.shown_part import too_few
from prgbench.run.processes import map_in_processes
from prgbench.run.safe_text import as_markdown, legend_label, shortened
from prgbench.study.config import Figures as FigureSettings
from prgbench.study.examples import SHOWN_PAIR, ExampleChoice, Examples
from prgbench.typing import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_TICKS = 10
"""Up to so many ranks each has a tick, of more every fifth."""

DRAWN_WITH = ("matplotlib.pyplot", "matplotlib.backends.backend_pdf")
"""What all figures need, and takes long to import."""


def area_scatter(
    models: Models, pairs: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the models of the example tasks by AUPR and AUPRG.

    Models worse than random scores (AUPRG < 0) are only counted, in the caption.
    """
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(COLUMN + 0.6, COLUMN + 0.8), layout="constrained")
    correlation = pairs.set_index(["measure_a", "measure_b", "task_id"])["spearman"]
    below = []
    correlations = []
    for task_id, marker in zip(examples.scatter_tasks, "o^", strict=False):
        task = models.of_task(task_id)
        name = shortened(task.dataset_name.iloc[0], LONGEST)
        # AUPRG has no lower bound: one bad model would squeeze all others into a corner.
        drawn = task[task.scores("auprg") >= 0]
        below.append(f"{len(task) - len(drawn)} of {len(task)} models of {as_markdown(name)}")
        rho = decimal(_pair_value(correlation, task_id))
        correlations.append(f"task {task_id}, rank correlation {rho}")
        axes.plot(
            drawn.scores("aupr"),
            drawn.scores("auprg"),
            marker,
            fillstyle="none",
            label=legend_label(f"{name} (task {task_id}), rank correlation {rho}"),
        )
    axes.set(xlabel="AUPR", ylabel="AUPRG")
    axes.margins(0.06)
    caption = (
        f"AUPRG against AUPR of the models of two tasks ({facts.source}), "
        f"{examples.scatter_reason}. Not drawn, being worse than random scores (AUPRG < 0): "
        f"{', '.join(below)}. After Figure 4 (right) of Flach & Kull (2015)."
    )
    encircled = _encircled(models, examples)
    if len(encircled):
        x = encircled.scores("aupr")
        y = encircled.scores("auprg")
        axes.plot(x, y, "o", ms=10, mfc="none", mec="0.3")
        caption += " The next figure shows the curves of the encircled models."
    figure.legend(loc="outside lower center", ncols=1)
    shown = models[models.task_id.isin(examples.scatter_tasks) & (models.scores("auprg") >= 0)]
    data = shown.frame[["task_id", "run_id", "aupr", "auprg"]].assign(
        encircled=shown.run_id.isin(encircled.run_id)
    )
    alt = f"Scatter plot of AUPRG against AUPR of {len(data):,} models: {'; '.join(correlations)}."
    return Drawn(figure, caption, alt, data)


def _encircled(models: Models, examples: ExampleChoice) -> Models:
    """Return the models whose curves are drawn, if the example tasks have them."""
    if examples.curve_runs is None or examples.curve_task not in examples.scatter_tasks:
        return models.of_task(None)
    task = models.of_task(examples.curve_task)
    return task[task.run_id.isin(examples.curve_runs) & (task.scores("auprg") >= 0)]


def _pair_value(values: pd.Series, task_id: int) -> float:
    for pair in (SHOWN_PAIR, SHOWN_PAIR[::-1]):
        if (*pair, task_id) in values.index:
            return float(values[(*pair, task_id)])
    return float("nan")


def rank_heatmap(models: Models, facts: Facts) -> Drawn:
    """Draw how many models have each pair of ranks by AUPR and AUPRG in their tasks.

    Ranks between whole numbers are rounded up.
    """
    from matplotlib import pyplot as plt

    x, y = map(measure_label, SHOWN_PAIR)
    # Cells have whole ranks, while tied models share means such as 1.5.
    rank_x, rank_y = (
        np.floor(models.ranks(name).to_numpy(dtype=float) + 0.5) for name in SHOWN_PAIR
    )
    last = int(max(rank_x.max(), rank_y.max()))
    edges = np.arange(0.5, last + 1)
    counts, _, _ = np.histogram2d(rank_x, rank_y, bins=[edges, edges])
    figure, axes = plt.subplots(figsize=(COLUMN + 0.6, COLUMN), layout="constrained")
    _draw_cells(axes, edges, counts)
    ticks = [1, *range(5, last + 1, 5)] if last > MOST_TICKS else range(1, last + 1)
    axes.set(xlabel=f"Rank by {x}", ylabel=f"Rank by {y}", xticks=ticks, yticks=ticks)
    caption = (
        f"How many of the {len(models):,} models of {count(models.n_tasks, 'task')} "
        f"on {count(models.n_datasets, 'data set')} ({facts.source}) have these "
        f"ranks by {x} and {y} in their task. Rank 1 is the best; tied models get "
        f"{facts.tied_rank}; ranks between whole numbers are rounded up. After Figure 4 (left) of "
        "Flach & Kull (2015)."
    )
    first = int(counts[0, 0])
    alt = (
        f"Heat map of the models by their ranks by {x} and {y}; {first:,} models are "
        f"first by both, {int(np.trace(counts)):,} of {len(models):,} have the same rank by both."
    )
    cells = np.argwhere(counts)
    data = pd.DataFrame(
        {
            rank_column(SHOWN_PAIR[0]): cells[:, 0] + 1,
            rank_column(SHOWN_PAIR[1]): cells[:, 1] + 1,
            "models": counts[counts > 0].astype(int),
        }
    )
    return Drawn(figure, caption, alt, data)


def _draw_cells(axes: "Axes", edges: Floats, counts: Floats) -> None:
    """Draw counts as the colours of square cells, on a logarithmic scale with its bar."""
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import LogLocator

    image = axes.pcolormesh(
        edges,
        edges,
        # Empty cells stay white, as the logarithm of 0 has no colour.
        np.ma.masked_equal(counts.T, 0),
        # Most models lie on the diagonal: without logarithms all other cells would look empty.
        norm=LogNorm(1, max(counts.max(), 2)),
        rasterized=True,
    )
    bar = axes.figure.colorbar(
        image, ax=axes, label="Models", shrink=0.9, ticks=LogLocator(subs=(1, 2, 5)), format="%d"
    )
    bar.ax.minorticks_off()
    bar.outline.set_visible(False)
    axes.set_aspect("equal")
    axes.spines[:].set_visible(False)


FIGURES: Mapping[str, Callable[[Examples, Facts], Drawn]] = {
    "rank_heatmap": lambda study, facts: (
        rank_heatmap(study.models, facts)
        if study.models.n_datasets >= FEWEST_DATASETS
        else too_few(FEWEST_DATASETS)
    ),
    "area_scatter": lambda study, facts: (
        area_scatter(study.models, study.pairs, study.choice, facts)
        if study.models.n_datasets >= FEWEST_DATASETS
        else too_few(FEWEST_DATASETS)
    ),
    MODEL_CURVES: lambda study, facts: curves_figure(
        study.models, study.scores, study.choice, facts
    ),
}
"""The paper's figures, in the order of the page."""


def paper_figures(measures: Sequence[str]) -> list[str]:
    """Return the names of the paper's figures that a study shows: most are of AUPR and AUPRG.

    Examples
    --------
    >>> paper_figures(["auroc", "aupr", "auprg"])
    ['rank_heatmap', 'area_scatter', 'model_curves']
    >>> paper_figures(["auroc", "brier"])
    ['model_curves']
    """
    return list(FIGURES) if set(SHOWN_PAIR) <= set(measures) else [MODEL_CURVES]


@dataclass(frozen=True)
class StudyFigures:
    """The figures of a study.

    ``tables`` are those of the parts. With ``printed``, the figure of the answer has the numbers
    printed in the paper, too.
    """

    examples: Examples
    answer: Answer
    tables: Tables
    facts: Facts
    printed: bool

    def draw(self, name: str) -> Drawn:
        """Draw a figure in the current style; of parts without intervals from too few data."""
        if name == ANSWER_FIGURE:
            pooled = self.tables.get("if_alike") if self.printed else None
            return answer_figure.answer_figure(
                self.answer, self.facts, pooled=pooled, printed=self.printed
            )
        if name in FIGURES:
            return FIGURES[name](self.examples, self.facts)
        part = next(part for part in SHOWN if name in part.figures)
        return part.draw(name, self._reliable_tables, self.facts)

    def save(
        self,
        names: Iterable[str],
        settings: FigureSettings,
        folder: Path,
        *,
        processes: int = 1,
    ) -> None:
        """Draw and save figures by the settings of the study; processes share them."""
        save_figure = partial(_save, settings=settings, folder=folder)
        if processes == 1:
            for name in names:
                save_figure(self, name)
        else:
            # Each process would import them for itself.
            for module in DRAWN_WITH:
                import_module(module)
            map_in_processes(save_figure, self, list(names), processes)

    @cached_property
    def _reliable_tables(self) -> Tables:
        return without_rough_intervals(self.tables)


def _save(figures: StudyFigures, name: str, *, settings: FigureSettings, folder: Path) -> None:
    with style(settings.sheet):
        save(figures.draw(name), folder / name, settings.formats)
