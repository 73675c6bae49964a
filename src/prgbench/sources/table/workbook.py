"""Sheets of Excel workbooks, read as texts; refused where they would exhaust memory.

A workbook is a zip archive of XML, which packs a thousand to one: a file of 300 kB can hold ten
million cells, or one cell of gigabytes. openpyxl reads a sheet row by row, but holds whole what is
within a row and every part that is not a sheet. So each part is first parsed without being held,
and what no reader could bear is refused by a sentence (`check_size`); then the cells are read row
by row, and are counted before they are kept (`read_sheet`).
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZipFile

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.table.files import EXCEL, ends_in
from prgbench.sources.table.names import name_text

MOST_ROWS = 1 << 20
"""Excel's own limit for a sheet."""

MOST_CELLS = 20_000_000
"""Of a sheet, counting the empty ones before the last of a row."""

MOST_CHARACTERS = 1 << 28
"""In all cells of a sheet together."""

MOST_UNPACKED = 1 << 30
"""Bytes of all parts: twenty million cells with numbers."""

MOST_HELD_BYTES = 1 << 27
"""Of a row, or of a part that is not a sheet."""

MOST_HELD_ELEMENTS = 1 << 21
"""Of a row with those before it, or of a part that is not a sheet."""

LONGEST_TAG = 1 << 20
"""Bytes of a tag with its attributes, or of a comment."""

DEPTH_OF_ROWS = 3
"""In ``<worksheet><sheetData><row>``."""

CELLS_AT_ONCE = 1 << 16
PIECE = 1 << 16


def sheets_of(path: Path) -> list[str]:
    """Return the names of the sheets of a workbook that have cells; none of another file."""
    if not ends_in(path.name, EXCEL) or not path.is_file():
        return []
    try:
        workbook = _opened(path)
        names = [sheet.title for sheet in workbook.worksheets if _has_cells(sheet)]
        workbook.close()
    except PrgbenchError:
        raise
    except Exception:  # a damaged book raises anything, and is refused where it is read
        return []
    return names


def other_sheets(path: Path) -> str:
    """Say which sheets of a workbook are not read: only the first is; "" of another file."""
    first, *others = sheets_of(path) or [""]
    if not others:
        return ""
    several = "sheets" if len(others) > 1 else "sheet"
    return f"Only the sheet {plain(first)} is read, not the {several} {some_of(others)}."


