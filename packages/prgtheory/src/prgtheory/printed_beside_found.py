"""The table "printed in the source / found here / why different"."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Verdict = Literal[
    "agrees",
    "consistent",
    "misprint",
    "not general",
    "refuted",
    "impossible example",
    "rounding",
    "data not printed",
    "experiment",
    "remark",
]

VERDICTS: dict[Verdict, str] = {
    "agrees": "the printed and the computed value agree, to the last digit or as stated",
    "consistent": "numbers of the source agree with each other; this package computes none",
    "misprint": "the source contradicts itself or its own formula, which the row quotes",
    "not general": "lacks a condition that it needs; the row gives it and a counterexample",
    "refuted": "is false, and no condition makes it true; the row gives what is true instead",
    "impossible example": "made-up data that no sample can produce",
    "rounding": "computed from rounded numbers",
    "data not printed": "depends on data that the source does not give",
    "experiment": "a result of the source's study, not of its theory",
    "remark": "neither confirmed nor refuted, but with something to add",
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
        statement = f"{self.source}, {self.where}: {self.quantity}"
        if self.verdict not in ("agrees", "consistent") and not self.why:
            raise ValueError(f"{statement} differs without why")
        if self.verdict == "misprint" and not (self.words and self.found):
            raise ValueError(
                f"{statement} is no misprint without the source's words and a found value"
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


@dataclass(frozen=True)
class Source:
    """A source by its name; its methods return the rows of what it prints.

    Each but `row` raises ValueError where the numbers don't bear out what the row would say.

    Examples
    --------
    >>> Source("Boyd et al. (2012)").row("table 1a", "recall", "0.2", "0.2", "agrees").source
    'Boyd et al. (2012)'
    """

    name: str

    def row(
        self, where: str, quantity: str, printed: str, value: str, verdict: Verdict, why: str = ""
    ) -> Row:
        """Return a row as it is given."""
        return Row(self.name, where, quantity, printed, value, verdict, why)

    def number(
        self,
        where: str,
        quantity: str,
        printed: str,
        value: float,
        *,
        verdict: Verdict = "agrees",
        why: str = "",
        allowance: tuple[float, str] | None = None,
    ) -> Row:
        """Return the row of a printed number, which agrees within its last digit or says why not.

        An allowance is a tolerance wider than half a unit of the last digit, and its reason. The
        row says both where the last digit alone would not agree.

        Examples
        --------
        >>> Source("Flach & Kull").number("3.4", "beta^2", "0.32", 0.3158).verdict
        'agrees'
        >>> boyd = Source("Boyd")
        >>> boyd.number("table 3", "AUCNPR", "0.665", 0.6642, allowance=(0.001, "input")).why
        'agrees within 0.001: input'
        """
        narrow = half_unit(printed)
        allowed, reason = allowance or (narrow, "")
        distance = abs(float(Fraction(printed)) - value)
        agrees = distance <= allowed * (1 + _EXACT)
        if agrees == (verdict not in ("agrees", "consistent")):
            raise ValueError(
                f"{self.name}, {where}: {quantity} printed {printed}, found {value:.10g}, "
                f"but the verdict is {verdict!r}"
            )
        if agrees and distance > narrow * (1 + _EXACT):
            why = f"agrees within {allowed:.2g}: {reason}"
        return self.row(where, quantity, printed, f"{value:.6g}", verdict, why)

    def formula(self, where: str, quantity: str, by_formula: float, otherwise: float) -> Row:
        """Return the row of a printed formula, whose value is that of another computation.

        Examples
        --------
        >>> Source("Flach & Kull").formula("equation 3", "both forms", 0.75, 0.75).printed
        'formula: 0.75'
        """
        if not abs(by_formula - otherwise) <= _EXACT:
            raise ValueError(
                f"{self.name}, {where}: {quantity}: {by_formula!r} is not {otherwise!r}"
            )
        printed = f"formula: {by_formula:.6g}"
        return self.row(where, quantity, printed, f"{otherwise:.6g}", "agrees")

    def claim(
        self,
        where: str,
        quantity: str,
        printed: str,
        value: str,
        *,
        holds: bool,
        verdict: Verdict = "agrees",
        why: str = "",
    ) -> Row:
        """Return the row of a statement in words; what makes up its verdict must hold.

        Examples
        --------
        >>> text = Source("Hughes-Oliver")
        >>> text.claim("case A", "largest slope", "less than 5", "2.257", holds=True).found
        '2.257'
        """
        if not holds:
            raise ValueError(f"{self.name}, {where}: {quantity}: printed {printed}, found {value}")
        return self.row(where, quantity, printed, value, verdict, why)

    def counterexample(
        self,
        where: str,
        quantity: str,
        printed: str,
        *,
        larger: float,
        smaller: float,
        why: str,
        holds: bool = True,
    ) -> Row:
        """Return the row of a statement that two numbers of an example refute.

        They stand in the order that refutes it; `why` says which condition it lacks, and what is
        left of the statement, which must hold.

        Examples
        --------
        >>> text = Source("s")
        >>> text.counterexample("w", "q", "all a < b", larger=0.9, smaller=0.5, why="b < 1").found
        '0.9 > 0.5'
        """
        if not (larger > smaller + _EXACT and holds):
            raise ValueError(
                f"{self.name}, {where}: {quantity}: {larger!r} does not exceed {smaller!r} alone"
            )
        value = f"{larger:.6g} > {smaller:.6g}"
        return self.row(where, quantity, printed, value, "not general", why)

    def misprint(
        self,
        where: str,
        quantity: str,
        printed: str,
        value: str,
        *,
        as_printed: float,
        recomputed: float,
        words: str,
        why: str,
    ) -> Row:
        """Return the row of a misprint: one quantity by the print and by the source's own theory.

        `words` are those of the source that contradict the print, and `why` says what the two
        numbers are.

        Examples
        --------
        >>> row = Source("s").misprint("w", "q", "1/2", "1/3", as_printed=0.5, recomputed=1 / 3,
        ...                            words="one third", why="share of one in three")
        >>> row.why
        'share of one in three: 0.5 as printed, 0.333333 recomputed'
        """
        if not abs(as_printed - recomputed) > _EXACT:
            raise ValueError(f"{self.name}, {where}: {quantity}: both are {as_printed!r}")
        reason = f"{why}: {as_printed:.6g} as printed, {recomputed:.6g} recomputed"
        return Row(self.name, where, quantity, printed, value, "misprint", reason, words)
