"""The sizes and the tasks of which self-agreement is computed."""

SIZES = {2: "n/2", 4: "n/4", 8: "n/8"}

ALL = "all"
EVERY_SIZE = "all, at every size"
PREVALENCE_EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
