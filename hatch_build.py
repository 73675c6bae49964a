"""Compile `kernels.c` when the package is built, or when this is run.

Without a C compiler the package is built without it, and computes with NumPy. The README of the
package has links that lead somewhere outside the repository, or none while its address is unknown.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zlib
from pathlib import Path
from typing import Any

ENGINE = Path(__file__).parent / "src" / "prgbench" / "metrics" / "engine"
SOURCE = ENGINE / "kernels.c"
LIBRARY = ENGINE / ("_kernels.dll" if os.name == "nt" else "_kernels.so.1")
COMPILERS = ("cc", "gcc", "clang")
# No option that changes a value: no fast math, nothing of this machine's processor alone. They
# come after those of CFLAGS, which they override.
OPTIONS = (
    "-O3",
    "-std=c99",
    "-fno-fast-math",
    "-fno-unsafe-math-optimizations",
    "-fno-finite-math-only",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
)
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?!\w+:|#)(?P<path>[^)]+)\)")
INSTALL = re.compile(r"""(pip install "?)\.""")
CHECKOUT = "In a checkout,"


def compilers() -> list[list[str]]:
    """Return the commands to try: the one that CC names, or else those that are usual."""
    if command := os.environ.get("CC"):
        return [shlex.split(command)]
    return [[name] for name in COMPILERS if shutil.which(name)]


def compile_kernels(library: Path = LIBRARY) -> bool:
    """Compile the library; return whether that worked. One that is there stays otherwise."""
    made = library.with_suffix(f".{os.getpid()}")  # the old one may be in use
    source = (
        f"-DPRG_SOURCE={zlib.crc32(SOURCE.read_bytes())}"  # `prgbench.run.kernels` compares it
    )
    linked = ["-shared", "-fvisibility=hidden", *([] if os.name == "nt" else ["-fPIC"])]
    flags = shlex.split(f"{os.environ.get('CFLAGS', '')} {os.environ.get('ARCHFLAGS', '')}")
    why = "No C compiler"
    for compiler in compilers():
        command = [*compiler, *flags, *OPTIONS, source, *linked, str(SOURCE), "-o", str(made)]
        try:
            subprocess.run([*command, "-lm"], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            told = getattr(error, "stderr", "") or error
            sys.stderr.write(f"{' '.join(compiler)} can't compile {SOURCE.name}: {told}\n")
            why = "No C compiler that works"
        else:
            made.replace(library)
            return True
    sys.stderr.write(f"{why}: prgbench.metrics will compute with NumPy alone.\n")
    return False


def readme_elsewhere(text: str, repository: str, version: str) -> str:
    """Return Markdown for readers without a checkout: links and images lead to the repository.

    Without an address of it, images are left out and links are their text. What is installed from
    a checkout there, they install from the index.
    """

    def link(match: re.Match[str]) -> str:
        if not repository:
            return "" if match["image"] else match["text"]
        view = "raw" if match["image"] else "blob"
        target = f"{repository}/{view}/v{version}/{match['path']}"
        return f"{match['image']}[{match['text']}]({target})"

    if repository:
        text = text.replace(CHECKOUT, f"In a checkout of [the repository]({repository}),")
    return INSTALL.sub(r"\1prgbench", LINK.sub(link, text))


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # not needed to compile here
    pass
else:

    class Kernels(BuildHookInterface):
        """Put the library into a wheel, which is then for this platform and any Python."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Compile before the files are collected."""
            if self.target_name != "wheel":
                return
            # Beside the source only where it is used from there, as a checkout may be read-only.
            library = LIBRARY
            if version != "editable":
                self.folder = tempfile.TemporaryDirectory()
                library = Path(self.folder.name) / LIBRARY.name
            if not compile_kernels(library):
                return
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"
            inside = LIBRARY.relative_to(Path(self.root) / "src")
            build_data["force_include"][str(library)] = str(inside)

    class Published(MetadataHookInterface):
        """Give the package its addresses and a README for the index."""

        def update(self, metadata: dict[str, Any]) -> None:
            """Write both from the address of the repository."""
            repository = self.config["repository"]
            text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
            text = readme_elsewhere(text, repository, metadata["version"])
            metadata["readme"] = {"content-type": "text/markdown", "text": text}
            if not repository:
                metadata["urls"] = {}
                return
            metadata["urls"] = {
                "Source": repository,
                "Documentation": f"{repository}/blob/v{metadata['version']}/docs/index.md",
                "Changelog": f"{repository}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }


if __name__ == "__main__":
    sys.exit(not compile_kernels())
