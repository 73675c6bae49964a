"""Small changes of Python code, each of which a test should notice."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED = {"min": "max", "max": "min", "all": "any", "any": "all"}

SMALL = 10
"""From here on an integer is doubled, as one more would be within what tests may round."""

LOOKS = {
    *("alpha", "aspect", "capsize", "figsize", "fontsize", "handlelength", "height_ratios"),
    *("labelsize", "length", "linewidth", "markeredgewidth", "markersize", "ncols", "pad"),
    *("rotation", "shrink", "width_ratios", "zorder"),
}
"""Arguments of Matplotlib, by keyword or in a dictionary, that say how large or heavy something is
drawn: for the eye to judge."""

Change = Callable[[], None]


@dataclass(frozen=True)
class Mutant:
    """A change of a module: the place and what stands there before and after it."""

    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """The change as it is listed, without its line, which moves."""
        return f"{self.before} -> {self.after}"


def n_mutants(source: str) -> int:
    """Return how many mutants a module has."""
    return sum(1 for _ in _changes(ast.parse(source)))


def mutant(source: str, number: int) -> Mutant:
    r"""Return a mutant of a module by its place in the order of the code.

    Examples
    --------
    >>> source = "def f(x):\n    return x < 2\n"
    >>> [mutant(source, number).name for number in range(n_mutants(source))]
    ['return x < 2 -> return None', 'x < 2 -> x <= 2', '2 -> 3']
    """
    tree = ast.parse(source)
    node, change = next(islice(_changes(tree), number, None))
    before = ast.unparse(node)
    change()
    after = ast.unparse(node)
    # What is negated stands in a node above, and is itself as it was.
    shown = f"not ({before})" if after == before else after
    return Mutant(node.lineno, before, shown, ast.unparse(tree))


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, Change]]:
    """Yield the places that can be changed, each with the change."""
    for node in _code(tree):
        match node:
            case ast.Return(value=ast.Constant(value=None)):
                yield node, _setter(node, "value", ast.Constant(True))
            case ast.Return(value=ast.expr()):
                yield node, _setter(node, "value", ast.Constant(None))
            case ast.Compare(ops=operators):
                for place, operator in enumerate(operators):
                    if type(operator) in COMPARED:
                        yield node, _replacer(operators, place, COMPARED[type(operator)]())
            case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
                if type(operator) in COMPUTED and not _is_type(node):
                    yield node, _setter(node, "op", COMPUTED[type(operator)]())
            case ast.BoolOp(op=operator):
                other = ast.Or() if isinstance(operator, ast.And) else ast.And()
                yield node, _setter(node, "op", other)
            case ast.UnaryOp(op=ast.USub() | ast.Invert()):
                yield node, _setter(node, "op", ast.UAdd())
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, _setter(node, "operand", ast.UnaryOp(ast.Not(), operand))
            case ast.Constant(value=bool() as value):
                yield node, _setter(node, "value", not value)
            case ast.Constant(value=int() | float() as value):
                small = value == 0 or (isinstance(value, int) and value < SMALL)
                yield node, _setter(node, "value", value + 1 if small else 2 * value)
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield test, _setter(node, "test", ast.UnaryOp(ast.Not(), test))
            case ast.Call(func=ast.Name(id=name) as function) if name in CALLED:
                yield node, _setter(function, "id", CALLED[name])
            case ast.Call(func=ast.Attribute(attr=name) as function) if name in CALLED:
                yield node, _setter(function, "attr", CALLED[name])
            case ast.Call(func=ast.Name(id="abs") as function):
                yield node, _setter(function, "id", "float")
            case ast.Call(func=ast.Name(id="sorted") as function, keywords=keywords):
                if all(keyword.arg != "reverse" for keyword in keywords):
                    added = ast.keyword("reverse", ast.Constant(True))
                    yield node, _setter(node, "keywords", [*keywords, added])


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotation, docstring, import, `__all__` or look."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    if isinstance(node, ast.keyword) and node.arg in LOOKS:
        return
    yield node
    if isinstance(node, ast.Dict):
        looks = [isinstance(key, ast.Constant) and key.value in LOOKS for key in node.keys]
        children = [value for value, look in zip(node.values, looks, strict=True) if not look]
        for child in (*filter(None, node.keys), *children):
            yield from _code(child)
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _code(child)


def _is_type(node: ast.AST) -> bool:
    """Tell whether ``a | b`` names types."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    names = [ast.unparse(side) for side in sides]
    return any(name in ("int", "str", "float", "bool", "None") for name in names) or (
        bool(names) and all(name[0].isupper() and not name.isupper() for name in names)
    )


def _setter(node: ast.AST, field: str, value: object) -> Change:
    return lambda: setattr(node, field, value)


def _replacer(values: list[ast.cmpop], place: int, value: ast.cmpop) -> Change:
    def replace() -> None:
        values[place] = value

    return replace
