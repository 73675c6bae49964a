"""What the page shows, and the data of its scripts: models, pairs and curves."""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.data.models import Models, rank_column
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import measure_label
from prgbench.report.html.assets import FigureFiles
from prgbench.report.html.markup import encode, numbers
from prgbench.report.leaderboard import Leaderboard
from prgbench.report.parts import PartSection
from prgbench.report.provenance import Provenance
from prgbench.run.files import write_text
from prgbench.run.rounding import DECIMALS
from prgbench.study.agreement import CHANCE, by_pair, chance_levels
from prgbench.study.model_curves import SPACES

Columns = dict[str, Any]

AREA_DIGITS = 6
RANK_DIGITS = 1
SETS = ("certain", "size_a", "size_b", "shared")
STANDING = {
    **dict.fromkeys(("rank", "rank_lower", "rank_upper", "rank_lower_new", "rank_upper_new"), 0),
    # As precise as what the sentences round: a script would round six decimals a second time.
    **dict.fromkeys(("value", "lower", "upper", "lower_new", "upper_new"), DECIMALS),
}
MARKS = {"may_be_best": False, "may_be_best_new": True}
"""The columns that say which models are in bold, and whether each is for new data sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """The results of a study, as the page shows them.

    The models are ranked. ``later`` says what more data sets would show. ``curves`` are tables as
    `curve_table` returns them. ``second_opinion`` is Markdown, "" if there is none.
    """

    settings: Mapping[str, Any]
    facts: Facts
    provenance: Provenance
    answer: Answer
    models: Models
    agreement: pd.DataFrame
    summary: pd.DataFrame
    exclusions: pd.DataFrame
    listed: pd.DataFrame
    tables: Tables
    sections: Sequence[PartSection]
    later: str
    figures: Path
    paper_figures: Sequence[str]
    formats: Sequence[str]
    curves: Iterable[tuple[int, pd.DataFrame]] | None
    second_opinion: str
    statements: pd.DataFrame | None = None
    guesses: pd.DataFrame | None = None


def payload(content: PageContent, figures: Iterable[FigureFiles]) -> Columns:
    """Return the data of the page's scripts."""
    # Sorted by task, so that the page finds the rows of a task by their number alone.
    models = content.models.sorted()
    names = models.measures
    # A flow has many models: its name is stored once.
    flows = {name: number for number, name in enumerate(models.flow_name.drop_duplicates())}
    return {
        "measures": [{"name": name, "label": measure_label(name)} for name in names],
        "openml": content.facts.openml,
        "model_word": content.facts.model_word,
        "top_name": content.facts.top_name,
        "tasks": _tasks(models),
        "pairs": [_pair(a, b, rows, content.tables) for a, b, rows in by_pair(content.agreement)],
        "flows": list(flows),
        "models": _models(models, flows),
        "leaderboard": _leaderboard(content.tables),
        "figures": {figure.name: figure.data for figure in figures if figure.data},
    }


def _tasks(models: Models) -> Columns:
    tasks = models.first_of_tasks()
    sizes = models.task_id.groupby(models.task_id).size()
    unknown = [None] * len(tasks)
    return {
        "id": tasks.task_id.tolist(),
        "dataset": tasks.dataset_name.tolist(),
        "dataset_id": tasks.dataset_id.tolist(),
        "positive": unknown if tasks.pos_label is None else tasks.pos_label.tolist(),
        "models": sizes.tolist(),
        "n": unknown if tasks.n_instances is None else numbers(tasks.n_instances, 0),
        "prevalence": (
            unknown if tasks.prevalence is None else numbers(tasks.prevalence, AREA_DIGITS)
        ),
        **{
            f"chance_{name}": numbers(pd.Series(chance_levels(tasks, name)), AREA_DIGITS)
            for name in models.measures
            if name in CHANCE
        },
    }


def _pair(a: str, b: str, rows: pd.DataFrame, tables: Tables) -> Columns:
    rows = rows.sort_values("task_id")
    pair: Columns = {
        "measures": [a, b],
        "best_differs": rows["best_differs"].astype(int).tolist(),
        "top_differs": rows["top_differs"].astype(int).tolist(),
        "spearman": numbers(rows["spearman"], AREA_DIGITS),
    }
    sets = tables.get("certain_tasks")
    if sets is not None:
        # Tasks without confidence sets stay as None: the rows must be those of the agreement.
        of_pair = sets[(sets["measure_a"] == a) & (sets["measure_b"] == b)].set_index("task_id")
        for name in SETS:
            pair[name] = numbers(of_pair[name].astype(float).reindex(rows["task_id"]), 0)
    return pair


