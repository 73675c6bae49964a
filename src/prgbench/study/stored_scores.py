"""A table of the scores that a server stores of a plan's runs: no file is downloaded."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from prgbench.plotting.words import count
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.openml.descriptions import MEASURES, Scores
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.runs import Run
from prgbench.study.plan import Plan, PlannedTask


def stored_scores(source: OpenMLSource, plan: Plan) -> tuple[pd.DataFrame, str]:
    """Return a table of scores as `prgbench.compare` takes it, and what is said of it.

    Of each data set the first task of the plan is taken, so that no two rows of the table share
    instances, and of it the first candidates, as many as a study has models.
    """
    tasks: dict[int, PlannedTask] = {}
    # Tasks of one data set share its instances, and would count them twice.
    for task in plan.tasks:
        tasks.setdefault(task.dataset_id, task)
    models = [(task, *model) for task in tasks.values() for model in _models(task, plan.n_models)]
    stored = list(source.stored_scores([run for _, run, _ in models]))
    frames = []
    gaps = []
    for (task, run, name), scores in zip(models, stored, strict=True):
        frame = _frame(task, name, scores or {})
        if frame is None:
            continue
        frames.append(frame)
        if run.auroc is not None:
            # The stored area of a run may pool all folds: how far the two lie apart is only said.
            gaps.append(abs(float(frame["auroc"].mean()) - run.auroc))
    if not frames:
        raise PrgbenchError(
            f"The {source.label} has no run of the plan with all of {', '.join(MEASURES)} in each "
            "fold: its evaluations may be incomplete; try again later."
        )
    table = pd.concat(frames, ignore_index=True)
    # A model alone on a data set is compared with none.
    n_models = table.groupby("dataset")["model"].transform("nunique")
    table = table[n_models >= FEWEST_MODELS].reset_index(drop=True)
    said = _what_was_found(
        datasets=(table["dataset"].nunique(), len(tasks)),
        runs=(len(frames), len(models)),
        n_for_now=sum(scores is None for scores in stored),
        gaps=gaps,
    )
    return table, said


def _what_was_found(
    *, datasets: tuple[int, int], runs: tuple[int, int], n_for_now: int, gaps: Sequence[float]
) -> str:
    """Say how many of the data sets and of the runs have scores, and how well they agree.

    The server did not describe ``n_for_now`` of the runs. The ``gaps`` are those of the mean AUROC
    over the folds to the stored AUROC of a run.
    """
    n_complete, n_runs = runs
    text = (
        f"{datasets[0]} of {count(datasets[1], 'data set')}, {n_complete} of "
        f"{count(n_runs, 'run')} with {', '.join(MEASURES)} in each fold; "
        f"{count(n_runs - n_complete, 'run')} without."
    )
    if n_for_now:
        text += (
            f" Of these, the server did not describe {count(n_for_now, 'run')} for now: request "
            "them again with --forcerun stored_scores."
        )
    if gaps:
        text += (
            f" The mean AUROC over the folds and the stored AUROC of a run differ by a median of "
            f"{np.median(gaps):.4f}, and by at most {max(gaps):.4f}."
        )
    return text


def _models(task: PlannedTask, n_models: int | None) -> Iterator[tuple[Run, str]]:
    """Yield runs and names of their flows, with their numbers where two are called alike."""
    runs = task.candidates[:n_models]
    names = [plain(run.flow_name) for run in runs]
    for run, name in zip(runs, names, strict=True):
        yield run, f"{name} ({run.flow_id})" if names.count(name) > 1 else name


def _frame(task: PlannedTask, model: str, scores: Scores) -> pd.DataFrame | None:
    """Return the rows of a run; None unless it has all measures in just the folds of the task."""
    folds = pd.MultiIndex.from_product(
        [range(task.n_repeats), range(task.n_folds)], names=["repeat", "fold"]
    )
    # A run with some folds missing would be a mean over easier or harder folds than others'.
    if any(scores.get(measure, {}).keys() != set(folds) for measure in MEASURES):
        return None
    values = {measure: [scores[measure][fold] for fold in folds] for measure in MEASURES}
    frame = pd.DataFrame(values, index=folds).reset_index()
    frame.insert(0, "dataset", f"{plain(task.dataset_name)} ({task.dataset_id})")
    frame.insert(1, "model", model)
    return frame
