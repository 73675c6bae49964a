"""Predictions as other tools write them: the right winner, or a refusal whose advice leads there.

Each tool's files are made as it names its columns; of the models, ``best`` is truly the best.
"""

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(7)
N_ROWS = 150
SKILL = {"poor": 0.6, "best": 3.0}
TRUTH = RNG.permutation(np.arange(N_ROWS) < 52).astype(int)
PROBABLE = {
    model: (1 / (1 + np.exp(-skill * (TRUTH - 0.5) - RNG.normal(size=N_ROWS)))).round(5)
    for model, skill in SKILL.items()
}
"""The probability of the class 1 by each model."""


def named(codes, names=("no", "yes")):
    return np.array(names)[np.asarray(codes, dtype=int)]


def a_file_for_each(folder, table_of, **options):
    """Write the table of each model's probabilities to a file of its name."""
    for model, probable in PROBABLE.items():
        table_of(probable).to_csv(folder / f"{model}.csv", **{"index": False, **options})
    return str(folder)


def best_of(data, **options):
    answer = prgbench.compare(data, settings={"comparison": FAST}, **options).answer
    [best] = {best.model for best in answer.best_models}
    return best


def test_a_file_without_a_header_asks_for_one(tmp_path):
    def of_sagemaker(probable):
        return pd.DataFrame({"y": TRUTH, "p": probable})

    folder = a_file_for_each(tmp_path, of_sagemaker, header=False)
    with pytest.raises(PrgbenchError, match=r"has no header, .* such as y_true,y_score") as raised:
        best_of(folder)
    assert "best.csv" in str(raised.value)
    for path in tmp_path.iterdir():
        path.write_text("y_true,y_score\n" + path.read_text())
    assert best_of(folder) == "best"


def of_fastai(probable):
    loss = -np.log(np.where(TRUTH == 1, probable, 1 - probable))
    return pd.DataFrame(
        {"pred_0": 1 - probable, "pred_1": probable, "target": TRUTH, "loss": loss.round(4)}
    )


def test_losses_of_instances_are_no_measure(tmp_path):
    folder = a_file_for_each(tmp_path, of_fastai)
    with pytest.raises(PrgbenchError, match=r"may have predictions, .*--columns y_true=target, "):
        best_of(folder)
    assert best_of(folder, columns={"y_true": "target"}) == "best"


def test_times_of_transactions_are_no_measure():
    fraud = pd.DataFrame({"Time": np.arange(N_ROWS) * 3.5, "Class": TRUTH, **PROBABLE})
    with pytest.raises(PrgbenchError, match=r"may have predictions, .*--columns y_true=Class, "):
        best_of(fraud)
    assert best_of(fraud, columns={"y_true": "Class"}) == "best"
