"""Reading prediction files: from an ARFF file, as any client wrote it, to arrays."""

from prgbench.archive.predictions.reader import read_predictions
from prgbench.archive.predictions.rows import Predictions

__all__ = ["Predictions", "read_predictions"]
