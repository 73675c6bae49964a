"""Tables of predictions as a source: Parquet or CSV files, folders of them, tables in memory."""
