"""The table of a study's models: where each is from, its scores, and its ranks.

Everything after the evaluation reads this table, never the predictions: agreement, answer,
figures and page. It has a row for each model of a task, which is a run; what is called one model
over tasks is a flow. On disk it is `models.parquet`, in memory `Models`, whose attributes are the
columns, so that a misspelt column is found by the type checker.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pandas.api.typing import DataFrameGroupBy

_TASK = "task_id"
_RUN = "run_id"
_MEASURES = "measures"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRow:
    """A model of a task; None is what its source does not tell, such as a table of scores.

    Attributes
    ----------
    task_id, dataset_id, run_id, flow_id : int
        Ids of the source, or numbers made from names. A run is a flow applied to a task.
    dataset_name, flow_name : str
        As the source calls them.
    dataset_family : str, optional
        What the data set belongs to; the data sets of a family are one sample of new data sets.
    estimation_procedure : int, optional
        How OpenML splits the data.
    flow_family : str, optional
        The learner without its settings.
    setup_id, uploader_id : int, optional
        The settings of the flow, and who has uploaded the run.
    upload_time : str
        When; "" if unknown.
    file_id : int, optional
        The prediction file.
    sha256 : str, optional
        Its checksum.
    pos_label : str, optional
        The label of the positive class.
    stored_auroc, pooled_auroc : float, optional
        The archive's AUROC, and that of the predictions, over all repeats; in [0, 1].
    n, n_instances : int, optional
        How many rows are scored, and how many instances they are of.
    prevalence : float, optional
        The share of positives among the rows, inside (0, 1).
    n_distinct : int, optional
        How many different scores the model gives.
    p_below_chance, p_contradicted : float, optional
        P-values of what looks wrong: an AUROC below .5, and decisions that contradict the scores.

    Examples
    --------
    >>> row = ModelRow(
    ...     task_id=3, dataset_id=7, dataset_name="liver", run_id=1, flow_id=1, flow_name="tree"
    ... )
    >>> row.flow_name, row.prevalence
    ('tree', None)
    """

    task_id: int
    dataset_id: int
    dataset_name: str
    dataset_family: str | None = None
    estimation_procedure: int | None = None
    run_id: int
    flow_id: int
    flow_name: str
    flow_family: str | None = None
    setup_id: int | None = None
    uploader_id: int | None = None
    upload_time: str = ""
    file_id: int | None = None
    sha256: str | None = None
    pos_label: str | None = None
    stored_auroc: float | None = None
    pooled_auroc: float | None = None
    n: int | None = None
    n_instances: int | None = None
    prevalence: float | None = None
    n_distinct: int | None = None
    p_below_chance: float | None = None
    p_contradicted: float | None = None


ROW_COLUMNS = [field.name for field in fields(ModelRow)]
"""What no measure may be called, since its scores are a column of the same table."""


class _OptionalColumn:
    """A column of the table by the name of the attribute; None if it is known of no model."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, models: "Models", _owner: type) -> pd.Series | None:
        column = models.frame.get(self._name)
        return None if column is None or column.isna().all() else column


class _Column(_OptionalColumn):
    """A column that every source tells."""

    def __get__(self, models: "Models", _owner: type) -> pd.Series:
        return models.frame[self._name]


