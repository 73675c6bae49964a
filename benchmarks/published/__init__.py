"""Scores of single instances that others have published, read from a clone of their repository.

Each module reads one repository into a table of predictions, as ``prgbench compare`` takes it, and
checks what it reads against what the authors printed. Nothing of the repositories is here.
"""
