"""Results made again are the same bytes by the same engine; by another one, the answer says so."""

import json

import numpy as np
import pandas as pd
import pytest

from prgbench.run.kernels import ENGINE, can_use_kernels
from workflow_project import ALL_TABLES

pytestmark = pytest.mark.skipif(not can_use_kernels(), reason="The compiled engine is not here")

LAST_DIGIT = 2.0**-52


def warnings_of(project):
    answer = json.loads((project.results / "answer.json").read_text())
    return [warning["text"] for warning in answer["warnings"]]


def scores_of(project):
    models = pd.read_parquet(project.results / "models.parquet")
    return models[["auroc", "aupr", "auprg"]].to_numpy()


@pytest.mark.slow
def test_a_chunk_that_is_made_again_differs_in_the_last_digit_by_another_engine_alone(
    project, monkeypatch
):
    before = project.contents()
    scores = scores_of(project)
    [chunk, *_] = sorted((project.results / "scores").iterdir())
    chunk.write_bytes(b"altered")
    monkeypatch.setenv(ENGINE, "numpy")
    project.run(*ALL_TABLES)
    difference = np.abs(scores_of(project) - scores)
    # Pairs are counted, areas are sums of fractions: their order of summation is the engine's.
    assert difference[:, 0].max() == 0
    assert 0 < difference.max() <= LAST_DIGIT
    assert "several versions of kernels (NumPy, compiled)" in warnings_of(project)[-1]

    chunk.write_bytes(b"altered")
    monkeypatch.delenv(ENGINE)
    project.run(*ALL_TABLES)
    assert project.contents() == before
    assert not any("kernels" in warning for warning in warnings_of(project))
