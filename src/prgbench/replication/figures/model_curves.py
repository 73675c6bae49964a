"""ROC, PR and PRG curves of two models of a task (Flach & Kull 2015, Figure 5)."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from prgbench.metrics import (
    PRCurve,
    PRGCurve,
    ROCCurve,
    areas,
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
)
from prgbench.pipeline.foreign_text import as_markdown, shortened
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import LONGEST, legend_label, measure_label, short_flow_name
from prgbench.plotting.spaces import plot_pr, plot_prg, plot_roc, pr_axes, prg_axes, roc_axes
from prgbench.plotting.style import PAGE
from prgbench.plotting.zoom import zoom_bottom, zoom_corner
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.study_files import StudyFiles

LINES = ("-", "--")
FEWEST_DIGITS, MOST_DIGITS = 3, 8


def draw(files: StudyFiles, facts: Facts) -> Drawn:
    """Draw the curves of the study's two example models."""
    return model_curves(files.read_models(), files.read_scores(), files.read_choice(), facts)


def model_curves(
    models: pd.DataFrame, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the curves of the two example models in the three spaces.

    Parameters
    ----------
    models : DataFrame
        Scored models.
    scores : DataFrame
        ``run_id``, ``y_true``, ``y_score`` of the two models.
    examples : ExampleChoice
        The task and the two runs; the first is the one that AUPRG prefers.
    facts : Facts
        What the caption says of the study.

    Returns
    -------
    Drawn
        Three panels: ROC, precision-recall, precision-recall-gain; a sentence where AUPR and
        AUPRG do not disagree about a second place.
    """
    if examples.curve_runs is None:
        return not_drawn("In no task do AUPR and AUPRG disagree about the second place.")
    task = models[models["task_id"] == examples.curve_task]
    model = {int(row["run_id"]): row for row in task.to_dict("records")}
    flow = {run_id: short_flow_name(model[run_id]["flow_name"]) for run_id in examples.curve_runs}
    figure, (roc, pr, prg) = plt.subplots(
        1, 3, figsize=(PAGE, PAGE / 3 + 0.55), layout="constrained"
    )
    roc_axes(roc)
    pr_axes(pr, float(task["prevalence"].iloc[0]))
    prg_axes(prg)
    found, data = [], []
    for number, (run_id, line) in enumerate(zip(examples.curve_runs, LINES, strict=True)):
        rows = scores[scores["run_id"] == run_id]
        y_true, y_score = rows["y_true"].to_numpy(), rows["y_score"].to_numpy()
        look = {"linestyle": line, "color": f"C{number}"}
        label = legend_label(f"{flow[run_id]} (run {run_id})")
        curves = _Curves(
            roc_curve(y_true, y_score),
            precision_recall_curve(y_true, y_score),
            precision_recall_gain_curve(y_true, y_score),
        )
        plot_roc(roc, curves.roc, label=label, **look)
        plot_pr(pr, curves.pr, **look)
        plot_prg(prg, curves.prg, **look)
        found.append(areas(y_true, y_score)[0])
        data.append(curves.table(run_id))
    zoom_corner(roc, "upper left")
    zoom_corner(pr, "upper right")
    zoom_corner(prg, "upper right") or zoom_bottom(prg)
    written = {
        name: apart(*both)
        for name, both in zip(("auroc", "aupr", "auprg"), zip(*found, strict=True), strict=True)
    }
    for axes, (name, both) in zip((roc, pr, prg), written.items(), strict=True):
        axes.set_title(f"{measure_label(name)} {both[0]} | {both[1]}")
    figure.legend(loc="outside lower center", ncols=2)
    by_auprg, by_aupr = (as_markdown(flow[run_id]) for run_id in examples.curve_runs)
    dataset = as_markdown(shortened(task["dataset_name"].iloc[0], LONGEST))
    caption = (
        "ROC, precision-recall and precision-recall-gain curves of two models of task "
        f"{examples.curve_task} ({dataset}, {len(y_true):,} instances, {facts.source}), "
        f"{examples.curve_reason}: {by_auprg} (solid) has AUPRG {written['auprg'][0]} against "
        f"{written['auprg'][1]} and AUPR {written['aupr'][0]} against {written['aupr'][1]} of "
        f"{by_aupr} (dashed), so that {_orders(found)}. Dotted: random scores; in the right "
        "panel the F1 score of the always-positive classifier. After Figure 5 of Flach & Kull "
        "(2015)."
    )
    named = "; ".join(f"{measure_label(k)} {v[0]} and {v[1]}" for k, v in written.items())
    alt = f"Curves of two models in ROC, precision-recall and PRG space: {named}."
    return Drawn(figure, caption, alt, pd.concat(data, ignore_index=True))


def _orders(found: list[np.ndarray]) -> str:
    """Say whether AUPR and AUPRG of the two models order them alike."""
    (_, aupr, auprg) = found[0] - found[1]
    if aupr * auprg < 0:
        return "the two areas order them the other way round"
    return "the two areas order them alike" if aupr * auprg > 0 else "one area ties them"


class _Curves(NamedTuple):
    """The curves of a model."""

    roc: ROCCurve
    pr: PRCurve
    prg: PRGCurve

    def table(self, run_id: int) -> pd.DataFrame:
        """Return the drawn points."""
        parts = self.prg.unit_square_parts()
        recall_gain, precision_gain = (
            np.concatenate([part[axis] for part in parts]) if parts else np.empty(0)
            for axis in (0, 1)
        )
        points = {
            "roc": (self.roc.fpr, self.roc.tpr),
            "pr": self.pr.interpolate(),
            "prg": (recall_gain, precision_gain),
        }
        drawn = {name: pd.DataFrame({"x": x, "y": y}) for name, (x, y) in points.items()}
        return panels_table(drawn).assign(run_id=run_id)


def apart(a: float, b: float) -> tuple[str, str]:
    """Write two numbers with as many digits, from three, as tell them apart.

    Examples
    --------
    >>> apart(0.5, 0.25), apart(0.91234, 0.91231), apart(0.5, 0.5)
    (('0.500', '0.250'), ('0.91234', '0.91231'), ('0.500', '0.500'))
    """
    for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1):
        written = f"{a:.{digits}f}", f"{b:.{digits}f}"
        if written[0] != written[1]:
            return written
    return f"{a:.{FEWEST_DIGITS}f}", f"{b:.{FEWEST_DIGITS}f}"
