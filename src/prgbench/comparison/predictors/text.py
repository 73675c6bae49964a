"""The report's paragraphs on what predicts a disagreement."""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.predictors.names import PREDICTORS
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import Row, bounds, decimal, p_value, pair, percent, records
from prgbench.replication.groups import by_pair

TITLE = "What predicts a disagreement?"


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how disagreement falls with the gap of the best two models, and what predicts it."""
    lines = []
    for _, _, rows in by_pair(tables["gap_curve"]):
        low, high = records(rows)[0], records(rows)[-1]
        if len(rows) == 1:
            text = "too few tasks for bins of the gap"
        else:
            text = (
                f"{percent(low['best_differs'])} where the best two models by "
                f"{measure_label(low['measure_a'])} are at most {decimal(low['gap_to'])} apart, "
                f"{percent(high['best_differs'])} where they are {decimal(high['gap_from'])} or "
                "more apart"
            )
        lines.append(f"- {pair(low)}: {text}. {_model(tables['predictors'], low, facts)}")
    return ["\n".join(lines)]


def _model(table: pd.DataFrame, key: Row, facts: Facts) -> str:
    own = table[
        (table["measure_a"] == key["measure_a"]) & (table["measure_b"] == key["measure_b"])
    ]
    fitted = own[np.isfinite(own["coefficient"].astype(float))]
    if fitted.empty:
        return f"No logistic model ({own['note'].iloc[0]})."
    parts = [
        f"{PREDICTORS[row['predictor']]} {decimal(row['coefficient'])} "
        f"{bounds(row['lower'], row['upper'], decimal)}, {p_value(row['p_value'])}"
        for row in records(fitted)
    ]
    return (
        f"Change of the log-odds per standard deviation, with its {facts.interval}: "
        f"{'; '.join(parts)}."
    )
