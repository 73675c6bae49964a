import pandas as pd
import pytest

from prgbench.answer.excess import verdicts

NAN = float("nan")


def verdict(lower, p_value_adjusted, datasets, confidence_level=0.95):
    row = {"lower": lower, "p_value_adjusted": p_value_adjusted, "datasets": datasets}
    return verdicts(pd.DataFrame([row]), confidence_level).item()


@pytest.mark.parametrize(
    ("lower", "p_value_adjusted", "datasets", "expected"),
    [
        (0.01, 0.025, 20, "more_than_noise"),
        (0.01, 0.026, 20, "not_shown"),
        (0.0, 0.001, 500, "not_shown"),
        (-0.2, 1.0, 500, "not_shown"),
        (NAN, 0.001, 500, "not_shown"),
        (0.01, NAN, 500, "not_shown"),
        (0.01, 0.001, 19, "too_few_data_sets"),
        (NAN, NAN, 0, "too_few_data_sets"),
    ],
)
def test_verdicts(lower, p_value_adjusted, datasets, expected):
    assert verdict(lower, p_value_adjusted, datasets) == expected


def test_the_test_is_at_one_tail_of_the_interval():
    assert verdict(0.01, 0.04, 30, 0.9) == "more_than_noise"
    assert verdict(0.01, 0.04, 30, 0.95) == "not_shown"
