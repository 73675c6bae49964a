"""Worlds of known truth: models drawn from distributions, and real learners on drawn instances.

`make calibrate` measures on them what the answer's estimators do; a few are in the tests.
"""
