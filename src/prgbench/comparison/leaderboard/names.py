"""What the figure and the text share."""

import pandas as pd

from prgbench.plotting.labels import short_flow_name


def readable(flows: pd.Series) -> pd.Series:
    """Return short names of flows; those that would share one keep their full names."""
    names = {flow: short_flow_name(flow) for flow in flows.unique()}
    shared = pd.Series(names).duplicated(keep=False)
    return flows.map({flow: flow if shared[flow] else short for flow, short in names.items()})
