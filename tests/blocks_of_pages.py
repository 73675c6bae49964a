"""Follows pages as a reader does: python tests/blocks_of_pages.py PAGE ...

Python blocks run one after the other, with what the pages take as given. So do the commands of
`prgbench`, the installed one; the others need a clone of the repository. Each page has a folder of
its own here, as no command writes where another comparison has left its report.
"""

import doctest
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB

from markdown_pages import blocks_of
from prgbench import metrics
from tables_of_predictions import long_table, write_table

BY_EXTRA = {
    "metrics": ("docs/conformance.md", "docs/metrics.md", "docs/pyprg.md"),
    "compare": (
        "README.md",
        "docs/comparison.md",
        "docs/examples.md",
        "docs/gallery.md",
        "docs/own_predictions.md",
        "docs/who_wins_where.md",
    ),
    "pipeline": ("docs/replication.md",),
}
"""The pages whose Python and commands run from the wheel with an extra: `make test-wheel`."""

COMMAND = "prgbench "


def made_up_names():
    """Return what the pages take as given: labels, scores, a model, a table."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 4 == 0
    X = y[:, None] + rng.normal(size=(200, 2))  # noqa: N806 - as the pages call it
    return {
        "Measure": metrics.Measure,
        "X": X,
        "X2": X[::2],
        "class_scores": rng.normal(size=(200, 3)),
        "classes": np.arange(200) % 3,
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
        "weights": np.arange(1, 201),
    }


def run(page):
    """Run the Python blocks of a page here, and return the names that they set."""
    plt.switch_backend("agg")
    names = made_up_names()
    for block in blocks_of(page):
        if block.language == "python":
            run_python(block, names)
    return names


def run_python(block, names):
    """Run a block, or the examples that it shows with their results."""
    if not block.text.startswith(">>>"):
        exec(compile(block.text, block.page, "exec"), names)
        return
    examples = doctest.DocTestParser().get_doctest(block.text, {}, block.page, None, None)
    doctest.DebugRunner().run(examples)


def own_commands(page):
    """Return the commands of a page that the installed package has."""
    lines = [line for block in blocks_of(page, "sh") for line in block.text.splitlines()]
    return [line for line in lines if line.startswith(COMMAND)]


def follow(page):
    """Run a page's Python and its commands of `prgbench` here, on tables where it names some."""
    run(page)
    for command in own_commands(page):
        words = shlex.split(command)
        for table in map(Path, words):
            if table.suffix in (".csv", ".parquet") and not table.exists():
                write_table(long_table(3, 4), table)
        program = Path(sys.executable).with_name(words[0])
        done = subprocess.run([program, *words[1:]], check=False)
        assert done.returncode == 0, command


if __name__ == "__main__":
    for given in sys.argv[1:]:
        # One that lies here is the README of the index.
        page = Path(given).absolute() if Path(given).is_file() else given
        folder = Path(Path(given).stem).absolute()
        folder.mkdir()
        with chdir(folder):
            follow(page)
