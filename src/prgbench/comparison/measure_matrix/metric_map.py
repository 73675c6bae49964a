"""A map of the measures: near each other if they rank models alike.

After Caruana & Niculescu-Mizil (2004), Data mining in metric space, and Ferri, Hernandez-Orallo &
Modroiu (2009), An experimental comparison of performance measures for classification.
"""

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import average, leaves_list
from scipy.spatial.distance import squareform
from sklearn.manifold import ClassicalMDS

from prgbench.comparison.measure_matrix.names import square

FEWEST = 3


def metric_map(matrix: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Place the measures in the plane and join them to a tree.

    Parameters
    ----------
    matrix : DataFrame
        What `measure_matrix` returns; the distance of two measures is 1 - mean Spearman.

    Returns
    -------
    places : DataFrame
        A row per measure with ``x`` and ``y`` by classical scaling and its place among the leaves
        of the tree. Measures without a correlation with another one are left out; fewer than
        three leave both tables empty.
    tree : DataFrame
        The average-linkage tree as `scipy.cluster.hierarchy.average` gives it: a row per join,
        with the two clusters, their distance and the number of measures.
    """
    distances = 1 - square(matrix, "mean_spearman", 1.0)
    while distances.isna().to_numpy().any():
        distances = _without(distances, str(distances.isna().sum().idxmax()))
    if len(distances) < FEWEST:
        return pd.DataFrame(columns=_PLACES), pd.DataFrame(columns=_TREE)
    values = np.maximum(distances.to_numpy(), 0.0)
    linkage = average(squareform(values, checks=False))
    xy = ClassicalMDS(n_components=2, metric="precomputed").fit_transform(values)
    # The sign of an axis is free: the measure farthest out lies on the positive side.
    xy *= np.sign(xy[np.abs(xy).argmax(axis=0), [0, 1]]) + (xy == 0).all(axis=0)
    leaves = np.empty(len(values), dtype=int)
    leaves[leaves_list(linkage)] = np.arange(len(values))
    places = pd.DataFrame(
        {"measure": distances.index, "x": xy[:, 0], "y": xy[:, 1], "leaf": leaves}
    )
    return places, pd.DataFrame(linkage, columns=_TREE)


_PLACES = ["measure", "x", "y", "leaf"]
_TREE = ["left", "right", "distance", "measures"]


def _without(distances: pd.DataFrame, name: str) -> pd.DataFrame:
    return distances.drop(index=name, columns=name)
