"""Of the part `costs`, who wins for which costs in the mean over data sets: figure and words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from prgbench.answer.cost_records import mean_at_all_costs
from prgbench.answer.interface import Tables
from prgbench.answer.mean_cost_curves import MeanCosts, mean_costs_of
from prgbench.answer.mean_costs import GRID
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import count, prevalence, short_flow_name
from prgbench.report.costs_decide import in_the_mean
from prgbench.run.safe_text import as_markdown, legend_label
from prgbench.typing import BoolArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_DRAWN = 5
"""So many models have a colour of their own; the others are grey."""

_OTHERS = "0.75"


def means(tables: Tables) -> list[str]:
    """Say who wins where in the mean over data sets."""
    said = in_the_mean(mean_at_all_costs(tables), as_markdown)
    return [said] if said else []


def mean_curves(tables: Tables, facts: Facts) -> Drawn | None:
    """Draw the mean cost curves, and below them who may be the best; None if there are none."""
    these, new = (mean_costs_of(tables, new=new) for new in (False, True))
    if these is None or new is None:
        return None
    from matplotlib import pyplot as plt

    # It needs scikit-learn, which a workflow that is only looked at has not.
    from prgbench.metrics.trade_off_displays import axis_of_cost_ratios
    from prgbench.metrics.winning_display import draw_strip

    drawn = _drawn(these, new)
    names = _short(drawn)
    rows = 0.24 * (len(drawn) + 2)
    figure, axes = plt.subplots(
        3,
        1,
        sharex=True,
        figsize=(0.8 * PAGE, 3.4 + 2 * rows),
        layout="constrained",
        gridspec_kw={"height_ratios": [3.0, rows, rows]},
    )
    colours = [f"C{place}" for place in range(len(drawn))]
    _curves(axes[0], these, new, drawn, colours)
    strips = (("new data sets", new), ("these data sets", these))
    for strip, (title, found) in zip(axes[1:], strips, strict=True):
        may_win, alone = _candidates(found, drawn)
        labels = [legend_label(names[name]) for name in drawn]
        if len(these.names) > len(drawn):
            labels.append(f"any of {count(len(these.names) - len(drawn), 'other')}")
        draw_strip(strip, GRID, may_win, alone, labels, [*colours, "0.5"][: len(labels)])
        strip.set_title(f"may be the best on {title}")
    axes[0].set_xlim(0, 1)
    axes[0].set_ylabel("mean loss, c FNR + (1 - c) FPR")
    axis_of_cost_ratios(axes[0], these.prevalence)
    axes[2].set_xlabel(
        "Weight of a miss, c\nbars: thick, certainly the best; thin, may be the best"
    )
    caption = (
        f"Mean least loss of {count(len(these.names), 'model')} on "
        f"{count(these.datasets, 'data set')} at every cost of a miss relative to a false alarm "
        f"({facts.source}; costs at {prevalence(these.prevalence)} positives). Dark bands are for "
        "these data sets with other instances, light ones for new data sets. Below, which models "
        "may be the best: simultaneous over all costs and models, at the level of the "
        f"{facts.interval}s. Models with the lowest mean at some cost are named first."
    )
    alt = (
        f"Mean cost curves of {count(len(these.names), 'model')} over the weight of a miss from 0 "
        "to 1; below them bars where a model may be the best on new data sets and on these, thick "
        "where it certainly is."
    )
    return Drawn(figure, caption, alt, _numbers(these, new))


def _drawn(these: MeanCosts, new: MeanCosts) -> list[str]:
    """Choose the models to name: certain winners, the first at some cost, then possible ones."""
    possible = sorted(these.names, key=lambda name: -new.may_win[new.names.index(name)].sum())
    chosen = [*new.winners, *these.winners, *these.first_somewhere, *possible]
    return list(dict.fromkeys(chosen))[:MOST_DRAWN]


def _short(names: list[str]) -> Mapping[str, str]:
    """Return short names of models, of which no two are the same."""
    short = {name: short_flow_name(name) for name in names}
    return short if len(set(short.values())) == len(names) else {name: name for name in names}


def _candidates(found: MeanCosts, drawn: list[str]) -> tuple[BoolArray, BoolArray]:
    """Return where each drawn model may be the best, and certainly is; last, any other model."""
    alone = found.may_win & (found.may_win.sum(axis=0) == 1)
    is_drawn = np.isin(found.names, drawn)
    places = [found.names.index(name) for name in drawn]
    shown, certain = (
        np.vstack([wins[places], wins[~is_drawn].any(axis=0)]) for wins in (found.may_win, alone)
    )
    return shown, certain


def _curves(
    axes: "Axes", these: MeanCosts, new: MeanCosts, drawn: list[str], colours: list[str]
) -> None:
    """Draw the curves of the named models with their bands, those of the others in grey.

    The strips below name the models in the same colours, so that the legend has only the rest.
    """
    others = [place for place, name in enumerate(these.names) if name not in drawn]
    for losses in these.losses[others]:
        [line] = axes.plot(GRID, losses, color=_OTHERS, linewidth=0.5, zorder=1)
    if others:
        line.set_label("other models")
    for name, colour in zip(drawn, colours, strict=True):
        place = these.names.index(name)
        for found, alpha in ((new, 0.08), (these, 0.25)):
            bounds = found.bounds[:, place]
            if np.isfinite(bounds).all():
                axes.fill_between(GRID, *bounds, color=colour, alpha=alpha, linewidth=0)
        axes.plot(GRID, these.losses[place], color=colour, gid="curve")
    axes.plot(
        GRID, np.minimum(GRID, 1 - GRID), color="0.3", linestyle="--", label="always or never"
    )
    # Room for the legend above the curves.
    axes.set_ylim(0, 0.65)
    axes.legend(loc="upper left")


def _numbers(these: MeanCosts, new: MeanCosts) -> pd.DataFrame:
    """Return the drawn numbers."""
    size = len(GRID)
    lower, upper = these.bounds.reshape(2, -1)
    lower_new, upper_new = new.bounds.reshape(2, -1)
    return pd.DataFrame(
        {
            "model": np.repeat(these.names, size),
            "c": np.tile(GRID, len(these.names)),
            "loss": these.losses.ravel(),
            "lower": lower,
            "upper": upper,
            "lower_new": lower_new,
            "upper_new": upper_new,
            "may_win": these.may_win.ravel(),
            "may_win_new": new.may_win.ravel(),
        }
    )
