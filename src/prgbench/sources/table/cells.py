"""The cells of a table's columns as arrays; what is wrong with one says its row."""

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from prgbench.run.csv_files import is_decimal
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain

SHOWN = 60
NO_CODE = -1

_WHOLE = "^-?[0-9]{1,18}$"


class Vocabulary:
    """Texts and their codes, in the order in which they appear.

    Parameters
    ----------
    text : callable
        Returns the text of a value, None where it is missing.
    """

    def __init__(self, text: Callable[[Any], str | None]) -> None:
        self.texts: list[str] = []
        self._text = text
        self._codes: dict[str, int] = {}

    def code(self, text: str) -> int:
        """Return the code of a text."""
        if text not in self._codes:
            self._codes[text] = len(self.texts)
            self.texts.append(text)
        return self._codes[text]

    def codes(self, column: pa.Array) -> NDArray[np.int32]:
        """Return the codes of values, -1 where they are missing."""
        encoded = column if pa.types.is_dictionary(column.type) else pc.dictionary_encode(column)
        texts = [self._text(value) for value in encoded.dictionary.to_pylist()]
        codes = [NO_CODE if text is None else self.code(text) for text in texts]
        places = pc.fill_null(encoded.indices.cast(pa.int32()), len(codes)).to_numpy()
        of_rows: NDArray[np.int32] = np.array([*codes, NO_CODE], dtype=np.int32)[places]
        return of_rows


class Cells:
    """The columns of a part of a table.

    Parameters
    ----------
    table : str
        How sentences call the table.
    batch : RecordBatch
        The rows.
    first_row : int
        How many rows of the table come before.
    """

    def __init__(self, table: str, batch: pa.RecordBatch, first_row: int) -> None:
        self._table = table
        self._batch = batch
        self._first_row = first_row

    def __len__(self) -> int:
        return int(self._batch.num_rows)

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Say what is wrong in a row, counted from 1 without the header.

        Raises
        ------
        PrgbenchError
            Always.
        """
        raise PrgbenchError(f"{self._table}, row {self._first_row + row + 1}: {problem}.")

    def refuse_first(self, wrong: NDArray[np.bool_], column: str, problem: str) -> None:
        """Refuse the first row that is wrong, if one is, with what the column holds there."""
        if wrong.any():
            row = int(wrong.argmax())
            held = self._batch.column(column)[row].as_py()
            if held is None or held == "":
                self.refuse(row, f"{plain(column)} is empty{problem}")
            self.refuse(row, f"{plain(column)} is {plain(repr(held), SHOWN)}{problem}")

    def codes(self, column: str, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """Return the codes of a column's texts, -1 where it is empty."""
        return vocabulary.codes(self._batch.column(column))

    def filled_codes(self, column: str, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """Return the codes of a column that must not be empty."""
        codes = self.codes(column, vocabulary)
        self.refuse_first(codes == NO_CODE, column, ": fill it or leave out the row")
        return codes

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN where it is empty."""
        values = self._batch.column(column)
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        if _is_text(values.type):
            values = self._decimals(column, values)
        kind = values.type
        if not (
            pa.types.is_integer(kind)
            or pa.types.is_floating(kind)
            or pa.types.is_decimal(kind)
            or pa.types.is_boolean(kind)
            or pa.types.is_null(kind)
        ):
            self.refuse(0, f"{plain(column)} holds {kind}, no numbers: write numbers there")
        numbers: NDArray[np.float64] = values.cast(pa.float64(), safe=False).to_numpy(
            zero_copy_only=False
        )
        return numbers

    def whole_numbers(self, column: str, largest: int) -> NDArray[np.int32]:
        """Return a column of whole numbers from 0 to ``largest``."""
        numbers = self.numbers(column)
        wrong = ~((numbers >= 0) & (numbers <= largest) & (np.floor(numbers) == numbers))
        self.refuse_first(wrong, column, f": it should be a whole number from 0 to {largest}")
        return numbers.astype(np.int32)

    def row_ids(self, column: str) -> NDArray[np.int64]:
        """Return the ids of instances: whole numbers from 0, or below 0 checksums of texts."""
        values = self._batch.column(column)
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        self.refuse_first(
            values.is_null(nan_is_null=True).to_numpy(zero_copy_only=False),
            column,
            ": name the instance",
        )
        if pa.types.is_floating(values.type):
            numbers = values.to_numpy()
            self.refuse_first(
                np.floor(numbers) != numbers, column, ": it should be a whole number or a text"
            )
            values = values.cast(pa.int64())
        if pa.types.is_integer(values.type):
            ids: NDArray[np.int64] = values.cast(pa.int64()).to_numpy()
            self.refuse_first(ids < 0, column, ": it should be a whole number from 0 or a text")
            return ids
        texts = values.cast(pa.large_string())
        empty = pc.equal(texts, "").to_numpy(zero_copy_only=False)
        self.refuse_first(empty, column, ": name the instance")
        whole = pc.match_substring_regex(texts, _WHOLE)
        numbers = pc.if_else(whole, texts, None).cast(pa.int64())
        if pc.all(whole).as_py():
            ids = numbers.to_numpy()
            self.refuse_first(ids < 0, column, ": it should be a whole number from 0 or a text")
            return ids
        hashed = pd.util.hash_array(texts.to_numpy(zero_copy_only=False), categorize=False)
        return np.where(
            whole.to_numpy(zero_copy_only=False),
            pc.fill_null(numbers, 0).to_numpy(),
            -1 - (hashed >> np.uint64(1)).astype(np.int64),
        )

    def _decimals(self, column: str, texts: pa.Array) -> pa.Array:
        """Return numbers that are written as texts."""
        filled = pc.if_else(pc.equal(texts, ""), None, texts)
        try:
            return filled.cast(pa.float64())
        except pa.ArrowInvalid:
            for row, text in enumerate(texts.to_pylist()):
                if text and not is_decimal(text.strip()) and text.strip().lower() != "nan":
                    self.refuse(
                        row,
                        f"{plain(column)} is {plain(repr(text), SHOWN)}, which is no number: "
                        "write a decimal with a point",
                    )
            return pc.utf8_trim_whitespace(filled).cast(pa.float64())


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind)) or str(kind) == (
        "string_view"
    )
