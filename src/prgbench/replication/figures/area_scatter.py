"""AUPRG against AUPR of the models of two tasks (Flach & Kull 2015, Figure 4 right)."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.pipeline.foreign_text import as_markdown, shortened
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import LONGEST, legend_label
from prgbench.plotting.style import COLUMN
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.study_files import StudyFiles


def draw(files: StudyFiles, facts: Facts) -> tuple[Figure, str]:
    """Draw the models of the study's example tasks."""
    return area_scatter(files.read_models(), files.read_pairs(), files.read_choice(), facts)


def area_scatter(
    models: pd.DataFrame, pairs: pd.DataFrame, examples: ExampleChoice, facts: Facts
) -> tuple[Figure, str]:
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
    figure : Figure
        Models worse than random scores (AUPRG < 0) are not drawn.
    caption : str
        What is to be seen, with the number of models that are not drawn.
    """
    figure, axes = plt.subplots(figsize=(COLUMN + 0.6, COLUMN), layout="constrained")
    correlation = pairs.set_index(["measure_a", "measure_b", "task_id"])["spearman"]
    below = []
    for task_id, marker in zip(examples.scatter_tasks, "o^", strict=False):
        task = models[models["task_id"] == task_id]
        name = shortened(task["dataset_name"].iloc[0], LONGEST)
        drawn = task[task["auprg"] >= 0]
        below.append(f"{len(task) - len(drawn)} of {len(task)} models of {as_markdown(name)}")
        rho = _pair_value(correlation, task_id)
        axes.plot(
            drawn["aupr"],
            drawn["auprg"],
            marker,
            fillstyle="none",
            label=legend_label(f"{name} (task {task_id})\nrank correlation {rho:.3f}"),
        )
        if task_id == examples.curve_task:
            pair = drawn[drawn["run_id"].isin(examples.curve_runs)]
            axes.plot(pair["aupr"], pair["auprg"], "o", ms=10, mfc="none", mec="0.3", mew=0.8)
    axes.set(xlabel="AUPR", ylabel="AUPRG")
    axes.legend(loc="best")
    caption = (
        f"AUPRG against AUPR of the models of two tasks ({facts.source}), "
        f"{examples.scatter_reason}. Models worse than random scores (AUPRG < 0) are not drawn: "
        f"{', '.join(below)}. After Figure 4 (right) of Flach & Kull (2015)."
    )
    if examples.curve_task in examples.scatter_tasks:
        caption += " The curves of the encircled models are in the next figure."
    return figure, caption


def _pair_value(values: pd.Series, task_id: int) -> float:
    for pair in (("aupr", "auprg"), ("auprg", "aupr")):
        if (*pair, task_id) in values.index:
            return float(values[(*pair, task_id)])
    return float("nan")
