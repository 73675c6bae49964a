"""The second opinion: its record, its sentence and its section of the page."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pandas as pd

from prgbench.run.csv_files import write_csv
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of, write_text
from prgbench.run.records import from_json, to_json
from prgbench.run.safe_text import as_markdown

RECORD = "verification.json"
TABLE = "tables/verification.csv"


@dataclass(frozen=True, slots=True)
class Opinion:
    """Which models were read again, how, and how many agree.

    ``how`` is the end of a sentence; models that disagree or could not be read are listed with
    the reason. The checksum is that of the table of the study's models.
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
        """Raise a `PrgbenchError` if a model disagrees."""
        if self.disagreeing:
            raise PrgbenchError(
                f"Study {self.study}: {len(self.disagreeing)} of {self.compared} models disagree "
                f"with the second opinion, the first: {self.disagreeing[0]}. See {TABLE} of its "
                "results."
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


def state_of_opinion(results: Path) -> str:
    """Return a checksum of the second opinion on a study, "" if there is none."""
    record = results / RECORD
    return sha256(record.read_bytes()).hexdigest()[:16] if record.is_file() else ""


def opinion_section(results: Path) -> str:
    """Return what the page says of a second opinion that lies with the results, as Markdown."""
    opinion = read_opinion(results)
    paragraphs = [
        f"{opinion.drawn} of the {opinion.models:,} models, drawn over the tasks with seed "
        f"{opinion.seed}, were {as_markdown(opinion.how)}, and evaluated by scikit-learn "
        f"{opinion.scikit_learn} ({opinion.made[:10]}).",
        f"**{opinion.agreeing} of {opinion.compared} agree** in instances, true classes, scores, "
        "AUROC and average precision.",
    ]
    if sha256_of(results / "models.parquet") != opinion.models_sha256:
        paragraphs.insert(
            0,
            f"**Out of date**: this was made on {opinion.made[:10]}, and the table of "
            "models has changed since; `snakemake verify` renews it.",
        )
    for title, findings in (("Disagreeing", opinion.disagreeing), ("Not read", opinion.not_read)):
        if findings:
            lines = [f"- {as_markdown(finding)}" for finding in findings]
            paragraphs.append("\n".join([f"{title}:", "", *lines]))
    paragraphs.append(
        f"The areas computed by each code: {TABLE}. Not covered: whether the files are what their "
        "authors uploaded, and which models the study has left out."
    )
    return "\n\n".join(paragraphs)
