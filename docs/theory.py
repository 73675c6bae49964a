"""Copies the page of results/theory and its rows into docs/, with figures small enough for git.

Run after the target ``theory``: ``python docs/theory.py results/theory docs``.
"""

import re
import sys
from pathlib import Path

from PIL import Image

from prgbench.run.errors import PrgbenchError, one_sentence
from prgbench.run.files import atomic_path, write_text
from prgtheory.chapters import PRINTED_TABLE

SCALE = 0.63
_IMAGE = re.compile(r"\]\((\w+\.png)\)")


def write_docs(results: Path, docs: Path) -> list[Path]:
    """Write ``theory.md``, its rows and ``theory/<figure>.png`` below `docs`; return the images.

    Raises PrgbenchError if the page is not in `results`.
    """
    page, rows = results / "index.md", f"{PRINTED_TABLE}.csv"
    if not page.exists():
        raise PrgbenchError(f"{page} is missing: run the target theory.")
    text = page.read_text(encoding="utf-8")
    write_text(docs / "theory.md", _IMAGE.sub(r"](theory/\1)", text))
    write_text(docs / rows, (results / rows).read_text(encoding="utf-8"))
    images = _IMAGE.findall(text)
    return [_shrink(results / image, docs / "theory" / image) for image in images]


def _shrink(source: Path, target: Path) -> Path:
    with Image.open(source) as image, atomic_path(target) as temporary:
        size = round(image.width * SCALE), round(image.height * SCALE)
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        # Maximum coverage keeps thin coloured lines in their colour; median cut greys them.
        few = small.quantize(method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(temporary, "png", optimize=True)
    return target


if __name__ == "__main__":
    with one_sentence():
        write_docs(Path(sys.argv[1]), Path(sys.argv[2]))
