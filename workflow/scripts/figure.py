from pathlib import Path

from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts
from prgbench.plotting.style import save, style
from prgbench.replication.figures import load_figure
from prgbench.replication.study_files import StudyFiles

name = snakemake.wildcards.figure
with job(snakemake.log[0], f"Drawing {name}"), style(snakemake.input.style):
    files = StudyFiles(
        models=Path(snakemake.input.models),
        pairs=Path(snakemake.input.pairs),
        choice=Path(snakemake.input.choice),
        scores=Path(snakemake.input.scores),
    )
    drawn = load_figure(name)(files, Facts(**snakemake.params.facts))
    save(drawn, Path(snakemake.output[0]).with_suffix(""), snakemake.params.formats)
