"""Text files that somebody else may have made, read whole."""

from pathlib import Path

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.units import size

LARGEST = 1_000_000_000


def read_text_file(path: Path, largest: int = LARGEST) -> str:
    """Read a text in UTF-8, with or without a byte order mark.

    Parameters
    ----------
    path : Path
        The file.
    largest : int
        The number of bytes that it may have.

    Raises
    ------
    PrgbenchError
        If it is absent, no regular file (a pipe never ends), too big or no such text.
    """
    try:
        if not path.is_file():
            problem = "is no regular file" if path.exists() else "does not exist"
            raise PrgbenchError(f"{path} {problem}: correct its path.")
        with path.open("rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise PrgbenchError(
                f"{path} has {size(path.stat().st_size)}, more than the {size(largest)} that are "
                "read: is it the right file?"
            )
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PrgbenchError(
            f"{path} is not in UTF-8 (byte {error.start}): save it in this encoding."
        ) from None
    except OSError as error:
        raise PrgbenchError(f"{path} can't be read ({error.strerror}): correct that.") from None
    if 0 in content:
        raise PrgbenchError(
            f"{path} is no text: byte {content.index(0)} is 0; is it the right file?"
        )
    return text
