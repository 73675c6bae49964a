"""Does the choice of the evaluation measure change which model wins?"""

from importlib.metadata import version

__version__ = version("prgbench")
