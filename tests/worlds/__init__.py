"""Worlds of known truth: tasks whose models are drawn from distributions that are known.

`make calibrate` measures on them what the answer's estimators do; a few are in the tests.
"""
