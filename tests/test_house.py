"""What `make house` counts, in code whose counts are known."""

import pytest
from house import counts_of

CODE = '''"""A docstring
of two lines."""

a, b = b, a  # a swap: no pair
c, d = 1, f(2)

# Why.
e = c if d else 0


def _helper():
    """One line."""
    return 1


def g():
    return _helper()
'''


def test_each_thing_is_counted_once():
    found = counts_of(CODE)
    assert (found.code, found.comments, found.docstrings) == (7, 1, 3)
    assert (found.pairs, found.conditionals) == (1, 1)
    assert (found.helpers, found.used_once) == (1, 1)


@pytest.mark.parametrize(
    ("code", "pairs"),
    [("a, b = 1, 2", 1), ("a, b = f()", 0), ("a = 1, 2", 0), ("a.x, b = b, a.x", 0)],
)
def test_pairs(code, pairs):
    assert counts_of(code).pairs == pairs


def test_counts_add_up():
    both = counts_of(CODE) + counts_of("a, b = 1, 2")
    assert (both.code, both.pairs, both.docstrings) == (8, 2, 3)
