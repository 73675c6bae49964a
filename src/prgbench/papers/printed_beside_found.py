"""The table "printed in the source / found here / why different"."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Verdict = Literal["agrees", "misprint", "rounding", "data not printed", "experiment", "remark"]


@dataclass(frozen=True)
class Row:
    """One printed statement beside what is found here.

    Attributes
    ----------
    source, where : str
        Which source, and where in it.
    quantity : str
        What is printed.
    printed, found : str
        The value as printed, and as computed here ("" where nothing can be computed).
    verdict : str
        "agrees"; "misprint" (the source contradicts itself or its own formula); "rounding" (it
        was computed from rounded numbers); "data not printed" (it depends on data that the
        source does not give); "experiment" (a result of the source's study, not of its theory);
        "remark".
    why : str
        Why the two differ; never empty unless they agree.
    """

    source: str
    where: str
    quantity: str
    printed: str
    found: str
    verdict: Verdict
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse a difference without a reason."""
        if self.verdict != "agrees" and not self.why:
            raise ValueError(f"{self.source}, {self.where}: {self.quantity} differs without why")


def half_unit(printed: str) -> float:
    """Return half a unit of the last printed digit; a ratio such as 2/3 is exact.

    Examples
    --------
    >>> half_unit("0.76"), half_unit("45"), half_unit("2/3")
    (0.005, 0.5, 1e-09)
    """
    if "/" in printed:
        return 1e-9
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
    tolerance: float | None = None,
) -> Row:
    """Return the row of a printed number, which must agree within its last digit or say why.

    Parameters
    ----------
    source, where, quantity : str
    printed : str
        The number as the source prints it, a decimal or a ratio.
    found : float
    verdict, why : str
        What to say where the two differ.
    tolerance : float, optional
        Largest difference that counts as agreement; half a unit of the last digit by default.

    Raises
    ------
    ValueError
        If the two differ and no reason is given, or agree and a difference is claimed.

    Examples
    --------
    >>> number("Flach & Kull", "3.4", "beta^2", "0.32", 0.3158).verdict
    'agrees'
    """
    allowed = half_unit(printed) if tolerance is None else tolerance
    agrees = abs(float(Fraction(printed)) - found) <= allowed * (1 + 1e-9)
    if agrees == (verdict != "agrees"):
        raise ValueError(
            f"{source}, {where}: {quantity} printed {printed}, found {found:.10g}, "
            f"but the verdict is {verdict!r}"
        )
    return Row(source, where, quantity, printed, f"{found:.6g}", verdict, why)


def formula(
    source: str, where: str, quantity: str, by_formula: float, otherwise: float, *, digits: int = 9
) -> Row:
    """Return the row of a printed formula: its value beside that of an independent computation.

    Raises
    ------
    ValueError
        If the two differ by more than 1e-9.

    Examples
    --------
    >>> formula("Flach & Kull", "equation 3", "both forms", 0.75, 0.75).printed
    'formula; its value is 0.75'
    """
    if abs(by_formula - otherwise) > 1e-9:
        raise ValueError(f"{source}, {where}: {quantity}: {by_formula!r} is not {otherwise!r}")
    printed = f"formula; its value is {by_formula:.{digits}g}"
    return Row(source, where, quantity, printed, f"{otherwise:.{digits}g}", "agrees")


def claim(source: str, where: str, quantity: str, printed: str, found: str, *, holds: bool) -> Row:
    """Return the row of a statement in words, which must hold.

    Raises
    ------
    ValueError
        If it does not.

    Examples
    --------
    >>> claim("Hughes-Oliver", "case A", "largest slope", "less than 5", "2.257", holds=True).found
    '2.257'
    """
    if not holds:
        raise ValueError(f"{source}, {where}: {quantity}: printed {printed}, found {found}")
    return Row(source, where, quantity, printed, found, "agrees")
