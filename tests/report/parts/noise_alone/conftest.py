import pandas as pd
import pytest


def row(a, b, statistic, found, null, tied, **changes):
    return {
        "measure_a": a,
        "measure_b": b,
        "statistic": statistic,
        "found": found,
        "null": null[0],
        "null_lower": null[1],
        "null_upper": null[2],
        "tied_null": tied[0],
        "tied_null_lower": tied[1],
        "tied_null_upper": tied[2],
        "difference": found - null[0],
        "difference_lower": found - null[0] - 0.02,
        "difference_upper": found - null[0] + 0.03,
        "replicates": 20,
        "tasks": 80,
        "datasets": 50,
        "undefined": 0,
    } | changes


def undefined(a, b, statistic):
    nan = (float("nan"),) * 3
    return row(a, b, statistic, nan[0], nan, nan, tasks=0, datasets=0, replicates=0, undefined=83)


@pytest.fixture
def table():
    pairs = [("aupr", "auprg"), ("aupr", "auroc")]
    return pd.DataFrame(
        [
            line
            for k, (a, b) in enumerate(pairs)
            for line in (
                row(a, b, "best_differs", 0.25, (0.13 + k / 10, 0.1, 0.3), (0.16, 0.12, 0.2)),
                row(a, b, "top_differs", 0.58, (0.49, 0.41, 0.55), (0.5, 0.45, 0.6)),
                row(a, b, "rank_correlation", 0.91, (0.95, 0.93, 0.96), (0.94, 0.9, 0.97)),
            )
        ]
    )


@pytest.fixture
def nothing(table):
    return pd.DataFrame(
        [undefined(r["measure_a"], r["measure_b"], r["statistic"]) for _, r in table.iterrows()]
    )
