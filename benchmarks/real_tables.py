"""Update docs/real_tables.md: what prgbench answers on public tables of results.

``python benchmarks/real_tables.py FOLDER``: each section of the page has the commands that bring
its files into the folder and compare them, or the Python that does. Sections whose clone or module
is not there stay as they are.
"""

import argparse
import contextlib
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import papers_form
import published_predictions
from tabulate import tabulate

import prgbench
from prgbench.direct.compared_models import ComparedModels
from prgbench.plotting.style import default_sheet, save_images, style
from prgbench.plotting.words import measure_label
from prgbench.report.detailed_answer import answer_paragraphs
from prgbench.run.safe_text import as_markdown

PAGE = Path(__file__).parents[1] / "docs" / "real_tables.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMPARE = re.compile(r"^prgbench compare (.*)$", re.MULTILINE)
WRITE = re.compile(r"^python \S+/published_predictions\.py (.*)$", re.MULTILINE)
CLONE = re.compile(r"^git -C (\S+) checkout ", re.MULTILINE)
ANSWER = re.compile(r"(?<=<!-- answer -->\n).*?(?=<!-- /answer -->)", re.DOTALL)
OVERVIEW = re.compile(r"(?<=<!-- overview -->\n).*?(?=<!-- /overview -->)", re.DOTALL)
ROW = re.compile(r"^\| .* x \d+ .*\|$", re.MULTILINE)
OF_MEASURES = ("Does the choice of",)
OF_MODELS = ("The best model", "The runner-up")
MOST_PAIRS = 3
OF_PAIRS = ("measures", "data sets x models", "correlation", "of the ten best")
COLUMNS = (*OF_PAIRS, "leaderboards", "first")


class Section(NamedTuple):
    """A section of the page: its title and its text."""

    title: str
    text: str

    @property
    def clone(self) -> str:
        """The folder of the clone."""
        return CLONE.findall(self.text)[0]

    @property
    def python(self) -> str:
        """Its Python, which leaves what it compared as ``compared``; nothing if commands do."""
        return "\n".join(
            text for language, text in BLOCK.findall(self.text) if language == "python"
        )

    @property
    def written(self) -> list[list[str]]:
        """The arguments of the commands that write its tables of predictions."""
        return [shlex.split(arguments) for arguments in WRITE.findall(self.text)]


def sections(page: str) -> Iterator[Section]:
    """Yield the sections that have an answer."""
    for text in re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]:
        if ANSWER.search(text):
            yield Section(text.partition("\n")[0].removeprefix("## "), text)


def compared_in(section: Section, folder: Path) -> dict[str, ComparedModels]:
    """Compare in a folder as the section does: each way to read its table, by its options."""
    with contextlib.chdir(folder):
        if section.python:
            names: dict[str, Any] = {}
            exec(section.python, names)
            return {"": names["compared"]}
        for arguments in section.written:
            published_predictions.main(arguments)
        return dict(map(_compared_by, COMPARE.findall(section.text)))


