"""A study of the columns of a table, whose numbers are scores or results: no predictions.

Only the parts of the answer that need no predictions can be computed. The models' means take the
place of the scores that a study of predictions computes, and the rows of the table that of its
evidence; from there on the stages are those of the workflow that need no store of predictions.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Tables
from prgbench.answer.model_field import field_of
from prgbench.answer.run import tables_of_task
from prgbench.answer.scored_task import ScoredTask
from prgbench.answer.tables import gather
from prgbench.data.models import Models
from prgbench.direct.study_run import StudyRun
from prgbench.metrics import Measure
from prgbench.plotting.words import count
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.run.settings import check_settings
from prgbench.sources.left_out import LeftOut
from prgbench.study.exclusions import COLUMNS
from prgbench.study.measures import load_measures
from prgbench.study.plan import Plan
from prgbench.study.ranking import add_ranks
from prgbench.study_file import StudyFile, check_by_rank


class StudyOfColumns(StudyRun):
    """A study of a table of scores or results; its parts have the options of the study file."""

    has_predictions = False

    _options: dict[Part[Any], PartOptions]

    def _computed(
        self,
        label: str,
        models: Models,
        tasks: Iterable[ScoredTask],
        left_out: Sequence[LeftOut],
        notes: Sequence[str],
    ) -> dict[str, Any]:
        """Return what the stages compute of the models' means and the noise of each task.

        ``label`` is what pages call the table, ``left_out`` names data sets and models (None for
        all) with the reason, ``notes`` say what was read.
        """
        study = self.study
        # What pages say of where the numbers come from: a plan without runs.
        today = datetime.now(UTC).isoformat(timespec="seconds")
        plan = Plan(self.name, label, today, None, [], notes=list(notes))
        evidence = gather(tables_of_task(task, study.setting, self._options) for task in tasks)
        values: dict[str, Any] = {
            "plan": plan,
            "plan_head": plan,
            "models": add_ranks(models, study.setting.measures, study.ranking),
            "answer_evidence": evidence,
            **_left_out_tables(left_out),
        }
        # A table of means is small: processes would take longer to start than to share the work.
        self._n_jobs = 1
        self._compute_rest(values)
        return values

    def _settings(self, folder: Path = Path()) -> dict[str, Any]:
        options = {part.name: options.as_params() for part, options in self._options.items()}
        without_predictions = {
            "answer_options": options,
            "robustness_options": {},
            "parts": list(options),
            "paper_figures": [],
        }
        return super()._settings(folder) | without_predictions


def study_of_columns(
    label: str,
    measures: Sequence[str],
    arguments: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> StudyFile:
    """Return the settings with the measures of a table, which no study file can name."""
    for name in (*arguments, "archive"):
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    if arguments["positive_label"] is not None:
        raise PrgbenchError(
            "`positive_label` needs predictions: a table of scores has no classes."
        )
    if settings.get("robustness"):
        raise PrgbenchError("`settings`: robustness needs predictions: leave it out.")
    keys = {"title": arguments["title"], "archive": label}
    study = check_settings({**settings, **keys}, "", StudyFile)
    check_by_rank(study, [measure.name for measure in load_measures(measures)])
    return study.model_copy(update={"measures": tuple(measures)})


def note_on_unranked(models: Models, measure: Measure) -> list[str]:
    """Name the models that standings leave out, as they share too few data sets with others."""
    field = field_of(models, measure)
    ranked = () if field is None else field.model_ids
    unranked = models[~models.flow_id.isin(ranked)]
    numbers = unranked.dataset_id.groupby(unranked.flow_name).nunique()
    names = [f"{plain(str(name))} (on {count(n, 'data set')})" for name, n in numbers.items()]
    return [f"Not ranked, on too few data sets: {some_of(names)}."] if names else []


def _left_out_tables(left_out: Sequence[LeftOut]) -> Tables:
    """Return the tables of data sets and models (None for all) that are left out, and why."""
    listed = pd.DataFrame(
        [
            {
                "stage": "scores",
                "what": "data set" if row.model is None else "model",
                "reason": row.reason,
                "dataset": plain(row.dataset, None),
                "model": row.model and plain(row.model, None),
            }
            for row in left_out
        ],
        columns=[*COLUMNS, "dataset", "model"],
    )
    counts = listed.groupby(COLUMNS, sort=False).size().rename("count").reset_index()
    return {"exclusions": counts, "exclusions_listed": listed}
