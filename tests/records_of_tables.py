"""Rows of tables of predictions as records, made by hand for tests."""

import numpy as np

from prgbench.sources.table.coded_rows import NO_ID, NOT_STATED, record_type


def make_records(n, row_id=NO_ID, truth=0, scores=0.5, fold=NOT_STATED, repeat=NOT_STATED,
                 decision=NOT_STATED, group=None):  # fmt: skip
    """Return n records; each value is one for all rows, or one a row."""
    scores = np.asarray(scores, dtype=float)
    n_scores = scores.shape[1] if scores.ndim == 2 else 1
    made = np.zeros(n, dtype=record_type(n_scores, grouped=group is not None))
    if group is not None:
        made["group"] = group
    made["scores"] = scores if scores.ndim == 2 else np.broadcast_to(scores, n)[:, None]
    for name, values in (
        ("row_id", row_id),
        ("truth", truth),
        ("fold", fold),
        ("repeat", repeat),
        ("decision", decision),
    ):
        made[name] = values
    return made