def read_sheet(path: Path, name: str | None = None) -> pa.Table:
    """Read a sheet of a workbook, by default the first: all cells as texts, as in a CSV file.

    The first row has the names of the columns; rows without a cell are left out, and so are
    columns without a name, except the first if it has a cell in the next row: pandas writes the
    names of the rows there. Raises `PrgbenchError` where the sheet is larger than the bounds of
    this module, and whatever openpyxl raises of a damaged workbook.
    """
    workbook = _opened(path)
    sheet = workbook.worksheets[0] if name is None else workbook[name]
    # Some programs state fewer columns or rows than there are.
    sheet.reset_dimensions()
    rows = _texts_by_row(path, sheet)
    header = next(rows, [])
    second = next(rows, [])
    rows = chain([second], rows)
    has_index = bool(header and not header[0] and second and second[0])
    named = [position for position, column in enumerate(header) if column]
    kept = [0, *named] if has_index and named else named
    schema = pa.schema([(header[position] or "", pa.string()) for position in kept])
    # Arrow holds a text in a fifth of what Python needs, so that few rows wait as Python's.
    batches = []
    n_rows = max(1, CELLS_AT_ONCE // max(1, len(kept)))
    while some := list(islice(rows, n_rows)):
        filled = [[*row, *[None] * (len(header) - len(row))] for row in some if any(row)]
        columns = [pa.array([row[position] for row in filled], pa.string()) for position in kept]
        batches.append(pa.record_batch(columns, schema=schema))
    workbook.close()
    return pa.Table.from_batches(batches, schema)


def check_size(path: Path) -> None:
    """Refuse a workbook that would exhaust memory when openpyxl reads it.

    XML that is damaged passes: openpyxl refuses it at the same place, before which all was within
    the bounds.
    """
    with ZipFile(path) as book:
        parts = book.infolist()
        # The sizes that an archive states bound what is unpacked: zipfile reads no further.
        if sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise _too_large(path, f"unpacked it has more than {MOST_UNPACKED:,} bytes")
        for part in parts:
            with book.open(part) as xml:
                _check_part(path, xml)


def _check_part(path: Path, xml: IO[bytes]) -> None:
    """Parse a part of a workbook and count what openpyxl would hold of it at once.

    It forgets what is within a row of a sheet at the row's end, the row itself never.
    """
    parser = ParserCreate(namespace_separator=" ")
    is_sheet = False
    depth = 0
    n_elements = 0
    n_before_row = 0
    first_byte = 0

    def start(name: str, _attributes: dict[str, str]) -> None:
        nonlocal is_sheet, depth, n_elements, n_before_row
        depth += 1
        n_elements += 1
        if depth == 1:
            is_sheet = name.endswith("worksheet")
        elif depth == DEPTH_OF_ROWS:
            n_before_row = n_elements

    def end(name: str) -> None:
        nonlocal depth, n_elements, first_byte
        if depth == DEPTH_OF_ROWS and is_sheet and name.endswith("row"):
            n_elements = n_before_row
            first_byte = parser.CurrentByteIndex
        depth -= 1

    def declaration(*_stated: Any) -> None:
        raise _too_large(
            path, "it declares a document type, which can expand to text of any length"
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = declaration
    n_bytes = 0
    try:
        while piece := xml.read(PIECE):
            parser.Parse(piece)
            n_bytes += len(piece)
            # The parser has not got over what began there, and tries again with each piece.
            if n_bytes - parser.CurrentByteIndex > LONGEST_TAG:
                raise _too_large(path, f"a tag has more than {LONGEST_TAG:,} bytes")
            if n_bytes - first_byte > MOST_HELD_BYTES:
                why = (
                    f"a row, or a part outside any sheet, has more than {MOST_HELD_BYTES:,} bytes"
                )
                raise _too_large(path, why)
            if n_elements > MOST_HELD_ELEMENTS:
                why = (
                    f"a row, or a part outside any sheet, has more than {MOST_HELD_ELEMENTS:,} "
                    "elements"
                )
                raise _too_large(path, why)
    except ExpatError:
        return


def _too_large(path: Path, why: str) -> PrgbenchError:
    return PrgbenchError(f"{path} can't be read as Excel ({why}): save its sheet as CSV.")


def _opened(path: Path) -> Any:
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError:
        raise PrgbenchError(
            f'{path} is an Excel workbook, which needs openpyxl: pip install "prgbench[excel]".'
        ) from None
    check_size(path)
    return load_workbook(path, read_only=True, data_only=True)


def _has_cells(sheet: Any) -> bool:
    # A sheet may number its only row a billion, and openpyxl then makes those before it.
    return any(any(row) for row in islice(sheet.values, MOST_ROWS))


def _texts_by_row(path: Path, sheet: Any) -> Iterator[Sequence[str | None]]:
    """Yield the rows of a sheet as texts, as long as it is within the bounds."""
    n_cells = 0
    n_characters = 0
    for n_rows_before, row in enumerate(sheet.values):
        n_cells += len(row)
        if n_rows_before >= MOST_ROWS:
            raise _too_large(path, f"a sheet has more than {MOST_ROWS:,} rows")
        if n_cells > MOST_CELLS:
            raise _too_large(path, f"a sheet has more than {MOST_CELLS:,} cells")
        texts = [name_text(cell) for cell in row]
        n_characters += sum(len(text) for text in texts if text)
        if n_characters > MOST_CHARACTERS:
            raise _too_large(path, f"a sheet has more than {MOST_CHARACTERS:,} characters")
        yield texts
