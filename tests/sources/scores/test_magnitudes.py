"""Scores whose unit is too small or too large are refused, and the advice leads to the answer."""

import re

import numpy as np
import pandas as pd
import pytest

import prgbench
from prgbench.run.errors import PrgbenchError


def table(factor=1.0):
    """Return scores of eight models in the folds of twelve data sets, in another order by mse."""
    rng = np.random.default_rng(0)
    rows = [
        (f"d{d}", f"m{m}", fold, 1 + 0.1 * m, factor * (1 + 0.1 * (5 * m % 8)))
        for d in range(12)
        for m in range(8)
        for fold in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "model", "fold", "mae", "mse"])
    noise = np.abs(1 + 0.2 * rng.normal(size=(len(frame), 2)))
    frame[["mae", "mse"]] *= noise
    return frame


def verdict(frame):
    [row] = prgbench.compare(frame).tables["verdicts"].to_dict("records")
    return row["ranking"], row["winners"]


@pytest.mark.parametrize("factor", [1e-9, 1e-13, 1e-320])
def test_a_unit_that_is_too_small_is_named_and_another_one_gives_the_answer(factor):
    """Below 1e-12 the measures were said to rank the models alike, as all models were tied."""
    with pytest.raises(PrgbenchError, match="agree to 12 decimals count as tied") as refused:
        prgbench.compare(table(factor))
    multiplied = table(factor)
    multiplied["mse"] *= float(re.search(r"multiplied by (\S+)\.$", str(refused.value))[1])
    if factor > 1e-300:
        assert verdict(multiplied) == verdict(table()) == ("rank differently", "not resolved")


@pytest.mark.parametrize("value", [1e16, 1e300])
def test_a_model_that_diverged_is_named_and_compared_with_another_score(value):
    """Beyond the range of single precision its noise was infinite, and so was said nothing."""
    frame = table()
    diverged = (frame["dataset"] == "d3") & (frame["model"] == "m2") & (frame["fold"] == 1)
    frame.loc[diverged, "mse"] = value
    with pytest.raises(PrgbenchError, match=re.escape(f"mse of m2 on d3 is {value:g}")) as refused:
        prgbench.compare(frame)
    assert "a score such as the worst of the others" in str(refused.value)
    of_others = frame.loc[(frame["dataset"] == "d3") & ~diverged, "mse"]
    frame.loc[diverged, "mse"] = of_others.max()
    assert verdict(frame) == ("rank differently", "not resolved")


def test_perfect_scores_and_missing_ones_have_no_size():
    frame = table()
    frame.loc[frame["dataset"] != "d0", "mse"] = 0.0
    frame.loc[0, "mse"] = np.nan
    assert "12 data sets" in str(prgbench.compare(frame))


def test_one_data_set_of_small_values_is_no_reason_to_refuse():
    frame = table()
    frame.loc[frame["dataset"] == "d0", "mse"] *= 1e-9
    assert verdict(frame)[0] == "rank differently"


def test_of_small_losses_differences_of_a_hundredth_say_nothing_and_that_is_said():
    [warned] = prgbench.compare(table(1e-4)).answer.warnings
    assert warned.text.startswith("mse is at most 0.000")
    assert warned.text.endswith("give it in a smaller unit, such as multiplied by 10000.")
    assert not prgbench.compare(table()).answer.warnings
