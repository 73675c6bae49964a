"""Writes pages that are made from the code, or with `--check` only compares them with it."""

import sys
from collections.abc import Mapping
from pathlib import Path


def write_or_check(files: Mapping[Path, str], source: str) -> None:
    """Write files, or stop if ``--check`` is asked for and one is not what ``source`` says."""
    for path, text in files.items():
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not what {source} says: run `make pages`.")
