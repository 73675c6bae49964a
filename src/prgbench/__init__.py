"""Does the choice of the evaluation measure change which model wins?"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("prgbench")
except PackageNotFoundError:
    __version__ = "not installed"
