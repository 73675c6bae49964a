"""Tables of tasks that are kept for a later run, so that a killed or renewed job goes on."""

import io
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pyarrow as pa

from prgbench.data.stores import Store
from prgbench.run.files import atomic_path
from prgbench.run.records import to_json
from prgbench.run.versions import versions_installed

_NAME = b"table"
_DIGEST = 32


class StoredTask:
    """A task as it is in a store before anything is read of it.

    ``models`` is what is known of those that tables are made of, a record or a list.
    """

    def __init__(self, store: Store, task_id: int, models: object) -> None:
        self.task_id = task_id
        self._store = store
        self._models = models
        self._checksum = store.checksum(task_id)

    @property
    def state(self) -> str | None:
        """All that tables of the task depend on but settings; None where the store can't tell."""
        return self._checksum and f"{self._checksum}\0{to_json(self._models)}"

    @property
    def is_unchanged(self) -> bool:
        """Whether the store still has what it had."""
        return self._store.checksum(self.task_id) == self._checksum


class KeptTables:
    """The tables of tasks, each in a file of a folder; None keeps nothing.

    ``settings`` is what the tables of all tasks depend on, code included, as JSON can hold it.
    """

    def __init__(self, folder: Path | None, settings: object) -> None:
        self._folder = folder
        self._settings = settings

    def get_or_make(
        self, task: StoredTask, make: Callable[[], dict[str, pd.DataFrame]]
    ) -> dict[str, pd.DataFrame]:
        """Return the tables of a task, made now unless they are there."""
        if self._folder is None or task.state is None:
            return make()
        path = self._folder / f"{task.task_id}.tables"
        # Other versions of libraries give other last digits.
        shared = json.dumps([self._settings, versions_installed()], sort_keys=True)
        key = sha256(f"{shared}\0{task.state}".encode()).digest()
        if (kept := _read(path, key)) is not None:
            return kept
        made = make()
        # Another study that shares the store may have rewritten the task in the meantime.
        if task.is_unchanged:
            content = _packed(made)
            with atomic_path(path, durable=False) as temporary:
                temporary.write_bytes(key + sha256(content).digest() + content)
        return made


def _packed(tables: Mapping[str, pd.DataFrame]) -> bytes:
    sink = io.BytesIO()
    for name, frame in tables.items():
        table = pa.Table.from_pandas(frame, preserve_index=False, nthreads=1)
        metadata = {**table.schema.metadata, _NAME: name.encode()}
        with pa.ipc.new_stream(sink, table.schema.with_metadata(metadata)) as stream:
            stream.write_table(table)
    return sink.getvalue()


def _read(path: Path, key: bytes) -> dict[str, pd.DataFrame] | None:
    with suppress(OSError):
        whole = path.read_bytes()
        content = whole[2 * _DIGEST :]
        if whole[: 2 * _DIGEST] == key + sha256(content).digest():
            tables: dict[str, pd.DataFrame] = {}
            source = pa.BufferReader(content)
            while source.tell() < len(content):
                table = pa.ipc.open_stream(source).read_all()
                tables[table.schema.metadata[_NAME].decode()] = table.to_pandas()
            return tables
    return None
