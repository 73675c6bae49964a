"""The curves of two example models, or of the best ones of the only data set with their bands."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.verdicts import FEWEST_DATASETS
from prgbench.data.models import Models
from prgbench.metrics import areas, curve_band
from prgbench.metrics.curves import CurveName
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table
from prgbench.plotting.rows import COLOURS
from prgbench.plotting.spaces import pr_axes, prg_axes, roc_axes
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import LONGEST, count, measure_label, short_flow_name
from prgbench.report.shown_part import too_few
from prgbench.run.safe_text import as_markdown, legend_label, shortened
from prgbench.study.examples import ExampleChoice, Line
from prgbench.study.model_curves import model_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RESAMPLES = 200
FEWEST_RESAMPLES = 40
LONG = 50_000
"""From more rows on there are fewer resamples: the bands are as narrow as the lines."""

TOLERANCE = 0.0003
"""A line moves less than it is wide."""

FEWEST_DIGITS = 3
MOST_DIGITS = 8
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
BAND: dict[str, Any] = {"alpha": 0.13, "linewidth": 0, "zorder": 1}
SPACES: dict[CurveName, str] = {
    "roc": "ROC",
    "pr": "Precision-recall",
    "prg": "Precision-recall-gain",
}
DOTTED = "Dotted: random scores; on the right the F1 score of the always-positive classifier."


def curves_figure(
    models: Models, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the curves of two models, or of the best ones of the only task with their bands."""
    if 1 < models.n_datasets < FEWEST_DATASETS:
        return too_few(FEWEST_DATASETS)
    # Bands need the noise of one task; over many tasks two example models make the point.
    draw = curves_with_bands if models.n_tasks == 1 else model_curves
    return draw(models, scores, examples, facts)


