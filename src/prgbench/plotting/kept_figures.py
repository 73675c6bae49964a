"""Figures that are kept for a later run, as long as what they were drawn from stays the same."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from prgbench.run.files import atomic_path

_INPUTS = "inputs.json"


def restore_figure(kept: Path, stem: Path, inputs: Mapping[str, str]) -> bool:
    """Write the files of a figure if a folder has them, drawn from what is there now.

    ``inputs`` are checksums of all that a figure may be drawn from, by name. Returns whether the
    files were written.
    """
    files: dict[str, bytes] = {}
    with suppress(OSError, ValueError, KeyError, BadZipFile), ZipFile(_path(kept, stem)) as packed:
        drawn_from = json.loads(packed.read(_INPUTS))
        if drawn_from == {name: inputs.get(name) for name in drawn_from}:
            files = {name: packed.read(name) for name in packed.namelist() if name != _INPUTS}
    for ending, content in files.items():
        with atomic_path(stem.with_suffix(f".{ending}")) as temporary:
            temporary.write_bytes(content)
    return bool(files)


def keep_figure(kept: Path, stem: Path, endings: Iterable[str], inputs: Mapping[str, str]) -> None:
    """Keep the files of a figure in a folder with the checksums of what it was drawn from."""
    with atomic_path(_path(kept, stem), durable=False) as temporary, ZipFile(temporary, "w") as to:
        to.writestr(_INPUTS, json.dumps(inputs))
        for ending in endings:
            to.write(stem.with_suffix(f".{ending}"), ending)


def _path(kept: Path, stem: Path) -> Path:
    return kept / f"{stem.name}.zip"
