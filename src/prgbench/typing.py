"""The arrays that signatures speak of, named once for all rooms.

Shapes stand in docstrings; these names say what an entry is.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
