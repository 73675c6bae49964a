"""The guesses of a replication, and what each alternative does to the paper's nine numbers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from prgbench.comparison.multiverse.names import (
    CHOICES,
    CORRELATION,
    NUMBERS,
    PAIRS,
    STATISTICS,
)
from prgbench.metrics import Measure, get_measure
from prgbench.plotting.sentences import decimal, percent
from prgbench.replication.printed_numbers import BEST_DIFFERS, RANK_CORRELATION, TOP3_DIFFERS
from prgbench.report.concerned import concerned
from prgbench.report.guesses import GUESSES, Alternative, Guess
from prgbench.report.other_numbers import Numbers, numbers_of, other_numbers
from prgbench.study.ranks import Ranking

COLUMNS = (
    *("guess", "the paper says", "taken here", "what it concerns", "alternative"),
    *STATISTICS,
    "how",
)
_NO_GUESS = ("",) * 4
_AS_TAKEN = "as taken here"
_ALIKE = "changes nothing in this study"
_PRINTED = (
    [f"{share}%" for share in BEST_DIFFERS.values()],
    [f"{share}%" for share in TOP3_DIFFERS.values()],
    [f"{correlation:.2f}" for correlation in RANK_CORRELATION.values()],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """A study that repeats the paper's.

    Attributes
    ----------
    settings : mapping
        All its settings.
    models, agreement, summary : DataFrame
        Its ranked models, and what `task_agreement` and `agreement_summary` return of them.
    measures : sequence of Measure
        Those of the nine numbers that it has.
    universes : DataFrame, optional
        The table ``multiverse`` of the comparison.
    """

    settings: Mapping[str, Any]
    models: pd.DataFrame
    agreement: pd.DataFrame
    summary: pd.DataFrame
    measures: Sequence[Measure]
    universes: pd.DataFrame | None = None


def nine_compared(names: Sequence[str]) -> list[Measure]:
    """Return the measures of the nine numbers that are among a study's."""
    compared = {name for pair in PAIRS for name in pair}
    return [get_measure(name) for name in names if name in compared]


def guess_table(study: Replication) -> pd.DataFrame:
    """Return the guesses with what each alternative does to the paper's nine numbers.

    Returns
    -------
    DataFrame
        `COLUMNS`: the paper's numbers, the study's, and a row per alternative. A cell of numbers
        has those of AUPR–AUPRG, AUPR–AUROC and AUPRG–AUROC, "" where the study can't tell them;
        ``how`` says where they are from, or which keys of a study file make the study that has
        them.
    """
    own = numbers_of(study.summary)
    rows = [
        (*_NO_GUESS, "the paper", *map(" / ".join, _PRINTED), "printed"),
        (*_NO_GUESS, "this study", *_cells(own), "found"),
    ]
    rows += [row for guess in GUESSES for row in _rows(guess, study, own)]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def taken(guess: Guess, settings: Mapping[str, Any]) -> str:
    """Say what a study takes: in words, and by the keys of its file."""
    values = {key: setting(settings, key) for key in guess.keys}
    return "; ".join(filter(None, [guess.taken, written(values)]))


def written(values: Mapping[str, Any]) -> str:
    """Write settings as a study file has them.

    Examples
    --------
    >>> written({"repeats": "first", "selection.estimation_procedures": [1, 3]})
    'repeats: "first", selection.estimation_procedures: [1, 3]'
    """
    return ", ".join(f"{key}: {json.dumps(value)}" for key, value in values.items())


def setting(settings: Mapping[str, Any], key: str) -> Any:
    """Return the value of a key such as ``selection.seed``."""
    value: Any = settings
    for part in key.split("."):
        value = value[part]
    return value


def _rows(guess: Guess, study: Replication, own: Numbers) -> Iterator[tuple[str, ...]]:
    counted = concerned(guess.counted, study.models, study.agreement, study.settings)
    concern = ". ".join(filter(None, [f"Here: {counted}" if counted else "", guess.known]))
    first = (guess.name, guess.paper, taken(guess, study.settings), concern)
    for place, alternative in enumerate(guess.alternatives):
        head = first if place == 0 else _NO_GUESS
        numbers, how = _effect(alternative, study, own)
        yield (*head, alternative.text, *_cells(numbers), how)


def _effect(alternative: Alternative, study: Replication, own: Numbers) -> tuple[Numbers, str]:
    """Return what an alternative does to the nine numbers, and how that is known."""
    asked = alternative.settings
    if asked and all(_same(setting(study.settings, key), asked[key]) for key in asked):
        return own, _AS_TAKEN
    if alternative.computed:
        numbers = other_numbers(
            alternative.computed,
            study.models,
            study.agreement,
            study.measures,
            Ranking.from_params(study.settings["ranking"]),
        )
        return numbers, "the same models"
    return _of_universe(alternative, study, own)


def _of_universe(
    alternative: Alternative, study: Replication, own: Numbers
) -> tuple[Numbers, str]:
    another = f"another study: {written(alternative.settings)}" if alternative.settings else ""
    if alternative.universe is None:
        return {}, another
    if study.universes is None:
        return {}, another or "the part multiverse is switched off"
    choice, level = alternative.universe
    table = study.universes
    default = table[table["default"]].iloc[0]
    levels = table[choice].astype(str).str.strip("{}")
    if level not in levels.to_numpy():
        return ({}, another) if another else (own, _ALIKE)
    alike = [other for other in CHOICES if other != choice]
    row = table[(levels == level) & (table[alike] == default[alike]).all(axis=1)].iloc[0]
    numbers = {
        (statistic, frozenset((a, b))): float(row[column])
        for column, (statistic, a, b) in NUMBERS.items()
    }
    return numbers, "the part multiverse"


def _same(value: Any, other: Any) -> bool:
    return json.dumps(value) == json.dumps(other)


def _cells(numbers: Numbers) -> Iterator[str]:
    """Write the numbers of each statistic, pair by pair."""
    for statistic in STATISTICS:
        write = decimal if statistic == CORRELATION else percent
        known = [numbers.get((statistic, frozenset(pair))) for pair in PAIRS]
        cells = ["–" if value is None else write(value) for value in known]
        yield " / ".join(cells) if set(cells) != {"–"} else ""
