"""Numbers with commas, which group digits or are decimal, in files whose cells are texts."""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum, auto

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import MISSING_MARKS

NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?")
GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
DECIMAL_COMMA = re.compile(r"[+-]?(?:[0-9]*|[0-9]{1,3}(?:\.[0-9]{3})+),[0-9]+(?:[eE][+-]?[0-9]+)?")
GROUPED_BY_POINTS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
NUMBERS = (NUMBER, GROUPED, DECIMAL_COMMA, GROUPED_BY_POINTS)


class _Commas(Enum):
    """What the commas in the numbers of a file mean."""

    GROUP_DIGITS = auto()
    DECIMAL = auto()


_TRANSLATIONS = {
    _Commas.GROUP_DIGITS: str.maketrans("", "", ","),
    _Commas.DECIMAL: str.maketrans(",", ".", "."),
}
"""What makes a number one with only a decimal point: points beside decimal commas group digits."""


def with_decimal_points(label: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return numbers as texts with only a decimal point: commas group digits or are decimal.

    What they are is the same in all of the file: "1,024" alone does not tell, "0,5" or "2.5" do.
    Cells without a score, and failures, stand among numbers with commas as among others.
    """
    # A column that occurs twice is refused later, in a sentence that says how to read it.
    if not frame.columns.is_unique:
        return frame
    texts = frame.select_dtypes(["object", "str"]).fillna("").astype(str)
    # Few tables have commas, and to look at the different cells of each column takes long.
    if not any(texts[name].str.contains(",", regex=False).any() for name in texts):
        return frame
    distinct = {str(name): {*map(str.strip, set(texts[name]))} for name in texts}
    of_scores = [_numbers_in(cells) for cells in distinct.values() if _has_numbers(cells)]
    commas = _meaning_of_commas(label, set[str]().union(*of_scores))
    if commas is None:
        return frame
    numbers = {name: _numbers_in(cells) for name, cells in distinct.items()}
    with_commas = {
        name: cells for name, cells in numbers.items() if any("," in cell for cell in cells)
    }
    if commas is _Commas.DECIMAL:
        _check_no_decimal_points(label, with_commas)
    changed = {}
    for name, cells in with_commas.items():
        stripped = texts[name].str.strip()
        pointed = stripped.str.translate(_TRANSLATIONS[commas])
        changed[name] = stripped.where(~stripped.isin(cells), pointed)
    return frame.assign(**changed)


def _meaning_of_commas(label: str, numbers: Collection[str]) -> _Commas | None:
    """Return what commas in numbers mean; None if there are none, or they mean different things.

    Raises
    ------
    PrgbenchError
        If they may mean either.
    """
    with_commas = [number for number in numbers if "," in number]
    if not with_commas:
        return None
    may_group = all(map(GROUPED.fullmatch, with_commas))
    may_be_decimal = all(map(DECIMAL_COMMA.fullmatch, with_commas))
    # Points beside commas are the decimal ones: "1,024" does not tell, "1,024" and "2.5" do.
    if may_group and may_be_decimal and not any("." in number for number in numbers):
        raise PrgbenchError(
            f"{label} has the number {plain(min(with_commas))!r}, whose comma may group digits or "
            "be decimal: write numbers with a decimal point and no comma."
        )
    if may_group:
        return _Commas.GROUP_DIGITS
    return _Commas.DECIMAL if may_be_decimal else None


def _check_no_decimal_points(label: str, numbers: Mapping[str, Collection[str]]) -> None:
    """Refuse decimal points beside decimal commas: points would be taken to group digits."""
    for name, cells in numbers.items():
        pointed = [cell for cell in cells if "." in cell]
        decimal = [
            cell
            for cell in pointed
            if not (DECIMAL_COMMA.fullmatch(cell) or GROUPED_BY_POINTS.fullmatch(cell))
        ]
        if decimal:
            comma = min(cell for cell in cells if "," in cell)
            raise PrgbenchError(
                f"{label} has {plain(comma)!r} and {plain(min(decimal))!r} in the column "
                f"{plain(name)}: write all its numbers with a decimal point and no comma."
            )


def _has_numbers(values: Collection[str]) -> bool:
    """Say whether most different cells of a column are numbers, but for those without a score."""
    filled = [cell for cell in values if cell.lower() not in MISSING_MARKS]
    return 2 * len(_numbers_in(filled)) > len(filled)


def _numbers_in(values: Iterable[str]) -> set[str]:
    """Return the cells that are numbers, with a point or with commas."""
    return {cell for cell in values if any(kind.fullmatch(cell) for kind in NUMBERS)}
