"""AUPRG against AUPR of the models of two tasks (Flach & Kull 2015, Figure 4 right)."""

import pandas as pd
from matplotlib import pyplot as plt

from prgbench.pipeline.foreign_text import as_markdown, shortened
from prgbench.plotting.drawn import Drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import LONGEST, legend_label
from prgbench.plotting.sentences import decimal
from prgbench.plotting.style import COLUMN
from prgbench.plotting.zoom import zoom_points
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.study_files import StudyFiles


def draw(files: StudyFiles, facts: Facts) -> Drawn:
    """Draw the models of the study's example tasks."""
    return area_scatter(files.read_models(), files.read_pairs(), files.read_choice(), facts)


def area_scatter(
    models: pd.DataFrame, pairs: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> Drawn:
    """Draw the models of the example tasks by AUPR and AUPRG.

    Parameters
    ----------
    models : DataFrame
        Scored models.
    pairs : DataFrame
        The table of the tasks' agreement, for the rank correlations.
    examples : ExampleChoice
        The tasks, and the two models to encircle if they are among them.
    facts : Facts
        What the caption says of the study.

    Returns
    -------
    Drawn
        Models worse than random scores (AUPRG < 0) are not drawn; the caption counts them.
    """
    figure, axes = plt.subplots(figsize=(COLUMN + 0.6, COLUMN + 0.8), layout="constrained")
    correlation = pairs.set_index(["measure_a", "measure_b", "task_id"])["spearman"]
    below, said = [], []
    for task_id, marker in zip(examples.scatter_tasks, "o^", strict=False):
        task = models[models["task_id"] == task_id]
        name = shortened(task["dataset_name"].iloc[0], LONGEST)
        drawn = task[task["auprg"] >= 0]
        below.append(f"{len(task) - len(drawn)} of {len(task)} models of {as_markdown(name)}")
        rho = decimal(_pair_value(correlation, task_id))
        said.append(f"task {task_id}, rank correlation {rho}")
        axes.plot(
            drawn["aupr"],
            drawn["auprg"],
            marker,
            fillstyle="none",
            label=legend_label(f"{name} (task {task_id}), rank correlation {rho}"),
        )
    axes.set(xlabel="AUPR", ylabel="AUPRG")
    axes.margins(0.06)
    caption = (
        f"AUPRG against AUPR of the models of two tasks ({facts.source}), "
        f"{examples.scatter_reason}. Models worse than random scores (AUPRG < 0) are not drawn: "
        f"{', '.join(below)}. After Figure 4 (right) of Flach & Kull (2015)."
    )
    encircled = _encircled(models, examples)
    if len(encircled):
        axes.plot(encircled["aupr"], encircled["auprg"], "o", ms=10, mfc="none", mec="0.3")
        zoom_points(axes, encircled["aupr"].to_numpy(), encircled["auprg"].to_numpy())
        caption += " The curves of the encircled models are in the next figure."
    figure.legend(loc="outside lower center", ncols=1)
    shown = models[models["task_id"].isin(examples.scatter_tasks) & (models["auprg"] >= 0)]
    data = shown[["task_id", "run_id", "aupr", "auprg"]].assign(
        encircled=shown["run_id"].isin(encircled["run_id"])
    )
    alt = f"Scatter plot of AUPRG against AUPR of {len(data):,} models: {'; '.join(said)}."
    return Drawn(figure, caption, alt, data)


def _encircled(models: pd.DataFrame, examples: ExampleChoice) -> pd.DataFrame:
    """Return the models whose curves are drawn, where they are models of the example tasks."""
    if examples.curve_runs is None or examples.curve_task not in examples.scatter_tasks:
        return models.iloc[:0]
    own = models["task_id"] == examples.curve_task
    return models[own & models["run_id"].isin(examples.curve_runs) & (models["auprg"] >= 0)]


def _pair_value(values: pd.Series, task_id: int) -> float:
    for pair in (("aupr", "auprg"), ("auprg", "aupr")):
        if (*pair, task_id) in values.index:
            return float(values[(*pair, task_id)])
    return float("nan")
