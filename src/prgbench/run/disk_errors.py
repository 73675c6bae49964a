"""What went wrong with a disk, said in one sentence: it is full, or it may not be written."""

import errno
import os
import re

from prgbench.run.errors import causes_of
from prgbench.run.safe_text import plain

DISK_IS_FULL = errno.ENOSPC
"""The exit status of a process that a full disk has stopped."""

NO_ROOM = "The disk is full: free some space and start again; finished work is kept."

_REMEDIES = dict.fromkeys(
    [errno.EACCES, errno.EPERM, errno.EROFS],
    "change its permissions or those of its folder, or use another folder.",
) | dict.fromkeys(
    [errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY, errno.ELOOP],
    "remove or rename what is in the way, at this path or where its folder should be.",
)
_REMEDIES[errno.EFBIG] = "raise the limit on file sizes (`ulimit -f`)."
_PART = re.compile(r"\.([^/]+)\.[a-z0-9_]{8}\.part(\.lock)?$")
"""The temporary file of `prgbench.run.files`, whose name says nothing to anybody."""

_NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
_FULL = ("No space left on device", "Disk quota exceeded", "database or disk is full")


def full_disk(error: BaseException) -> str | None:
    """Return the sentence for a user if a full disk caused an error, otherwise None."""
    for cause in causes_of(error):
        if getattr(cause, "errno", None) in _NO_SPACE or any(w in str(cause) for w in _FULL):
            problem = plain(str(cause))
            return (
                f"The disk is full ({problem}): free some space and start again; finished work "
                "is kept."
            )
    return None


def not_allowed(error: BaseException) -> str | None:
    """Return the sentence for a user if a file that can't be used caused an error.

    It may be protected, or a folder where a file should be.
    """
    for cause in causes_of(error):
        if not isinstance(cause, OSError) or cause.errno not in _REMEDIES:
            continue
        remedy = _REMEDIES[cause.errno]
        file = cause.filename2 or cause.filename
        if file:
            name = _PART.sub(r"\1", os.fsdecode(file))
            return f"{name} can't be read or written ({cause.strerror}): {remedy}"
        # Arrow names the file in its message alone; what writes into an open file has no name.
        if "file '" in str(cause.strerror) or cause.errno == errno.EFBIG:
            return f"{cause.strerror}: {remedy}"
    return None
