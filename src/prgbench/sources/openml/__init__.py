"""OpenML as a source, by its REST interface (version 1)."""
