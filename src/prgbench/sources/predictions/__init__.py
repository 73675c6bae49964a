"""Reading prediction files: from an ARFF file, as any client wrote it, to arrays."""
