"""Makes the frozen study that `archive: demo` and `prgbench demo` read: `make demo-archive`.

Learners of scikit-learn are cross-validated, a study of their prediction files is planned and
fetched as any other one, and frozen into the package. With the same versions of the
libraries, only the date of the plan is another one.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from demo_archive.build import build
from prgbench import stages
from prgbench.run.settings import read_settings
from prgbench.sources.by_name import DEMO_FILE
from prgbench.sources.folder import FolderSource
from prgbench.study_file import StudyFile

STUDY = Path(__file__).with_name("study.yaml")
LARGEST = 4_000_000


def main() -> None:
    """Make the archive in a temporary folder, and freeze it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        build(folder / "archive", n_jobs=os.cpu_count() or 1)
        frozen = freeze(folder)
        pack(frozen, DEMO_FILE)
    size = DEMO_FILE.stat().st_size
    print(f"{DEMO_FILE}: {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"More than {LARGEST:,} bytes are too many for the package.")


def freeze(folder: Path) -> Path:
    """Plan and fetch the study of the archive in a folder, and freeze it."""
    study = read_settings(STUDY, StudyFile)
    source = FolderSource(folder / "archive", folder / "resources")
    plan, fetched, frozen = folder / "plan.json", folder / "fetched.json", folder / "demo.zip"
    stages.plan(
        source=source, plan=plan, study="demo", selection=study.selection.as_params(), tell=False
    )
    stages.fetch(source=source, plan=plan, fetched=fetched)
    stages.freeze(
        source=source,
        plan=plan,
        fetched=[fetched],
        archive=frozen,
        study="demo",
        settings=study.as_params(),
    )
    return frozen


def pack(frozen: Path, packed: Path) -> None:
    """Deflate the files of a frozen study, which is a third of its size then."""
    with ZipFile(frozen) as whole, ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as smaller:
        for entry in whole.infolist():
            smaller.writestr(entry, whole.read(entry), ZIP_DEFLATED, compresslevel=9)


if __name__ == "__main__":
    main()
