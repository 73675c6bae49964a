"""Writes bundles."""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.archive.store.columns import CHECKSUMS, HEADER, Checksums, checksum, type_of
from prgbench.archive.store.header import BundleHeader
from prgbench.pipeline.files import atomic_path
from prgbench.pipeline.records import to_json

ROWS_PER_GROUP = 1 << 17
Column = Callable[[slice], NDArray[Any]]


def write_bundle(
    path: Path,
    header: BundleHeader,
    columns: Mapping[str, Column],
    old: Bundle | None,
) -> None:
    """Write a bundle atomically, row group by row group, with the checksums of its columns.

    Parameters
    ----------
    path : Path
        Where the bundle goes.
    header : BundleHeader
        Its header.
    columns : mapping of str to callable
        New columns, each asked for one slice of rows after the other.
    old : Bundle or None
        A bundle of the same rows whose columns are kept; it is verified before.
    """
    if old is not None:
        old.verify()
    schema = pa.schema([(name, type_of(name)) for name in header.columns()])
    checksums = dict.fromkeys(schema.names, 0)
    with atomic_path(path) as temporary, _writer(temporary, schema) as writer:
        for group, start in enumerate(range(0, header.n_rows, ROWS_PER_GROUP)):
            rows = slice(start, min(start + ROWS_PER_GROUP, header.n_rows))
            arrays = {} if old is None else old.columns(group)
            for name, column in columns.items():
                arrays[name] = pa.array(np.ascontiguousarray(column(rows)), type_of(name))
            for name, before in checksums.items():
                checksums[name] = checksum(arrays[name].to_numpy(), before)
            table = pa.table([arrays[name] for name in schema.names], schema=schema)
            writer.write_table(table, row_group_size=ROWS_PER_GROUP)
        writer.add_key_value_metadata(_texts(header, checksums))


def _writer(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(
        path, schema, compression="zstd", write_page_checksum=True, store_schema=False
    )


def _texts(header: BundleHeader, checksums: dict[str, int]) -> dict[bytes, str]:
    text = to_json(replace(header, checksums=True))
    return {HEADER: text, CHECKSUMS: to_json(Checksums(zlib.crc32(text.encode()), checksums))}
