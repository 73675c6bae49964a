"""Single damages of bytes, drawn from a seed: what disks, networks and strangers do to a file."""

from collections.abc import Callable, Iterator

import numpy as np

Mutator = Callable[[bytes, np.random.Generator], bytes]

ODD = (
    b"", b"\x00", b"\x1b[31m", b"'", b'"', b"\\", b",", b"\t", b" ", b"\n", b"\r\n", b"%", b"{",
    b"}", b"?", b"-1", b"-0", b"1e999", b"nan", b"1_0", b"0x10", b"99999999999999999999", b"0.5e",
    b"\xff\xfe", b"\xef\xbb\xbf", "\u0661".encode(), "\u2212".encode(), "\u202e".encode(),
    b"<", b"&", b"../", b"$", b"=1+1",
)  # fmt: skip


def flip(body: bytes, rng: np.random.Generator) -> bytes:
    """Flip a bit."""
    changed = bytearray(body)
    changed[rng.integers(len(body))] ^= 1 << int(rng.integers(8))
    return bytes(changed)


def delete(body: bytes, rng: np.random.Generator) -> bytes:
    """Delete up to eight bytes."""
    start = int(rng.integers(len(body)))
    return body[:start] + body[start + int(rng.integers(1, 9)) :]


def insert(body: bytes, rng: np.random.Generator) -> bytes:
    """Insert something odd."""
    start = int(rng.integers(len(body) + 1))
    return body[:start] + ODD[rng.integers(len(ODD))] + body[start:]


def replace(body: bytes, rng: np.random.Generator) -> bytes:
    """Replace a few bytes by something odd."""
    start = int(rng.integers(len(body)))
    return body[:start] + ODD[rng.integers(len(ODD))] + body[start + int(rng.integers(1, 9)) :]


def cut(body: bytes, rng: np.random.Generator) -> bytes:
    """Keep the beginning."""
    return body[: rng.integers(len(body))]


def repeat_line(body: bytes, rng: np.random.Generator) -> bytes:
    """Write a line twice."""
    lines = body.splitlines(keepends=True)
    place = int(rng.integers(len(lines)))
    return b"".join([*lines[: place + 1], *lines[place:]])


def drop_line(body: bytes, rng: np.random.Generator) -> bytes:
    """Leave out a line."""
    lines = body.splitlines(keepends=True)
    del lines[int(rng.integers(len(lines)))]
    return b"".join(lines)


def swap_lines(body: bytes, rng: np.random.Generator) -> bytes:
    """Exchange two lines."""
    lines = body.splitlines(keepends=True)
    one, other = rng.integers(len(lines), size=2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


MUTATORS: tuple[Mutator, ...] = (
    flip, delete, insert, replace, cut, repeat_line, drop_line, swap_lines,
)  # fmt: skip


def mutated(body: bytes, n: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield ``n`` damaged copies of a body, each with the name of its damage and its number."""
    for number in range(n):
        rng = np.random.default_rng([seed, number])
        mutator = MUTATORS[number % len(MUTATORS)]
        yield f"{mutator.__name__} {seed}/{number}", mutator(body, rng)
