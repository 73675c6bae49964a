"""The figures of a study: each drawn by its name, and not again if nothing behind it changed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.tables import read_csv_tables
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import save, style
from prgbench.report import ANSWER_FIGURE, answer_figure
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.figures import FIGURES
from prgbench.report.parts import SHOWN
from prgbench.report.shown_part import ShownPart, datasets_of
from prgbench.run.files import atomic_path, sha256_of
from prgbench.run.processes import map_in_processes
from prgbench.study.examples import StudyFiles

_INPUTS = "inputs.json"


@dataclass(frozen=True)
class StudyFigures:
    """The figures of a study, from its files.

    ``folders`` have the tables of the parts. With ``printed``, the figure of the answer has the
    numbers printed in the paper, too.
    """

    files: StudyFiles
    answer: Path
    folders: Sequence[Path]
    facts: Facts
    printed: bool

    def draw(self, name: str) -> Drawn:
        """Draw a figure in the current style; of parts without intervals from too few data."""
        if name == ANSWER_FIGURE:
            answer = Answer.read(self.answer.read_text(encoding="utf-8"))
            return answer_figure.answer_figure(answer, self.facts, printed=self.printed)
        if name in FIGURES:
            return FIGURES[name](self.files, self.facts)
        return _part_of(name).draw(name, self._tables, self.facts)

    def save(
        self, names: Iterable[str], *, sheet: str | Path, folder: Path, formats: Sequence[str]
    ) -> None:
        """Draw and save figures."""
        for name in names:
            with style(sheet):
                save(self.draw(name), folder / name, formats)

    def save_changed(
        self,
        names: Iterable[str],
        *,
        sheet: str | Path,
        folder: Path,
        formats: Sequence[str],
        kept: Path,
        codes: Mapping[str, str],
        processes: int = 1,
    ) -> None:
        """Draw and save figures, but take from a folder those that would be the same.

        ``codes`` has a checksum of the code behind each figure.
        """
        shared = self._shared_inputs(sheet, formats)
        files = {path.name: sha256_of(path) for path in self._paths() if path.exists()}
        own = {name: {**shared, "code": codes[name]} for name in names}
        changed = [
            name for name in own if not _restore(kept, folder / name, {**files, **own[name]})
        ]
        save = partial(StudyFigures._save_noted, sheet=sheet, folder=folder, formats=formats)
        noted = map_in_processes(save, self, changed, min(processes, len(changed)) or 1)
        for name, read in zip(changed, noted, strict=True):
            inputs = {file: files[file] for file in read} | own[name]
            _keep(kept, folder / name, [*formats, "csv", "md"], inputs)

    def _save_noted(
        self, name: str, *, sheet: str | Path, folder: Path, formats: Sequence[str]
    ) -> list[str]:
        """Draw and save a figure; return the names of the files that it was drawn from."""
        self._tables.read.clear()
        self.save([name], sheet=sheet, folder=folder, formats=formats)
        return self._read(name)

    @cached_property
    def _tables(self) -> "_NotedTables":
        tables = {name: own for at in self.folders for name, own in read_csv_tables(at).items()}
        return _NotedTables(without_rough_intervals(tables))

    def _paths(self) -> list[Path]:
        of_folders = [path for folder in self.folders for path in sorted(folder.glob("*.csv"))]
        return [*self._of_paper(), self.answer, *of_folders]

    def _of_paper(self) -> list[Path]:
        files = self.files
        return [files.models, files.pairs, files.choice, files.scores]

    def _shared_inputs(self, sheet: str | Path, formats: Sequence[str]) -> dict[str, str]:
        """Return what all figures depend on, the number of data sets too."""
        settings = (self.facts, self.printed, *formats, datasets_of(self._tables))
        return {
            "style": sha256_of(Path(sheet)),
            "settings": sha256(repr(settings).encode()).hexdigest(),
            "matplotlib": version("matplotlib"),
        }

    def _read(self, name: str) -> list[str]:
        """Return the names of the files that a figure was just drawn from."""
        if name == ANSWER_FIGURE:
            return [self.answer.name]
        if name in FIGURES:
            return [path.name for path in self._of_paper()]
        return [f"{table}.csv" for table in sorted(self._tables.read)]


class _NotedTables(dict[str, pd.DataFrame]):
    """Tables that note which of them were read by name."""

    def __init__(self, tables: Mapping[str, pd.DataFrame]) -> None:
        super().__init__(tables)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> pd.DataFrame:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None, /) -> Any:
        """Return a table, and note it as read."""
        self.read.add(name)
        return super().get(name, default)


def module_of(figure: str) -> str:
    """Return the module that draws a figure.

    Examples
    --------
    >>> module_of("answer"), module_of("rank_heatmap"), module_of("win_probabilities")
    ('prgbench.report.answer_figure', 'prgbench.report.figures', 'prgbench.report.parts.standings')
    """
    if figure == ANSWER_FIGURE:
        return answer_figure.__name__
    draw = FIGURES[figure] if figure in FIGURES else _part_of(figure).figures[figure]
    return draw.__module__


def _part_of(figure: str) -> ShownPart:
    return next(part for part in SHOWN if figure in part.figures)


def _restore(kept: Path, stem: Path, inputs: Mapping[str, str]) -> bool:
    """Write the files of a figure if a folder has them, drawn from what is there now.

    ``inputs`` are checksums of all that a figure may be drawn from, by name. Returns whether the
    files were written.
    """
    files: dict[str, bytes] = {}
    with suppress(OSError, ValueError, KeyError, BadZipFile), ZipFile(_file(kept, stem)) as packed:
        drawn_from = json.loads(packed.read(_INPUTS))
        if drawn_from == {name: inputs.get(name) for name in drawn_from}:
            files = {name: packed.read(name) for name in packed.namelist() if name != _INPUTS}
    for ending, content in files.items():
        with atomic_path(stem.with_suffix(f".{ending}")) as temporary:
            temporary.write_bytes(content)
    return bool(files)


def _keep(kept: Path, stem: Path, endings: Iterable[str], inputs: Mapping[str, str]) -> None:
    """Keep the files of a figure in a folder with the checksums of what it was drawn from."""
    with atomic_path(_file(kept, stem), durable=False) as temporary, ZipFile(temporary, "w") as to:
        to.writestr(_INPUTS, json.dumps(inputs))
        for ending in endings:
            to.write(stem.with_suffix(f".{ending}"), ending)


def _file(kept: Path, stem: Path) -> Path:
    return kept / f"{stem.name}.zip"
