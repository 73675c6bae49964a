"""The comparison of a table of scores: the parts that need no predictions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd

from prgbench.answer import choosing, excess, intervals, rankings, standings, winners
from prgbench.answer.interface import Part, Tables
from prgbench.answer.run import chosen_parts
from prgbench.answer.tables import gather, write_parquet_tables
from prgbench.answer.task_replicates import TaskReplicates
from prgbench.direct.study_run import WrittenStudy
from prgbench.pipeline.artifacts import path_of
from prgbench.pipeline.stages import JOBS
from prgbench.report import ANSWER_FIGURE
from prgbench.report.score_tables import NO_COST, ONLY_SCORES, noise_of
from prgbench.run.csv_files import write_csv
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.run.listener import ProgressBars
from prgbench.run.settings import check_settings
from prgbench.sources.interface import MINORITY
from prgbench.sources.scores.frames import column_names, mteb_files
from prgbench.sources.scores.layout import FOLD, is_score_table
from prgbench.sources.scores.table import ScoreTable
from prgbench.sources.table.layout import check_distinct, id_of, shown
from prgbench.study.measures import column_name
from prgbench.study.plan import Plan
from prgbench.study.ranking import add_ranks
from prgbench.study.scoring import COLUMNS
from prgbench.study_file import StudyFile

FOUND: tuple[Part[Any], ...] = (intervals.PART, standings.PART)
"""The parts of a table without replicates."""

OF_SEEDS: tuple[Part[Any], ...] = (*FOUND, rankings.PART)
"""The parts of one with replicates that share their test instances."""

OF_FOLDS: tuple[Part[Any], ...] = (*OF_SEEDS, excess.PART, winners.PART, choosing.PART)

UNKNOWN = ("pos_label", "n", "n_instances", "prevalence", "stored_auroc")
"""Columns of the table of models that scores do not tell."""


class ScoreRun(WrittenStudy):
    """The study of a table of scores, with the arguments of a call and other settings."""

    def __init__(
        self,
        table: ScoreTable,
        arguments: Mapping[str, Any],
        settings: Mapping[str, Any],
        folder: Path,
        *,
        n_jobs: int = 1,
        bars: ProgressBars | None = None,
    ) -> None:
        study = _study_of_scores(table, arguments, settings)
        units = f"{table.varies}s" if table.varies else "scores"
        facts = replace(study.facts(table.label), units=units)
        super().__init__(study.title, study, facts, folder, n_jobs=n_jobs, bars=bars)
        self._table = table
        sizes = table.scores.groupby("dataset")["replicate"].nunique().tolist()
        self._notes = [noise_of(table.varies, sizes), ONLY_SCORES]
        replicated = OF_FOLDS if table.varies == FOLD else OF_SEEDS
        parts = replicated if max(sizes) > 1 else FOUND
        if choosing.PART in parts and not _in_units(table):
            parts = tuple(part for part in parts if part is not choosing.PART)
            self._notes.append(NO_COST)
        options = self._options["answer"]
        self._options = {"answer": {p.name: options[p.name] for p in parts if p.name in options}}
        self._paper_figures = []

    def compute(self) -> None:
        """Make all tables and the answer."""
        files, study, tables = self._files, self.study, self._tables
        tables.mkdir(parents=True)
        self._write_plan()
        self._write_left_out()
        measures = study.setting.measures
        models = add_ranks(_models(self._table), measures, study.ranking)
        models.to_parquet(files.models, index=False)
        self._run(["compare"])
        self._names = ["scores"]
        evidence = path_of("answer_evidence", self.folder, "scores")
        write_parquet_tables(evidence, gather(self._per_task(models)))
        self._run(JOBS["answer"])

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of the stages, with the parts that scores are enough for."""
        parts = self._options["answer"]
        return super().settings | {
            "answer_options": parts,
            "parts": list(parts),
            "paper_figures": [],
            "drawn": [ANSWER_FIGURE],
        }

    def _per_task(self, models: pd.DataFrame) -> Iterator[Tables]:
        options = chosen_parts(OF_FOLDS, self._options["answer"])
        by_task = dict(iter(models.groupby("task_id")))
        for task in _tasks(self._table):
            made: Tables = {}
            for part, own in options.items():
                if part.per_task is not None:
                    compute = cast("Callable[..., Tables]", part.per_task)
                    made |= compute(task, by_task[task.task_id], self.study.setting, own)
            yield made

    def _write_plan(self) -> None:
        """Write what pages say of where the numbers come from: a plan without runs."""
        today = datetime.now(UTC).isoformat(timespec="seconds")
        plan = Plan(self.name, self._table.label, today, None, [], notes=self._notes)
        plan.write(path_of("taken", self.folder))

    def _write_left_out(self) -> None:
        listed = pd.DataFrame(
            [
                {
                    "stage": "scores",
                    "what": "data set" if model is None else "model",
                    "reason": reason,
                    "dataset": plain(dataset, None),
                    "model": model and plain(model, None),
                }
                for dataset, model, reason in self._table.left_out
            ],
            columns=[*COLUMNS, "dataset", "model"],
        )
        counts = listed.groupby(COLUMNS, sort=False).size().rename("count").reset_index()
        write_csv(counts, self._tables / "exclusions.csv")
        write_csv(listed, self._tables / "exclusions_listed.csv")


