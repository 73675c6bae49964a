"""The first figure of the page: rankings, winners and losses, with what noise alone gives."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.choosing import RANDOM_MODEL
from prgbench.answer.rankings import NO_DIFFERENCES
from prgbench.plotting.drawn import Drawn, Facts, panels_table, spoken
from prgbench.plotting.rows import ROW, Look, draw_rows, percent_axis
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import decimal, pair_label
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.parts.choosing import chooser_label, target_label
from prgbench.report.printed_numbers import BEST_DIFFERS, RANK_CORRELATION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOUND, NOISE, TRUE, PRINTED = "found", "noise alone", "without noise", "printed in the paper"
LOOKS: dict[str, Look] = {
    FOUND: {"color": "C0", "marker": "o"},
    NOISE: {"color": "C1", "marker": "s"},
    TRUE: {"color": "C2", "marker": "D"},
    PRINTED: {"color": "0.2", "marker": "x"},
}
NAMED = 3


def answer_figure(answer: Answer, facts: Facts, *, printed: bool) -> Drawn:
    """Draw the answer in three panels: the rankings, the winners, and what choosing costs.

    With ``printed``, the numbers printed in the paper are drawn too.
    """
    from matplotlib import pyplot as plt

    tables = {
        "ranks": _ranks(answer, printed=printed),
        "winners": _winners(answer, printed=printed),
        "losses": _losses(answer),
    }
    tables = {name: table for name, table in tables.items() if len(table)}
    heights = [
        2 + table["row"].nunique() * (1.6 if "series" in table else 1) for table in tables.values()
    ]
    figure, axes = plt.subplots(
        len(tables),
        1,
        figsize=(PAGE, ROW * sum(heights) + 0.5),
        height_ratios=heights,
        layout="constrained",
        squeeze=False,
    )
    panels = dict(zip(tables, axes[:, 0], strict=True))
    drawn = {name: _draw(panels[name], table) for name, table in tables.items()}
    alike = max((pair.ranks.alike for pair in answer.pairs if pair.ranks), default=1.0)
    if "ranks" in panels:
        _finish_ranks(panels["ranks"], alike)
    panels["winners"].set_title("Do the winners differ?", loc="left")
    percent_axis(panels["winners"], "Tasks with different best models")
    if "losses" in panels:
        panels["losses"].axvline(0, color="0.6", linewidth=0.8)
        panels["losses"].set_title("What does choosing by another measure cost?", loc="left")
        panels["losses"].set_xlabel("Loss on the other half of the instances")
    handles: dict[str, Any] = {}
    for name in ("ranks", "winners"):
        if name in panels:
            known, labels = panels[name].get_legend_handles_labels()
            handles |= dict(zip(labels, known, strict=True))
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4)
    data = panels_table(drawn)
    caption = (
        f"The answer ({facts.source}), from {answer.tasks:,} tasks on {answer.datasets:,} data "
        f"sets, with {facts.interval}s; for noise alone, the range of simulated studies. Shaded: "
        f"rank correlations from {alike:g} on, where measures rank the models alike. A loss below "
        f"0 is a gain.{open_marks(data[~data['series'].isin([PRINTED, NOISE])])}"
    )
    return Drawn(figure, caption, _alt(drawn), data)


def _draw(axes: "Axes", table: pd.DataFrame) -> pd.DataFrame:
    series = "series" if "series" in table else None
    looks = None
    if series:
        looks = {name: LOOKS[name] for name in LOOKS if (table["series"] == name).any()}
    return draw_rows(
        axes,
        table,
        row="row",
        series=series,
        value="value",
        lower="lower",
        upper="upper",
        appearance=looks,
    )


def _finish_ranks(axes: "Axes", alike: float) -> None:
    left = min(axes.get_xlim()[0], alike - 0.02)
    axes.axvspan(alike, 1, color="0.9", linewidth=0, zorder=0)
    axes.set_xlim(max(left, -1.05), 1 + 0.02 * (1 - left))
    axes.set_title("Do the measures rank the models alike?", loc="left")
    axes.set_xlabel("Rank correlation")


def _alt(drawn: dict[str, pd.DataFrame]) -> str:
    said = []
    for name, what in (("ranks", "Rank correlation"), ("winners", "Different best models")):
        if name in drawn:
            write = {"write": decimal} if name == "ranks" else {}
            said.append(f"{what}: {spoken(drawn[name], **write)}.")
    return " ".join(said)


def _ranks(answer: Answer, *, printed: bool) -> pd.DataFrame:
    rows = []
    for pair in answer.pairs:
        if pair.ranks is None:
            continue
        name, ranks = pair_label(*pair.measures), pair.ranks
        rows.append((name, FOUND, ranks.found, ranks.found, ranks.found))
        rows.append((name, NOISE, ranks.noise_alone, ranks.noise_alone, ranks.noise_alone))
        if ranks.without_noise is not None and ranks.verdict != NO_DIFFERENCES:
            estimate = min(ranks.without_noise, 1.0)
            rows.append((name, TRUE, estimate, *_bounds(answer, ranks.lower, ranks.upper)))
        if printed and (number := RANK_CORRELATION.get(pair.measures)) is not None:
            rows.append((name, PRINTED, number, number, number))
    return _table(rows)


def _winners(answer: Answer, *, printed: bool) -> pd.DataFrame:
    rows = []
    for pair in answer.pairs:
        name, found = pair_label(*pair.measures), pair.disagree
        rows.append((name, FOUND, found.share, *_bounds(answer, found.lower, found.upper)))
        rows.append((name, NOISE, found.null, found.null_lower, found.null_upper))
        if printed and (number := BEST_DIFFERS.get(pair.measures)) is not None:
            rows.append((name, PRINTED, number / 100, number / 100, number / 100))
    return _table(rows)


def _losses(answer: Answer) -> pd.DataFrame:
    """Return the losses of the first measures, each chosen by another or by the mean rank."""
    measures = list(dict.fromkeys(m for pair in answer.pairs[:NAMED] for m in pair.measures))
    rows = [
        (
            f"{target_label(one.target)} by {chooser_label(one.by)}",
            one.loss,
            *_bounds(answer, one.lower, one.upper),
        )
        for one in answer.choosing
        if one.target in measures and one.by in measures and one.by != RANDOM_MODEL
    ]
    return pd.DataFrame(rows, columns=["row", "value", "lower", "upper"]).dropna(subset="value")


def _table(rows: Sequence[tuple[object, ...]]) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=["row", "series", "value", "lower", "upper"])
    return table.astype({"value": float, "lower": float, "upper": float}).dropna(subset="value")


def _bounds(
    answer: Answer, lower: float | None, upper: float | None
) -> tuple[float | None, float | None]:
    return (lower, upper) if answer.datasets >= FEWEST_FOR_INTERVAL else (None, None)
