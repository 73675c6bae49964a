"""Makes Python's processes like those of Windows: no forks, no locks of Unix, texts in cp1252.

In a folder at the front of PYTHONPATH, so that processes that a process starts are so, too.
"""

import builtins
import io
import multiprocessing
import os
import signal
import sys

for module in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[module] = None
for name in ("fork", "forkpty", "getuid", "geteuid", "sched_getaffinity", "register_at_fork"):
    delattr(os, name)
for name in ("SIGHUP", "SIGALRM", "setitimer", "alarm"):
    delattr(signal, name)
multiprocessing.set_start_method("spawn")
_open = io.open


def open_in_cp1252(file, mode="r", buffering=-1, encoding=None, *rest, **options):
    if "b" not in mode and encoding in (None, "locale"):
        frame = sys._getframe(1)
        while frame is not None and "pathlib" in frame.f_code.co_filename:
            frame = frame.f_back
        if f"{os.sep}prgbench{os.sep}" in frame.f_code.co_filename:
            raise AssertionError(f"{frame.f_code.co_filename} opens {file} without an encoding")
        encoding = "cp1252"
    return _open(file, mode, buffering, encoding, *rest, **options)


builtins.open = io.open = open_in_cp1252
