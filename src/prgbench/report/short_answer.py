"""The first screen: the answer in at most sixty words, and one table of at most five rows.

The page, report.md, the command, a printed answer and a notebook begin with what is written here,
so that they say the same. What comes in is the answer (``answer.json``) and the tables of its
parts; what goes out is a `ShortAnswer`: a headline that answers the question of the study, a few
sentences, a table and the name of the figure to show beside them. Everything else that the answer
holds is in `prgbench.report.detailed_answer`, one step further down.

Which question is answered depends on the study. If nearly all models are on nearly all data sets,
a reader asks which model to take. If each task has a sample of models of its own, as in the
replication, he asks whether the choice of the measure changes which model wins.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.answer.verdicts import FEWEST_DATASETS
from prgbench.report import ANSWER_FIGURE, MODEL_CURVES, STANDINGS_FIGURE
from prgbench.report.best_models import ENOUGH, best_is_not_told
from prgbench.report.costs_decide import if_costs_decide
from prgbench.report.leaderboard import Leaderboard
from prgbench.report.names import MARKDOWN, Medium, Names
from prgbench.report.replication import comparison_lines
from prgbench.report.short_tables import (
    ShortTable,
    models_table,
    on_noise,
    pairs_table,
    paper_table,
)
from prgbench.report.which_model import (
    UNTOLD,
    on_measures_set_aside,
    which_model,
    without_unshared_measures,
)
from prgbench.report.winner_changes import does_the_winner_change

MOST_WORDS = 60
"""The question, the headline and the sentences have at most so many."""

NEARLY_ALL = 0.9
"""If at least this share of cells is filled, the first question is which of the models is best."""

CHANGES = "Does the measure change which model wins?"
WHICH = "Which model is best?"


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """What a reader sees first.

    Parameters
    ----------
    question : str
        The question that the headline answers.
    headline : str
        The answer in a few words.
    text : str
        The sentences after it; with the headline at most `MOST_WORDS` words, unless the names of
        models alone have more.
    table : ShortTable
        At most `MOST_ROWS` rows.
    figures : tuple of str
        The names of figures that show the same; the first one that can be drawn stands beside it.
    """

    question: str
    headline: str
    text: str
    table: ShortTable
    figures: tuple[str, ...]

    @property
    def _opening(self) -> str:
        """The headline, after its question if that is not to be seen from it."""
        names_models = self.question == WHICH and self.headline != UNTOLD
        if names_models:
            return self.headline
        return f"{self.question} {self.headline}"

    def markdown(self, first_line: str) -> str:
        """Return all of it in Markdown; ``first_line`` says what was read and assumed."""
        sentences = f"**{self._opening}** {self.text}".strip()
        return _blocks(sentences, first_line, self.table.markdown(), self.table.note)

    def printed(self, first_line: str) -> str:
        """Return all of it as it is printed, after ``first_line``: what was read and assumed."""
        sentences = f"{self._opening} {self.text}".strip()
        return _blocks(f"{first_line}\n{sentences}", self.table.text(), self.table.note)


def _blocks(*blocks: str) -> str:
    """Join what is not empty as paragraphs."""
    return "\n\n".join(block for block in blocks if block)


def short_answer(
    answer: Answer,
    tables: Tables,
    *,
    replication: pd.DataFrame | None = None,
    model_word: str = "model",
    medium: Medium = MARKDOWN,
) -> ShortAnswer:
    """Return the first screen of a study.

    Parameters
    ----------
    answer : Answer
        The answer of the study.
    tables : Tables
        The tables of its parts; ``standings`` and ``first_models`` are what the table of models is
        made of, ``if_alike`` what noise alone would give.
    replication : DataFrame, optional
        Of a study that repeats the paper's, what `prgbench.study.agreement.agreement_summary`
        returns: the paper's numbers are then the table.
    model_word : str
        What a model is called, such as flow.
    medium : Medium
        How names are written, and what stands out.
    """
    board = Leaderboard.of(tables)
    names = Names.of(answer, board, medium)
    figures: tuple[str, ...]
    # A replication asks what the paper asked, even if its models are the same on all data sets.
    if _asks_which_model(answer) and replication is None:
        asked = without_unshared_measures(answer)
        headline, of_models = which_model(asked, names)
        first, *others = filter(None, of_models)
        sentences = [first, on_measures_set_aside(answer, asked, names), *others]
        sentences = _with_costs(sentences, answer, medium)
        table = models_table(answer, board, names, model_word)
        question = WHICH
        figures = (STANDINGS_FIGURE, ANSWER_FIGURE, MODEL_CURVES)
    elif not answer.pairs:
        headline = UNTOLD
        sentences = [best_is_not_told(answer)[1]]
        table = ShortTable((), ())
        question = WHICH
        figures = (STANDINGS_FIGURE, MODEL_CURVES)
    else:
        headline, sentences = does_the_winner_change(answer, names)
        table = pairs_table(answer)
        question = CHANGES
        figures = (ANSWER_FIGURE, STANDINGS_FIGURE, MODEL_CURVES)
    # The paper's nine numbers replace the table, so that they are seen first beside those found.
    if replication is not None:
        table = paper_table(comparison_lines(replication, tables.get("if_alike")))
        table = replace(table, note=f"{table.note}{on_noise(answer.pairs)}")
    return ShortAnswer(
        question, headline, _within(f"{question} {headline}", sentences), table, figures
    )


def _asks_which_model(answer: Answer) -> bool:
    """Say whether the first question is which model is best: all models are on all data sets."""
    compared = [best for best in answer.best_models if best.models >= 2]
    if not compared or (answer.complete or 0.0) < ENOUGH:
        return False
    return by_models(answer) or not answer.pairs


def by_models(answer: Answer) -> bool:
    """Say whether the models come before the measures: nearly all are on nearly all data sets."""
    return answer.datasets < FEWEST_DATASETS or (answer.complete or 0.0) >= NEARLY_ALL


def _with_costs(sentences: Iterable[str], answer: Answer, medium: Medium) -> list[str]:
    """Put the sentence on costs of errors where it belongs among those on the best model."""
    # Places are counted without sentences that say nothing.
    placed = [sentence for sentence in sentences if sentence]
    # Where several measures are asked, they weigh costs; one alone has its answer first.
    several = len(answer.best_models) > 1
    placed.insert(1 if several else len(placed), if_costs_decide(answer, medium.name))
    return placed


def _within(opening: str, sentences: Sequence[str]) -> str:
    """Join sentences, the most important first, as far as they have few words."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}".strip()
        # The first sentence stays even if it alone is too long: names of models can have many
        # words.
        if text and len(f"{opening} {longer}".split()) > MOST_WORDS:
            break
        text = longer
    return text
