"""Without Snakemake: the whole comparison of a table of predictions in one call or one command."""