def of_scores(
    table: Any,
    measures: Sequence[str] | None,
    columns: Mapping[str, str] | None,
    stated: Mapping[str, bool] | None,
) -> bool:
    """Say whether a table has scores, not predictions, for which no direction may be stated."""
    names = column_names(table)
    known = list(dict.fromkeys([*(measures or ()), *(stated or {})]))
    found = bool(mteb_files(table)) or is_score_table(names, known, columns or {})
    if stated and not found:
        raise PrgbenchError(
            "`higher_is_better` is for a table of scores, with the column model and one for each "
            f"measure; this one has {shown(names) or 'no columns'}: leave it out, or correct the "
            "table."
        )
    return found


def _study_of_scores(
    table: ScoreTable, arguments: Mapping[str, Any], settings: Mapping[str, Any]
) -> StudyFile:
    """Return the settings with the measures of the table, which no study file can name."""
    for name in (*arguments, "archive"):
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    if arguments["positive_label"] is not MINORITY and arguments["positive_label"] != MINORITY:
        raise PrgbenchError(
            "`positive_label` needs predictions: a table of scores has no classes."
        )
    if settings.get("robustness"):
        raise PrgbenchError("`settings`: robustness needs predictions: leave it out.")
    own = {"title": arguments["title"], "archive": table.label}
    study = check_settings({**settings, **own}, "`settings`", StudyFile)
    measures = tuple(
        column_name(name, higher_is_better=higher) for name, higher in table.measures.items()
    )
    return study.model_copy(update={"measures": measures})


def _in_units(table: ScoreTable) -> bool:
    """Say whether all scores lie in [-1, 1], so that a loss of .01 is a small one."""
    return bool((table.scores[[*table.measures]].abs() <= 1).to_numpy().all())


def _models(table: ScoreTable) -> pd.DataFrame:
    """Return the rows of models: their mean scores over the replicates."""
    check_distinct("data set", [(name,) for name in table.scores["dataset"].unique()])
    check_distinct("model", [(name,) for name in table.scores["model"].unique()])
    means = table.scores.groupby(["dataset", "model"], as_index=False)[[*table.measures]].mean()
    rows = [
        {
            "task_id": id_of("dataset", dataset),
            "dataset_id": id_of("dataset", dataset),
            "dataset_name": plain(dataset, None),
            "run_id": id_of("run", dataset, model),
            "flow_id": id_of("model", model),
            "flow_name": plain(model, None),
            "upload_time": "",
        }
        for dataset, model in zip(means["dataset"], means["model"], strict=True)
    ]
    unknown = pd.DataFrame(np.nan, means.index, list(UNKNOWN))
    return pd.concat([pd.DataFrame(rows), unknown, means[[*table.measures]]], axis="columns")


def _tasks(table: ScoreTable) -> Iterator[TaskReplicates]:
    for name, own in table.scores.groupby("dataset"):
        dataset = str(name)
        values = own.set_index(["replicate", "model"])[[*table.measures]].unstack("model")
        by_measure = values.to_numpy().reshape(len(values), len(table.measures), -1)
        models = sorted(own["model"].unique())
        run_ids = [id_of("run", dataset, model) for model in models]
        order = np.argsort(run_ids)
        blocks = own.groupby("replicate")["block"].first()
        yield TaskReplicates(
            task_id=id_of("dataset", dataset),
            run_ids=np.array(run_ids)[order],
            scores=by_measure[:, :, order],
            blocks=np.unique(blocks, return_inverse=True)[1],
            folds=table.varies == FOLD,
        )
