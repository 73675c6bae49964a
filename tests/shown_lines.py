"""What is seen of the lines in a figure's axes."""


def shown_lines(axes):
    """Return the segments of each collection of lines, without invisible bars that have titles."""
    return [lines.get_segments() for lines in axes.collections if lines.get_gid() is None]
