"""Made-up models of flows whose orders by two measures are known."""

import numpy as np
import pandas as pd

from made_up_tasks import NAMES, make_setting, resampling
from prgbench.answer.interface import Study


def models_with(orders, *, datasets=None, names=NAMES[:2], flow_names=None):
    """Return ranked models: for each task its flows by each measure, the best first."""
    rows = []
    for task, by_measure in enumerate(orders):
        for flow in by_measure[0]:
            row = {
                "task_id": task,
                "dataset_id": task if datasets is None else datasets[task],
                "run_id": len(rows),
                "flow_id": flow,
                "flow_name": f"weka.Flow{flow}(1)" if flow_names is None else flow_names[flow],
            }
            for name, order in zip(names, by_measure, strict=True):
                row[f"rank_{name}"] = 1.0 + order.index(flow)
            rows.append(row)
    return pd.DataFrame(rows)


def study_of(models, names=NAMES[:2], resamples=50):
    setting = make_setting(names)
    return Study(models, pd.DataFrame(), {}, setting, resampling(resamples))


def random_orders(n_tasks=40, n_flows=6, spread=0.6, moved=0.0, seed=0):
    """Return orders by two measures: flow 0 is best; by the second measure flow 1 gains."""
    rng = np.random.default_rng(seed)
    strengths = -spread * np.arange(n_flows)
    gain = np.zeros(n_flows)
    gain[1] = moved
    orders = []
    for _ in range(n_tasks):
        shown = strengths + rng.gumbel(size=n_flows)
        orders.append(
            tuple(
                np.argsort(-(shown + added)).tolist()
                for added in (rng.normal(scale=0.1, size=n_flows), gain)
            )
        )
    return orders
