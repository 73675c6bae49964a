"""Tables of tasks that are kept for a later run, so that a killed or renewed job goes on."""

import io
import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pyarrow as pa

from prgbench.data.stores import Store
from prgbench.run.files import atomic_path
from prgbench.run.records import to_json
from prgbench.run.result_records import versions_installed

Tables = dict[str, pd.DataFrame]

_NAME = b"table"
_DIGEST = 32


class KeptTables:
    """The tables of the tasks of a store, each in a file of a folder; None keeps nothing.

    ``settings`` is what the tables of all tasks depend on, code included, as JSON can hold it.
    """

    def __init__(self, folder: Path | None, store: Store, settings: object) -> None:
        self._folder = folder
        self._store = store
        self._settings = settings

    def get_or_make(self, task_id: int, models: object, make: Callable[[], Tables]) -> Tables:
        """Return the tables of a task, made now unless they are there.

        ``models`` is what is known of those that the tables are of, a record or a list.
        """
        checksum = self._store.checksum(task_id)
        if self._folder is None or checksum is None:
            return make()
        path = self._folder / f"{task_id}.tables"
        # Other versions of libraries give other last digits.
        shared = json.dumps([self._settings, versions_installed()], sort_keys=True)
        key = sha256("\0".join((shared, checksum, to_json(models))).encode()).digest()
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
