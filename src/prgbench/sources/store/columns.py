"""The columns of a bundle's file, verified when they are read."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from prgbench.run.records import from_json
from prgbench.sources.store.layout import BundleHeader

HEADER = b"prgbench"
CHECKSUMS = b"prgbench.checksums"
LARGEST_TEXT = 100_000_000
LARGEST_LIST = 1_000_000
VALUES_AT_ONCE = 1 << 22

_TYPES = {
    "repeat": pa.int16(), "row_id": pa.int64(), "fold": pa.int16(), "truth": pa.int8(),
    "group": pa.int64(),
}  # fmt: skip


class DamageError(Exception):
    """What is wrong with a bundle."""


# The errors of pyarrow and of the header's reader about a damaged file.
DAMAGE = (
    DamageError, pa.ArrowException, OSError, ValueError, TypeError, LookupError, ArithmeticError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checksums:
    """The checksums of a bundle."""

    header: int
    columns: dict[str, int]


def checksum(values: NDArray[Any], before: int = 0) -> int:
    """Return the CRC-32 of values in little-endian bytes, continuing ``before``.

    Examples
    --------
    >>> import numpy as np
    >>> first = checksum(np.array([1, 2], dtype=np.int8))
    >>> checksum(np.array([3], dtype=np.int8), first) == checksum(np.arange(1, 4, dtype=np.int8))
    True
    """
    little_endian = values.astype(values.dtype.newbyteorder("<"), copy=False)
    return zlib.crc32(np.ascontiguousarray(little_endian).data, before)


class ColumnFile:
    """A bundle's file whose header is verified; one of ``DAMAGE`` if it is damaged."""

    def __init__(self, path: Path) -> None:
        n_bytes = path.stat().st_size
        self._file = pq.ParquetFile(
            path,
            page_checksum_verification=True,
            thrift_string_size_limit=min(n_bytes, LARGEST_TEXT),
            thrift_container_size_limit=min(n_bytes, LARGEST_LIST),
        )
        texts = self._file.metadata.metadata
        self.header = from_json(BundleHeader, texts[HEADER])
        self._checksums: dict[str, int] = {}
        if self.header.checksums or CHECKSUMS in texts:
            checksums = from_json(Checksums, texts[CHECKSUMS])
            if zlib.crc32(texts[HEADER]) != checksums.header:
                raise DamageError("its header differs from its checksum")
            self._checksums = checksums.columns
        wanted = [(name, type_of(name)) for name in self.header.columns()]
        schema = self._file.schema_arrow
        if list(zip(schema.names, schema.types, strict=True)) != wanted:
            raise DamageError("its columns are not those of its header")
        # Nothing else of the metadata: pyarrow aborts if it is asked for a damaged column of it.
        n_rows = self._file.metadata.num_rows
        if n_rows != self.header.n_rows:
            raise DamageError(f"{n_rows} rows instead of {self.header.n_rows}")

    def read(self, names: Sequence[str]) -> NDArray[Any]:
        """Return columns of one type, verified: shape (columns, rows)."""
        dtype = type_of(names[0]).to_pandas_dtype() if names else np.float64
        columns = np.empty((len(names), self.header.n_rows), dtype=dtype)
        for part in few_at_once(len(names), self.header.n_rows):
            table = self._file.read(columns=list(names[part]), use_threads=False)
            if table.num_rows != self.header.n_rows:
                raise DamageError(f"{table.num_rows} rows instead of {self.header.n_rows}")
            for name, values in zip(names[part], columns[part], strict=True):
                start = 0
                for chunk in table.column(name).chunks:
                    values[start : start + len(chunk)] = chunk.to_numpy(zero_copy_only=True)
                    start += len(chunk)
                if self._checksums and checksum(values) != self._checksums[name]:
                    raise DamageError(f"its column {name} differs from its checksum")
        return columns

    def group(self, number: int) -> dict[str, pa.Array]:
        """Return all columns of one row group, not verified."""
        table = self._file.read_row_group(number).combine_chunks()
        return {name: table.column(name).chunk(0) for name in table.column_names}


def few_at_once(n_columns: int, n_rows: int) -> Iterator[slice]:
    """Yield the columns in parts that need little memory."""
    size = max(1, VALUES_AT_ONCE // max(n_rows, 1))
    for start in range(0, n_columns, size):
        yield slice(start, start + size)


def type_of(name: str) -> pa.DataType:
    """Return the type of a column."""
    if name.startswith("predicted_"):
        return pa.int8()
    return _TYPES.get(name, pa.float64())
