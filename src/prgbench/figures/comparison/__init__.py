"""The figures of the comparison: one function each, from its tables to a figure and a caption."""
