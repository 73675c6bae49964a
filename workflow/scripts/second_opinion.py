from pathlib import Path

import pandas as pd

from prgbench.archive.by_name import source_of
from prgbench.archive.store.bundle import BundleStore
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.second_opinion.drawn_models import draw_models
from prgbench.second_opinion.opinion import write_opinion
from prgbench.second_opinion.readers import reader_of
from prgbench.second_opinion.section import opinion_page
from prgbench.second_opinion.verification import sum_up, verify_models
from prgbench.study.run_config import RunConfig

with job(snakemake.log[0], "Asking for a second opinion"):
    params = snakemake.params
    network = RunConfig.from_params(snakemake.config).network
    store = BundleStore.from_params(params.store)
    source = source_of(**params.source, resources=store.folder.parent, **network.as_params())
    reader = reader_of(source, network.server, network.requests_per_second)
    models, page = Path(snakemake.input.models), Path(snakemake.output.page)
    drawn = draw_models(pd.read_parquet(models), params.n_models, params.seed)
    table = verify_models(drawn, store, reader)
    opinion = sum_up(table, reader, study=params.study, seed=params.seed, models=models)
    write_opinion(page.parent, opinion, table)
    write_text(page, opinion_page(page.parent))
