"""Workbooks that would exhaust memory are refused before they are read; others are read whole."""

import subprocess
import sys
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import workbook
from prgbench.sources.table.found_tables import open_files
from prgbench.sources.table.workbook import check_size, read_sheet, sheets_of

SHEET = "xl/worksheets/sheet1.xml"
START = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    b'<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>'
)
END = b"</sheetData></worksheet>"
ROW = b"<row><c><v>0.5</v></c><c><v>1</v></c></row>"
MILLION = 1_000_000


def book(folder, sheet, part=SHEET):
    """Write a workbook of which one part is replaced, given in pieces."""
    pd.DataFrame({"a": [1], "b": [2]}).to_excel(folder / "whole.xlsx", index=False)
    path = folder / "book.xlsx"
    with ZipFile(folder / "whole.xlsx") as whole, ZipFile(path, "w", ZIP_DEFLATED) as written:
        for name in whole.namelist():
            with written.open(name, "w") as file:
                for piece in sheet if name == part else [whole.read(name)]:
                    file.write(piece)
    return path


def one_cell(n_bytes):
    yield START + b'<row><c t="inlineStr"><is><t>'
    for _ in range(n_bytes // MILLION):
        yield b"a" * MILLION
    yield b"</t></is></c></row>" + END


def millions(n, element):
    return [element * MILLION] * n


LARGE_ROW = r"a row, or a part outside any sheet, has more than "
TOO_LARGE = {
    "a cell of 200 MB": (one_cell(200 * MILLION), LARGE_ROW + "134,217,728 bytes"),
    "a row of 3 million cells": (
        [START, b"<row>", *millions(3, b"<c/>"), b"</row>", END],
        LARGE_ROW + "2,097,152 elements",
    ),
    "what is no row": (
        [START, *millions(3, b'<x y=""/>'), END],
        LARGE_ROW + "2,097,152 elements",
    ),
    "rows with the same number": (
        [START, *millions(3, b'<row r="1"/>'), END],
        LARGE_ROW + "2,097,152 elements",
    ),
    "an attribute of 9 MB": (
        [START, b'<row x="', *millions(9, b"a"), b'"/>', END],
        "a tag has more than 1,048,576 bytes",
    ),
    "a text that is declared": (
        [b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>', START, END],
        "it declares a document type, which can expand to text of any length",
    ),
    "1.1 GB of rows": (
        [START, *millions(27, ROW), END],
        "unpacked it has more than 1,073,741,824 bytes",
    ),
}


# To make such a file takes many seconds.
LONG = {"what is no row", "1.1 GB of rows"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in LONG)) for kind in TOO_LARGE]
)
def test_what_would_exhaust_memory_is_refused_before_it_is_read(tmp_path, kind, monkeypatch):
    sheet, why = TOO_LARGE[kind]
    path = book(tmp_path, sheet)
    assert path.stat().st_size < 10 * MILLION
    monkeypatch.setitem(sys.modules, "openpyxl", SimpleNamespace(load_workbook=pytest.fail))
    with pytest.raises(PrgbenchError) as raised:
        list(open_files([path], {}))
    assert str(raised.value) == f"{path} can't be read as Excel ({why}): save its sheet as CSV."
    with pytest.raises(PrgbenchError):
        sheets_of(path)


@pytest.mark.parametrize("part", ["xl/styles.xml", "xl/workbook.xml", "[Content_Types].xml"])
def test_every_part_is_looked_at(tmp_path, part):
    path = book(tmp_path, [b"<a>", *millions(3, b"<b/>"), b"</a>"], part)
    with pytest.raises(PrgbenchError, match="has more than 2,097,152 elements"):
        check_size(path)


def test_little_memory_is_needed_to_refuse_a_cell_of_400_mb(tmp_path):
    path = book(tmp_path, one_cell(400 * MILLION))
    # The address space that is left, 300 MB, would not hold the cell even once.
    script = f"""
import re, resource
from pathlib import Path
from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.workbook import check_size
used = int(re.search(r"VmSize:\\s*([0-9]+)", Path("/proc/self/status").read_text())[1]) << 10
resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000,) * 2)
try:
    check_size(Path({str(path)!r}))
except PrgbenchError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "has more than 134,217,728 bytes" in done.stdout, done.stderr


COUNTED = {
    "MOST_ROWS": (3, "a sheet has more than 3 rows"),
    "MOST_CELLS": (7, "a sheet has more than 7 cells"),
    "MOST_CHARACTERS": (9, "a sheet has more than 9 characters"),
}


@pytest.mark.parametrize("bound", COUNTED)
def test_rows_cells_and_characters_are_counted_before_they_are_kept(tmp_path, monkeypatch, bound):
    path = book(tmp_path, [START, ROW * 3, END])
    assert read_sheet(path).to_pydict() == {"a": ["0.5"] * 3, "b": ["1"] * 3}
    most, why = COUNTED[bound]
    monkeypatch.setattr(workbook, bound, most)
    with pytest.raises(PrgbenchError, match=f"{why}\\): save its sheet as CSV"):
        read_sheet(path)


def test_the_same_text_in_many_cells_counts_each_time(tmp_path, monkeypatch):
    # One shared text of 30,000 characters, which twenty million cells could repeat.
    table = pd.DataFrame({"a": ["x" * 30_000] * 4, "b": range(4)})
    table.to_excel(tmp_path / "book.xlsx", index=False)
    assert read_sheet(tmp_path / "book.xlsx").num_rows == 4
    monkeypatch.setattr(workbook, "MOST_CHARACTERS", 100_000)
    with pytest.raises(PrgbenchError, match="more than 100,000 characters"):
        read_sheet(tmp_path / "book.xlsx")


def test_more_rows_than_are_kept_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(workbook, "CELLS_AT_ONCE", 10)
    table = pd.DataFrame({"a": range(100), "b": [None, "x"] * 50})
    table.to_excel(tmp_path / "book.xlsx", index=False)
    read = read_sheet(tmp_path / "book.xlsx").to_pydict()
    assert read["a"] == [str(n) for n in range(100)]
    assert read["b"] == [None, "x"] * 50


def test_a_row_whose_number_is_a_billion_ends(tmp_path):
    path = book(tmp_path, [START, b'<row r="1000000000"/>', END])
    assert sheets_of(path) == ["Sheet1"]
    with pytest.raises(PrgbenchError, match="more than 1,048,576 rows"):
        read_sheet(path)
