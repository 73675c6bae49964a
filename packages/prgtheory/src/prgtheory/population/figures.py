"""Beyond the sources: PRG curves of populations, errors of areas, coverage of bands."""

import numpy as np
from matplotlib.figure import Figure
from scipy import stats

from prgbench.plotting.rows import legend_below
from prgbench.plotting.spaces import prg_axes
from prgtheory.panels import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    mark,
    row_of_panels,
)
from prgtheory.population.model import (
    LEVEL,
    RECALL,
    SAMPLES_FOR_COVERAGE,
    SIZES,
    coverage,
    standard_errors,
)
from prgtheory.populations import AREA_NAMES, areas, auprg, hughes_oliver_case

COLOURS = dict(zip("ABCDEF", (VERMILLION, BLUE, GREEN, PURPLE, ORANGE, BLACK), strict=True))
LINES = dict(zip("ABCDEF", ("-", "--", "-.", ":", "-", "-"), strict=True))


def figure_prg() -> tuple[Figure, str]:
    """Draw the PRG curves of cases A to F at two prevalences.

    Examples
    --------
    >>> figure, caption = figure_prg()
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['A 0.70', 'B 0.60', 'C 0.94', 'D 0.75', 'F 0.47']
    """
    figure, panels = row_of_panels(2, height=3.6)
    gain = np.unique(np.concatenate((np.linspace(0, 1, 1001), 1 - np.geomspace(1e-9, 0.1, 100))))
    for axes, (name, pi) in zip(panels, (("1/2", 1 / 2), ("1/11", 1 / 11)), strict=True):
        prg_axes(axes)
        axes.set_title(f"π = {name}")
        for case in "ABCDF":
            population = hughes_oliver_case(case, pi)
            values = population.precision_gain(gain)
            if case == "F":
                values = np.where(
                    np.abs(np.diff(values, append=values[-1])) > 0.02, np.nan, values
                )
            label = f"{case} {auprg(population):.2f}"
            values = np.where(values >= 0, values, np.nan)
            axes.plot(gain, values, color=COLOURS[case], linestyle=LINES[case], label=label)
        axes.legend(title="AUPRG", loc="lower left")
    left_out = " and ".join(f"{auprg(hughes_oliver_case('E', pi)):.2f}" for pi in (1 / 2, 1 / 11))
    caption = (
        "Exact PRG curves of cases A to F of Hughes-Oliver at two prevalences, with their areas. "
        "As a function of recall the precision gain does not depend on the prevalence; the recall "
        f"gain does. Case E lies below 0 throughout (AUPRG {left_out}); F is drawn by equation 5, "
        "without randomised thresholds."
    )
    return figure, caption


def figure_errors() -> tuple[Figure, str]:
    """Draw the law of the three areas at three sample sizes, and the bootstrap's errors.

    Examples
    --------
    >>> figure, caption = figure_errors()
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['AUROC', 'AUPR', 'AUPRG', 'n', 'n', 'n']
    """
    figure, panels = row_of_panels(3, rows=2, height=2.3)
    exact = areas(hughes_oliver_case("A", 1 / 5))
    errors = standard_errors()
    for i, name in enumerate(AREA_NAMES):
        above, below = panels[i], panels[3 + i]
        for cell, colour in zip(errors, (SKY, BLUE, BLACK), strict=True):
            values = cell.values[~np.isnan(cell.values[:, i]), i]
            low, high = np.quantile(values, [0.001, 0.999])
            grid = np.linspace(low, high, 200)
            density = stats.gaussian_kde(values)(grid)
            above.plot(grid, density, color=colour, label=f"n = {cell.n}")
            mark(below, np.full(len(cell.bootstrapped), cell.n), cell.bootstrapped[:, i],
                 color=GREY, markersize=2)  # fmt: skip
        below.plot(SIZES, [cell.simulated[i] for cell in errors], color=VERMILLION, marker="D")
        above.axvline(exact[i], color=VERMILLION, linestyle="--")
        above.set(xlabel=name, yticks=[], ylim=(0, None))
        below.set(xscale="log", xlabel="n", ylim=(0, None), ylabel=f"s.e. of {name}")
        below.set_xticks(SIZES, [str(n) for n in SIZES])
        below.minorticks_off()
    panels[0].set_ylabel("Density")
    legend_below(figure, panels[0])
    caption = (
        "Case A at prevalence 1/5. Above: distribution of the three areas in 2,000 samples, and "
        "the exact area (dashed). Below: their standard errors (diamonds) and the bootstrap "
        "standard errors of 20 single samples (grey)."
    )
    return figure, caption


def figure_coverage(replicates: int = SAMPLES_FOR_COVERAGE) -> tuple[Figure, str]:
    """Draw how often nominal 95% bands cover, open where a failure is foretold.

    Examples
    --------
    >>> figure, caption = figure_coverage(replicates=5)
    >>> [text.get_text() for text in figure.legends[0].get_texts()]
    ['A, π = 1/2', 'A, π = 1/11', 'B, π = 1/2', 'C, π = 1/5', 'D, π = 1/5']
    """
    figure, panels = row_of_panels(2, height=2.9, sharey=True)
    colours = (VERMILLION, ORANGE, BLUE, GREEN, PURPLE)
    for cell, colour, marker in zip(
        coverage(replicates=replicates), colours, "osD^v", strict=True
    ):
        safe = np.array([not note for note in cell.notes])
        label = f"{cell.case}, π = 1/{1 / cell.prevalence:.0f}"
        for axes, values in zip(panels, (cell.linear, cell.logit), strict=True):
            axes.plot(RECALL, values, color=colour, linewidth=0.8)
            mark(axes, RECALL[safe], values[safe], color=colour, marker=marker, label=label)
            mark(axes, RECALL[~safe], values[~safe], color=colour, marker=marker,
                 markerfacecolor="w")  # fmt: skip
    for axes, title in zip(panels, ("linear scale", "logit scale"), strict=True):
        axes.axhline(LEVEL, color=GREY, linestyle=":")
        axes.set(xlabel="Recall", title=title, ylim=(-0.02, 1.02), xlim=(0.05, 0.95))
    panels[0].set_ylabel("Share of samples covered")
    legend_below(figure, panels[0], 5)
    caption = (
        f"Coverage of the true precision by nominal 95% bands, {replicates} samples of n = 1,000 "
        "each. Open marks: recalls at which `normal_approximation` predicts a failure."
    )
    return figure, caption
