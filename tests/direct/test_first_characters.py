"""The first 500 characters of a printed answer name the best models and their equals."""

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.plotting.words import measure_label

FIRST = 500
MODELS = ("tree", "forest", "boosting", "logistic")


def table_of(n_datasets):
    rng = np.random.default_rng(n_datasets)
    tables = []
    for dataset in range(n_datasets):
        y_true = rng.random(120) < 0.3
        shifts = 0.3 * np.arange(len(MODELS))
        scores = {
            m: d * y_true + rng.normal(size=120) for m, d in zip(MODELS, shifts, strict=True)
        }
        tables.append(pd.DataFrame({"dataset": f"data {dataset}", "y_true": y_true, **scores}))
    return pd.concat(tables)


@pytest.mark.parametrize("n_datasets", [1, 3, 8, pytest.param(50, marks=pytest.mark.slow)])
def test_the_best_models_and_their_equals_are_named_first(n_datasets):
    compared = prgbench.compare(table_of(n_datasets), settings={"comparison": FAST})
    first = str(compared)[:FIRST]
    assert any(model in first.splitlines()[1] for model in MODELS)
    said = compared.answer.details[:FIRST]
    assert said.startswith("The best model")
    assert len(compared.answer.best_models) == 3
    for best in compared.answer.best_models:
        # By measure with its value: the best model and those tied with it.
        [named] = [
            names
            for of_measure, colon, names in (part.partition(": ") for part in said.split(". "))
            if colon and f"{measure_label(best.measure)} (" in of_measure
        ]
        assert best.model in named
        assert {model for model in MODELS if model in named} == {best.model, *best.tied}
