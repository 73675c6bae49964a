"""Reading prediction files: from an ARFF file, as any client wrote it, to arrays.

Tables of predictions (CSV, Parquet) are read in `prgbench.sources.table`.
"""
