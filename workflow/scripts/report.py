from pathlib import Path

import pandas as pd

from prgbench.comparison.answer import Answer
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts
from prgbench.plotting.saved_figure import SavedFigure
from prgbench.report.markdown_report import render_report
from prgbench.report.provenance import Provenance
from prgbench.report.replicated import Replicated
from prgbench.second_opinion.section import opinion_section
from prgbench.study.plan import Plan

with job(snakemake.log[0], "Writing the report"):
    page = Path(snakemake.output[0])
    tables = [read_csv_tables(Path(path)) for path in snakemake.input.tables]
    answer = Answer.read(Path(snakemake.input.answer).read_text(encoding="utf-8"))
    text = render_report(
        settings=snakemake.params.settings,
        facts=Facts(**snakemake.params.facts),
        provenance=Provenance.of(answer, Plan.read_head(Path(snakemake.input.plan)).created),
        models=pd.read_parquet(snakemake.input.models),
        summary=pd.read_csv(snakemake.input.summary),
        exclusions=pd.read_csv(snakemake.input.exclusions),
        answer=answer,
        null=tables[0].get("noise_alone") if tables else None,
        figures=[SavedFigure.read(page, Path(path)) for path in snakemake.input.figures],
        sections=[Path(path).read_text(encoding="utf-8") for path in snakemake.input.sections],
        second_opinion=opinion_section(page.parent) if snakemake.params.second_opinion else "",
        replicated=Replicated.of_files(snakemake.input.replicated),
    )
    write_text(page, text)
