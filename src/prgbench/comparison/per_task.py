"""What the comparison needs from the instances of each task: tables of models, task by task.

They are made chunk by chunk; `comparison` puts them together and goes on without instances.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.aggregation.tables import fold_scores_of_task
from prgbench.comparison.attribution.tables import area_parts_of_task, disputed_runs
from prgbench.comparison.duplicates.tables import rankings_of_task
from prgbench.comparison.measure_matrix.tables import all_scores_of_task
from prgbench.comparison.noise_floor.tables import noise_floor_of_task
from prgbench.comparison.prevalence.tables import prevalence_scores_of_task
from prgbench.comparison.regret.split_sample import split_sample_of_task
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.separability.tables import gap_tests_of_task
from prgbench.comparison.table_files import Tables
from prgbench.comparison.task_scores import TaskScores, load_task_scores
from prgbench.metrics import Measure
from prgbench.study.config import Ranking
from prgbench.study.measures import load_measures

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What all parts share.

    ``names`` are the measures as `get_measure` knows them; ``parts`` are the options of the parts
    of the comparison that are switched on, by name, as the section ``comparison`` of a study file
    has them.
    """

    names: tuple[str, ...]
    ranking: Ranking
    seed: int
    confidence_level: float
    parts: Mapping[str, Options]

    @classmethod
    def from_config(cls, compared: Options, parts: Mapping[str, Options]) -> Self:
        """Make the setting from what a study file says."""
        return cls(
            names=tuple(compared["measures"]),
            ranking=Ranking(**compared["ranking"]),
            seed=compared["seed"],
            confidence_level=compared["confidence_level"],
            parts=parts,
        )

    @property
    def measures(self) -> list[Measure]:
        """Return the measures."""
        return load_measures(self.names)


def instance_tables(
    models: pd.DataFrame, store: BundleStore, setting: Setting, *, first_repeat: bool = False
) -> Iterator[Tables]:
    """Yield the tables of each task, without the noise floor.

    Parameters
    ----------
    models : DataFrame
        Ranked models of the tasks.
    store : BundleStore
        Where their bundles are.
    setting : Setting
        The parts to compute.
    first_repeat : bool
        Use the first repeat of the cross-validation only.
    """
    if models.empty:
        return
    disputed = disputed_runs(models, [measure.name for measure in setting.measures])
    for task in load_tasks(models, store, first_repeat=first_repeat):
        tables: Tables = {}
        for part, compute in _OF_INSTANCES.items():
            if part in setting.parts:
                tables |= compute(task, setting)
        if "attribution" in setting.parts:
            tables["area_parts"] = area_parts_of_task(task, disputed.get(task.task_id, []))
        yield tables


def noise_tables(
    models: pd.DataFrame,
    store: BundleStore,
    setting: Setting,
    *,
    replicates: int,
    first_repeat: bool = False,
) -> Iterator[Tables]:
    """Yield the noise floor and the tested gaps of each task; see `noise_floor_of_task`."""
    for task in load_tasks(models, store, first_repeat=first_repeat):
        floor, gaps = noise_floor_of_task(
            task,
            setting.measures,
            replicates=replicates,
            confidence_level=setting.confidence_level,
            decimals=setting.ranking.decimals,
            seed=setting.seed,
        )
        yield {"floor": floor, "gaps": gap_tests_of_task(task, gaps)}


def load_tasks(
    models: pd.DataFrame, store: BundleStore, *, first_repeat: bool = False
) -> Iterator[TaskScores]:
    """Yield the predictions of the models, task by task, runs in increasing order."""
    if models.empty:
        return
    for task_id, runs in models.groupby("task_id")["run_id"]:
        bundle = store.open(int(str(task_id)), first_repeat=first_repeat)
        yield load_task_scores(bundle, sorted(runs.tolist()))


def _targets(task: TaskScores, setting: Setting) -> Tables:
    options = setting.parts["regret"]
    tables = {"targets": targets_of_task(task).assign(task_id=task.task_id)}
    if options["splits"]:
        tables["split_regrets"], tables["split_changes"] = split_sample_of_task(
            task,
            setting.measures,
            splits=options["splits"],
            decimals=setting.ranking.decimals,
            seed=setting.seed,
        )
    return tables


def _rankings(task: TaskScores, _: Setting) -> Tables:
    return {"rankings": rankings_of_task(task).assign(task_id=task.task_id)}


def _fold_scores(task: TaskScores, setting: Setting) -> Tables:
    return {"fold_scores": fold_scores_of_task(task, setting.measures)}


def _all_scores(task: TaskScores, setting: Setting) -> Tables:
    return {"all_scores": all_scores_of_task(task, setting.measures)}


def _prevalence_scores(task: TaskScores, setting: Setting) -> Tables:
    options = setting.parts["prevalence"]
    scores = prevalence_scores_of_task(task, setting.measures, prevalences=options["prevalences"])
    return {"prevalence_scores": scores}


_OF_INSTANCES: dict[str, Callable[[TaskScores, Setting], Tables]] = {
    "regret": _targets,
    "duplicates": _rankings,
    "aggregation": _fold_scores,
    "measure_matrix": _all_scores,
    "prevalence": _prevalence_scores,
}
