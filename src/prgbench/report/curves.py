"""The curves of the best models of a study of one data set, with their confidence bands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from prgbench.data.models import Models
from prgbench.metrics import curve_band
from prgbench.metrics.curves import CurveName
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.plotting.drawn import Drawn, Facts, panels_table
from prgbench.plotting.rows import COLOURS
from prgbench.plotting.spaces import pr_axes, prg_axes, roc_axes
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import LONGEST, count, legend_label, short_flow_name
from prgbench.run.foreign_text import as_markdown, shortened
from prgbench.study.examples import ExampleChoice, model_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RESAMPLES, FEWEST_RESAMPLES = 200, 40
LONG = 50_000
"""From more rows on there are fewer resamples: the bands are as narrow as the lines."""

TOLERANCE = 0.0003
"""A line moves less than it is wide."""

STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
BAND: dict[str, Any] = {"alpha": 0.13, "linewidth": 0, "zorder": 1}


@dataclass(frozen=True, slots=True)
class _Space:
    """A space of curves, and its axes for a prevalence."""

    name: CurveName
    title: str
    prepare: "Callable[[Axes, float], None]"


SPACES = (
    _Space("roc", "ROC", lambda axes, _: roc_axes(axes)),
    _Space("pr", "Precision-recall", pr_axes),
    _Space("prg", "Precision-recall-gain", lambda axes, _: prg_axes(axes)),
)
"""In the order of `model_lines`."""


def curves_with_bands(
    models: Models, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the curves of the best models of the only task, with their bands, in three spaces."""
    from matplotlib import pyplot as plt

    runs = list(examples.curve_runs or ())
    names = dict(zip(models.run_id, map(short_flow_name, models.flow_name), strict=True))
    figure, panels = plt.subplots(
        1, len(SPACES), figsize=(PAGE, PAGE / 3 + 0.7), layout="constrained"
    )
    bands: dict[str, list[pd.DataFrame]] = {space.name: [] for space in SPACES}
    for axes, space in zip(panels, SPACES, strict=True):
        space.prepare(axes, models.prevalence_of_first)
        axes.set_title(space.title)
    for index, run in enumerate(runs):
        rows = scores[scores["run_id"] == run]
        lines = model_lines(threshold_counts(rows["y_true"], rows["y_score"]), TOLERANCE)
        style = {"color": f"C{index % COLOURS}", "linestyle": STYLES[index % len(STYLES)]}
        for axes, space, line in zip(panels, SPACES, lines, strict=True):
            axes.plot(*line, label=legend_label(names[run]), linewidth=1.2, **style)
            band = _band(rows, space.name, facts.confidence_level)
            axes.fill_between(
                band["x"], band["lower"], band["upper"], color=style["color"], **BAND
            )
            bands[space.name].append(band.assign(model=names[run]))
    data = {name: pd.concat(drawn, ignore_index=True) for name, drawn in bands.items()}
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    dataset = as_markdown(shortened(models.dataset_name.iloc[0], LONGEST))
    which = "all" if len(runs) == len(models) else f"the {len(runs)} best of {len(models):,}"
    caption = (
        f"Curves of {which} models on {dataset} ({count(len(scores) // len(runs), 'instance')}, "
        f"{facts.source}), with {100 * facts.confidence_level:.10g}% bands, which hold point by "
        "point. Dotted: random scores; on the right the F1 score of the always-positive "
        "classifier."
    )
    alt = f"Curves of {count(len(runs), 'model')} in ROC, precision-recall and PRG space."
    return Drawn(figure, caption, alt, panels_table(data))


def _band(rows: pd.DataFrame, name: CurveName, level: float) -> pd.DataFrame:
    """Return the band of a model's curve, with the curve on its grid."""
    band = curve_band(
        rows["y_true"].to_numpy(),
        rows["y_score"].to_numpy(),
        name,
        confidence_level=level,
        stratified=True,
        n_resamples=_resamples(len(rows)),
    )
    return pd.DataFrame({"x": band.x, "value": band.y, "lower": band.low, "upper": band.high})


def _resamples(n_rows: int) -> int:
    return max(FEWEST_RESAMPLES, RESAMPLES * LONG // max(n_rows, LONG))
