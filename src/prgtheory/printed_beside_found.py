"""The table "printed in the source / found here / why different"."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

Verdict = Literal[
    "agrees",
    "consistent",
    "misprint",
    "not general",
    "impossible example",
    "rounding",
    "data not printed",
    "experiment",
    "remark",
]

VERDICTS: dict[Verdict, str] = {
    "agrees": "what is printed is what is found, to its last digit or as said",
    "consistent": "numbers of the source agree with each other; this package computes none",
    "misprint": "the source contradicts itself or its own formula; the row has its words",
    "not general": "it is said without a condition and fails for some values; the row has them",
    "impossible example": "made-up data that no sample has",
    "rounding": "computed from rounded numbers",
    "data not printed": "it depends on data that the source does not give",
    "experiment": "a result of the source's study, not of its theory",
    "remark": "neither right nor wrong by what is found; there is something to add",
}
"""What each verdict means."""

_EXACT = 1e-9


@dataclass(frozen=True)
class Row:
    """One printed statement beside what is found here.

    Raises ValueError if a difference has no reason, or a misprint no words of the source or no
    recomputation.

    Attributes
    ----------
    source, where : str
        Which source, and where in it.
    quantity : str
        What is printed.
    printed, found : str
        The value as printed, and as computed here ("" where nothing can be computed).
    verdict : str
        One of `VERDICTS`.
    why : str
        Why the two differ; never empty unless they agree. Of a row that agrees only because the
        source's input is rounded, the tolerance and its reason.
    words : str
        The words of the source that a misprint rests on; never empty there.

    Examples
    --------
    >>> Row("Boyd et al. (2012)", "table 1a", "recall", "0.2", "0.2", "agrees").why
    ''
    """

    source: str
    where: str
    quantity: str
    printed: str
    found: str
    verdict: Verdict
    why: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        """Refuse a difference without a reason and a misprint without its grounds."""
        place = f"{self.source}, {self.where}: {self.quantity}"
        if self.verdict not in ("agrees", "consistent") and not self.why:
            raise ValueError(f"{place} differs without why")
        if self.verdict == "misprint" and not (self.words and self.found):
            raise ValueError(
                f"{place} is no misprint without the source's words and a found value"
            )


def half_unit(printed: str) -> float:
    """Return half a unit of the last printed digit; a ratio such as 2/3 is exact.

    Examples
    --------
    >>> half_unit("0.76"), half_unit("45"), half_unit("2/3")
    (0.005, 0.5, 1e-09)
    """
    if "/" in printed:
        return _EXACT
    decimals = len(printed.partition(".")[2])
    return float(0.5 * 10.0**-decimals)


def number(
    source: str,
    where: str,
    quantity: str,
    printed: str,
    found: float,
    *,
    verdict: Verdict = "agrees",
    why: str = "",
    allowance: tuple[float, str] | None = None,
) -> Row:
    """Return the row of a printed number, which must agree within its last digit or say why.

    Raises ValueError if the two differ and no reason is given, or agree and a difference is
    claimed.

    Parameters
    ----------
    source, where, quantity : str
        As in `Row`.
    printed : str
        The number as the source prints it, a decimal or a ratio.
    found : float
        The number as computed here.
    verdict, why : str
        What to say where the two differ.
    allowance : (float, str), optional
        A tolerance wider than half a unit of the last digit, and its reason. The row says both
        where the last digit alone would not agree.

    Examples
    --------
    >>> number("Flach & Kull", "3.4", "beta^2", "0.32", 0.3158).verdict
    'agrees'
    >>> number("Boyd", "table 3", "AUCNPR", "0.665", 0.6642, allowance=(0.001, "input")).why
    'agrees within 0.001: input'
    """
    narrow = half_unit(printed)
    allowed, reason = allowance or (narrow, "")
    distance = abs(float(Fraction(printed)) - found)
    agrees = distance <= allowed * (1 + _EXACT)
    if agrees == (verdict != "agrees"):
        raise ValueError(
            f"{source}, {where}: {quantity} printed {printed}, found {found:.10g}, "
            f"but the verdict is {verdict!r}"
        )
    if agrees and distance > narrow * (1 + _EXACT):
        why = f"agrees within {allowed:.2g}: {reason}"
    return Row(source, where, quantity, printed, f"{found:.6g}", verdict, why)


def consistent(source: str, where: str, quantity: str, printed: str, found: float) -> Row:
    """Return the row of a printed number that follows from others that the source prints.

    Raises ValueError if it does not follow within half a unit of its last digit.

    Examples
    --------
    >>> consistent("s", "table", "mean of 1 and 2", "1.5", 1.5).verdict
    'consistent'
    """
    return replace(number(source, where, quantity, printed, found), verdict="consistent")


def formula(source: str, where: str, quantity: str, by_formula: float, otherwise: float) -> Row:
    """Return the row of a printed formula: its value beside that of an independent computation.

    Raises ValueError if the two differ by more than 1e-9, or one is NaN.

    Parameters
    ----------
    source, where, quantity : str
        As in `Row`.
    by_formula, otherwise : float
        The value of the formula as printed, and that computed without it.

    Examples
    --------
    >>> formula("Flach & Kull", "equation 3", "both forms", 0.75, 0.75).printed
    'formula: 0.75'
    """
    if not abs(by_formula - otherwise) <= _EXACT:
        raise ValueError(f"{source}, {where}: {quantity}: {by_formula!r} is not {otherwise!r}")
    return Row(source, where, quantity, f"formula: {by_formula:.6g}", f"{otherwise:.6g}", "agrees")


def claim(source: str, where: str, quantity: str, printed: str, found: str, *, holds: bool) -> Row:
    """Return the row of a statement in words, which must hold.

    Raises ValueError if it does not.

    Examples
    --------
    >>> claim("Hughes-Oliver", "case A", "largest slope", "less than 5", "2.257", holds=True).found
    '2.257'
    """
    if not holds:
        raise ValueError(f"{source}, {where}: {quantity}: printed {printed}, found {found}")
    return Row(source, where, quantity, printed, found, "agrees")


def counterexample(
    source: str,
    where: str,
    quantity: str,
    printed: str,
    *,
    larger: float,
    smaller: float,
    why: str,
) -> Row:
    """Return the row of a statement without a condition that a computed example refutes.

    Raises ValueError if the numbers are not in that order, so that nothing is refuted.

    Parameters
    ----------
    source, where, quantity, printed : str
        As in `Row`.
    larger, smaller : float
        Two numbers of the example, in the order that refutes the statement.
    why : str
        Which condition the statement lacks.

    Examples
    --------
    >>> counterexample("s", "w", "q", "all a < b", larger=0.9, smaller=0.5, why="beta < 1").found
    '0.9 > 0.5'
    """
    if not larger > smaller + _EXACT:
        raise ValueError(f"{source}, {where}: {quantity}: {larger!r} does not exceed {smaller!r}")
    found = f"{larger:.6g} > {smaller:.6g}"
    return Row(source, where, quantity, printed, found, "not general", why)


def misprint(
    source: str,
    where: str,
    quantity: str,
    printed: str,
    found: str,
    *,
    as_printed: float,
    recomputed: float,
    words: str,
    why: str,
) -> Row:
    """Return the row of a misprint: one quantity by the print and by the source's own theory.

    Raises ValueError if the two numbers are the same, so that nothing is misprinted.

    Parameters
    ----------
    source, where, quantity, printed, found : str
        As in `Row`.
    as_printed, recomputed : float
        The same quantity computed from the print, and from what the source has elsewhere.
    words : str
        The words of the source that contradict the print.
    why : str
        What the two numbers are.

    Examples
    --------
    >>> row = misprint("s", "w", "q", "1/2", "1/3", as_printed=0.5, recomputed=1 / 3,
    ...                words="one third", why="share of one in three")
    >>> row.why
    'share of one in three: 0.5 as printed, 0.333333 recomputed'
    """
    if not abs(as_printed - recomputed) > _EXACT:
        raise ValueError(f"{source}, {where}: {quantity}: both are {as_printed!r}")
    reason = f"{why}: {as_printed:.6g} as printed, {recomputed:.6g} recomputed"
    return Row(source, where, quantity, printed, found, "misprint", reason, words)
