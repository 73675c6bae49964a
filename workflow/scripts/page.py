from pathlib import Path

import pandas as pd

from prgbench.comparison.answer import Answer
from prgbench.comparison.section import part_sections
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.csv_files import read_csv
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts
from prgbench.report.html.content import PageContent
from prgbench.report.html.page import write_page
from prgbench.report.provenance import Provenance
from prgbench.report.replicated import Replicated
from prgbench.second_opinion.section import opinion_section
from prgbench.study.plan import Plan

with job(snakemake.log[0], "Writing the page"):
    given, params = snakemake.input, snakemake.params
    results = Path(given.models).parent
    answer = Answer.read(Path(given.answer).read_text(encoding="utf-8"))
    facts = Facts(**params.facts)
    tables = {
        name: table
        for folder in given.tables
        for name, table in read_csv_tables(Path(folder)).items()
    }
    content = PageContent(
        settings=params.settings,
        facts=facts,
        provenance=Provenance.of(answer, Plan.read_head(Path(given.plan)).created),
        answer=answer,
        models=pd.read_parquet(given.models),
        agreement=read_csv(given.agreement),
        summary=read_csv(given.summary),
        exclusions=read_csv(given.exclusions),
        listed=read_csv(given.listed),
        tables=tables,
        sections=part_sections(params.parts, tables, facts) if tables else [],
        figures=Path(given.figures[0]).parent,
        answer_figure=params.answer_figure,
        paper_figures=params.paper_figures,
        formats=params.formats,
        curves=[Path(path) for path in given.curves],
        second_opinion=opinion_section(results) if params.second_opinion else "",
        openml=params.openml,
        replicated=Replicated.of_files(given.replicated),
    )
    write_page(Path(snakemake.output[0]).parent, content)
