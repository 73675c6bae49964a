from pathlib import Path

from prgbench.pipeline.job import job
from prgbench.plotting.style import save, style
from prgbench.replication.figures.catalogue import FIGURES, StudyFiles

with job(snakemake.log[0], f"Drawing {snakemake.wildcards.figure}"), style(snakemake.input.style):
    files = StudyFiles(
        models=Path(snakemake.input.models),
        pairs=Path(snakemake.input.pairs),
        choice=Path(snakemake.input.choice),
        scores=Path(snakemake.input.scores),
        source=snakemake.params.source,
    )
    figure, caption = FIGURES[snakemake.wildcards.figure](files)
    save(figure, Path(snakemake.output[0]).with_suffix(""), snakemake.params.formats, caption)
