"""Which of the definitions an implementation follows, case by case."""

from __future__ import annotations

import importlib
import inspect
import json
import math
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.run.errors import PrgbenchError, did_you_mean

VECTORS = Path(__file__).with_name("vectors.json")
Implementation = Callable[..., Any]
Definition = dict[str, Any]
_Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an implementation returned for a case, beside a definition.

    Attributes
    ----------
    case : str
        The name of the case.
    difference : float
        Of areas relative to the larger of 1 and the expected one, of curves the largest distance
        of a point from the other curve; inf where it can't be measured.
    what : str
        What was returned and what was expected.
    """

    case: str
    difference: float
    what: str


@dataclass(frozen=True, slots=True)
class Conformance:
    """How an implementation compares with each definition of its kind.

    Attributes
    ----------
    outcomes : dict
        The outcomes by the name of the definition.
    left_out : int
        How many cases have weights, which the implementation does not take.
    """

    outcomes: dict[str, list[Outcome]]
    left_out: int

    def counts(self, name: str) -> tuple[int, ...]:
        """Return how many cases are within each tolerance alone, and how many differ."""
        levels = (-math.inf, *tolerances().values(), math.inf)
        found = [outcome.difference for outcome in self.outcomes[name]]
        return tuple(sum(low < value <= high for value in found) for low, high in pairwise(levels))

    @property
    def nearest(self) -> str:
        """The definition with the fewest cases that differ, then the most within the first."""
        return min(self.outcomes, key=lambda name: self.counts(name)[::-1])

    def differing(self, name: str) -> list[Outcome]:
        """Return the cases that are within no tolerance."""
        largest = max(tolerances().values())
        return [outcome for outcome in self.outcomes[name] if outcome.difference > largest]

    def __str__(self) -> str:
        heads = ["definition", *(f"within {level:g}" for level in tolerances().values()), "differ"]
        rows = [heads, *([name, *map(str, self.counts(name))] for name in self.outcomes)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"{row[0]:<{widths[0]}}"
            + "".join(f"  {cell:>{w}}" for cell, w in zip(row[1:], widths[1:], strict=True))
            for row in rows
        ]
        if self.left_out:
            lines += ["", f"{self.left_out} cases with weights were left out: no sample_weight."]
        differing = self.differing(self.nearest)
        if differing:
            lines += ["", f"As {self.nearest}, these differ:"]
            lines += [f"  {outcome.case}: {outcome.what}" for outcome in differing]
        return "\n".join(lines)


@lru_cache
def vectors() -> dict[str, Any]:
    """Return the definitions, tolerances and cases.

    Examples
    --------
    >>> vectors()["cases"][0]["name"], vectors()["cases"][0]["values"]["aupr"]["value"]
    ('perfect', 1.0)
    """
    loaded: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return loaded


def tolerances() -> dict[str, float]:
    """Return the tolerances by name, the smallest first."""
    found: dict[str, float] = vectors()["tolerances"]
    return found


def conformance(
    implementation: Implementation, definitions: Sequence[str] | None = None
) -> Conformance:
    """Compare an implementation with the definitions, case by case.

    Parameters
    ----------
    implementation : callable
        ``f(y_true, y_score)``, with ``sample_weight=`` for the cases that have weights. It returns
        an area, or the arrays of a curve in the order of scikit-learn: false and true positive
        rate; precision and recall; precision gain and recall gain. What follows is ignored.
    definitions : sequence of str, optional
        The definitions to compare with; default all areas, or all curves.

    Returns
    -------
    Conformance

    Raises
    ------
    PrgbenchError
        If there is no such definition, or the implementation fails in every case.

    Examples
    --------
    >>> from prgbench.metrics import auprg_score
    >>> conformance(auprg_score, ["auprg"]).differing("auprg")
    []
    """
    known = {found["name"]: found for found in vectors()["definitions"]}
    for name in definitions or ():
        if name not in known:
            raise PrgbenchError(
                f"There is no definition {name}.{did_you_mean(name, known)} "
                f"Known: {', '.join(known)}."
            )
    weighs = _takes_weights(implementation)
    cases = [case for case in vectors()["cases"] if weighs or "sample_weight" not in case]
    returned = [(case, _returned(implementation, case)) for case in cases]
    if all(isinstance(found, str) for _, found in returned):
        raise PrgbenchError(
            f"The function fails in every case ({returned[0][1]}): it is called with 0/1 labels "
            "and scores, as f(y_true, y_score)."
        )
    if definitions is None:
        kind = "curve" if any(isinstance(found, np.ndarray) for _, found in returned) else "area"
        definitions = [name for name, definition in known.items() if definition["kind"] == kind]
    return Conformance(
        {
            name: [
                _outcome(case, known[name], found)
                for case, found in returned
                if name in case["values"]
            ]
            for name in definitions
        },
        left_out=len(vectors()["cases"]) - len(cases),
    )


def load_function(reference: str) -> Implementation:
    """Import ``module:function``, also from the current folder.

    Raises
    ------
    PrgbenchError
        If there is no such function.

    Examples
    --------
    >>> load_function("math:sqrt")(9)
    3.0
    """
    module, _, name = reference.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise PrgbenchError(
            f"{reference} can't be imported ({error or type(error).__name__}): name a function as "
            "module:function, on Python's path or in this folder."
        ) from None
    if not callable(found):
        raise PrgbenchError(f"{reference} is not a function: name one as module:function.")
    return found


def _takes_weights(implementation: Implementation) -> bool:
    try:
        return "sample_weight" in inspect.signature(implementation).parameters
    except ValueError:  # of functions in C
        return False


def _returned(implementation: Implementation, case: dict[str, Any]) -> Any:
    """Return an area, the two coordinates of a curve, or the words of an error."""
    weights = case.get("sample_weight")
    options = {} if weights is None else {"sample_weight": np.array(weights, np.float64)}
    labels, scores = np.array(case["y_true"]), np.array(case["y_score"], np.float64)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = implementation(labels, scores, **options)
        if np.isscalar(found) or getattr(found, "shape", None) == ():
            return float(found)
        first, second, *_ = found
        return np.stack([np.asarray(first, np.float64), np.asarray(second, np.float64)])
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())


def _outcome(case: dict[str, Any], definition: Definition, found: Any) -> Outcome:
    """Compare what was returned with what a definition expects."""
    expected = case["values"][definition["name"]]
    if expected is None:
        undefined = isinstance(found, str) or np.isnan(found).any()
        return Outcome(case["name"], 0 if undefined else math.inf, f"{_told(found)}; undefined")
    if isinstance(found, str) or (np.ndim(found) > 0) != (definition["kind"] == "curve"):
        return Outcome(case["name"], math.inf, _told(found))
    if definition["kind"] == "area":
        value = expected["value"]
        difference = abs(found - value) / max(1.0, abs(value))
        what = f"{found:.12g}; expected {value:.12g}"
    else:
        difference = _apart(found, definition, np.array([expected["x"], expected["y"]]))
        what = f"a point of one curve is {difference:.3g} from the other"
    return Outcome(case["name"], math.inf if math.isnan(difference) else difference, what)


def _told(found: Any) -> str:
    if isinstance(found, str):
        return found
    return f"{found:.12g}" if isinstance(found, float) else "a curve"


def _apart(found: _Points, definition: Definition, expected: _Points) -> float:
    """Return the largest distance of a point of a curve from the other one, in either direction.

    Points that an implementation adds or leaves out on a straight line are the same curve. The
    point where nothing is predicted positive has no precision, so any may stand at recall 0.
    """
    ours, theirs = expected.T, (found if definition["x_first"] else found[::-1]).T
    theirs = theirs[np.isfinite(theirs).all(axis=1)]
    if not len(theirs):
        return math.inf
    straight = definition["straight"]
    inside = theirs[theirs[:, 0] >= 0] if straight else theirs[theirs[:, 0] > 0]
    far = max(_farthest(ours, theirs, straight), _farthest(inside, ours, straight))
    return far / max(1.0, float(np.abs(expected).max()))


def _farthest(points: _Points, curve: _Points, straight: bool) -> float:
    """Return the largest distance of points from the lines between others, or from these."""
    start, step = curve, np.zeros_like(curve)
    if straight and len(curve) > 1:
        start, step = curve[:-1], np.diff(curve, axis=0)
    length = np.maximum((step**2).sum(axis=1), np.finfo(float).tiny)
    share = (((points[:, None] - start) * step).sum(axis=2) / length).clip(0, 1)
    nearest = start + share[..., None] * step
    distances = np.abs(points[:, None] - nearest).max(axis=2).min(axis=1)
    return float(distances.max(initial=0))
