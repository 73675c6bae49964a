"""Without Snakemake, in one call or command: tables of predictions, and simulated studies."""
