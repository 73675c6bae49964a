"""Update docs/real_tables.md: what prgbench answers on public tables of results.

``python benchmarks/real_tables.py FOLDER``: each section of the page has the commands that bring
its files into the folder, and the Python that compares them. Sections whose clone or module is not
there stay as they are.
"""

import argparse
import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from tabulate import tabulate

from prgbench.direct.compared_models import ComparedModels
from prgbench.plotting.style import default_sheet, save_images, style
from prgbench.plotting.words import measure_label
from prgbench.report.first_screen import answer_paragraphs
from prgbench.run.foreign_text import as_markdown

PAGE = Path(__file__).parents[1] / "docs" / "real_tables.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CLONE = re.compile(r"^git -C (\S+) checkout ", re.MULTILINE)
ANSWER = re.compile(r"(?<=<!-- answer -->\n).*?(?=<!-- /answer -->)", re.DOTALL)
OVERVIEW = re.compile(r"(?<=<!-- overview -->\n).*?(?=<!-- /overview -->)", re.DOTALL)
ROW = re.compile(r"^\| .* x \d+ .*\|$", re.MULTILINE)
OF_MEASURES = ("Does the choice of", "Leaderboards")
OF_MODELS = ("The best model", "On new data sets", "The runner-up")
MOST_PAIRS = 3
COLUMNS = ("measures", "data sets x models", "correlation", "leaderboards", "first")


class Section(NamedTuple):
    """A section of the page: its title, its text, and its Python after that of the beginning."""

    title: str
    text: str
    code: str

    @property
    def clone(self) -> str:
        """The folder of the clone."""
        return CLONE.findall(self.text)[0]


def sections(page: str) -> Iterator[Section]:
    """Yield the sections that have an answer."""
    beginning, *texts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    for text in texts:
        code = [code for part in (beginning, text) for code in _python(part)]
        if ANSWER.search(text):
            yield Section(text.partition("\n")[0].removeprefix("## "), text, "\n".join(code))


def _python(text: str) -> list[str]:
    return [block for language, block in BLOCK.findall(text) if language == "python"]


def names_after(section: Section, folder: Path) -> dict[str, Any]:
    """Run the Python of a section in a folder, and return its names."""
    names: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(section.code, names)
    return names


def answers_of(compared: ComparedModels | dict[str, ComparedModels]) -> str:
    """Return the answer, or those of several ways to read a table by what these are called."""
    if isinstance(compared, ComparedModels):
        headings = OF_MEASURES if _pairs(compared) else OF_MODELS
        return f"\n{_answer(compared, headings)}\n\n"
    both = (*OF_MEASURES, *OF_MODELS)
    texts = [f"**{name}:** {_answer(one, both)}" for name, one in compared.items()]
    return "\n" + "\n\n".join(texts) + "\n\n"


def _answer(compared: ComparedModels, headings: tuple[str, ...]) -> str:
    texts = dict(answer_paragraphs(compared.answer, write=as_markdown))
    said = [text for heading, text in texts.items() if heading.startswith(headings)]
    least_alike = sorted(_pairs(compared), key=lambda pair: pair["estimate"])[:MOST_PAIRS]
    rows = [_row(pair) for pair in least_alike]
    table = [_table(rows, COLUMNS)] if rows else []
    # The scope goes on with the names of the models.
    scope = f"**{compared.answer.scope.partition(' (')[0]}.**"
    return "\n\n".join([scope, *said, *table])


def _pairs(compared: ComparedModels) -> list[dict[str, Any]]:
    return compared.tables["leaderboard_pairs"].to_dict("records")


def _table(rows: list[list[str]], columns: tuple[str, ...]) -> str:
    return tabulate(rows, columns, tablefmt="github", disable_numparse=True)


def _row(pair: dict[str, Any]) -> list[str]:
    estimate = pair["estimate"]
    found = f"{estimate:.3f} [{pair['lower']:.3f}, {pair['upper']:.3f}]"
    leaders = dict.fromkeys(as_markdown(pair[f"leader_{side}"]) for side in "ab")
    return [
        f"{measure_label(pair['measure_a'])}, {measure_label(pair['measure_b'])}",
        f"{pair['datasets']:,} x {pair['models']}",
        "" if pd.isna(estimate) else found,
        pair["verdict"].removeprefix("the leaderboards "),
        " / ".join(leaders),
    ]


def write(folder: Path, page: Path = PAGE) -> None:
    """Write the answers of the sections whose clones are in a folder."""
    text = page.read_text(encoding="utf-8")
    for section in sections(text):
        if not (folder / section.clone).exists():
            print(f"{section.title}: there is no {folder / section.clone}")
            continue
        try:
            compared = names_after(section, folder)["compared"]
        except ImportError as error:
            print(f"{section.title}: {error}")
            continue
        answer = answers_of(compared) + _picture(compared, section, page.parent)
        print(f"{section.title}\n{answer}")
        text = text.replace(section.text, ANSWER.sub(lambda _, new=answer: new, section.text))
        table = overview(text)
        page.write_text(OVERVIEW.sub(lambda _, new=table: new, text), encoding="utf-8")


def _picture(
    compared: ComparedModels | dict[str, ComparedModels], section: Section, docs: Path
) -> str:
    """Draw the first figure, of the first way to read a table, and return the image's Markdown."""
    first = compared if isinstance(compared, ComparedModels) else next(iter(compared.values()))
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
            rows.append([section.title, *least[:3], least[4]])
    return f"\n{_table(rows, ('table', *COLUMNS[:3], COLUMNS[4]))}\n\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the clones are")
    write(parser.parse_args().folder)
