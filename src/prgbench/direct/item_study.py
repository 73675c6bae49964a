"""The comparison of results on items: which model solves most of them, and which may."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer import aggregation, intervals, leaderboards, rankings, standings
from prgbench.answer.interface import Part
from prgbench.answer.task_items import TaskItems
from prgbench.data.models import ModelRow, Models
from prgbench.direct.study_of_columns import StudyOfColumns, note_on_unranked, study_of_columns
from prgbench.plotting.drawn import ITEMS
from prgbench.report.explanations import directions, noise_of_items
from prgbench.run.listener import ProgressBars
from prgbench.run.safe_text import plain
from prgbench.sources.items.table import ItemTable
from prgbench.sources.table.names import id_of
from prgbench.study.measures import SHARE, UNLIMITED, column_name

PARTS: tuple[Part[Any], ...] = (
    intervals.PART,
    standings.PART,
    leaderboards.PART,
    aggregation.PART,
    rankings.PART,
)
"""The parts of results on items."""


class ItemStudy(StudyOfColumns):
    """The study of results on items, with the arguments of a call and other settings."""

    def __init__(
        self,
        table: ItemTable,
        arguments: Mapping[str, Any],
        settings: Mapping[str, Any],
        *,
        n_jobs: int = 1,
        bars: ProgressBars | None = None,
    ) -> None:
        measures = [
            column_name(
                name,
                higher_is_better=higher,
                limits=SHARE if name in table.shares else UNLIMITED,
            )
            for name, higher in table.measures.items()
        ]
        study = study_of_columns(table.label, measures, arguments, settings)
        facts = replace(study.facts(table.label), units=ITEMS)
        super().__init__(study.title, study, facts, n_jobs=n_jobs, bars=bars)
        self._table = table
        self._tasks = list(_tasks(table))
        chosen = study.answer_options
        self._options = {part: chosen[part.name] for part in PARTS if part.name in chosen}

    def compute(self) -> dict[str, Any]:
        """Return what the stages compute, by the names of its artifacts; nothing is written."""
        table = self._table
        return self._computed(
            table.label, _models(table), self._tasks, table.left_out, self._notes()
        )

    def _notes(self) -> list[str]:
        """Say what was read, and what is noise."""
        table = self._table
        [first, *_] = self.study.setting.measures
        unranked = note_on_unranked(_models(table), first)
        clusters = sum(task.n_units for task in self._tasks) if table.clusters else None
        higher = [] if all(table.measures.values()) else [directions(self.study.setting.measures)]
        noise = noise_of_items(table.runs, table.clusters, clusters)
        return [*higher, *unranked, *table.notes, noise]


def _models(table: ItemTable) -> Models:
    """Return the rows of models: their mean results over the items of each data set."""
    measures = list(table.measures)
    means = table.results.groupby(["dataset", "model"], as_index=False)[measures].mean()
    n_items = table.results.groupby("dataset")["item"].nunique()
    rows = [
        ModelRow(
            task_id=id_of("dataset", dataset),
            dataset_id=id_of("dataset", dataset),
            dataset_name=plain(dataset, None),
            run_id=id_of("run", dataset, model),
            flow_id=id_of("model", model),
            flow_name=plain(model, None),
            n=int(n_items[dataset]),
            n_instances=int(n_items[dataset]),
        )
        for dataset, model in means[["dataset", "model"]].itertuples(index=False)
    ]
    return Models.of_rows(rows, means[measures].to_numpy(), measures)


def _tasks(table: ItemTable) -> Iterator[TaskItems]:
    measures: Sequence[str] = list(table.measures)
    for dataset, rows in table.results.groupby("dataset"):
        values = rows.set_index(["item", "model"])[measures].unstack("model")
        by_measure = values.to_numpy().reshape(len(values), len(measures), -1)
        models = sorted(rows["model"].unique())
        run_ids = np.array([id_of("run", str(dataset), model) for model in models])
        order = np.argsort(run_ids)
        # Items of a cluster, such as a repository, stand or fall together and are drawn together.
        clusters = rows.drop_duplicates("item").set_index("item")["cluster"].loc[values.index]
        yield TaskItems(
            task_id=id_of("dataset", str(dataset)),
            run_ids=run_ids[order],
            results=by_measure[:, :, order],
            clusters=pd.factorize(clusters)[0],
        )
