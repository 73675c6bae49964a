"""Runs the Python of pages, one after the other: python tests/blocks_of_pages.py PAGE ..."""

import sys

import numpy as np
from matplotlib import pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB

from markdown_pages import blocks
from prgbench import metrics
from tables_of_predictions import long_table


def made_up_names():
    """Return what the pages take as given: labels, scores, a model, a table."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 4 == 0
    X = y[:, None] + rng.normal(size=(200, 2))  # noqa: N806 - as the pages call it
    return {
        "Measure": metrics.Measure,
        "X": X,
        "X2": X[::2],
        "cross_validate": cross_validate,
        "metrics": metrics,
        "model": LogisticRegression(),
        "my_batch_function": lambda _, scores: np.median(scores, axis=1),
        "predictions": long_table(3, 4),
        "score_a": X[:, 0],
        "score_b": X[:, 1],
        "y": y,
        "y2": y[::2],
        "forest": GaussianNB(),
        "logistic": LogisticRegression(),
        "p1": X[:, 0],
        "p2": X[:, 1],
        "y_score": X[:, 0],
        "y_scores": X.T,
        "y_true": y,
    }


def run(page):
    """Run the Python blocks of a page here, and return the names that they set."""
    plt.switch_backend("agg")
    names = made_up_names()
    for block in blocks("python"):
        if block.page == page:
            exec(compile(block.text, page, "exec"), names)
    return names


if __name__ == "__main__":
    for page in sys.argv[1:]:
        run(page)
