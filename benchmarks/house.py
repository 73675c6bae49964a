"""Print how the code of each room reads, beside libraries that are known to read well.

A picture, no gate: a number that rises asks for a look, and nobody writes for a number. Counted is
what slows a reader down (two statements in a line, a condition inside an expression, long
expressions), what helps him (comments, docstrings), and helpers that he must look up for one use.
The numbers of the libraries are of an earlier count.
"""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from textwrap import fill

from tabulate import tabulate

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "prgbench"
COLUMNS = {
    "room": "",
    "code lines": ",.0f",
    "pairs": ".1f",
    "conditionals": ".1f",
    "nodes a line": ".1f",
    "comments": ".0f",
    "docstring lines a line": ".2f",
    "helpers used once": ".0%",
}
LEGEND = (
    "Of 1,000 code lines: assignments of unrelated pairs (a, b = x, y), conditional expressions, "
    "comment lines. Nodes of the syntax tree and docstring lines are a code line; helpers are "
    "private functions."
)
NAN = float("nan")
OTHERS = [
    ["scikit-learn metrics", NAN, 1.8, 6.2, 5.7, 31, 1.50, 0.32],
    ["statsmodels.stats", NAN, 3.0, 3.6, 7.3, 34, 1.20, NAN],
    ["scores", NAN, 0.4, 0.7, 7.6, 41, 1.56, NAN],
    ["arviz-stats", NAN, 0.6, 10.7, 7.3, 25, 0.70, NAN],
    ["bencheval", NAN, 1.8, 9.0, 7.9, 54, 0.25, NAN],
    ["PyPSA-Eur scripts", NAN, 0.2, 3.9, 6.7, 22, NAN, NAN],
]

LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER),
}
"""Tokens that are no code."""


@dataclass(frozen=True)
class Counts:
    """What was counted in a file, or in several together."""

    code: int = 0
    pairs: int = 0
    conditionals: int = 0
    nodes: int = 0
    comments: int = 0
    docstrings: int = 0
    helpers: int = 0
    used_once: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """Return the counts of both together."""
        return Counts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def counts_of(source: str) -> Counts:
    r"""Count in the text of a module.

    Examples
    --------
    >>> found = counts_of("a, b = 1, f(2)\n# Why.\nc = a if b else 0\n")
    >>> found.code, found.pairs, found.conditionals, found.comments
    (2, 1, 1, 1)
    """
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    of_docstrings = set(_lines_of_docstrings(nodes))
    of_code: set[int] = set()
    of_comments: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            # A comment after code on the same line counts as code.
            if not token.line[: token.start[1]].strip():
                of_comments.add(token.start[0])
        elif token.type not in LAYOUT:
            of_code.update(range(token.start[0], token.end[0] + 1))
    helpers = [
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name[0] == "_" != node.name[1]
    ]
    uses = Counter(_names_used(nodes))
    return Counts(
        code=len(of_code - of_docstrings),
        pairs=sum(map(_is_unrelated_pair, nodes)),
        conditionals=sum(isinstance(node, ast.IfExp) for node in nodes),
        nodes=len(nodes),
        comments=len(of_comments),
        docstrings=len(of_docstrings),
        helpers=len(helpers),
        used_once=sum(uses[name] == 1 for name in helpers),
    )


def _lines_of_docstrings(nodes: Iterable[ast.AST]) -> Iterator[int]:
    for node in nodes:
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)


def _is_unrelated_pair(node: ast.AST) -> bool:
    """Tell whether several names get several values by one statement: not a swap, not calls."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return False
    if not isinstance(node.targets[0], ast.Tuple):
        return False
    assigned = {ast.unparse(target) for target in node.targets[0].elts}
    values = {ast.unparse(value) for value in node.value.elts}
    return assigned != values


def _names_used(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def row_of(name: str, found: Counts) -> list[str | float]:
    """Return the row of a room in the printed table."""
    return [
        name,
        found.code,
        1000 * found.pairs / found.code,
        1000 * found.conditionals / found.code,
        found.nodes / found.code,
        1000 * found.comments / found.code,
        found.docstrings / found.code,
        found.used_once / found.helpers if found.helpers else NAN,
    ]


def main() -> None:
    """Print a row for each room, for all of them, and for the other libraries."""
    by_room: dict[str, Counts] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        room = inside.parts[0] if len(inside.parts) > 1 else "top level"
        found = counts_of(path.read_text(encoding="utf-8"))
        by_room[room] = by_room.get(room, Counts()) + found
    rows = [row_of(room, found) for room, found in by_room.items()]
    everything = row_of("all of prgbench", sum(by_room.values(), Counts()))
    forms = COLUMNS.values()
    print(fill(LEGEND, 100))
    table = [
        [
            "" if value != value else format(value, form)
            for value, form in zip(row, forms, strict=True)
        ]
        for row in (*rows, everything, *OTHERS)
    ]
    print(tabulate(table, headers=list(COLUMNS), disable_numparse=True))


if __name__ == "__main__":
    main()
