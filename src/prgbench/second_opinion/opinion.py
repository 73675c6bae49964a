"""The second opinion on a study as a record and a table, which its report shows if they exist."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from prgbench.pipeline.csv_files import read_csv, write_csv
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import write_text
from prgbench.pipeline.records import from_json, to_json
from prgbench.second_opinion.files import RECORD, TABLE

AGREES = "agrees"
DISAGREES = "disagrees"
NOT_COMPARED = "not compared"
TOLERANCE = 1e-9
"""How far two areas may be apart, relative to those beyond 1: each is a sum of rounded numbers."""

_TEXTS = dict.fromkeys(("dataset_name", "flow_name", "verdict", "why"), str)


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

    Attributes
    ----------
    study, made : str
        The study, and when the opinion was made.
    how : str
        How the predictions were read, as the end of a sentence.
    knows_runs : bool
        Whether tasks, data sets and flows were compared, too.
    scikit_learn : str
        The version that evaluated them.
    seed : int
        The seed of the draw.
    models, drawn, agreeing : int
        How many models the study has, how many were drawn, and how many of them agree.
    largest_difference : float
        The largest between two areas of a model that should be the same.
    stored_difference : float or None
        The largest between an AUROC and the one that the archive has stored.
    disagreeing, not_compared : list of Finding
        The other models that were drawn.
    models_sha256 : str
        The checksum of the table of the study's models.
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
        """Say how many models agree."""
        agree = f"{self.agreeing} of {self.compared} models agree with the second opinion"
        missing = len(self.not_compared)
        return f"{agree}; {missing} could not be read." if missing else f"{agree}."

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
            f"{record} is no second opinion with its table ({error}): delete it, or make it again "
            "by `snakemake --cores 2 --forcerun second_opinion verify`."
        ) from None
