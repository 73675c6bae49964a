"""The page of a study, and its answer as Markdown."""

ANSWER_FIGURE = "answer"
"""The first figure of the page, in a study of enough data sets."""

MODEL_CURVES = "model_curves"
"""The first figure of a study of one data set."""

STANDINGS_FIGURE = "standings"
"""The first figure of a study of few data sets."""
