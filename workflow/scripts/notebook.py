"""Execute a notebook.

Reads a notebook without output from ``notebooks``; writes it with its output, as it would look
after "run all". A cell that raises stops the job.
"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

from prgbench.run.job import job

with job(snakemake.log[0], f"Executing {snakemake.input[0]}"):
    path = Path(snakemake.input[0])
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(path.parent)}}
    quiet = ["--IPKernelApp.log_level=40"]
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources=folder, extra_arguments=quiet
    ).execute()
    nbformat.write(notebook, snakemake.output[0])
