"""Jobs in forks of a process that has imported their libraries: a start takes a tenth of a second.

Snakemake runs a script with the interpreter that runs Snakemake itself. `interpreter` returns a
program that takes its place: it hands its arguments, environment, folder and open files to a
process which forks, and ends as the fork does. Nothing of this project is imported before a fork.
"""

import atexit
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

_STREAMS = 3
_READY_SECONDS = 60.0
_CLIENT = """\
#!{python} -IS
import json, os, socket, sys

if not os.path.isfile(sys.argv[1]):
    os.execv({python!r}, [{python!r}, *sys.argv[1:]])
asked = {{"argv": sys.argv[1:], "folder": os.getcwd(), "variables": dict(os.environ)}}
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect({address!r})
    socket.send_fds(connection, [b"."], [0, 1, 2])
    connection.sendall(json.dumps(asked).encode())
    connection.shutdown(socket.SHUT_WR)
    status = connection.recv(8)
sys.exit(int(status or b"1"))
"""


@cache
def interpreter(forks: ForkServerContext) -> str:
    """Return the path of the program, whose process ends with this one."""
    folder = Path(tempfile.mkdtemp(prefix="jobs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    address = str(folder / "socket")
    ready = forks.Event()
    # No daemon, whose forks could start no processes.
    server = forks.Process(target=_serve, args=(address, ready))
    server.start()
    atexit.register(server.kill)
    assert ready.wait(_READY_SECONDS)
    client = folder / "python"
    client.write_text(_CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
    client.chmod(0o755)
    return str(client)


def _serve(address: str, ready: Any) -> None:
    """Fork for whoever connects, as long as this process lives."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        ready.set()
        while True:
            connection, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                _work(connection)
            connection.close()


def _work(connection: socket.socket) -> None:
    """Run what is asked for as a new interpreter does, say how it ended, and end."""
    _, files, _, _ = socket.recv_fds(connection, 1, _STREAMS)
    with connection.makefile("rb") as stream:
        asked = json.load(stream)
    for descriptor, file in enumerate(files):
        os.dup2(file, descriptor)
        os.close(file)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    multiprocessing.set_start_method(None, force=True)
    status = _ended(asked["argv"], asked["folder"], asked["variables"])
    sys.stdout.flush()
    sys.stderr.flush()
    connection.sendall(str(status).encode())
    os._exit(status)


def _ended(argv: list[str], folder: str, variables: Mapping[str, str]) -> int:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    given = filter(None, variables.get("PYTHONPATH", "").split(os.pathsep))
    installed = [path for path in sys.path if Path(path).is_relative_to(sys.base_prefix)]
    installed += [path for path in sys.path if Path(path).is_relative_to(sys.prefix)]
    sys.path[:] = [str(Path(argv[0]).parent), *given, *dict.fromkeys(installed)]
    sys.argv = argv
    if threads := variables.get("OMP_NUM_THREADS"):
        # Libraries read this when they are loaded, which they are.
        threadpool_limits(int(threads))
    sys.modules.pop("sitecustomize", None)
    with suppress(ImportError):
        __import__("sitecustomize")
    try:
        runpy.run_path(argv[0], run_name="__main__")
    except SystemExit as end:
        return _status(end.code)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        threading._shutdown()
        atexit._run_exitfuncs()
    return 0


def _status(code: object) -> int:
    """Return what a process ends with that calls `sys.exit`."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    sys.stderr.write(f"{code}\n")
    return 1
