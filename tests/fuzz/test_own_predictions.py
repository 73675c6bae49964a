"""Damaged files with a user's predictions are refused in a sentence or read as they stand."""

import random
import re
from collections.abc import Iterator

import numpy as np
import pytest

from fuzz.mutators import mutated
from fuzz.strict_csv import NotAllowedError, ensure, number, table_of
from fuzz.trial import Canary, Tally, attempt
from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.answer.own_model import read_scores
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import BundleStore

HOSTILE = (
    "", " ", " 1 ", "-1", "+1", "+0.5", "1.0", "1.", ".5", "1e0", "1_0", "0x10", "007", "0,5",
    "0;5", "-0.0", "1e999", "-1e999", "1e-999", "1e99999999999", "nan", "NaN", "inf", "-Infinity",
    "True", "false", "NULL", "9007199254740993", "9" * 18, "9" * 19, "9" * 5000,
    "9223372036854775808", "0." + "1" * 500, "\u0661", "\uff11", "\u22121", "abc", 'a"b', '"a',
    "a\nb", "\x1b[31m", "\u202e", "2.2250738585072011e-308", "4.9e-324",
    "0.1000000000000000055511151231257827021", "x" * 200_000, "1,2", "../../precious",
)  # fmt: skip


def damaged(body: bytes) -> Iterator[bytes]:
    """Yield damages of bytes, then cells replaced by hostile ones, then whole files."""
    for _, damage in mutated(body, 1000, seed=11):
        yield damage
    lines = body.decode().splitlines()
    rng = random.Random(11)
    for place in range(4):
        for value in HOSTILE:
            for line in (0, rng.randrange(1, len(lines))):
                for quote in ("", '"'):
                    cells = lines[line].split(",")
                    cells[place] = f"{quote}{value}{quote}"
                    damage = [*lines[:line], ",".join(cells), *lines[line + 1 :]]
                    yield "\n".join(damage).encode()
    yield from (b"", b"\n", b"\0" * 1000, bytes(range(256)) * 100, lines[0].encode())
    yield from (body.decode().encode(code) for code in ("utf-16", "utf-32", "utf-8-sig", "utf-7"))
    yield body.replace(b",", b";")
    yield body.replace(b",", b"\t")
    yield body.replace(b"\n", b"\r\n")
    yield body.replace(b"\n", b"\r")
    yield "\n".join(line + ",0" * 5000 for line in lines).encode()
    yield "\n".join(line + f",c{n}" for n, line in enumerate(lines)).encode()


def judged(body: bytes, folds: dict[int, int]) -> list[float] | None:
    try:
        rows = table_of(body, ["row_id", "fold", "score"])
        found = {}
        for row in rows:
            row_id = whole(row["row_id"])
            ensure(row_id not in found)
            ensure(folds.get(row_id) == whole(row["fold"]))
            found[row_id] = number(row["score"].strip(" \t\n\v\f\r"))
        ensure(found.keys() == folds.keys())
    except NotAllowedError:
        return None
    return [found[row_id] for row_id in folds]


def whole(cell: str) -> int:
    match = re.fullmatch(r"(-?[0-9]{1,18})(\.0*)?", cell.strip(" \t\n\v\f\r"), re.ASCII)
    ensure(match is not None)
    assert match is not None
    return int(match[1])


@pytest.mark.fuzz
@pytest.mark.timeout(300)
def test_own_predictions(tmp_path):
    store = BundleStore(tmp_path / "home")
    write_task(store, make_task_scores(n=40))
    bundle = store.open(1)
    folds = dict(zip(bundle.row_id().tolist(), bundle.fold().tolist(), strict=True))
    scores = np.random.default_rng(0).normal(size=40).tolist()
    rows = (
        f"model {row},{row},{fold},{score!r}"
        for (row, fold), score in zip(folds.items(), scores, strict=True)
    )
    body = "\n".join(["name,row_id,fold,score", *rows]).encode()
    assert judged(body, folds) == scores
    canary, tally = Canary(tmp_path), Tally()
    path = tmp_path.parent / f"{tmp_path.name}.csv"
    for damage in damaged(body):
        path.write_bytes(damage)
        found = attempt(lambda: read_scores(path, bundle))
        expected = judged(damage, folds)
        canary.assert_alive()
        if isinstance(found, PrgbenchError):
            assert str(path) in str(found)
            tally["refused" if expected is None else "refused without need"] += 1
        else:
            assert found.tolist() == expected, damage
            tally["same"] += 1
    tally.say("own predictions")
    assert tally.total() >= 1500
    assert tally["refused without need"] == 0
    assert tally["same"] > 100
