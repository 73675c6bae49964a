"""Pages that are made from the code are what it says: defaults, data sets, rates, guesses."""

import subprocess
import sys

import pytest

from places import ROOT

WRITERS = sorted(
    path
    for path in (ROOT / "docs").glob("*.py")
    if "from written import" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("writer", WRITERS, ids=[path.stem for path in WRITERS])
def test_a_page_is_what_the_code_says(writer):
    found = subprocess.run(
        [sys.executable, writer, "--check"], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


def test_make_writes_and_checks_each_of_these_pages():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for writer in WRITERS:
        assert f"docs/{writer.name}\n" in makefile
        assert f"docs/{writer.name} --check\n" in makefile
