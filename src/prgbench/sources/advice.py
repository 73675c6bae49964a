"""What sentences advise to type: options of the command line that work as they are printed."""

from collections.abc import Sequence

from prgbench.run.safe_text import SHOWN_NAMES, as_shell_word

A_FOLDER_FOR_EACH = (
    "move the files of each data set to a folder named after it, such as dataset=heart"
)
"""What states the data sets of files without a column of them."""


def as_columns(role: str, names: Sequence[str]) -> str:
    """Return the option that gives a column a role; of several columns, one has to be chosen.

    Examples
    --------
    >>> print(as_columns("model", ["the net"]))
    --columns 'model=the net'
    >>> print(as_columns("subset", ["split", "sampling"]))
    --columns subset=split or subset=sampling
    """
    words = [as_shell_word(f"{role}={name}") for name in names]
    more = [f"{len(words) - SHOWN_NAMES:,} more"] if len(words) > SHOWN_NAMES else []
    return f"--columns {' or '.join([*words[:SHOWN_NAMES], *more])}"


def as_measure(name: str) -> str:
    """Return how a measure is named, on the command line and in Python.

    Examples
    --------
    >>> print(as_measure("accuracy"))
    --measures accuracy (in Python, measures=['accuracy'])
    """
    return f"--measures {as_shell_word(name)} (in Python, measures={[name]!r})"


def to_name(role: str, names: Sequence[str]) -> str:
    """Return the advice on which column has a role, such as the models: one of these names.

    What a spreadsheet or an index of pandas leaves without a name needs one.

    Examples
    --------
    >>> print(to_name("model", ["net"]))
    give --columns model=net
    >>> print(to_name("model", ["net", "kind"]))
    give --columns model=net or model=kind, whichever has the names of the models
    >>> print(to_name("model", [""]))
    name the unnamed column model
    >>> print(to_name("model", []))
    add a column model
    """
    called = [name for name in names if name.strip()]
    nameless = len(called) < len(names)
    advice = [f"name the unnamed column {role}"] if nameless else []
    if called:
        advice.append(f"give {as_columns(role, called)}")
    if not advice:
        return f"add a column {role}"
    which = f", whichever has the names of the {role}s" if len(names) > 1 else ""
    return f"{', or '.join(advice)}{which}"
