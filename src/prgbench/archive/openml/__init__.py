"""The archive OpenML, by its REST interface (version 1)."""

from prgbench.archive.openml.archive import OpenMLArchive, estimated_bytes

__all__ = ["OpenMLArchive", "estimated_bytes"]
