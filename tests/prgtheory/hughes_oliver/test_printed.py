"""The rows that need no simulation are those of the docs."""

from prgtheory.hughes_oliver.printed import exact_rows
from theory_page_of_docs import assert_rows_of_docs


def test_the_docs_show_the_rows():
    assert_rows_of_docs(exact_rows(), whole=False)
