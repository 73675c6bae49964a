"""The archive OpenML, by its REST interface (version 1)."""

from prgbench.archive.openml.source import OpenMLArchive

__all__ = ["OpenMLArchive"]
