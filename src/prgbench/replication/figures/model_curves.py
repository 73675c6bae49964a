"""ROC, PR and PRG curves of two models of a task (Flach & Kull 2015, Figure 5)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.metrics import areas, precision_recall_curve, precision_recall_gain_curve, roc_curve
from prgbench.pipeline.foreign_text import as_markdown, shortened
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import LONGEST, legend_label, measure_label, short_flow_name
from prgbench.plotting.spaces import plot_pr, plot_prg, plot_roc, pr_axes, prg_axes, roc_axes
from prgbench.plotting.style import PAGE
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.study_files import StudyFiles

LINES = ("-", "--")


def draw(files: StudyFiles, facts: Facts) -> tuple[Figure, str]:
    """Draw the curves of the study's two example models."""
    return model_curves(files.read_models(), files.read_scores(), files.read_choice(), facts)


def model_curves(
    models: pd.DataFrame, scores: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> tuple[Figure, str]:
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
    figure : Figure
        Three panels: ROC, precision-recall, precision-recall-gain.
    caption : str
        What is to be seen, with the areas.
    """
    task = models[models["task_id"] == examples.curve_task]
    prevalence = float(task["prevalence"].iloc[0])
    model = {int(row["run_id"]): row for row in task.to_dict("records")}
    flow = {run_id: short_flow_name(model[run_id]["flow_name"]) for run_id in examples.curve_runs}
    figure, (roc, pr, prg) = plt.subplots(
        1, 3, figsize=(PAGE, PAGE / 3 + 0.55), layout="constrained"
    )
    roc_axes(roc)
    pr_axes(pr, prevalence)
    prg_axes(prg)
    under_curves = []
    for number, (run_id, line) in enumerate(zip(examples.curve_runs, LINES, strict=True)):
        rows = scores[scores["run_id"] == run_id]
        y_true, y_score = rows["y_true"].to_numpy(), rows["y_score"].to_numpy()
        look = {"linestyle": line, "color": f"C{number}"}
        label = legend_label(f"{flow[run_id]} (run {run_id})")
        plot_roc(roc, roc_curve(y_true, y_score), label=label, **look)
        plot_pr(pr, precision_recall_curve(y_true, y_score), **look)
        plot_prg(prg, precision_recall_gain_curve(y_true, y_score), **look)
        under_curves.append(areas(y_true, y_score)[0])
    for axes, name, found in zip(
        (roc, pr, prg), ("auroc", "aupr", "auprg"), zip(*under_curves, strict=True), strict=True
    ):
        axes.set_title(_areas_title(measure_label(name), found))
    figure.legend(loc="outside lower center", ncols=2)
    first, second = (model[run_id] for run_id in examples.curve_runs)
    by_auprg, by_aupr = (as_markdown(flow[run_id]) for run_id in examples.curve_runs)
    dataset = as_markdown(shortened(first["dataset_name"], LONGEST))
    caption = (
        f"ROC, precision-recall and precision-recall-gain curves of two models of task "
        f"{examples.curve_task} ({dataset}, {facts.source}), "
        f"{examples.curve_reason}: AUPRG prefers {by_auprg} (solid, "
        f"{first['auprg']:.3f} against {second['auprg']:.3f}), AUPR {by_aupr} "
        f"(dashed, {second['aupr']:.3f} against "
        f"{first['aupr']:.3f}). Dotted: random scores; in the right panel the F1 score of the "
        "always-positive classifier. After Figure 5 of Flach & Kull (2015)."
    )
    return figure, caption


def _areas_title(name: str, found: Sequence[float]) -> str:
    digits = 3 if len(set(np.round(found, 3))) > 1 else 5
    return f"{name} {found[0]:.{digits}f} | {found[1]:.{digits}f}"
