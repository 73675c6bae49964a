"""The notebooks with their outputs, so that a forge shows what they show.

``python docs/notebooks.py`` (`make notebooks`) runs each of them and keeps its outputs, with
smaller pictures; ``--check`` names those that were edited since.
"""

import io
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image

FOLDER = Path(__file__).parents[1] / "notebooks"
COLOURS = 96
"""Pictures are reduced to this many colours: a third of the bytes, and they look the same."""

MADE_OF = "made_of"
"""In the metadata of a notebook: a checksum of the code that its outputs are of."""


def main() -> None:
    """Renew the outputs, or name the notebooks whose outputs are not of their code."""
    paths = sorted(FOLDER.glob("*.ipynb"))
    if sys.argv[1:] != ["--check"]:
        for path in paths:
            nbformat.write(with_outputs(read(path)), path)
        return
    stale = [path.name for path in paths if read(path).metadata.get(MADE_OF) != code_of(path)]
    if stale:
        sys.exit(f"{', '.join(stale)}: run make notebooks, the outputs are of other code.")


def read(path: Path) -> Any:
    """Read a notebook."""
    return nbformat.read(path, as_version=4)


def code_of(path: Path) -> str:
    """Return a checksum of the code of a notebook."""
    return _checksum(read(path))


def _checksum(notebook: Any) -> str:
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return sha256("\0".join(code).encode()).hexdigest()[:16]


def with_outputs(notebook: Any) -> Any:
    """Run a notebook from top to bottom, and return it with what its cells show."""
    place = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, timeout=300, record_timing=False, resources=place).execute()
    notebook.metadata[MADE_OF] = _checksum(notebook)
    # The version of the interpreter says nothing of the outputs, and changes by itself.
    notebook.metadata.pop("language_info", None)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                data["image/png"] = smaller(data["image/png"])
    return notebook


def smaller(picture: str) -> str:
    """Return a picture with fewer colours; both are PNG in base64."""
    few = Image.open(io.BytesIO(b64decode(picture))).convert("RGB").quantize(COLOURS)
    with io.BytesIO() as file:
        few.save(file, format="png", optimize=True)
        return b64encode(file.getvalue()).decode()


if __name__ == "__main__":
    main()
