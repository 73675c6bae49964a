"""What the five sources show besides the experiment, recomputed: a folder for each source.

It uses the metrics of `prgbench`, the style of its figures and its files; `prgbench` never imports
it.
"""
