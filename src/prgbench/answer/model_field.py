"""The models of a study with their scores by a measure, and how uncertain these are."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.model_names import distinct_names
from prgbench.answer.score_covariances import unpacked
from prgbench.data.models import Models
from prgbench.metrics import Measure, get_measure
from prgbench.metrics.interval_bounds import NewcombeVariance
from prgbench.stats.two_way import TwoWay
from prgbench.typing import Floats, Ints

DECIMALS = 12
"""Means and scores that are equal when so rounded differ by rounding errors."""

ENOUGH_DATASETS = 10
"""A model on so many data sets, or on half of them, is ranked with the others."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelField:
    """The models that can be ranked together by a measure.

    ``scores`` are higher for better models: by the measure, or ``by_rank`` the ranks with the
    opposite sign. ``means`` are by the measure. ``entries`` have a row for each run: its ``task``
    and ``model``, numbered from 0, its ``run_id``, and its ``share`` in the model's score.
    ``left_out`` counts the models on too few data sets, or without a link to the others;
    ``complete`` is the share of tasks and models for which there is a score.
    """

    measure: Measure
    by_rank: bool
    scores: TwoWay
    means: Floats
    entries: pd.DataFrame
    task_ids: Ints
    model_ids: Ints
    names: list[str]
    datasets: list[str]
    left_out: int
    complete: float

    @property
    def sign(self) -> int:
        """Return 1 if higher values, or ranks, are better, else -1."""
        return 1 if self.measure.higher_is_better and not self.by_rank else -1

    def _rows_of_measure(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of a table of `prgbench.answer.score_covariances`, by task id."""
        return table[table["measure"] == self.measure.name].set_index("task_id")

    def _runs_of_tasks(self) -> Iterator[tuple[int, pd.DataFrame]]:
        """Yield the number of each task, and the rows of its runs in `entries`."""
        for task, runs in self.entries.groupby("task"):
            yield int(str(task)), runs

    def covariance_within(self, covariances: pd.DataFrame | None) -> tuple[Floats, float]:
        """Return the covariance of the means by the instances, and its degrees of freedom.

        ``covariances`` is that table of `prgbench.answer.score_covariances`. Both are NaN if it
        lacks a score.
        """
        n = len(self.names)
        missing = np.full((n, n), np.nan), np.nan
        # Noise changes ranks by a step or not at all: its covariance tells nothing of that.
        if covariances is None or self.by_rank:
            return missing
        rows = self._rows_of_measure(covariances)
        spreads = []
        sums = 0.0
        squares = 0.0
        for position, runs in self._runs_of_tasks():
            if self.task_ids[position] not in rows.index:
                return missing
            row = rows.loc[self.task_ids[position]]
            spread = _of_models(runs, n, row["run_ids"], row["covariance"])
            if spread is None:
                return missing
            spreads.append((position, spread))
            models = runs["model"].unique()
            # The noise that all models share tells none apart; of one model there is no other.
            shared = spread.sum() / len(models) if len(models) > 1 else 0.0
            size = float(np.trace(spread) - shared) / len(models)
            sums = sums + size
            squares = squares + size**2 / row["degrees"]
        # Satterthwaite: the degrees of freedom of a sum of independent variances.
        degrees = sums**2 / squares if squares else float(rows["degrees"].min())
        return self.scores.covariance_within(spreads), max(degrees, 1.0)

    def optimism(self, covariances: pd.DataFrame | None) -> Floats:
        """Return by how much each mean is too good, at most, as thresholds were chosen.

        ``covariances`` is that table of `prgbench.answer.score_covariances`.
        """
        table = np.zeros_like(self.scores.table)
        if covariances is None or self.by_rank:
            return np.zeros(len(self.names))
        rows = self._rows_of_measure(covariances)
        for position, runs in self._runs_of_tasks():
            if self.task_ids[position] in rows.index:
                row = rows.loc[self.task_ids[position]]
                own = pd.Series(row["optimism"], index=row["run_ids"]).reindex(runs["run_id"])
                shares = np.nan_to_num(own.to_numpy()) * runs["share"].to_numpy()
                np.add.at(table[position], runs["model"].to_numpy(), shares)
        return np.asarray(self.scores.parts(table).sum(axis=0))

    def newcombe_variances(
        self, covariances: pd.DataFrame | None
    ) -> tuple[NewcombeVariance, ...] | None:
        """Return Newcombe's variance of the mean AUROC of each model; None of another measure.

        ``covariances`` is that table of `prgbench.answer.score_covariances`. Tasks of a data set
        share instances and count as one.
        """
        if covariances is None or self.measure != get_measure("auroc") or self.by_rank:
            return None
        rows = self._rows_of_measure(covariances)
        sizes = rows[["positives", "negatives"]].reindex(self.task_ids).to_numpy(dtype=np.float64)
        if not np.isfinite(sizes).all():
            return None
        there = ~np.isnan(self.scores.table)
        shares = np.sqrt(self.scores.shares_of_tasks * self.scores.n_datasets)
        found = []
        for model, n_datasets in enumerate(self.scores.n_datasets_of_models):
            own = NewcombeVariance(0.0, 0.0)
            for task in np.flatnonzero(there[:, model]):
                n_pos, n_neg = sizes[task].tolist()
                own += NewcombeVariance.of((n_pos, n_neg), float(shares[task] / n_datasets))
            found.append(own)
        return tuple(found)

    def units(self, table: pd.DataFrame | None) -> Floats | None:
        """Return what each unit adds to the means of `scores`, shape (units, models).

        ``table`` is that of `prgbench.answer.score_covariances` with units; None without it, or if
        a model lacks a task.
        """
        if table is None or self.by_rank or np.isnan(self.scores.table).any():
            return None
        rows = self._rows_of_measure(table)
        shares = self.scores.shares_of_tasks
        parts = []
        for position, runs in self._runs_of_tasks():
            row = rows.loc[self.task_ids[position]]
            of_runs = row["parts"].reshape(-1, len(row["run_ids"]))
            places = pd.Index(row["run_ids"]).get_indexer(
                pd.Index(runs.sort_values("model")["run_id"])
            )
            parts.append(shares[position] * self.sign * of_runs[:, places])
        return np.concatenate(parts)


def field_of(
    models: Models, measure: Measure, *, missing_is_worst: bool = False, by_rank: bool = False
) -> ModelField | None:
    """Return the models of a study that can be ranked together; None if there is none.

    A model with several runs in a task has the mean of their scores. One that is missing in a
    task has none, or is as bad as the worst of the others. ``by_rank`` compares ranks, if there
    are several data sets.
    """
    every = models[models.scores(measure.name).notna()]
    kept = _rankable(every)
    if not len(kept):
        return None
    tasks, task_ids = pd.factorize(kept.task_id)
    flows, flow_ids = pd.factorize(kept.flow_id, sort=True)
    entries = pd.DataFrame({"task": tasks, "model": flows, "run_id": kept.run_id.to_numpy()})
    entries["share"] = 1 / entries.groupby(["task", "model"])["run_id"].transform("size")
    # Higher is better in the table, whatever the measure.
    sign = 1 if measure.higher_is_better else -1
    table = _table_of_means(entries, sign * kept.scores(measure.name).to_numpy())
    if missing_is_worst:
        table = np.where(np.isnan(table), np.nanmin(table, axis=1, keepdims=True), table)
    tasks_once = kept.first_of_tasks()
    datasets = pd.factorize(tasks_once.dataset_id)[0]
    related = tasks_once.dataset_family
    families = None if related is None else pd.factorize(related)[0]
    values = TwoWay(table, datasets, families)
    by_rank = by_rank and values.n_datasets > 1
    names = every.flow_name.groupby(every.flow_id).first()
    n_flows = every.flow_id.nunique()
    n_scored = int((~every.frame.duplicated(["task_id", "flow_id"])).sum())
    return ModelField(
        measure=measure,
        by_rank=by_rank,
        scores=TwoWay(_turned_ranks(table), datasets, families) if by_rank else values,
        means=sign * values.means,
        entries=entries,
        task_ids=np.asarray(task_ids),
        model_ids=np.asarray(flow_ids),
        names=distinct_names(names.loc[flow_ids], flow_ids),
        datasets=kept.dataset_name.groupby(kept.dataset_id, sort=False).first().tolist(),
        left_out=n_flows - len(flow_ids),
        complete=n_scored / (every.n_tasks * n_flows),
    )


def _rankable(scored: Models) -> Models:
    """Return the models on enough data sets, of these the largest group that tasks link."""
    n_datasets = scored.n_datasets
    fewest = max(min(2, n_datasets), min(ENOUGH_DATASETS, -(-n_datasets // 2)))
    of_flows = scored.dataset_id.groupby(scored.flow_id).transform("nunique")
    kept = scored[of_flows >= fewest]
    tasks, _ = pd.factorize(kept.task_id)
    flows, _ = pd.factorize(kept.flow_id)
    return kept[_in_largest_group(tasks, flows)]


def _table_of_means(entries: pd.DataFrame, scores: Floats) -> Floats:
    """Return the mean score of the runs of each model in each task: (tasks, models).

    ``scores`` are those of the runs, in the order of ``entries``; NaN where a model has no run.
    """
    sums = (entries["share"] * scores).groupby([entries["task"], entries["model"]]).sum()
    table = np.full((entries["task"].max() + 1, entries["model"].max() + 1), np.nan)
    table[tuple(np.array(sums.index.to_list()).T)] = sums
    return table


def _turned_ranks(table: Floats) -> Floats:
    """Return the ranks of the models of each task with the opposite sign, as if of all models."""
    ranks = pd.DataFrame(np.round(table, DECIMALS)).rank(axis=1, ascending=False)
    # Ranks among few models are small: of all n models, one would lie as far between 1/2 and
    # n + 1/2.
    shares = (ranks - 0.5).div(ranks.count(axis=1), axis=0)
    return np.asarray(-0.5 - shares * table.shape[1])


def _of_models(
    runs: pd.DataFrame, n_models: int, run_ids: Ints, triangle: Floats
) -> Floats | None:
    """Return the covariance of all models' scores in a task from that of its runs.

    A model without a run has no error there.
    """
    places = pd.Index(run_ids).get_indexer(pd.Index(runs["run_id"]))
    if (places < 0).any():
        return None
    shares = np.zeros((n_models, len(run_ids)))
    shares[runs["model"], places] = runs["share"]
    return np.asarray(shares @ unpacked(triangle, len(run_ids)) @ shares.T)


def _in_largest_group(tasks: Ints, flows: Ints) -> NDArray[np.bool_]:
    """Return which entries belong to the group of most flows that are linked by tasks."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(tasks):
        return np.zeros(0, dtype=bool)
    n_flows = flows.max() + 1
    n_nodes = flows.max() + tasks.max() + 2
    links = coo_array((np.ones(len(tasks)), (flows, n_flows + tasks)), shape=(n_nodes, n_nodes))
    _, groups = connected_components(links, directed=False)
    largest = np.bincount(groups[:n_flows]).argmax()
    return np.asarray(groups[flows] == largest)
