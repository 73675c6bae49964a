"""The pages to read: the report in Markdown, and the page that can be questioned."""

ANSWER_FIGURE = "answer"
