"""Runs `snakemake` with another program in place of the interpreter: the first argument."""

import sys

from snakemake.cli import main

if __name__ == "__main__":
    sys.executable = sys.argv.pop(1)
    main()
