"""The comparison of a table of scores: the parts that need no predictions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer import (
    aggregation,
    choosing,
    intervals,
    leaderboards,
    model_pairs,
    rankings,
    standings,
)
from prgbench.answer.answer import BestModel, Warned
from prgbench.answer.interface import Part
from prgbench.answer.task_replicates import TaskReplicates
from prgbench.data.models import ModelRow, Models
from prgbench.direct.study_of_columns import StudyOfColumns, note_on_unranked, study_of_columns
from prgbench.plotting.drawn import SCORES
from prgbench.plotting.words import count, listing, measure_label
from prgbench.report.explanations import NO_COST, ONLY_SCORES, directions, noise_of
from prgbench.report.leaderboard import BY_RANK
from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import ProgressBars
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import FOLD, RESAMPLE, SUBSET
from prgbench.sources.scores.directions import has_common_range, limits_of
from prgbench.sources.scores.groups import positions_of
from prgbench.sources.scores.headers import column_names
from prgbench.sources.scores.measures_of_files import measure_files
from prgbench.sources.scores.mteb import mteb_files
from prgbench.sources.scores.recognised import is_score_table
from prgbench.sources.scores.table import ScoreTable
from prgbench.sources.scores.unnamed import check_is_told, check_not_predictions
from prgbench.sources.table.names import id_of
from prgbench.sources.table.prediction_columns import shown
from prgbench.study.measures import column_name, load_measures

FOUND: tuple[Part[Any], ...] = (
    intervals.PART,
    standings.PART,
    leaderboards.PART,
    aggregation.PART,
)
"""The parts of a table without replicates."""

OF_SEEDS: tuple[Part[Any], ...] = (*FOUND, rankings.PART)
"""The parts of one with replicates that share their test instances."""

OF_FOLDS: tuple[Part[Any], ...] = (*OF_SEEDS, model_pairs.PART, choosing.PART)


FEWEST_OF_LEADER = 0.5
"""A best model with scores on less than this share of the tasks is warned of."""


class ScoreStudy(StudyOfColumns):
    """The study of a table of scores, with the arguments of a call and other settings."""

    def __init__(
        self,
        table: ScoreTable,
        arguments: Mapping[str, Any],
        settings: Mapping[str, Any],
        *,
        n_jobs: int = 1,
        bars: ProgressBars | None = None,
    ) -> None:
        measures = [
            column_name(name, higher_is_better=higher, limits=limits_of(name, table.scores[name]))
            for name, higher in table.measures.items()
        ]
        study = study_of_columns(table.label, measures, arguments, settings)
        units = f"{table.varies}s" if table.varies else SCORES
        facts = replace(study.facts(table.label), units=units)
        super().__init__(study.title, study, facts, n_jobs=n_jobs, bars=bars)
        self._table = table
        sizes = table.scores.groupby(["dataset", SUBSET])["replicate"].nunique().tolist()
        replicated = OF_FOLDS if table.varies == FOLD else OF_SEEDS
        parts = replicated if max(sizes) > 1 else FOUND
        # A cost of .01 says something only where all scores are shares.
        lacks_costs = choosing.PART in parts and not _in_units(table)
        if lacks_costs:
            parts = tuple(part for part in parts if part is not choosing.PART)
        chosen = study.answer_options
        self._options = {part: chosen[part.name] for part in parts if part.name in chosen}
        options = self._options[standings.PART]
        assert isinstance(options, standings.Options)
        self._notes = [directions(load_measures(study.measures))]
        ranked = tuple(
            name
            for name in table.measures
            if name in table.mixed or not has_common_range(name, table.scores[name])
        )
        if options.by_rank is None and ranked and len(sizes) > 1:
            self._options[standings.PART] = options.model_copy(update={"by_rank": ranked})
            self._notes.append(f"{BY_RANK}: {listing([*map(measure_label, ranked)])}.")
        self._models = _models(table)
        self._notes += note_on_unranked(self._models, study.setting.measures[0])
        self._notes += [*table.notes, _noise(table, sizes), ONLY_SCORES]
        # One measure selects by itself alone.
        if lacks_costs and len(table.measures) > 1 and not table.mixed:
            self._notes.append(NO_COST)

    def compute(self) -> dict[str, Any]:
        """Return what the stages compute, by the names of its artifacts; nothing is written."""
        table = self._table
        values = self._computed(
            table.label, self._models, _tasks(table), table.left_out, self._notes
        )
        answer = values["answer"]
        warned = [
            *(Warned(kind="outside the range", text=text) for text in table.warnings),
            *(
                Warned(kind="leader lacks scores", text=text)
                for text in _lacking_leaders(self._models, answer.best_models)
            ),
        ]
        values["answer"] = answer.model_copy(update={"warnings": [*warned, *answer.warnings]})
        return values


def _noise(table: ScoreTable, sizes: Sequence[int]) -> str:
    """Say what is noise in a table whose tasks have these numbers of replicates."""
    subsets = table.scores.groupby("dataset")[SUBSET].nunique()
    blocks = table.scores.groupby(["dataset", SUBSET])["block"].nunique()
    return noise_of(
        table.varies,
        sizes,
        # A data set whose only subset is called "default", as those of MTEB are, has no parts.
        has_subsets=bool((subsets > 1).any()),
        n_repeats=int(blocks.max()),
    )


def _lacking_leaders(models: Models, best: Sequence[BestModel]) -> Iterator[str]:
    """Yield a sentence on each best model that has scores on few of the tasks.

    A score is often missing where a model failed, such as the F1 of a detector that found nothing:
    the mean over the others is then too good.
    """
    tasks = models.task_id.nunique()
    n_tasks = models.task_id.groupby(models.flow_name).nunique()
    leaders: dict[str, list[str]] = {}
    for of_measure in best:
        leaders.setdefault(of_measure.model, []).append(measure_label(of_measure.measure))
    word = "data set" if tasks == models.dataset_id.nunique() else "task"
    for leader, measures in leaders.items():
        # Models of one shown name have their ids in sentences, too: of these nothing is said.
        n_scored = int(n_tasks.get(leader, tasks))
        if n_scored < FEWEST_OF_LEADER * tasks:
            yield (
                f"{plain(leader)} leads under {listing(measures)} with scores on "
                f"{n_scored:,} of {count(tasks, word)}: where it failed on the others, "
                "give it the worst score there."
            )


def of_scores(
    table: Any,
    measures: Sequence[str] | None,
    columns: Mapping[str, str] | None,
    stated: Mapping[str, bool] | None,
) -> bool:
    """Say whether a table has scores, not predictions, for which no direction may be stated.

    Raises
    ------
    PrgbenchError
        If a direction is stated for predictions, or nothing tells which of both a table has.
    """
    names = column_names(table)
    named = list(dict.fromkeys([*(measures or ()), *(stated or {})]))
    of_mteb = bool(mteb_files(table))
    files = {} if of_mteb or not names else measure_files(table, named)
    told = [next(iter(files.values())).measure] if files else named
    has_scores = of_mteb or is_score_table(names, told, columns or {})
    if stated and not has_scores:
        raise PrgbenchError(
            "`higher_is_better` (--higher-is-better, --lower-is-better) is for a table of scores, "
            "with the column model and one for each measure; this one has "
            f"{shown(names) or 'no columns'}: leave it out, or correct the table."
        )
    if names and not has_scores:
        check_is_told(table, columns or {})
    if has_scores and not (named or of_mteb or files):
        check_not_predictions(table, columns or {})
    return has_scores


def _in_units(table: ScoreTable) -> bool:
    """Say whether all scores are of one metric and in [-1, 1], so that a loss of .01 is small."""
    return not table.mixed and bool((table.scores[[*table.measures]].abs() <= 1).to_numpy().all())


def _models(table: ScoreTable) -> Models:
    """Return the rows of models: their mean scores over the replicates."""
    keys = ["dataset", SUBSET, "model"]
    means = table.scores.groupby(keys, as_index=False)[[*table.measures]].mean()
    rows = [
        ModelRow(
            task_id=id_of("dataset", *_names_of(dataset, subset)),
            dataset_id=id_of("dataset", dataset),
            dataset_name=plain(dataset, None),
            run_id=id_of("run", *_names_of(dataset, subset), model),
            flow_id=id_of("model", model),
            flow_name=plain(model, None),
            dataset_family=table.families.get(dataset),
        )
        for dataset, subset, model in means[keys].itertuples(index=False)
    ]
    return Models.of_rows(rows, means[[*table.measures]].to_numpy(), [*table.measures])


def _names_of(dataset: str, subset: str) -> tuple[str, ...]:
    """Return the names that identify a task: its data set, and the subset if there is one."""
    return (dataset, subset) if subset else (dataset,)


def _tasks(table: ScoreTable) -> Iterator[TaskReplicates]:
    groups = table.scores.groupby(["dataset", SUBSET])
    # As arrays, once: a table of a hundred thousand data sets has as many groups.
    scores = table.scores[[*table.measures]].to_numpy()
    blocks = table.scores["block"].to_numpy()
    replicates = table.scores["replicate"].to_numpy()
    model_numbers, models = pd.factorize(table.scores["model"], sort=True)
    for key, rows in zip(groups.size().index, positions_of(groups), strict=True):
        names = _names_of(*map(str, key))
        # Replicates are what is resampled, and models are paired within them.
        _, first_rows, of_replicate = np.unique(
            replicates[rows], return_index=True, return_inverse=True
        )
        present, of_model = np.unique(model_numbers[rows], return_inverse=True)
        by_measure = np.full((len(first_rows), len(table.measures), len(present)), np.nan)
        by_measure[of_replicate, :, of_model] = scores[rows]
        run_ids = np.array([id_of("run", *names, str(model)) for model in models[present]])
        order = np.argsort(run_ids)
        yield TaskReplicates(
            task_id=id_of("dataset", *names),
            run_ids=run_ids[order],
            scores=by_measure[:, :, order],
            blocks=np.unique(blocks[rows][first_rows], return_inverse=True)[1],
            folds=table.varies == FOLD,
            splits=table.varies == RESAMPLE,
            ratio=table.ratios.get(names[0]) if table.varies == RESAMPLE else None,
        )
