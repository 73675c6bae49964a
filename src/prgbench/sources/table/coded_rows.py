"""The rows of tables as records of numbers: what they are of, and their scores."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.table.cells import Cells, Vocabulary
from prgbench.sources.table.found_tables import Part, arrow_problem
from prgbench.sources.table.label_text import label_text, name_text
from prgbench.sources.table.layout import SCORE

ROWS_AT_ONCE = 1 << 17
CELLS_AT_ONCE = 1 << 21
NO_ROW_ID = np.iinfo(np.int64).min
NOT_STATED = -1
MOST_FOLDS = 30_000
N_CLASSES = 2
LONGEST_NAME = 10_000

Records = NDArray[np.void]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows of a table.

    Attributes
    ----------
    dataset, model : int32 arrays of shape (n_rows,)
        Codes of names.
    records : structured array of shape (n_rows,)
        The rows; see `record_type`.
    """

    dataset: NDArray[np.int32]
    model: NDArray[np.int32]
    records: Records


@dataclass(slots=True)
class RowCoder:
    """Turns the rows of tables into records.

    Attributes
    ----------
    scores : sequence of str
        The labels of all columns of scores. Files of the AutoML Benchmark have two, which are
        others in each data set.
    datasets, models, labels : Vocabulary
        The names found so far.
    not_binary : set of int
        The data sets of the AutoML Benchmark that turned out to have more than two classes.
    """

    scores: Sequence[str]
    datasets: Vocabulary = field(default_factory=lambda: Vocabulary(name_text))
    models: Vocabulary = field(default_factory=lambda: Vocabulary(name_text))
    labels: Vocabulary = field(default_factory=lambda: Vocabulary(label_text))
    not_binary: set[int] = field(default_factory=set)
    _benchmark_labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _classes: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))

    def blocks(self, part: Part) -> Iterator[Block]:
        """Yield the rows of a table, some at once; in a wide table those of one model.

        Raises
        ------
        PrgbenchError
            If a cell is empty or holds something else than it should.
        """
        first_row = 0
        try:
            columns = part.layout.columns
            n_rows = min(ROWS_AT_ONCE, CELLS_AT_ONCE // len(columns))
            for batch in part.batches(columns, n_rows):
                cells = Cells(part.name, batch, first_row)
                if len(cells):
                    yield from self._coded(part, cells)
                first_row += len(cells)
        except (pa.ArrowException, OSError) as error:
            raise PrgbenchError(
                f"{part.name} can't be read beyond row {first_row} ({arrow_problem(error)}): "
                "write it again."
            ) from None
        if not first_row:
            raise PrgbenchError(f"{part.name} has no rows: fill it, or leave it out.")

    def labels_of(self, dataset: int) -> Sequence[str]:
        """Return the labels of the scores in the records of a data set."""
        return self._benchmark_labels.get(dataset, self.scores)

    def _coded(self, part: Part, cells: Cells) -> Iterator[Block]:
        dataset = self._names(part, cells, "dataset", self.datasets)
        records = np.zeros(len(cells), dtype=record_type(len(self.scores)))
        roles = part.layout.roles
        records["truth"] = cells.filled_codes(roles["y_true"], self.labels)
        self._check_classes(part, cells, dataset, records["truth"])
        records["decision"] = (
            cells.codes(roles["decision"], self.labels) if "decision" in roles else NOT_STATED
        )
        records["row_id"] = cells.row_ids(roles["row_id"]) if "row_id" in roles else NO_ROW_ID
        for role in ("fold", "repeat"):
            if role in part.layout.fixed:
                records[role] = int(part.layout.fixed[role])
            elif role in roles:
                records[role] = cells.whole_numbers(roles[role], MOST_FOLDS)
            else:
                records[role] = NOT_STATED
        if part.layout.wide:
            yield from self._wide(part, cells, dataset, records)
        else:
            model = self._names(part, cells, "model", self.models)
            if part.benchmark:
                self._check_columns(part, int(dataset[0]))
            self._fill_scores(part, cells, int(dataset[0]), records)
            yield Block(dataset, model, records)

    def _wide(
        self, part: Part, cells: Cells, dataset: NDArray[np.int32], records: Records
    ) -> Iterator[Block]:
        """Yield the rows that each model has; it need not be there in every data set."""
        place = list(self.scores).index(SCORE)
        for name, column in part.layout.scores.items():
            scores = cells.numbers(column)
            cells.refuse_first(np.isinf(scores), column, ": scores have to be finite")
            mine = ~np.isnan(scores)
            if mine.any():
                own = records[mine]
                own["scores"][:] = np.nan
                own["scores"][:, place] = scores[mine]
                code = np.int32(self.models.code(name))
                yield Block(dataset[mine], np.full(len(own), code), own)

    def _check_columns(self, part: Part, dataset: int) -> None:
        """See that the files of a data set have columns of the same classes."""
        labels = tuple(part.layout.scores)
        known = self._benchmark_labels.setdefault(dataset, labels)
        if labels != known:
            raise PrgbenchError(
                f"{part.name} has columns of the classes {plain(', '.join(labels))}, other files "
                f"of its data set of {plain(', '.join(known))}: leave out one of them."
            )

    def _fill_scores(self, part: Part, cells: Cells, dataset: int, records: Records) -> None:
        places = list(self.labels_of(dataset))
        records["scores"] = np.nan
        for label, column in part.layout.scores.items():
            scores = cells.numbers(column)
            # Of another data set's class there is no score.
            wrong = np.isinf(scores) if label != SCORE else ~np.isfinite(scores)
            cells.refuse_first(wrong, column, ": every row needs a finite score")
            records["scores"][:, places.index(label)] = scores

    def _names(
        self, part: Part, cells: Cells, role: str, vocabulary: Vocabulary
    ) -> NDArray[np.int32]:
        fixed = part.layout.fixed.get(role)
        if fixed is not None:
            return np.full(len(cells), vocabulary.code(fixed), dtype=np.int32)
        before = len(vocabulary.texts)
        column = part.layout.roles[role]
        codes = cells.filled_codes(column, vocabulary)
        for name in vocabulary.texts[before:]:
            if len(name) > LONGEST_NAME:
                raise PrgbenchError(
                    f"{part.name}: {plain(column)} has a name of {len(name):,} characters: "
                    f"{LONGEST_NAME:,} are read."
                )
        return codes

    def _check_classes(
        self, part: Part, cells: Cells, dataset: NDArray[np.int32], truth: NDArray[np.int32]
    ) -> None:
        """Refuse a third class of a data set."""
        pairs = np.unique((dataset.astype(np.int64) << 32) | truth)
        for pair in pairs.tolist():
            code, label = pair >> 32, pair & 0xFFFFFFFF
            classes = self._classes[code]
            if label in classes:
                continue
            if len(classes) == N_CLASSES and not part.benchmark:
                row = int(((dataset == code) & (truth == label)).argmax())
                first, second, third = (
                    plain(repr(self.labels.texts[one])) for one in (*classes, label)
                )
                cells.refuse(
                    row,
                    f"the data set {plain(self.datasets.texts[code])} has the label {third} "
                    f"beside {first} and {second}: keep two classes, or leave the data set out",
                )
            if len(classes) == N_CLASSES:
                self.not_binary.add(code)
            else:
                classes.append(label)


def record_type(n_scores: int) -> np.dtype[np.void]:
    """Return the type of records with so many scores.

    Examples
    --------
    >>> record_type(1).itemsize
    32
    """
    return np.dtype(
        [
            ("row_id", "<i8"),
            ("scores", "<f8", (n_scores,)),
            ("truth", "<i4"),
            ("decision", "<i4"),
            ("fold", "<i4"),
            ("repeat", "<i4"),
        ]
    )
