"""The rows of tables as records of numbers, kept by data set and model.

An error in a cell names its row.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from prgbench.run.decimals import DECIMAL
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.table.found_tables import unreadable
from prgbench.sources.table.names import label_text, name_text
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import SCORE
from prgbench.sources.tasks import N_CLASSES

ROWS_AT_ONCE = 1 << 17
CELLS_AT_ONCE = 1 << 21
SHOWN = 60
MOST_FOLDS = 30_000
MOST_PAIRS = 1_000_000
MOST_CLASSES = 1_000
NO_ID = np.iinfo(np.int64).min
NOT_STATED = -1
IDS = {"row_id": "instance", "group": "group"}
"""The columns with ids, and what each is of."""

MODELS_PER_DATASET = 1 << 32
"""The code of a pair is the code of the data set times this, plus the code of the model."""

Codes = NDArray[np.int64]
Records = NDArray[np.void]

_WHOLE = "^-?[0-9]{1,18}$"
_NUMBERED = "^[A-Za-z]+[ _.-]*([0-9]+)$"
_OF_FOLD_AND_REPEAT = {
    "fold": r"^(Fold[0-9]+)\.Rep[0-9]+$",
    "repeat": r"^Fold[0-9]+\.(Rep[0-9]+)$",
}
_NUMBER = f"^({DECIMAL}|nan)$"


def record_type(n_scores: int, *, grouped: bool = False) -> np.dtype[np.void]:
    """Return the type of records with ``n_scores`` scores, and a group if any table has one."""
    return np.dtype(
        [
            ("row_id", "<i8"),
            ("scores", "<f8", (n_scores,)),
            ("truth", "<i4"),
            ("decision", "<i4"),
            ("fold", "<i4"),
            ("repeat", "<i4"),
            *([("group", "<i8")] if grouped else []),
        ]
    )


class Vocabulary:
    """Texts and their codes, in the order in which they appear.

    ``text`` returns the text of a value, None where it is missing.
    """

    def __init__(self, text: Callable[[Any], str | None]) -> None:
        self._text = text
        self._codes: dict[str, int] = {}

    @property
    def texts(self) -> list[str]:
        """The texts by their codes."""
        return list(self._codes)

    def code(self, text: str) -> int:
        """Return the code of a text."""
        return self._codes.setdefault(text, len(self._codes))

    def codes(self, column: pa.Array) -> Codes:
        """Return the codes of values, -1 where they are missing."""
        encoded = column if pa.types.is_dictionary(column.type) else pc.dictionary_encode(column)
        texts = map(self._text, encoded.dictionary.to_pylist())
        codes = [NOT_STATED if text is None else self.code(text) for text in texts]
        places = pc.fill_null(encoded.indices.cast(pa.int32()), len(codes)).to_numpy()
        of_rows: Codes = np.array([*codes, NOT_STATED], dtype=np.int64)[places]
        return of_rows


@dataclass(frozen=True, slots=True)
class Cells:
    """Some rows of a table; ``first_row`` is how many rows come before.

    With ``decimal_comma`` numbers may have a comma for the point.
    """

    table: str
    batch: pa.RecordBatch
    first_row: int
    decimal_comma: bool = False

    def __len__(self) -> int:
        return int(self.batch.num_rows)

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Raise `PrgbenchError` about a row, counted from 1 without the header."""
        raise PrgbenchError(f"{self.table}, row {self.first_row + row + 1}: {problem}.")

    def refuse_first(self, wrong: NDArray[np.bool_] | pa.Array, column: str, why: str) -> None:
        """Refuse the first row that is wrong, if one is, with what the column holds there."""
        if np.any(wrong):
            row = int(np.argmax(wrong))
            held = self.batch.column(column)[row].as_py()
            shown = "empty" if held in (None, "") else plain(repr(held), SHOWN)
            self.refuse(row, f"{plain(column)} is {shown}{why}")

    def codes(self, column: str, vocabulary: Vocabulary) -> Codes:
        """Return the codes of a column that must not be empty."""
        codes = vocabulary.codes(self.batch.column(column))
        self.refuse_first(codes == NOT_STATED, column, ": fill it in or leave out the row")
        return codes

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN where it is empty."""
        return self._numbers(column, self._values(column))

    def whole_numbers(self, column: str, largest: int, role: str = "") -> NDArray[np.int32]:
        """Return a column of whole numbers from 0 to ``largest``.

        Of texts that end in a number after one word, such as ``Repeat1``, it is that number. A
        text may name the fold and the repeat, as ``Fold1.Rep2``: it is that of the ``role``.
        """
        numbers = self._numbers(column, self._numbered(column, role))
        wrong = ~((numbers >= 0) & (numbers <= largest) & (np.floor(numbers) == numbers))
        self.refuse_first(wrong, column, f": it should be a whole number from 0 to {largest}")
        return numbers.astype(np.int32)

    def _numbered(self, column: str, role: str) -> pa.Array:
        """Return a column with the numbers of texts that are a word and a number."""
        values = self._values(column)
        if not pa.types.is_large_string(values.type):
            return values
        if role in _OF_FOLD_AND_REPEAT:
            values = pc.replace_substring_regex(values, _OF_FOLD_AND_REPEAT[role], r"\1")
        numbered = pc.fill_null(pc.match_substring_regex(values, _NUMBERED), False)
        if not pc.any(numbered).as_py():
            return values
        words = pc.replace_substring_regex(values, r"[ _.-]*[0-9]+$", "")
        first = words.filter(numbered)[0].as_py()
        other = pc.and_(numbered, pc.not_equal(words, first))
        why = f", beside {plain(repr(first))} with numbers: give each kind a column of its own"
        self.refuse_first(pc.fill_null(other, False), column, why)
        return pc.replace_substring_regex(values, _NUMBERED, r"\1")

    def _numbers(self, column: str, values: pa.Array) -> NDArray[np.float64]:
        if pa.types.is_large_string(values.type):
            values = pc.if_else(pc.equal(values, ""), None, values)
        # Blanks, decimal commas and errors are looked for only where Arrow can't read a number.
        try:
            numbers = values.cast(pa.float64(), safe=False)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            if not pa.types.is_large_string(values.type):
                why = f"contains {values.type}, not numbers: write numbers there"
                self.refuse(0, f"{plain(column)} {why}")
            texts = pc.utf8_trim_whitespace(values)
            if self.decimal_comma:
                texts = pc.replace_substring(texts, ",", ".")
            decimal = pc.match_substring_regex(texts, _NUMBER, ignore_case=True)
            wrong = pc.invert(pc.fill_null(decimal, True))
            first = "".join(texts.filter(wrong)[:1].to_pylist())
            self.refuse_first(wrong, column, f", which is not a number: {_to_make_number(first)}")
            numbers = texts.cast(pa.float64())
        values_of_rows: NDArray[np.float64] = numbers.to_numpy(zero_copy_only=False)
        return values_of_rows

    def ids(self, column: str, meaning: str) -> NDArray[np.int64]:
        """Return ids: whole numbers from 0, or below 0 checksums of texts."""
        values = self._values(column)
        missing = values.is_null(nan_is_null=True)
        self.refuse_first(missing, column, f": name the {meaning}")
        if pa.types.is_floating(values.type):
            wrong = pc.not_equal(pc.floor(values), values)
            self.refuse_first(wrong, column, ": it should be a whole number or text")
        elif not pa.types.is_integer(values.type):
            texts = values.cast(pa.large_string())
            self.refuse_first(pc.equal(texts, ""), column, f": name the {meaning}")
            # 1 and 1.0 are one id, as files differ in what they write.
            texts = pc.replace_substring_regex(texts, r"^([0-9]+)\.0+$", r"\1")
            whole = pc.match_substring_regex(texts, _WHOLE)
            values = pc.if_else(whole, texts, "0").cast(pa.int64())
            # Texts get numbers below 0, so that they never meet the whole numbers of other rows.
            if not pc.all(whole).as_py():
                hashed = pd.util.hash_array(texts.to_numpy(zero_copy_only=False), categorize=False)
                checksums = -1 - (hashed >> np.uint64(1)).astype(np.int64)
                return np.where(whole, values, checksums)
        ids: NDArray[np.int64] = values.cast(pa.int64()).to_numpy()
        self.refuse_first(
            ids < 0, column, ": it should be text or a whole number that is not negative"
        )
        return ids

    def _values(self, column: str) -> pa.Array:
        """Return a column without a dictionary, texts as large strings."""
        values = self.batch.column(column)
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        if pa.types.is_string(values.type) or pa.types.is_string_view(values.type):
            values = values.cast(pa.large_string())
        return values


def ids_of(records: Records) -> list[str]:
    """Return the names of the ids that records have."""
    return [name for name in IDS if name in (records.dtype.names or ())]


def _to_make_number(text: str) -> str:
    """Say what to do about a cell that should be a number."""
    if text[:1].isalpha() or not any(map(str.isdigit, text)):
        return "leave the column out"
    if text.endswith("%"):
        return "leave out the %"
    is_decimal = set(text) <= set("+-0123456789.,' \u00a0")
    return "write a decimal with a point" if is_decimal else "leave the column out"


class RowCoder:
    """Turns the rows of tables into records.

    ``scores`` are the labels of the scores in a record, which is ``grouped`` if any table states
    groups of rows. Records of the AutoML Benchmark have two
    scores, in the order of their columns; ``not_binary`` are the codes of its data sets with more
    than two classes. ``whole`` says of the models of wide tables whether all scores are whole
    numbers.
    """

    def __init__(self, scores: Sequence[str], *, grouped: bool = False) -> None:
        self.scores = scores
        self.record_type = record_type(len(scores), grouped=grouped)
        # Numbers of data sets, such as OpenML's: files differ in whether they write 31 or 31.0.
        self.datasets = Vocabulary(label_text)
        self.models = Vocabulary(name_text)
        self.labels = Vocabulary(label_text)
        self.not_binary: set[int] = set()
        self.whole: dict[str, bool] = {}
        self._classes: defaultdict[int, list[int]] = defaultdict(list)

    def blocks(self, part: Part) -> Iterator[tuple[Codes, Records]]:
        """Yield rows of a table: the codes of their data sets and models, and their records."""
        first_row = 0
        try:
            n_rows = min(ROWS_AT_ONCE, CELLS_AT_ONCE // len(part.layout.columns))
            for batch in part.rows(n_rows):
                cells = Cells(part.name, batch, first_row, part.decimal_comma)
                if len(cells):
                    yield from self._coded(part, cells)
                first_row += len(cells)
        except (pa.ArrowException, OSError) as error:
            raise PrgbenchError(
                f"{part.name} can't be read beyond row {first_row}{unreadable(error)}."
            ) from None
        if not first_row:
            raise PrgbenchError(f"{part.name} has no rows: fill it, or leave it out.")

    def _coded(self, part: Part, cells: Cells) -> Iterator[tuple[Codes, Records]]:
        roles = part.layout.roles
        dataset = cells.codes(roles["dataset"], self.datasets)
        records = np.zeros(len(cells), dtype=self.record_type)
        records["truth"] = cells.codes(roles["y_true"], self.labels)
        self._check_classes(part, cells, dataset, records["truth"])
        records["decision"] = NOT_STATED
        if "decision" in roles:
            records["decision"] = self.labels.codes(cells.batch.column(roles["decision"]))
        for role in ids_of(records):
            records[role] = cells.ids(roles[role], IDS[role]) if role in roles else NO_ID
        for role in ("fold", "repeat"):
            records[role] = NOT_STATED
            if role in roles:
                records[role] = cells.whole_numbers(roles[role], MOST_FOLDS, role)
        records["scores"] = np.nan
        pairs = dataset * MODELS_PER_DATASET
        if part.layout.wide:
            yield from self._wide(part, cells, pairs, records)
        else:
            models = cells.codes(roles["model"], self.models)
            self._fill_scores(part, cells, records)
            yield pairs + models, records

    def _wide(
        self, part: Part, cells: Cells, pairs: Codes, records: Records
    ) -> Iterator[tuple[Codes, Records]]:
        """Yield the rows that each model has; it may be missing in some data sets."""
        position = self.scores.index(SCORE)
        for name, column in part.layout.scores.items():
            scores = cells.numbers(column)
            cells.refuse_first(np.isinf(scores), column, ": scores have to be finite")
            stated = ~np.isnan(scores)
            if stated.any():
                if self.whole.setdefault(name, True):
                    self.whole[name] = not np.fmod(scores[stated], 1).any()
                of_model = records.compress(stated)
                of_model["scores"][:, position] = scores[stated]
                yield pairs[stated] + self.models.code(name), of_model

    def _fill_scores(self, part: Part, cells: Cells, records: Records) -> None:
        labels = list(part.layout.scores) if part.benchmark else self.scores
        for label, column in part.layout.scores.items():
            scores = cells.numbers(column)
            # Rows of other data sets have no score of this class.
            wrong = np.isinf(scores) if label != SCORE else ~np.isfinite(scores)
            cells.refuse_first(
                wrong,
                column,
                ": every row needs a finite score; leave its instance out for all models, or the "
                "model out",
            )
            records["scores"][:, labels.index(label)] = scores

    def _check_classes(self, part: Part, cells: Cells, dataset: Codes, truth: Codes) -> None:
        """Refuse a third class of a data set whose classes have no scores of their own."""
        for pair in np.unique(dataset << 32 | truth).tolist():
            code = pair >> 32
            label = pair & 0xFFFFFFFF
            classes = self._classes[code]
            if label in classes:
                continue
            classes.append(label)
            if len(classes) <= N_CLASSES:
                continue
            if part.benchmark:
                self.not_binary.add(code)
            elif not part.layout.by_class or len(classes) > MOST_CLASSES:
                row = int(((dataset == code) & (truth == label)).argmax())
                first, second, *_ = (plain(repr(self.labels.texts[code])) for code in classes)
                text = self.labels.texts[label]
                cells.refuse(
                    row,
                    f"the data set {plain(self.datasets.texts[code])} has the label "
                    f"{plain(repr(text))} beside {first} and {second}: keep two classes, or write "
                    "a long table with a column of scores for each, such as "
                    f"y_score.{plain(text)}",
                )


def by_model(blocks: Sequence[tuple[Codes, Records]]) -> dict[int, dict[int, Records]]:
    """Return the records of each model by data set, in the order in which they came."""
    models: defaultdict[int, dict[int, Records]] = defaultdict(dict)
    if not blocks:
        return models
    pairs, records = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    # A stable sort keeps the order of the rows within a model.
    order = np.argsort(pairs, kind="stable")
    distinct, starts = np.unique(pairs[order], return_index=True)
    if len(distinct) > MOST_PAIRS:
        raise PrgbenchError(
            f"The table has more than {MOST_PAIRS:,} pairs of a data set and a model: are "
            "these the right columns?"
        )
    of_models = np.split(records.take(order), starts[1:])
    for pair, rows in zip(distinct.tolist(), of_models, strict=True):
        dataset, model = divmod(pair, MODELS_PER_DATASET)
        models[dataset][model] = rows
    return models
