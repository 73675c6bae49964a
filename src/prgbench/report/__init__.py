"""The report: a Markdown file and an interactive page."""

ANSWER_FIGURE = "answer"
"""The first figure of both."""
