"""Write the API pages of `prgbench.metrics` from its docstrings: python docs/api.py FOLDER."""

import sys
from pathlib import Path

import pdoc

from prgbench import metrics

for name in metrics.__all__:
    getattr(metrics, name)  # pdoc sees only what has been imported
pdoc.render.configure(docformat="numpy")
pdoc.pdoc("prgbench.metrics", output_directory=Path(sys.argv[1]))
