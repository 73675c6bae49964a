"""A part on robustness: in how many tasks several models share the best value of a measure."""

from dataclasses import dataclass

import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Study, Tables, rows_of, table_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import measure_label, percent
from prgbench.report.shown_part import ShownPart


class Options(PartOptions):
    """In how many tasks several models are best."""

    decimals: int = 3
    """To how many decimals values are equal."""


@dataclass(frozen=True, slots=True)
class Tied:
    """The share of tasks with several best models, by a measure."""

    measure: str
    tied: float
    tasks: int
    datasets: int


def tables(study: Study, options: Options) -> Tables:
    """Return the table `tied`."""
    datasets = study.models.n_datasets
    rows = []
    for measure in study.setting.measures:
        values = study.models.scores(measure.name).round(options.decimals)
        signed = values if measure.higher_is_better else -values
        best = signed == signed.groupby(study.models.task_id).transform("max")
        several = best.groupby(study.models.task_id).sum() > 1
        rows.append(Tied(measure.name, float(several.mean()), study.models.n_tasks, datasets))
    return {"tied": table_of(Tied, rows)}


def paragraphs(tables: dict[str, pd.DataFrame], _facts: Facts) -> list[str]:
    """Say it measure by measure."""
    rows = rows_of(Tied, tables["tied"])
    return ["\n".join(f"- {measure_label(row.measure)}: {percent(row.tied)}" for row in rows)]


PART = Part("tied", Options, tables, rows={"tied": Tied})
SHOWN = ShownPart(
    "tied",
    "Tasks with several best models",
    "In how many tasks several models share the best value.",
    "Whether they are equally good on other instances.",
    paragraphs,
    {},
)
