"""Sentences in Markdown as HTML; markup of HTML within them is text."""

from markdown_it import MarkdownIt
from markupsafe import Markup

# Names of data sets and flows stand in sentences: nothing in them is fetched or followed.
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .disable(["image", "link", "autolink", "reference"])
)


def as_html(markdown: str) -> Markup:
    r"""Return paragraphs, lists and tables as HTML.

    Examples
    --------
    >>> as_html("**one** <b>two</b>")
    Markup('<p><strong>one</strong> &lt;b&gt;two&lt;/b&gt;</p>\n')
    """
    return Markup(_MARKDOWN.render(markdown))


def line_as_html(markdown: str) -> Markup:
    """Return a line, as a caption is, as HTML.

    Examples
    --------
    >>> line_as_html("*a* & b")
    Markup('<em>a</em> &amp; b')
    """
    return Markup(_MARKDOWN.renderInline(markdown))
