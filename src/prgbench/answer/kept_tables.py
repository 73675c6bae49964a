"""Tables of tasks that are kept for a later run, so that a killed or renewed job goes on."""

import io
import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pyarrow as pa

from prgbench.answer.interface import Tables
from prgbench.run.files import atomic_path
from prgbench.sources.task_predictions import TaskPredictions

_NAME = b"table"
_DIGEST = 32


class KeptTables:
    """The tables of tasks in a folder.

    ``settings`` is what the tables of all tasks depend on, code included, as JSON can hold it.
    """

    def __init__(self, folder: Path, settings: object) -> None:
        self._folder = folder
        self._settings = json.dumps(settings, sort_keys=True)

    def get_or_make(
        self, predictions: TaskPredictions, models: pd.DataFrame, make: Callable[[], Tables]
    ) -> Tables:
        """Return the tables of a task, made now unless they are there."""
        path = self._folder / f"{predictions.task.task_id}.tables"
        # The models state the checksums of their predictions.
        parts = (self._settings, predictions.digest_of_rows(), models.to_csv(index=False))
        key = sha256("\0".join(parts).encode()).digest()
        if (kept := _read(path, key)) is not None:
            return kept
        made = make()
        content = _packed(made)
        with atomic_path(path, durable=False) as temporary:
            temporary.write_bytes(key + sha256(content).digest() + content)
        return made


def _packed(tables: Tables) -> bytes:
    sink = io.BytesIO()
    for name, frame in tables.items():
        table = pa.Table.from_pandas(frame, preserve_index=False, nthreads=1)
        metadata = {**table.schema.metadata, _NAME: name.encode()}
        with pa.ipc.new_stream(sink, table.schema.with_metadata(metadata)) as stream:
            stream.write_table(table)
    return sink.getvalue()


def _read(path: Path, key: bytes) -> Tables | None:
    with suppress(OSError):
        whole = path.read_bytes()
        content = whole[2 * _DIGEST :]
        if whole[: 2 * _DIGEST] == key + sha256(content).digest():
            tables: Tables = {}
            source = pa.BufferReader(content)
            while source.tell() < len(content):
                table = pa.ipc.open_stream(source).read_all()
                tables[table.schema.metadata[_NAME].decode()] = table.to_pandas()
            return tables
    return None
