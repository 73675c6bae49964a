"""The second opinion: its record, its sentence and its section of the report."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pandas as pd
from tabulate import tabulate

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_csv, sha256_of, write_csv, write_text
from prgbench.run.foreign_text import as_markdown, shortened
from prgbench.run.records import from_json, to_json

RECORD = "verification.json"
TABLE = "tables/verification.csv"
PAGE = "verification.md"
AGREES = "agrees"
DISAGREES = "disagrees"
NOT_COMPARED = "not compared"
TOLERANCE = 1e-9
"""The greatest difference of two areas, relative for those beyond 1, allowed for rounding."""

LONGEST = 40
NAMED = 3
CANNOT_TELL = (
    "Not covered: whether the files are what their authors uploaded, and which models the study "
    "has left out."
)

_TEXTS = dict.fromkeys(("dataset_name", "flow_name", "verdict", "why"), str)
_AREAS = {
    "auroc": "AUROC",
    "average_precision": "average precision",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A model that disagrees or could not be compared, and why."""

    task_id: int
    run_id: int
    why: str

    def __str__(self) -> str:
        return f"run {self.run_id} of task {self.task_id} ({self.why})"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was compared, how, and what came out.

    ``how`` is the end of a sentence; ``knows_runs`` says whether tasks, data sets and flows were
    compared, too. The largest differences are between two areas of a model, and between an AUROC
    and the stored one. The checksum is that of the table of the study's models.
    """

    study: str
    made: str
    how: str
    knows_runs: bool
    scikit_learn: str
    seed: int
    models: int
    drawn: int
    agreeing: int
    largest_difference: float
    stored_difference: float | None
    disagreeing: list[Finding]
    not_compared: list[Finding]
    models_sha256: str

    @property
    def compared(self) -> int:
        """How many models could be compared."""
        return self.drawn - len(self.not_compared)

    @property
    def sentence(self) -> str:
        """Say how many models agree, and why the first of the others could not be read."""
        agree = f"{self.agreeing} of {self.compared} models agree with the second opinion"
        if not self.not_compared:
            return f"{agree}."
        named = "; ".join(map(str, self.not_compared[:NAMED]))
        missing = len(self.not_compared)
        others = f"; the others are in the table {TABLE}" if missing > NAMED else ""
        return f"{agree}; {missing} could not be read: {named}{others}."

    def check(self) -> None:
        """Raise a `PrgbenchError` if a model disagrees."""
        if self.disagreeing:
            raise PrgbenchError(
                f"Study {self.study}: {len(self.disagreeing)} of {self.compared} models disagree "
                f"with the second opinion, the first: {self.disagreeing[0]}. See the "
                f"table {TABLE} of its results."
            )


def write_opinion(results: Path, opinion: Opinion, table: pd.DataFrame) -> None:
    """Write the record and the table into the results of a study."""
    write_csv(table, results / TABLE)
    write_text(results / RECORD, f"{to_json(opinion)}\n")


def read_opinion(results: Path) -> tuple[Opinion, pd.DataFrame]:
    """Read what `write_opinion` has written."""
    record = results / RECORD
    try:
        opinion = from_json(Opinion, record.read_text(encoding="utf-8"))
        return opinion, read_csv(results / TABLE, _TEXTS)
    except (OSError, ValueError) as error:
        raise PrgbenchError(
            f"{record} is not a second opinion with its table ({error}): delete it, or make it "
            "again by `snakemake --cores 2 --forcerun second_opinion verify`."
        ) from None


def state_of_opinion(results: Path) -> str:
    """Return a checksum of the second opinion on a study, "" if there is none."""
    if not all((results / name).is_file() for name in (RECORD, TABLE)):
        return ""
    return sha256((results / RECORD).read_bytes()).hexdigest()[:16]


def opinion_section(results: Path) -> str:
    """Return what the report says of a second opinion that lies with the results, as Markdown."""
    opinion, table = read_opinion(results)
    paragraphs = []
    if sha256_of(results / "models.parquet") != opinion.models_sha256:
        paragraphs.append(
            f"**Of earlier models**: this was made on {opinion.made[:10]}, and the table of "
            "models has changed since; `snakemake verify` makes it again."
        )
    last = f"Each number by each code: {TABLE}. {CANNOT_TELL}"
    return "\n\n".join([*paragraphs, *_paragraphs(opinion), _table(table), last])


def opinion_page(results: Path) -> str:
    """Return the second opinion as a page of its own."""
    opinion, _ = read_opinion(results)
    return f"# A second opinion on the study {opinion.study}\n\n{opinion_section(results)}\n"


def _paragraphs(opinion: Opinion) -> Iterator[str]:
    yield (
        f"{opinion.drawn} of the {opinion.models:,} models, drawn over the tasks with seed "
        f"{opinion.seed}, were {as_markdown(opinion.how)}, and evaluated by scikit-learn "
        f"{opinion.scikit_learn} ({opinion.made[:10]})."
    )
    yield (
        f"**{opinion.agreeing} of {opinion.compared} agree** in "
        f"{'task, data set, flow, ' if opinion.knows_runs else ''}instances, true classes, "
        f"scores and areas. The areas differ by at most {opinion.largest_difference:.1e} "
        f"({TOLERANCE:.0e} is allowed){_stored(opinion)}."
    )
    yield from _listed("Disagreeing", opinion.disagreeing)
    yield from _listed("Not compared", opinion.not_compared)


def _stored(opinion: Opinion) -> str:
    from prgbench.sources.store.fetched import AUROC_TOLERANCE

    if opinion.stored_difference is None:
        return ""
    return (
        f", AUROC from the stored one by at most {opinion.stored_difference:.1e} "
        f"({AUROC_TOLERANCE:.0e} is allowed)"
    )


def _listed(title: str, findings: Iterable[Finding]) -> Iterator[str]:
    lines = [
        f"- run {finding.run_id} of task {finding.task_id}: {as_markdown(finding.why)}"
        for finding in findings
    ]
    if lines:
        yield "\n".join([f"{title}:", "", *lines])


def _table(table: pd.DataFrame) -> str:
    headers = ["task", "run", "flow", "rows", *_AREAS.values(), "largest difference", "verdict"]
    rows = [
        [
            row["task_id"],
            row["run_id"],
            as_markdown(shortened(row["flow_name"], LONGEST)),
            _number(row["rows"], ",.0f"),
            *(_number(row[name], ".6f") for name in _AREAS),
            _number(row["largest_difference"], ".1e" if row["largest_difference"] else ".0f"),
            row["verdict"],
        ]
        for row in table.fillna({"flow_name": ""}).to_dict("records")
    ]
    return tabulate(
        rows,
        headers=headers,
        tablefmt="pipe",
        colalign=("right", "right", "left", *["right"] * (len(_AREAS) + 2), "left"),
        disable_numparse=True,
    )


def _number(value: float, form: str) -> str:
    return "" if pd.isna(value) else format(value, form)
