"""What the figure and the text share."""

from collections import Counter

import pandas as pd

from prgbench.comparison.leaderboard.distinct_names import distinct_flow_names
from prgbench.pipeline.foreign_text import shortened
from prgbench.plotting.labels import short_flow_name

LONGEST = 44


def readable(leaderboard: pd.DataFrame) -> dict[str, str]:
    """Return how each flow is called, by its full name: no two alike, none too long for a figure.

    Names are short; those that would share one keep their package, and where that does not tell
    them apart they get their ids.
    """
    flows = leaderboard.drop_duplicates("flow")
    shorts = [short_flow_name(name) for name in flows["flow"]]
    shared = Counter(shorts)
    names = (
        shortened(name, LONGEST) if shared[short] > 1 else short
        for name, short in zip(flows["flow"], shorts, strict=True)
    )
    return dict(zip(flows["flow"], distinct_flow_names(names, flows["flow_id"]), strict=True))
