import pytest

from mutation.operators import mutant, n_mutants


def names(source):
    return [mutant(source, number).name for number in range(n_mutants(source))]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a = b < c", ["b < c -> b <= c"]),
        ("a = b < c == d", ["b < c == d -> b <= c == d", "b < c == d -> b < c != d"]),
        ("a = b - c", ["b - c -> b + c"]),
        ("a += b", ["a += b -> a -= b"]),
        ("a = b and c", ["b and c -> b or c"]),
        ("a = not b", ["not b -> not not b"]),
        ("a = True", ["True -> False"]),
        ("a = 3", ["3 -> 4"]),
        ("a = 300", ["300 -> 600"]),
        ("a = .5", ["0.5 -> 1.0"]),
        ("a = 0.0", ["0.0 -> 1.0"]),
        ("a = b if c else d", ["c -> not (c)"]),
        ("if a:\n    b()", ["a -> not (a)"]),
        ("a = min(b, c)", ["min(b, c) -> max(b, c)"]),
        ("a = b.all()", ["b.all() -> b.any()"]),
        ("a = abs(b)", ["abs(b) -> float(b)"]),
        ("a = sorted(b)", ["sorted(b) -> sorted(b, reverse=True)"]),
        ("def a() -> int | None:\n    return b", ["return b -> return None"]),
        ("def a():\n    return None", ["return None -> return True"]),
        ("A = int | None", []),
        ("__all__ = ['a', 1]", []),
        ('def a(b: "int" = c):\n    """One: 1."""', []),
        ("if TYPE_CHECKING:\n    a = 1", []),
        ("plot(x, linewidth=1.2, marker=1)", ["1 -> 2"]),
        ("plot(x, **{'linewidth': 1.2, 'marker': 1})", ["1 -> 2"]),
    ],
)
def test_each_change_is_one_that_runs(line, expected):
    assert names(line) == expected


def test_a_mutant_is_the_module_with_one_change():
    source = "def f(a):\n    if a < 1:\n        return a\n    return 2 * a\n"
    changed = {mutant(source, number).source for number in range(n_mutants(source))}
    assert len(changed) == n_mutants(source)
    assert "def f(a):\n    if a <= 1:\n        return a\n    return 2 * a" in changed
    assert mutant(source, 0).line == 2
