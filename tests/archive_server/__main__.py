"""Serve a folder archive or a generated one: ``PYTHONPATH=tests python -m archive_server``."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from archive_server import ArchiveServer, Content, GeneratedArchive
from prgbench.sources.folder import FolderSource


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="archive_server", description=__doc__)
    parser.add_argument("--folder", type=Path, help="an archive in a folder")
    parser.add_argument("--tasks", type=int, default=20, help="size of the generated archive")
    parser.add_argument("--flows", type=int, default=35, help="flows of each task")
    parser.add_argument("--instances", type=int, default=300, help="instances of each data set")
    parser.add_argument("--not-evaluated", action="store_true", help="any AUROC will do")
    parser.add_argument("--port", type=int, default=8080, help="0 for any that is free")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        archive = (
            FolderSource(options.folder)
            if options.folder
            else GeneratedArchive(
                Path(folder),
                options.tasks,
                options.flows,
                options.instances,
                evaluated=not options.not_evaluated,
            )
        )
        server = ArchiveServer(Content.of(archive), options.port)
        sys.stdout.write(f"serving {archive.label}: server={server.address}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
