"""Whole texts that tests compare, each a file of `tests/golden`, renewed by one command."""

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with its golden file, or write the file where that is asked for."""
    path = GOLDEN / name
    if os.environ.get("PRGBENCH_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), (
        f"{path} is another text. If the new one is right: PRGBENCH_GOLDEN=write pytest <this "
        "test>, and read the difference by eye."
    )
