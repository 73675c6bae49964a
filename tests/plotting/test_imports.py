import subprocess
import sys

CODE = """
import sys
from prgbench.plotting import drawn, rows, spaces, style, words
assert "matplotlib" not in sys.modules
"""


def test_matplotlib_is_imported_when_a_figure_is_drawn():
    subprocess.run([sys.executable, "-c", CODE], check=True)