class Models:
    """The models of a study, as columns with an entry for each.

    Columns that a source may not tell are None where it tells them of no model.

    Parameters
    ----------
    frame : DataFrame
        A row for each model: the columns of `ModelRow`, the scores by each measure, and the ranks
        once there are any.
    measures : iterable of str
        The names of the measures.

    Examples
    --------
    >>> task = {"task_id": 3, "dataset_id": 7, "dataset_name": "liver"}
    >>> rows = [
    ...     ModelRow(**task, run_id=number, flow_id=number, flow_name=name)
    ...     for number, name in enumerate(["tree", "forest"], 1)
    ... ]
    >>> models = Models.of_rows(rows, np.array([[0.7], [0.9]]), ["auroc"])
    >>> models.flow_name.tolist(), models.scores("auroc").tolist(), models.prevalence
    (['tree', 'forest'], [0.7, 0.9], None)
    >>> ranked = models.with_ranks({"auroc": models.scores("auroc").rank(ascending=False)})
    >>> ranked.best("auroc").flow_name.to_dict()
    {3: 'forest'}
    """

    task_id = _Column()
    dataset_id = _Column()
    dataset_name = _Column()
    run_id = _Column()
    flow_id = _Column()
    flow_name = _Column()
    upload_time = _Column()
    dataset_family = _OptionalColumn()
    estimation_procedure = _OptionalColumn()
    flow_family = _OptionalColumn()
    pos_label = _OptionalColumn()
    stored_auroc = _OptionalColumn()
    pooled_auroc = _OptionalColumn()
    n = _OptionalColumn()
    n_instances = _OptionalColumn()
    prevalence = _OptionalColumn()
    n_distinct = _OptionalColumn()
    p_below_chance = _OptionalColumn()
    p_contradicted = _OptionalColumn()

    def __init__(self, frame: pd.DataFrame, measures: Iterable[str]) -> None:
        self.frame = frame
        self.measures = tuple(measures)

    @classmethod
    def of_rows(
        cls, rows: Sequence[ModelRow], scores: NDArray[np.float64], measures: Sequence[str]
    ) -> Self:
        """Return models with their scores.

        Parameters
        ----------
        rows : sequence of ModelRow
            Where each model is from.
        scores : ndarray of shape (models, measures)
            NaN where a measure is undefined.
        measures : sequence of str
            The names of the measures.

        Examples
        --------
        >>> Models.of_rows([], np.empty((0, 1)), ["auroc"]).measures
        ('auroc',)
        """
        columns = pd.DataFrame(
            [[getattr(row, name) for name in ROW_COLUMNS] for row in rows], columns=ROW_COLUMNS
        )
        return cls(columns.assign(**dict(zip(measures, scores.T, strict=True))), measures)

    @classmethod
    def concat(cls, parts: Iterable["Models"]) -> "Models":
        """Put the models of chunks together, in the order of their tasks.

        Parameters
        ----------
        parts : iterable of Models
            The models of each chunk; of a chunk without any, no measures are known.

        Examples
        --------
        >>> empty = Models.of_rows([], np.empty((0, 1)), ["auroc"])
        >>> len(Models.concat([empty, empty]))
        0
        """
        every = list(parts)
        frame = pd.concat([pd.DataFrame(), *(part.frame for part in every)])
        if len(frame):
            frame = frame.sort_values(_TASK, kind="stable", ignore_index=True)
        # A chunk without a valid model has no measures.
        return cls(frame, next((part.measures for part in every if part.measures), ()))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read what `write` has written."""
        frame = pd.read_parquet(path)
        return cls(frame, frame.attrs.get(_MEASURES, ()))

    def write(self, path: Path) -> None:
        """Write the table as Parquet, and the names of its measures with it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        frame = self.frame.copy(deep=False)
        frame.attrs = {_MEASURES: list(self.measures)}
        frame.to_parquet(path, index=False)

    def __len__(self) -> int:
        return len(self.frame)

    def __getitem__(self, rows: Any) -> "Models":
        """Return the models of these rows: a mask, or labels of the index."""
        return Models(self.frame.loc[rows], self.measures)

    def scores(self, measure: str) -> pd.Series:
        """Return the scores by a measure.

        Parameters
        ----------
        measure : str
            Its name, such as "auprg".

        Returns
        -------
        Series
            A score for each model; NaN where the measure is undefined.
        """
        return self.frame[measure]

    def ranks(self, measure: str) -> pd.Series:
        """Return the ranks by a measure in the task of each model, the best ones the lowest.

        Parameters
        ----------
        measure : str
            Its name, such as "auprg".

        Returns
        -------
        Series
            From 1 on; tied models share what the study's `ranking` says, by default their mean.
        """
        return self.frame[rank_column(measure)]

    def with_ranks(self, ranks: dict[str, pd.Series]) -> "Models":
        """Return the models with ranks by each measure.

        Parameters
        ----------
        ranks : dict of str to Series
            By measure, the rank of each model in its task.

        Returns
        -------
        Models
            A new table; this one stays without.
        """
        columns = {rank_column(measure): values for measure, values in ranks.items()}
        return Models(self.frame.assign(**columns), self.measures)

    @property
    def n_tasks(self) -> int:
        """The number of tasks."""
        return self.task_id.nunique()

    @property
    def n_datasets(self) -> int:
        """The number of data sets."""
        return self.dataset_id.nunique()

    @property
    def prevalence_of_first(self) -> float:
        """The prevalence of the first model's task; NaN if it is unknown."""
        return float("nan") if self.prevalence is None else float(self.prevalence.iloc[0])

    @property
    def dataset_of_task(self) -> "pd.Series[int]":
        """The data set of each task, by task."""
        return self.by_task["dataset_id"].first()

    @property
    def cluster_of_task(self) -> "pd.Series[int]":
        """What is one sample of new data sets, by task: its data set, or the family of that.

        Intervals for new data sets resample these. Two tasks on one data set, or on two data sets
        of one family, are no independent samples.
        """
        if self.dataset_family is None:
            return self.dataset_of_task
        families = self.by_task["dataset_family"].first()
        return pd.Series(pd.factorize(families)[0], families.index, name="dataset_id")

    @property
    def by_task(self) -> "DataFrameGroupBy[Any, Any]":
        """The columns grouped by task."""
        return self.frame.groupby(_TASK)

    def each_task(self) -> Iterator[tuple[int, "Models"]]:
        """Yield each task with its models; none of a table without models and columns.

        Yields
        ------
        task_id : int
            In ascending order.
        models : Models
            Those of the task.
        """
        for task_id, rows in self.by_task if len(self) else ():
            yield int(str(task_id)), Models(rows, self.measures)

    def of_task(self, task_id: int | None) -> "Models":
        """Return the models of a task, if there are any."""
        return self[self.task_id == task_id]

    def first_of_tasks(self) -> "Models":
        """Return the first model of each task."""
        return self[~self.task_id.duplicated()]

    def sorted(self) -> "Models":
        """Return the models by task and run."""
        return Models(self.frame.sort_values([_TASK, _RUN], ignore_index=True), self.measures)

    def best_first(self, measure: str) -> "Models":
        """Return the models from the best to the worst of each task; of tied ones by run id.

        Parameters
        ----------
        measure : str
            A measure with ranks.

        Returns
        -------
        Models
            By task, then by rank.
        """
        order = [_TASK, rank_column(measure), _RUN]
        return Models(self.frame.sort_values(order, ignore_index=True), self.measures)

    def best(self, measure: str) -> "Models":
        """Return the best model of each task; of tied ones the lowest run id.

        Parameters
        ----------
        measure : str
            A measure with ranks.

        Returns
        -------
        Models
            One for each task, indexed by task.
        """
        first = self.best_first(measure).first_of_tasks()
        return Models(first.frame.set_index(_TASK, drop=False), self.measures)


def rank_column(measure: str) -> str:
    """Return the column of files and of the page that has the ranks by a measure.

    Parameters
    ----------
    measure : str
        The name of a measure.

    Returns
    -------
    str

    Examples
    --------
    >>> rank_column("auprg")
    'rank_auprg'
    """
    return f"rank_{measure}"
