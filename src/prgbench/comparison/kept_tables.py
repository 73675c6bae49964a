"""Tables of tasks that have been compared, kept for a run that goes on or has more tasks.

The tables of each task are a file of their own, with a checksum of all that they depend on and one
of themselves: what is anything else, or damaged, is computed again.
"""

import io
import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pyarrow as pa

from prgbench.archive.store.header import BundleHeader
from prgbench.comparison.compared import Tables
from prgbench.pipeline.files import atomic_path

_NAME = b"table"
_DIGEST = 32


class KeptTables:
    """The tables of tasks in a folder.

    Parameters
    ----------
    folder : Path
        The folder.
    settings : object
        What the tables of all tasks depend on, code included, as JSON can hold it.
    """

    def __init__(self, folder: Path, settings: object) -> None:
        self._folder = folder
        self._settings = json.dumps(settings, sort_keys=True)

    def get_or_make(
        self, header: BundleHeader, models: pd.DataFrame, make: Callable[[], Tables]
    ) -> Tables:
        """Return the tables of a task, made now unless they are there.

        Parameters
        ----------
        header : BundleHeader
            The header of its bundle.
        models : DataFrame
            Its models, with their scores, ranks and checksums.
        make : callable
            Makes the tables.
        """
        path = self._folder / f"{header.task.task_id}.tables"
        key = self._key(header, models)
        kept = _read(path, key)
        if kept is not None:
            return kept
        made = make()
        content = _packed(made)
        with atomic_path(path, durable=False) as temporary:
            temporary.write_bytes(key + sha256(content).digest() + content)
        return made

    def _key(self, header: BundleHeader, models: pd.DataFrame) -> bytes:
        of_task = (header.rows, header.folds, header.truth, header.positive)
        parts = (self._settings, *of_task, models.to_csv(index=False))
        return sha256("\0".join(parts).encode()).digest()


def _packed(tables: Tables) -> bytes:
    sink = io.BytesIO()
    for name, frame in tables.items():
        table = pa.Table.from_pandas(frame, preserve_index=False)
        metadata = {**table.schema.metadata, _NAME: name.encode()}
        with pa.ipc.new_stream(sink, table.schema.with_metadata(metadata)) as stream:
            stream.write_table(table)
    return sink.getvalue()


def _read(path: Path, key: bytes) -> Tables | None:
    with suppress(OSError):
        whole = path.read_bytes()
        stated, digest, content = (
            whole[:_DIGEST],
            whole[_DIGEST : 2 * _DIGEST],
            whole[2 * _DIGEST :],
        )
        if stated == key and sha256(content).digest() == digest:
            return _unpacked(content)
    return None


def _unpacked(content: bytes) -> Tables:
    tables: Tables = {}
    source = io.BytesIO(content)
    while source.tell() < len(content):
        table = pa.ipc.open_stream(source).read_all()
        tables[table.schema.metadata[_NAME].decode()] = table.to_pandas()
    return tables
