"""Digests of code that its comments, layout and docstrings do not change.

To parse this package takes a second, and most of it is as it was the last time: the digests are
kept beside the compiled code, by the bytes of each source.
"""

import ast
import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path

from prgbench.pipeline.files import write_text

KEPT = Path(cache_from_source(__file__)).with_suffix(".json")


def tree_digests(sources: Sequence[bytes], kept: Path = KEPT) -> list[str]:
    """Return the digest of the syntax tree of each source.

    Parameters
    ----------
    sources : sequence of bytes
        The code of modules.
    kept : Path
        Where the digests are kept; those of other sources are forgotten.
    """
    # Another way to compute them makes other digests; another Python keeps a file of its own.
    way = sha256(Path(__file__).read_bytes())
    keys = []
    for source in sources:
        key = way.copy()
        key.update(source)
        keys.append(key.hexdigest())
    known = _read(kept)
    found = {
        key: known.get(key) or _digest(source) for key, source in zip(keys, sources, strict=True)
    }
    if found != known:
        with suppress(OSError):
            write_text(kept, json.dumps(found), durable=False)
    return [found[key] for key in keys]


def _read(kept: Path) -> dict[str, str]:
    try:
        known = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _digest(source: bytes) -> str:
    tree = ast.parse(source)
    _strip(tree)
    return sha256(ast.dump(tree).encode()).hexdigest()


def _strip(node: ast.AST) -> None:
    """Remove texts that stand as statements: docstrings of modules, classes, functions, fields."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, name, None)
        if isinstance(inside, list):
            inside[:] = [statement for statement in inside if not _is_text(statement)]
            for statement in inside:
                _strip(statement)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
