"""What is computed from the predictions of a task: its scores, and the evidence of the parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from prgbench.answer.interface import Options, Tables
from prgbench.answer.kept_tables import KeptTables, StoredTask
from prgbench.answer.run import tables_of_predictions
from prgbench.answer.scored_task import Setting
from prgbench.data.models import Models
from prgbench.data.stores import Store
from prgbench.metrics import Measure
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.task_predictions import TaskPredictions
from prgbench.study.scoring import score_task

SCORES = "scores"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How tasks are evaluated.

    ``groups`` are the parts by the name of their group, with options. ``kept`` are the tables that
    earlier runs have left: `SCORES`, and those of each group.
    """

    store: Store
    measures: Sequence[Measure]
    setting: Setting
    groups: Mapping[str, Options]
    kept: Mapping[str, KeptTables]

    def evaluate(self, task: ChosenModels) -> tuple[Models, dict[str, Tables]]:
        """Return the scores of the models of a task, and the evidence of each group of parts."""
        task_id = task.task.task_id
        # As it is before anything is read of it.
        stored = StoredTask(self.store, task_id, task)

        # Read once for all, and not at all where everything was kept.
        @cache
        def predictions() -> TaskPredictions:
            run_ids = sorted(model.run.run_id for model in task.models)
            return self.store.load(task_id, run_ids=run_ids, task=task.task)

        def scores() -> Tables:
            return {SCORES: score_task(task, predictions(), self.measures).frame}

        def evidence(options: Options) -> Tables:
            return tables_of_predictions(predictions(), self.setting, options)

        frame = self.kept[SCORES].get_or_make(stored, scores)[SCORES]
        models = Models(frame, [measure.name for measure in self.measures])
        return models, {
            group: self.kept[group].get_or_make(stored, partial(evidence, options))
            for group, options in self.groups.items()
            if options
        }
