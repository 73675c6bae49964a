"""Settings of the comparison that are fast, and far too few for a result."""

FAST = {
    "resamples": 100,
    "replicates": 10,
    "splits": 2,
}
