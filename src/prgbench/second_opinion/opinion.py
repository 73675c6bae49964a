"""The second opinion on models: its record and its sentence."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from prgbench.run.csv_files import write_csv
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json

RECORD = "verification.json"
TABLE = "tables/verification.csv"


@dataclass(frozen=True, slots=True)
class Opinion:
    """Which models were read again, how, and how many agree.

    ``how`` is the end of a sentence; models that disagree or could not be read are listed with
    the reason; of those that could not be read, ``for_now`` may be read later. The checksum is
    that of the table of the study's models.
    """

    study: str
    made: str
    how: str
    scikit_learn: str
    seed: int
    models: int
    drawn: int
    disagreeing: list[str]
    not_read: list[str]
    models_sha256: str
    for_now: int = 0

    @property
    def compared(self) -> int:
        """How many models could be compared."""
        return self.drawn - len(self.not_read)

    @property
    def agreeing(self) -> int:
        """How many models agree."""
        return self.compared - len(self.disagreeing)

    @property
    def sentence(self) -> str:
        """Say how many models agree, and why the first of the others could not be read."""
        agree = f"{self.agreeing} of {self.compared} models agree with the second opinion"
        if not self.not_read:
            return f"{agree}."
        return f"{agree}; {len(self.not_read)} could not be read, the first: {self.not_read[0]}."

    def check(self) -> None:
        """Raise a `PrgbenchError` if a model disagrees, or none could be read."""
        if self.disagreeing:
            raise PrgbenchError(
                f"Study {self.study}: {len(self.disagreeing)} of {self.compared} models disagree "
                f"with the second opinion, the first: {self.disagreeing[0]}. See {TABLE} of its "
                "results."
            )
        self.check_compared()

    def check_compared(self) -> None:
        """Raise a `PrgbenchError` if none could be read."""
        if not self.compared:
            first = f", the first: {self.not_read[0]}" if self.not_read else ""
            raise PrgbenchError(
                f"Study {self.study}: none of {self.drawn} models could be read a second "
                f"time{first}. Correct this and run again."
            )


def write_opinion(results: Path, opinion: Opinion, table: pd.DataFrame) -> None:
    """Write the record and the table into the results of a study."""
    write_csv(table, results / TABLE)
    write_text(results / RECORD, f"{to_json(opinion)}\n")


def read_opinion(results: Path) -> Opinion:
    """Read the record that `write_opinion` has written."""
    record = results / RECORD
    try:
        return from_json(Opinion, record.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PrgbenchError(
            f"{record} is not a second opinion ({error}): delete it, or renew it with "
            "`snakemake --cores 2 --forcerun second_opinion verify`."
        ) from None
