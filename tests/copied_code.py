"""A copy of the project's code in which a test may edit, as a newcomer would."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from places import ROOT

COPIED = ("src", "workflow", "profiles", "config", "docs", "notebooks")


def copy_code(folder: Path) -> Path:
    """Copy what a run needs of the project, and return where it is."""
    for name in COPIED:
        # With what has been compiled, which is slow to make again.
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "Snakefile", folder)
    return folder


def edit(code: Path, file: str, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file of the package, which must have it."""
    path = code / "src" / "prgbench" / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@contextmanager
def edited(code: Path, file: str, old: str, new: str) -> Iterator[None]:
    """Make an edit and take it back."""
    path = code / "src" / "prgbench" / file
    before = path.read_text(encoding="utf-8")
    edit(code, file, old, new)
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")
