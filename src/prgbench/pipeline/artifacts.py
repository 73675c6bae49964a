"""What stages hand on to each other, and the file of each below ``results/<study>``.

A stage of `prgbench.pipeline.stages` names its arguments and results; an entry of `ARTIFACTS`
says for each name which file it is, how it is read and how it is written. From the two, rules
derive their inputs and outputs (`prgbench.pipeline.jobs`), scripts read and write, and
`compare(...).report(folder)` writes the same files from memory. The functions import what they
need when they are called, so that a job loads only what it reads and writes.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from prgbench.answer.answer import Answer
    from prgbench.answer.interface import Tables
    from prgbench.data.models import Models
    from prgbench.report.html.payload import PageContent
    from prgbench.sources.chosen_models import ChosenModels
    from prgbench.study.examples import ExampleChoice
    from prgbench.study.plan import Plan

Values = MutableMapping[str, Any]
Files = Mapping[str, str | Path | Sequence[str] | Sequence[Path]]


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file or folder of tables: its path, how it is read and how it is written.

    Those with a ``{chunk}`` in their path are read together, as if one chunk had all tasks.
    """

    path: str
    read: Callable[[Any], Any]
    write: Callable[[Path, Any], None] | None = None

    @property
    def of_chunk(self) -> bool:
        """Whether there is one for each chunk."""
        return "{chunk}" in self.path

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of tables."""
        return not Path(self.path).suffix


def read(files: Files) -> Values:
    """Read artifacts by name; what is no artifact is left out."""
    values: Values = {}
    for name, paths in files.items():
        if artifact := ARTIFACTS.get(name):
            listed = [paths] if isinstance(paths, str | Path) else paths
            files_read = [Path(path) for path in listed]
            values[name] = artifact.read(files_read if artifact.of_chunk else files_read[0])
    return values


def write(values: Mapping[str, Any], files: Files) -> None:
    """Write artifacts by name."""
    for name, path in files.items():
        if (artifact := ARTIFACTS.get(name)) and artifact.write:
            artifact.write(Path(str(path)), values[name])


def path_of(name: str, folder: Path, chunk: str = "{chunk}") -> Path:
    """Return where an artifact lies in the folder of a study."""
    return folder / ARTIFACTS[name].path.replace("{chunk}", chunk)


def _read_parquet(path: Path) -> "pd.DataFrame":
    import pandas as pd

    return pd.read_parquet(path)


def _read_models(path: Path) -> "Models":
    from prgbench.data.models import Models

    return Models.read(path)


def _read_scores(paths: Sequence[Path]) -> "Models":
    from prgbench.data.models import Models

    return Models.concat(map(Models.read, paths))


def _write_itself(path: Path, value: "Models | Plan") -> None:
    value.write(path)


def _write_parquet(path: Path, table: "pd.DataFrame") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    table.to_parquet(path, index=False)


def _read_csv(path: Path) -> "pd.DataFrame":
    from prgbench.run.csv_files import read_csv

    return read_csv(path)


def _read_exclusions(path: Path) -> "pd.DataFrame":
    from prgbench.run.csv_files import read_csv

    # Data sets and classes may be called 007, and an empty cell is no missing name.
    names = ("dataset_name", "label")
    return read_csv(path, dict.fromkeys(names, str)).fillna(dict.fromkeys(names, ""))


def _write_csv(path: Path, table: "pd.DataFrame") -> None:
    from prgbench.run.csv_files import write_csv

    write_csv(table, path)


def _read_tables(folder: Path) -> "Tables":
    from prgbench.answer.tables import read_csv_tables

    return read_csv_tables(folder)


def _write_tables(folder: Path, tables: "Tables") -> None:
    from prgbench.answer.tables import write_csv_tables

    write_csv_tables(folder, tables)


def _read_evidence(folders: Sequence[Path]) -> "Mapping[str, pd.DataFrame]":
    from prgbench.answer.tables import GatheredTables

    return GatheredTables(folders)


def _write_evidence(folder: Path, tables: "Tables") -> None:
    from prgbench.answer.tables import write_parquet_tables

    write_parquet_tables(folder, tables)


def _read_curves(paths: Sequence[Path]) -> "Iterable[tuple[int, pd.DataFrame]]":
    from prgbench.report.html.payload import task_curves

    return task_curves(paths)


def _write_curves(path: Path, curves: "Iterable[tuple[int, pd.DataFrame]]") -> None:
    import pandas as pd

    _write_parquet(path, pd.concat([pd.DataFrame(), *(table for _, table in curves)]))


def _read_plan(path: Path) -> "Plan":
    from prgbench.study.plan import Plan

    return Plan.read(path)


def _read_plan_head(path: Path) -> "Plan":
    from prgbench.study.plan import Plan

    return Plan.read_head(path)


def _read_fetched(paths: Sequence[Path]) -> "list[ChosenModels]":
    from prgbench.sources.store.fetched import read_fetched

    return list(chain.from_iterable(map(read_fetched, paths)))


def _write_fetched(path: Path, fetched: "Sequence[ChosenModels]") -> None:
    from prgbench.sources.store.fetched import write_fetched

    write_fetched(path, fetched)


def _read_examples(path: Path) -> "ExampleChoice":
    from prgbench.run.records import from_json
    from prgbench.study.examples import ExampleChoice

    return from_json(ExampleChoice, path.read_text(encoding="utf-8"))


def _write_examples(path: Path, examples: "ExampleChoice") -> None:
    from prgbench.run.records import to_json

    _write_text(path, f"{to_json(examples)}\n")


def _read_answer(path: Path) -> "Answer":
    from prgbench.answer.answer import Answer

    return Answer.read(_read_text(path))


def _write_answer(path: Path, answer: "Answer") -> None:
    _write_text(path, answer.to_json())


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _write_text(path: Path, text: str) -> None:
    from prgbench.run.files import write_text

    write_text(path, text)


def _write_page(path: Path, content: "PageContent") -> None:
    from prgbench.report.html.page import write_page

    write_page(path.parent, content)


def _read_texts(path: Path) -> "pd.DataFrame":
    from prgbench.report.replication import read_texts

    return read_texts(path)


_table = partial(Artifact, read=_read_csv, write=_write_csv)
_parquet = partial(Artifact, read=_read_parquet, write=_write_parquet)
_text = partial(Artifact, read=_read_text, write=_write_text)
_tables = partial(Artifact, read=_read_tables, write=_write_tables)
_evidence = partial(Artifact, read=_read_evidence, write=_write_evidence)
_texts = partial(Artifact, read=_read_texts, write=_write_csv)

ARTIFACTS: Mapping[str, Artifact] = {
    "plan": Artifact("plan/plan.json", _read_plan, _write_itself),
    "taken": Artifact("plan/taken.json", _read_plan, _write_itself),
    "plan_head": Artifact("plan/taken.json", _read_plan_head),
    "fetched": Artifact("fetch/{chunk}.json", _read_fetched, _write_fetched),
    "scores": Artifact("scores/{chunk}.parquet", _read_scores, _write_itself),
    "answer_evidence": _evidence("comparison/answer/{chunk}"),
    "robustness_evidence": _evidence("comparison/robustness/{chunk}"),
    "curves": Artifact("curves/{chunk}.parquet", _read_curves, _write_curves),
    "models": Artifact("models.parquet", _read_models, _write_itself),
    "agreement": _table("tables/agreement.csv"),
    "task_agreement": _table("tables/task_agreement.csv"),
    "tasks": _table("tables/tasks.csv"),
    "macro": _table("tables/macro.csv"),
    "exclusions": _table("tables/exclusions.csv"),
    "exclusions_listed": _table("tables/exclusions_listed.csv", read=_read_exclusions),
    "examples": Artifact("tables/examples.json", _read_examples, _write_examples),
    "example_scores": _parquet("tables/example_scores.parquet"),
    "answer_tables": _tables("tables/answer"),
    "robustness_tables": _tables("tables/robustness"),
    "answer": Artifact("answer.json", _read_answer, _write_answer),
    "leaderboard": _table("leaderboard.csv"),
    "leaderboard_page": _text("leaderboard.md"),
    "leaderboard_latex": _text("leaderboard.tex"),
    "statements": _texts("tables/replication/statements.csv"),
    "guesses": _texts("tables/replication/guesses.csv"),
    "report": _text("report.md"),
    "page": Artifact("report/index.html", _read_text, _write_page),
}
"""What stages read and write, by name."""
