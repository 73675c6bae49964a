"""Names and numbers in the notes on a table of scores."""

from collections.abc import Sequence

from prgbench.run.safe_text import some_of


def counted(n: int, noun: str) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "data set"), counted(1200, "data set")
    ('1 data set', '1,200 data sets')
    """
    return f"{n:,} {noun}{'s' if n != 1 else ''}"


def named(noun: str, names: Sequence[str]) -> str:
    """Return a noun with the first of some names.

    Examples
    --------
    >>> named("model", ["net"]), named("model", ["net", "tree"])
    ('the model net', 'the models net, tree')
    """
    return f"the {noun}{'s' if len(names) > 1 else ''} {some_of(names)}"
