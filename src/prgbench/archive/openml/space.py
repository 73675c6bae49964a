"""One sentence where a disk is full."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prgbench.errors import PrgbenchError

NO_SPACE = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def space_for(path: Path) -> Iterator[None]:
    """Say that there is no space left for ``path`` where writing it fails for that reason."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_SPACE:
            raise
        raise PrgbenchError(
            f"There is no space left for {path}: make some and start again; "
            "what has been fetched stays."
        ) from error
