"""The answer of a study in one record: what `results/<study>/answer.json` holds.

Shares are fractions of 1. A number that a study does not have, or that is undefined, is None (null
in the file). The numbers are those of the parts' tables; nothing is computed anew.
"""

import math
from typing import Annotated, Any, Literal, Self

import pandas as pd
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from prgbench.answer.cost import CostByTarget
from prgbench.answer.given import ChangedPick
from prgbench.answer.given_picks import FOLD_MEAN, REPEAT
from prgbench.answer.interface import Tables
from prgbench.answer.rows import rows_of
from prgbench.plotting.words import Row, records
from prgbench.study.agreement import by_pair

HALVES = 2
NULL = ("null", "null_lower", "null_upper")
CHANGES = {FOLD_MEAN: "fold_mean_changes_winner", REPEAT: "repeat_changes_winner"}


def _none_if_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


Number = Annotated[float | None, BeforeValidator(_none_if_nan)]


class Record(BaseModel):
    """A record of the answer; its fields are keys of the file."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_by_name=True)


class Bounded(Record):
    """A share with its interval."""

    share: Number = None
    lower: Number = None
    upper: Number = None


class Disagreement(Bounded):
    """In how many tasks the best models differ, and what noise alone would give."""

    count: int
    tasks: int
    null: Number = None
    null_lower: Number = None
    null_upper: Number = None
    tied_null: Number = None
    tied_null_lower: Number = None
    tied_null_upper: Number = None


class Halves(Record):
    """The cross-half excess: the disagreement of two measures beyond that of each with itself."""

    two_measures: Number = None
    one_measure: Number = None
    excess: Number = None
    lower: Number = None
    upper: Number = None
    p_value: Number = None
    verdict: Literal["more than noise", "not shown", "too few data sets"] | None = None


class Certain(Record):
    """In how many tasks the confidence sets of the two measures have no model in common."""

    count: Annotated[int, Field(validation_alias="certain")]
    of: Annotated[int, Field(validation_alias="tasks")]


class PairAnswer(Record):
    """The answer for a pair of measures."""

    measures: tuple[str, str]
    disagree: Disagreement
    halves: Halves | None = None
    quarters: Halves | None = None
    replicated: Bounded | None = None
    certain: Certain | None = None


class Cost(Record):
    """What choosing by a measure costs by a target, chosen on one half, judged on the other."""

    target: str
    measure: str
    cost: Number = None
    lower: Number = None
    upper: Number = None
    above: Annotated[Number, Field(alias="above_0.01")] = None


class Change(Bounded):
    """How often the best model by a measure changes with what the answer takes as given."""

    tasks: int


class Answer(Record):
    """Does the choice of the measure change the winner, is it more than noise, at what cost?"""

    study: str
    archive: str
    tasks: int
    datasets: int
    models: int
    confidence_level: float
    pairs: list[PairAnswer]
    cost: list[Cost] = []
    given: dict[str, dict[str, Change]] = {}

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the answer that JSON holds."""
        return cls.model_validate_json(text)

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return self.model_dump_json(by_alias=True, indent=1) + "\n"


def collect_answer(
    study: str, archive: str, confidence_level: float, agreement: pd.DataFrame, tables: Tables
) -> Answer:
    """Collect the answer from the tables of a study.

    Parameters
    ----------
    study, archive : str
        The study, and the source of its predictions.
    confidence_level : float
        The level of its intervals.
    agreement : DataFrame
        What `agreement_summary` returns.
    tables : dict of str to DataFrame
        The tables of the comparison; what a part that is switched off would give stays None.
    """
    first = agreement.iloc[0]
    return Answer(
        study=study,
        archive=archive,
        tasks=first["tasks"],
        datasets=first["datasets"],
        models=first["models"],
        confidence_level=confidence_level,
        pairs=[_pair(a, b, rows.iloc[0], tables) for a, b, rows in by_pair(agreement)],
        cost=[
            Cost.model_validate(row, from_attributes=True)
            for row in rows_of(CostByTarget, tables.get("cost"))
        ],
        given=_given(tables.get("given")),
    )


def _pair(a: str, b: str, agreed: pd.Series, tables: Tables) -> PairAnswer:
    shares = _row(tables.get("intervals"), a, b, statistic="best_differs") or {}
    null = _row(tables.get("noise_alone"), a, b, statistic="best_differs") or {}
    halves, quarters = (
        _row(tables.get("excess"), a, b, parts=parts) for parts in (HALVES, 2 * HALVES)
    )
    certain = _row(tables.get("certain"), a, b)
    return PairAnswer(
        measures=(a, b),
        disagree=Disagreement(
            **{name: value for name, value in null.items() if name.removeprefix("tied_") in NULL},
            count=round(agreed["best_differs"] * agreed["tasks"]),
            tasks=agreed["tasks"],
            share=agreed["best_differs"],
            lower=shares.get("lower"),
            upper=shares.get("upper"),
        ),
        halves=_halves(halves),
        quarters=_halves(quarters),
        replicated=_replicated(halves),
        certain=None if certain is None else Certain.model_validate(certain),
    )


def _halves(row: Row | None) -> Halves | None:
    if row is None:
        return None
    return Halves.model_validate({**row, "p_value": row["p_value_adjusted"]})


def _replicated(row: Row | None) -> Bounded | None:
    if row is None:
        return None
    return Bounded(
        share=row["replicated"], lower=row["replicated_lower"], upper=row["replicated_upper"]
    )


def _given(table: pd.DataFrame | None) -> dict[str, dict[str, Change]]:
    found: dict[str, dict[str, Change]] = {}
    for row in rows_of(ChangedPick, table):
        if row.source in CHANGES and row.tasks:
            found.setdefault(CHANGES[row.source], {})[row.measure] = Change(
                share=row.best_models_change, lower=row.lower, upper=row.upper, tasks=row.tasks
            )
    return found


def _row(table: pd.DataFrame | None, a: str, b: str, **where: object) -> Row | None:
    """Return the row of a pair of measures, if there is one."""
    wanted = {"measure_a": a, "measure_b": b, **where}
    for row in _rows(table):
        if all(row[name] == value for name, value in wanted.items()):
            return row
    return None


def _rows(table: pd.DataFrame | None) -> list[Row]:
    return [] if table is None else records(table)