def _models(models: Models, flows: Mapping[str, int]) -> Columns:
    runs = models.run_id.tolist()
    columns: Columns = {
        # Steps from run to run take less space than ids.
        "run": [after - before for before, after in pairwise([0, *runs])],
        "flow": models.flow_name.map(flows).tolist(),
    }
    for name in models.measures:
        columns[name] = numbers(models.scores(name), AREA_DIGITS)
        columns[rank_column(name)] = numbers(models.ranks(name), RANK_DIGITS)
    return columns


def _leaderboard(tables: Tables) -> Columns | None:
    """Return the models, and for each measure the columns of their standings in this order."""
    board = Leaderboard.of(tables)
    if not board.models:
        return None
    return {
        "measures": board.measures,
        "by_rank": board.by_rank,
        "models": [board.names[model] for model in board.models],
        "standings": {measure: _standings(board, measure) for measure in board.measures},
    }


def _standings(board: Leaderboard, measure: str) -> Columns:
    """Return the columns of the standings by a measure, and which models are in bold."""
    rows = [board.standings.get((measure, model)) for model in board.models]
    values = {
        name: [np.nan if row is None else float(getattr(row, name)) for row in rows]
        for name in STANDING
    }
    marks = {
        name: [None if row is None else int(board.is_marked(row, new=new)) for row in rows]
        for name, new in MARKS.items()
    }
    return {name: numbers(of, STANDING[name]) for name, of in values.items()} | marks


MOST_TASKS = 100
"""With more tasks, the curves are in files beside the page."""

FOLDER = "curves"
SCALE = 1000


def task_curves(tables: Sequence[Path]) -> Iterator[tuple[int, pd.DataFrame]]:
    """Yield each task of files with tables of curves, and its rows."""
    for path in tables:
        table = pd.read_parquet(path)
        for task_id, rows in table.groupby("task_id") if len(table) else ():
            yield int(str(task_id)), rows


def store_curves(
    folder: Path, tasks: Iterable[tuple[int, pd.DataFrame]], *, inside: bool
) -> dict[int, str]:
    """Return the encoded curves of tasks, or write them beside the page.

    Those that are not ``inside`` are scripts ``curves/<task>.js``: a page opened from disk may
    run a file beside it but not read one.
    """
    beside = folder / FOLDER
    if inside:
        shutil.rmtree(beside, ignore_errors=True)
        return {task_id: encode(lines_of_runs(rows)) for task_id, rows in tasks}
    written = set()
    for task_id, rows in tasks:
        path = beside / f"{task_id}.js"
        text = f'receiveCurves({task_id}, "{encode(lines_of_runs(rows))}");\n'
        # Most curves stay when a study is drawn again or grows.
        if not path.is_file() or path.read_bytes() != text.encode():
            write_text(path, text, durable=False)
        written.add(path.name)
    for path in beside.glob("*"):
        if path.name not in written:
            path.unlink()
    return {}


def lines_of_runs(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the runs of a task, and their lines as steps by space."""
    columns: dict[str, Any] = {"run": rows["run_id"].tolist()}
    for space in SPACES:
        x, y = (as_steps(rows[f"{space}_{axis}"].tolist()) for axis in "xy")
        columns[space] = [list(line) for line in zip(x, y, strict=True)]
    return columns


def as_steps(lines: Sequence[NDArray[np.float32]]) -> list[list[int | None]]:
    """Return of each line its start and its steps from point to point, in thousandths.

    None separates the pieces of a line.
    """
    # All at once: a task has hundreds of short lines.
    lengths = np.array([len(line) for line in lines], dtype=np.intp)
    # Whole steps of a thousandth take less space than decimals, and are finer than a pixel.
    scaled = np.rint(SCALE * np.concatenate([np.empty(0), *lines]))
    breaks = np.isnan(scaled)
    line_of = np.repeat(np.arange(len(lines)), lengths)[~breaks]
    steps = np.diff(scaled[~breaks], prepend=0.0)
    begins = np.diff(line_of, prepend=-1) > 0
    steps[begins] = scaled[~breaks][begins]
    whole = np.zeros(len(scaled), dtype=np.int64)
    whole[~breaks] = steps
    listed: list[int | None] = [*whole.tolist()]
    for point in np.flatnonzero(breaks).tolist():
        listed[point] = None
    ends = np.cumsum(lengths).tolist()
    return [listed[begin:end] for begin, end in pairwise([0, *ends])]
