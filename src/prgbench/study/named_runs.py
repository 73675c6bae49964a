"""The file in which a study names the runs that it takes."""

import re
from pathlib import Path

from prgbench.run.csv_files import read_csv_table
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file
from prgbench.run.safe_text import plain

COLUMN = "run_id"
COMMENT = "#"
LARGEST_FILE = 50_000_000

_ID = re.compile(r"0*[1-9][0-9]{0,17}", re.ASCII)


def read_run_ids(path: Path) -> tuple[int, ...]:
    """Return the ids of runs in a file, each once, in its order.

    It has one id a line, with comments after ``#``, or is a CSV file with a column ``run_id``, as
    the tables of a study are: then each model is named by a row or several.

    Raises
    ------
    PrgbenchError
        If the file is not there, has no id, or something else in place of one.
    """
    lines = read_text_file(path, LARGEST_FILE).splitlines()
    if lines and COLUMN in [name.strip() for name in lines[0].split(",")]:
        table = read_csv_table(path, [COLUMN], largest=LARGEST_FILE)
        stated = list(zip(table.lines, table.columns[COLUMN], strict=True))
    else:
        bare = (line.partition(COMMENT)[0].strip() for line in lines)
        stated = [(number, text) for number, text in enumerate(bare, start=1) if text]
    ids = dict.fromkeys(_id(path, number, text.strip()) for number, text in stated)
    if not ids:
        raise PrgbenchError(f"{path} names no run: write the ids of runs into it, one per line.")
    return tuple(ids)


def _id(path: Path, line: int, text: str) -> int:
    if _ID.fullmatch(text):
        return int(text)
    raise PrgbenchError(
        f"{path}, line {line}: {plain(repr(text), 40)} is not the id of a run: write one per "
        f"line, or use a CSV file with a column {COLUMN}."
    )
