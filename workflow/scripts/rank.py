from prgbench.pipeline.job import job
from prgbench.replication.ranking import add_ranks
from prgbench.replication.scoring import gather_scores
from prgbench.study.measures import load_measures
from prgbench.study.ranks import Ranking

with job(snakemake.log[0], "Ranking the models"):
    params = snakemake.params
    models = gather_scores(params.study, snakemake.input)
    measures = load_measures(params.measures)
    ranked = add_ranks(models, measures, Ranking.from_params(params.ranking))
    ranked.to_parquet(snakemake.output[0], index=False)
