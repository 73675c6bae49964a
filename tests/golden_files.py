"""Whole texts that are read by eye: golden files in ``tests/golden``, renewed by `make golden`."""

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).with_name("golden")
RENEW = "PRGBENCH_GOLDEN"
HOW = "If the new text is right, run `make golden` and read what git shows of it."


def check_golden(name: str, text: str) -> None:
    """Assert that a text is that of a golden file, or write the file if it is to be renewed.

    Parameters
    ----------
    name : str
        The file, without its ending.
    text : str
        What the code makes now.
    """
    file = GOLDEN / f"{name}.txt"
    text = text.removesuffix("\n") + "\n"
    if os.environ.get(RENEW) == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    elif not file.exists():
        pytest.fail(f"{file} does not exist. {HOW}")
    else:
        kept = file.read_text(encoding="utf-8")
        assert text.splitlines() == kept.splitlines(), f"{file} has another text. {HOW}"