def model_curves(
    models: Models, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the curves of the two example models in the three spaces.

    If AUPR and AUPRG never disagree about the second place, a sentence says so instead.
    """
    if examples.curve_runs is None:
        return not_drawn("In no task do AUPR and AUPRG disagree about the second place.")
    task = models.of_task(examples.curve_task)
    names = dict(zip(task.run_id, map(short_flow_name, task.flow_name), strict=True))
    figure, panels = _panels(task.prevalence_of_first, 0.55)
    areas_of_models = []
    drawn = []
    for index, run_id in enumerate(examples.curve_runs):
        rows = scores[scores["run_id"] == run_id]
        label = f"{names[run_id]} (run {run_id})" if facts.openml else names[run_id]
        lines = _draw(panels, rows, label, index)
        areas_of_models.append(areas(rows["y_true"].to_numpy(), rows["y_score"].to_numpy())[0])
        points = panels_table(
            {
                space: pd.DataFrame({"x": x, "y": y}).dropna()
                for space, (x, y) in zip(SPACES, lines, strict=True)
            }
        )
        drawn.append(points.assign(run_id=run_id))
    written = {
        measure_label(name): apart(*values)
        for name, values in zip(
            ("auroc", "aupr", "auprg"), zip(*areas_of_models, strict=True), strict=True
        )
    }
    for axes, (label, values) in zip(panels, written.items(), strict=True):
        axes.set_title(f"{label} {values[0]} | {values[1]}")
    _legend(figure, panels, columns=2)
    by_auprg, by_aupr = (as_markdown(names[run_id]) for run_id in examples.curve_runs)
    dataset = as_markdown(shortened(task.dataset_name.iloc[0], LONGEST))
    where = f"in task {examples.curve_task}, {dataset}" if facts.openml else f"on {dataset}"
    caption = (
        f"Curves of {by_auprg} (solid) and {by_aupr} (dashed) {where} "
        f"({len(rows):,} instances, {facts.source}), {examples.curve_reason}. Above: "
        f"the areas. {_orders(areas_of_models)}. {DOTTED} After Figure 5 of Flach & Kull (2015)."
    )
    listed = "; ".join(
        f"{label} {first} and {second}" for label, (first, second) in written.items()
    )
    alt = f"Curves of two models in ROC, precision-recall and PRG space: {listed}."
    return Drawn(figure, caption, alt, pd.concat(drawn, ignore_index=True))


def curves_with_bands(
    models: Models, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the curves of the best models of the only task, with their bands, in three spaces."""
    runs = list(examples.curve_runs or ())
    names = dict(zip(models.run_id, map(short_flow_name, models.flow_name), strict=True))
    figure, panels = _panels(models.prevalence_of_first, 0.7)
    for axes, title in zip(panels, SPACES.values(), strict=True):
        axes.set_title(title)
    bands: dict[str, list[pd.DataFrame]] = {space: [] for space in SPACES}
    for index, run in enumerate(runs):
        rows = scores[scores["run_id"] == run]
        _draw(panels, rows, names[run], index)
        # The band is drawn below the lines, which would else be tinted.
        for axes, space in zip(panels, SPACES, strict=True):
            band = _band(rows, space, facts.confidence_level)
            colour = _look(index)["color"]
            axes.fill_between(band["x"], band["lower"], band["upper"], color=colour, **BAND)
            bands[space].append(band.assign(model=names[run]))
    data = {space: pd.concat(tables, ignore_index=True) for space, tables in bands.items()}
    _legend(figure, panels, columns=3)
    dataset = as_markdown(shortened(models.dataset_name.iloc[0], LONGEST))
    which = "all" if len(runs) == len(models) else f"the {len(runs)} best of {len(models):,}"
    caption = (
        f"Curves of {which} models on {dataset} ({count(len(scores) // len(runs), 'instance')}, "
        f"{facts.source}), with {100 * facts.confidence_level:.10g}% bands, which hold point by "
        f"point. {DOTTED}"
    )
    alt = f"Curves of {count(len(runs), 'model')} in ROC, precision-recall and PRG space."
    return Drawn(figure, caption, alt, panels_table(data))


def _panels(prevalence: float, room: float) -> "tuple[Figure, list[Axes]]":
    """Return the empty spaces side by side, with some room in inches around them."""
    from matplotlib import pyplot as plt

    figure, (roc, pr, prg) = plt.subplots(
        1, len(SPACES), figsize=(PAGE, PAGE / len(SPACES) + room), layout="constrained"
    )
    roc_axes(roc)
    pr_axes(pr, prevalence)
    prg_axes(prg)
    return figure, [roc, pr, prg]


def _draw(panels: "list[Axes]", rows: pd.DataFrame, label: str, index: int) -> tuple[Line, ...]:
    """Draw the lines of a model in the three spaces, and return them."""
    lines = model_lines(threshold_counts(rows["y_true"], rows["y_score"]), TOLERANCE)
    for axes, line in zip(panels, lines, strict=True):
        axes.plot(*line, label=legend_label(label), linewidth=1.2, **_look(index))
    return lines


def _look(index: int) -> dict[str, Any]:
    return {"color": f"C{index % COLOURS}", "linestyle": STYLES[index % len(STYLES)]}


def _legend(figure: "Figure", panels: "list[Axes]", columns: int) -> None:
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def _band(rows: pd.DataFrame, name: CurveName, level: float) -> pd.DataFrame:
    """Return the band of a model's curve, with the curve on its grid."""
    band = curve_band(
        rows["y_true"].to_numpy(),
        rows["y_score"].to_numpy(),
        name,
        confidence_level=level,
        # Resamples keep the numbers of positives and negatives: the prevalence is part of the
        # space.
        stratified=True,
        n_resamples=_resamples(len(rows)),
    )
    return pd.DataFrame({"x": band.x, "value": band.y, "lower": band.low, "upper": band.high})


def _resamples(n_rows: int) -> int:
    return max(FEWEST_RESAMPLES, RESAMPLES * LONG // max(n_rows, LONG))


def _orders(areas_of_models: list[NDArray[np.float64]]) -> str:
    _, aupr, auprg = areas_of_models[0] - areas_of_models[1]
    # A product of differences is positive where both measures prefer the same model.
    if aupr * auprg == 0:
        return "AUPR or AUPRG ties the models"
    return f"AUPR and AUPRG order the models {'alike' if aupr * auprg > 0 else 'differently'}"


def apart(a: float, b: float) -> tuple[str, str]:
    """Write two numbers with the fewest digits, at least three, that tell them apart.

    Examples
    --------
    >>> apart(0.5, -0.25), apart(0.91234, 0.91231), apart(0.5, 0.5)
    (('0.500', '−0.250'), ('0.91234', '0.91231'), ('0.500', '0.500'))
    """
    # Equal numbers come back to the fewest digits, which the last turn writes.
    for digits in (*range(FEWEST_DIGITS, MOST_DIGITS + 1), FEWEST_DIGITS):
        first, second = (f"{value:.{digits}f}".replace("-", "−") for value in (a, b))
        if first != second:
            break
    return first, second