def _compared_by(arguments: str) -> tuple[str, ComparedModels]:
    """Compare as a command with these arguments does, without its page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("--columns", nargs="+", default=[])
    parser.add_argument("--measures", nargs="+")
    parser.add_argument("--out")
    given = parser.parse_args(shlex.split(arguments))
    columns = dict(pair.split("=") for pair in given.columns)
    chosen = {"measures": given.measures} if given.measures else {}
    return " ".join(given.columns) or given.table, prgbench.compare(
        given.table, columns=columns, **chosen
    )


def answers_of(compared: Mapping[str, ComparedModels]) -> str:
    """Return the answer, or those of several ways to read a table by their options."""
    if len(compared) > 1:
        both = (*OF_MEASURES, *OF_MODELS[1:])
        texts = [f"`{options}`: {_answer(way, both)}" for options, way in compared.items()]
        return "\n" + "\n\n".join(texts) + "\n\n"
    [way] = compared.values()
    return f"\n{_answer(way, OF_MEASURES if _pairs(way) else OF_MODELS)}\n\n"


def _answer(compared: ComparedModels, headings: tuple[str, ...]) -> str:
    texts = dict(answer_paragraphs(compared.answer, write=as_markdown))
    said = [text for heading, text in texts.items() if heading.startswith(headings)]
    least_alike = sorted(_pairs(compared), key=lambda pair: pair["estimate"])[:MOST_PAIRS]
    rows = [_row(pair) for pair in least_alike]
    table = [_table(rows, COLUMNS)] if rows else []
    # The scope has the names of data sets and models behind their numbers.
    data_sets, _, names = compared.answer.scope.partition(" (")
    models = re.search(r"\), ([\d,]+ models?) \(", names)
    assert models is not None
    scope = f"**{data_sets}, {models[1]}.**"
    return "\n\n".join([scope, *said, *table])


def _pairs(compared: ComparedModels) -> list[dict[str, Any]]:
    return compared.tables["leaderboard_pairs"].to_dict("records")


def _table(rows: list[list[str]], columns: tuple[str, ...]) -> str:
    return tabulate(rows, columns, tablefmt="github", disable_numparse=True)


def _row(pair: dict[str, Any]) -> list[str]:
    leaders = dict.fromkeys(as_markdown(pair[f"leader_{side}"]) for side in "ab")
    return [
        f"{measure_label(pair['measure_a'])}, {measure_label(pair['measure_b'])}",
        f"{pair['datasets']:,} x {pair['models']}",
        *(_with_interval(pair, of) for of in ("", "_best")),
        pair["verdict"].removeprefix("the leaderboards "),
        " / ".join(leaders),
    ]


def _with_interval(pair: dict[str, Any], of: str) -> str:
    estimate, lower, upper = (pair[f"{name}{of}"] for name in ("estimate", "lower", "upper"))
    return "" if pd.isna(estimate) else f"{estimate:.3f} [{lower:.3f}, {upper:.3f}]"


def write(folder: Path, page: Path = PAGE) -> None:
    """Write the answers of the sections whose clones are in a folder."""
    text = page.read_text(encoding="utf-8")
    for section in sections(text):
        if not (folder / section.clone).exists():
            print(f"{section.title}: there is no {folder / section.clone}")
            continue
        try:
            compared = compared_in(section, folder)
        except ImportError as error:
            print(f"{section.title}: {error}")
            continue
        answer = _on_predictions(compared, folder) if section.written else answers_of(compared)
        answer += _picture(compared, section, page.parent)
        print(f"{section.title}\n{answer}")
        text = text.replace(section.text, ANSWER.sub(lambda _, new=answer: new, section.text))
        table = overview(text)
        page.write_text(OVERVIEW.sub(lambda _, new=table: new, text), encoding="utf-8")


def _on_predictions(compared: Mapping[str, ComparedModels], folder: Path) -> str:
    """Return the answer for each table, what the paper counts, and who wins where."""
    parts = []
    for table, way in compared.items():
        scores = papers_form.scores_of(way, folder / table)
        parts += [
            f"`{table}`: {_answer(way, OF_MEASURES)}",
            "As the paper counts, in brackets what noise alone would give:",
            papers_form.nine_numbers(way),
            "On how many data sets a model is the best:",
            papers_form.who_wins(scores),
            papers_form.other_winners(scores),
        ]
    return "\n" + "\n\n".join(parts) + "\n\n"


def _picture(compared: Mapping[str, ComparedModels], section: Section, docs: Path) -> str:
    """Draw the first figure of the first way to read a table, and return the image's Markdown."""
    first = next(iter(compared.values()))
    stem = docs / "images" / "real" / section.clone.lower()
    stem.parent.mkdir(parents=True, exist_ok=True)
    with style(default_sheet()):
        save_images(first.figure("answer"), stem, ["svg"])
    return f"![{section.title}, by pairs of measures](images/real/{stem.name}.svg)\n\n"


def overview(page: str) -> str:
    """Return a table of the pairs of measures with the lowest correlation of each section."""
    rows = []
    for section in sections(page):
        cells = [line.strip("| ").split("|") for line in ROW.findall(section.text)]
        # Of several ways to read a table the first one counts.
        pairs = {row[0]: [cell.strip() for cell in row] for row in reversed(cells)}
        if pairs:
            least = min(pairs.values(), key=lambda pair: pair[2] or "unknown")
            rows.append([section.title, *least[: len(OF_PAIRS)]])
    return f"\n{_table(rows, ('table', *OF_PAIRS))}\n\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the clones are")
    write(parser.parse_args().folder)
