"""The figures of the sources, drawn from our own curves."""
