"""How anything is shown: style, axes of the three spaces, rows with intervals, words."""
