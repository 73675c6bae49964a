from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.robustness.measure_matrix import metric_map


def make_matrix(distances):
    names = [f"m{place}" for place in range(len(distances))]
    return pd.DataFrame(
        [
            {
                "measure_a": names[a],
                "measure_b": names[b],
                "mean_spearman": 1 - distances[a][b],
            }
            for a, b in combinations(range(len(names)), 2)
        ]
    )


def test_points_of_a_plane_keep_their_distances():
    points = np.random.default_rng(0).normal(size=(6, 2)) / 10
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    places, tree = metric_map(make_matrix(distances))
    xy = places[["x", "y"]].to_numpy()
    np.testing.assert_allclose(
        np.linalg.norm(xy[:, None] - xy[None], axis=2), distances, atol=1e-8
    )
    assert sorted(places["leaf"]) == list(range(6))
    assert len(tree) == 5


def test_the_tree_joins_the_nearest_by_average_linkage():
    distances = np.array(
        [[0, 0.1, 0.4, 0.6], [0.1, 0, 0.5, 0.7], [0.4, 0.5, 0, 0.2], [0.6, 0.7, 0.2, 0]]
    )
    _, tree = metric_map(make_matrix(distances))
    assert tree["distance"].round(12).tolist() == [0.1, 0.2, 0.55]
    assert tree["measures"].tolist() == [2, 2, 4]


def test_the_map_is_the_same_each_time_with_its_far_measure_on_the_positive_side():
    points = np.array([[0, 0], [0.1, 0], [0, 0.05], [0.5, 0.3]])
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    first, again = (metric_map(make_matrix(distances))[0] for _ in range(2))
    pd.testing.assert_frame_equal(first, again)
    far = first[["x", "y"]].abs().idxmax()
    assert first.loc[far["x"], "x"] > 0
    assert first.loc[far["y"], "y"] > 0


def test_a_measure_without_correlations_is_left_out():
    matrix = make_matrix(np.ones((4, 4)) - np.eye(4))
    matrix.loc[(matrix["measure_a"] == "m1") | (matrix["measure_b"] == "m1"), "mean_spearman"] = (
        np.nan
    )
    places, _ = metric_map(matrix)
    assert places["measure"].tolist() == ["m0", "m2", "m3"]


def test_two_measures_make_no_map():
    places, tree = metric_map(make_matrix(np.array([[0, 0.2], [0.2, 0]])))
    assert places.empty
    assert tree.empty


def test_measures_that_all_agree_lie_on_one_point():
    places, _ = metric_map(make_matrix(np.zeros((4, 4))))
    np.testing.assert_allclose(places[["x", "y"]], 0, atol=1e-12)
