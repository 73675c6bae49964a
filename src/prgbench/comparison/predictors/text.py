"""The report's paragraphs on what predicts a disagreement."""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.predictors.names import PREDICTORS
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    p_value,
    pair,
    records,
    share_of,
)
from prgbench.replication.groups import by_pair

TITLE = "What predicts a disagreement?"
SHOWS = "Which properties of a task go with a disagreement, the lead of the best model before all."
CANNOT_TELL = "What causes it: the lead is measured on the same instances as the disagreement."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how disagreement falls with the gap of the best two models, and what predicts it."""
    lines = []
    for _, _, rows in by_pair(tables["gap_curve"]):
        low, high = records(rows)[0], records(rows)[-1]
        if len(rows) == 1:
            text = "too few tasks for bins of the gap"
        else:
            text = (
                f"different best models in {_share(low)} where the best two by "
                f"{measure_label(low['measure_a'])} are at most {low['gap_to']:.2g} apart, "
                f"in {_share(high)} where they are {high['gap_from']:.2g} or more apart"
            )
        lines.append(f"- {pair(low)}: {text}. {_model(tables['predictors'], low, facts)}")
    written = ["\n".join(lines)]
    tests = int(tables["predictors"]["p_value_adjusted"].notna().sum())
    if tests:
        written.append(
            f"The models' p-values are adjusted for {count(tests, 'coefficient')} (Holm). The "
            "number of instances is no predictor: with the prevalence it makes up the minority "
            "count."
        )
    return written


def _share(row: Row) -> str:
    return (
        f"{share_of(row['best_differs'] * row['tasks'], row['tasks'])} tasks "
        f"{bounds(row['lower'], row['upper'])}"
    )


def _model(table: pd.DataFrame, key: Row, facts: Facts) -> str:
    own = table[
        (table["measure_a"] == key["measure_a"]) & (table["measure_b"] == key["measure_b"])
    ]
    fitted = own[np.isfinite(own["coefficient"].astype(float))]
    if fitted.empty:
        return f"No logistic model ({own['note'].iloc[0]})."
    parts = [
        f"{PREDICTORS[row['predictor']]} {decimal(row['coefficient'])} "
        f"{bounds(row['lower'], row['upper'], decimal)}, {p_value(row['p_value_adjusted'])}"
        for row in records(fitted)
    ]
    return (
        f"Change of the log-odds per standard deviation, with its {facts.interval} and adjusted "
        "p-value: "
        f"{'; '.join(parts)}."
    )
