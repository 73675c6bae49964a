from prgbench.analysis.ranking import add_ranks
from prgbench.analysis.scoring import gather_scores
from prgbench.job import job
from prgbench.study.measures import load_measures
from prgbench.study.settings import Ranking

with job(snakemake.log[0], "Ranking the models"):
    params = snakemake.params
    models = gather_scores(params.study, snakemake.input)
    measures = load_measures(params.measures)
    ranked = add_ranks(models, measures, Ranking(**params.ranking))
    ranked.to_parquet(snakemake.output[0], index=False)
