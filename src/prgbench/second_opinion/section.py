"""What the report says of a second opinion."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd
from tabulate import tabulate

from prgbench.archive.store.consensus import AUROC_TOLERANCE
from prgbench.pipeline.files import sha256_of
from prgbench.pipeline.foreign_text import as_markdown, shortened
from prgbench.second_opinion.exact import DIGITS
from prgbench.second_opinion.files import TABLE
from prgbench.second_opinion.opinion import TOLERANCE, Finding, Opinion, read_opinion

LONGEST = 40
CANNOT_TELL = (
    "Not covered: whether the files are what their authors uploaded, and which models the study "
    "has left out."
)
_AREAS = {
    "auroc": "AUROC",
    "average_precision": "average precision",
    "aupr": "AUPR",
    "auprg": "AUPRG",
}


def opinion_section(results: Path) -> str:
    """Return what the report says of a second opinion that lies with the results, as Markdown."""
    opinion, table = read_opinion(results)
    models = results / "models.parquet"
    paragraphs = [
        *([] if sha256_of(models) == opinion.models_sha256 else [_of_earlier_models(opinion)]),
        *_paragraphs(opinion),
        _table(table),
        f"Each number by each code: {TABLE}. {CANNOT_TELL}",
    ]
    return "\n\n".join(paragraphs)


def opinion_page(results: Path) -> str:
    """Return the second opinion as a page of its own."""
    opinion, _ = read_opinion(results)
    return f"# A second opinion on the study {opinion.study}\n\n{opinion_section(results)}\n"


def _of_earlier_models(opinion: Opinion) -> str:
    return (
        f"**Of earlier models**: this was made on {opinion.made[:10]}, and the table of models "
        "has changed since; `snakemake verify` makes it again."
    )


def _paragraphs(opinion: Opinion) -> Iterator[str]:
    yield (
        f"{opinion.drawn} of the {opinion.models:,} models, drawn over the tasks with seed "
        f"{opinion.seed}, were {as_markdown(opinion.how)}, and evaluated by scikit-learn "
        f"{opinion.scikit_learn} and in exact arithmetic: fractions, for AUPR and its logarithms "
        f"decimals of {DIGITS} digits ({opinion.made[:10]})."
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
