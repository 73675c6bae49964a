"""Jobs as forks of a process that has imported their libraries: a start takes milliseconds.

A program that runs Python scripts, such as Snakemake, calls another in place of the interpreter
(`fork_server`). That hands its arguments, environment, folder and open files to a server that
forks; the fork runs the script as a new interpreter does, and the program ends as the fork does.
Run as a script, this is the server. It imports nothing of this project but what it is told to.
"""

import atexit
import gc
import json
import os
import runpy
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from select import select
from shutil import rmtree
from typing import Any

KILLED = 137
"""What the program ends with if its fork was killed."""
INTERRUPTED = 130
"""What it ends with if the script was interrupted, as shells have it."""

_STREAMS = 3
_LONGEST_ADDRESS = 100
_MOST_WAITING = 128
_PROGRAM = "forked-python"
_START = '#!/bin/sh\nexec {python} -IS {client} {python} {address} "$@"\n'
_CLIENT = """\
# The module signal is made of others, in whose imports an interrupt would be a traceback.
import _signal as signal

interrupted = []
on_interrupt = signal.signal(signal.SIGINT, lambda *_: interrupted.append(True))

import json, os, socket, sys

python, address, *argv = sys.argv[1:]
if not argv or not os.path.isfile(argv[0]):
    signal.signal(signal.SIGINT, on_interrupt)
    os.execv(python, [python, *argv])
asked = {"argv": argv, "folder": os.getcwd(), "variables": dict(os.environ)}
status = ""
# The server is gone where Snakemake was killed: there is nobody left to tell.
try:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        answers = connection.makefile()
        fork = int(answers.readline() or 0)
        # From the terminal it reaches the fork, too; one that came before the fork is handed on.
        # The fork holds it back until it has all that is asked for, so that two are one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if interrupted and fork:
            os.kill(fork, signal.SIGINT)
        socket.send_fds(connection, [b"."], [0, 1, 2])
        connection.sendall(json.dumps(asked).encode())
        connection.shutdown(socket.SHUT_WR)
        signal.signal(signal.SIGTERM, lambda *_: fork and os.kill(fork, signal.SIGTERM))
        status = answers.readline()
except OSError:
    pass
sys.exit(int(status or KILLED))
"""


@contextmanager
def fork_server(modules: Sequence[str], later: Sequence[str] = ()) -> Iterator[str]:
    """Start a server that imports modules; yield the program to call in place of Python.

    Each script waits for ``modules``; those for ``later`` are imported while no script waits.

    It is the interpreter itself where there is such a server already, or can be none: where
    processes can't be forked, or the folder for temporary files has a long name or one that a
    shell would have to quote.
    """
    folder = Path(tempfile.mkdtemp(prefix="prgbench-"))
    program, client, address = (folder / name for name in (_PROGRAM, "client.py", "socket"))
    if Path(sys.executable).name == _PROGRAM or not _can_fork(address):
        rmtree(folder)
        yield sys.executable
        return
    words = {"python": shlex.quote(sys.executable), "client": client, "address": address}
    client.write_text(_CLIENT.replace("KILLED", str(KILLED)), encoding="utf-8")
    program.write_text(_START.format(**words), encoding="utf-8")
    program.chmod(0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        # Jobs may knock before the server has imported anything.
        listener.bind(str(address))
        listener.listen(_MOST_WAITING)
        # From the terminal an interrupt reaches the server and its forks alike: it is held back
        # from the start, in the server for good, and in a fork until it can stop the script.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            server = subprocess.Popen(
                [
                    *(sys.executable, "-P", __file__, str(folder), str(listener.fileno())),
                    *(str(len(modules)), *modules, *later),
                ],
                stdin=subprocess.PIPE,
                pass_fds=[listener.fileno()],
                env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield str(program)
    finally:
        assert server.stdin is not None
        server.stdin.close()
        server.wait()


def _can_fork(address: Path) -> bool:
    plain = shlex.quote(str(address)) == str(address)
    known = hasattr(os, "fork") and hasattr(socket, "send_fds")
    return known and plain and len(str(address)) < _LONGEST_ADDRESS


def serve(listener: socket.socket, modules: Sequence[str], later: Sequence[str]) -> None:
    """Import modules and fork for whoever connects, until the standard input is closed.

    Of those for ``later``, who connects waits for one at most: a fork imports what it lacks.
    """
    # Where nobody waits for an ended process, its processor time counts for nobody.
    signal.signal(signal.SIGCHLD, _wait_for_forks)
    for module in modules:
        _import(module)
    left = list(later)
    while sys.stdin not in (ready := _ready(listener, at_once=bool(left))):
        if ready:
            _fork(listener)
        else:
            _import(left.pop(0))
    _wait_for_all()


def _import(module: str) -> None:
    # What is imported stays: to look for garbage among it takes a sixth of the time of an import.
    gc.disable()
    # What can't be imported is an error of the scripts that need it.
    with suppress(Exception):
        import_module(module)
    gc.enable()


def _ready(listener: socket.socket, *, at_once: bool) -> list[Any]:
    return select([listener, sys.stdin], [], [], 0 if at_once else None)[0]


def _fork(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    # A fork that collects garbage would copy all that it looks at.
    gc.freeze()
    if os.fork() == 0:
        try:
            listener.close()
            _work(connection)
        finally:
            # Who asked has ended before it had said what for: what is the server's stays.
            os._exit(KILLED)
    connection.close()


def _wait_for_forks(*_: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _wait_for_all() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _work(connection: socket.socket) -> None:
    """Run what is asked for as a new interpreter does, say how it ended, and end."""
    connection.sendall(f"{os.getpid()}\n".encode())
    _, files, _, _ = socket.recv_fds(connection, 1, _STREAMS)
    with connection.makefile("rb") as stream:
        asked = json.load(stream)
    for descriptor, file in enumerate(files):
        os.dup2(file, descriptor)
        os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    status = _ended(asked["argv"], asked["folder"], asked["variables"])
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    with suppress(OSError):
        connection.sendall(f"{status}\n".encode())
    os._exit(status)


def _ended(argv: list[str], folder: str, variables: Mapping[str, str]) -> int:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    given = variables.get("PYTHONPATH", "").split(os.pathsep)
    found = filter(None, [*given, *sys.path])
    sys.path[:] = [str(Path(argv[0]).parent), *dict.fromkeys(found)]
    sys.argv = argv
    sys.modules.pop("sitecustomize", None)
    with suppress(ImportError):
        import_module("sitecustomize")
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        runpy.run_path(argv[0], run_name="__main__")
    except SystemExit as end:
        return _status(end.code)
    except KeyboardInterrupt:
        # Who has interrupted it knows why it ends.
        return INTERRUPTED
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        # As at the end of an interpreter, which a fork does not reach; only these names do it.
        threading._shutdown()  # type: ignore[attr-defined]  # not in the stubs
        atexit._run_exitfuncs()
    return 0


def _status(code: object) -> int:
    """Return what a process ends with that calls `sys.exit`."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    sys.stderr.write(f"{code}\n")
    return 1


def _main(folder: str, descriptor: str, n_first: str, *modules: str) -> None:
    first = int(n_first)
    try:
        with socket.socket(fileno=int(descriptor)) as listener:
            serve(listener, modules[:first], modules[first:])
    finally:
        rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
    # The program waits for the end, and taking down what was imported takes long.
    os._exit(0)
