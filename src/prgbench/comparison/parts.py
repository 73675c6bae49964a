"""The parts of the comparison: the one list of what is computed beyond the paper.

A part is a line of `PARTS` and a folder of that name beside this module:

``__init__.py``
    ``class Options(PartOptions)``: its section of the study file; the docstring says what it is.
``tables.py``
    ``tables(study, options)``: from a `Study` to the part's tables, by name.
``per_task.py``, for parts that need predictions
    ``per_task(task, models, setting, options)``: from a task's predictions to tables that are
    gathered over the tasks and handed to all ``tables`` functions.
``figure.py``
    A function ``(tables, facts)`` for each figure of the line, under the figure's name; it
    returns a `prgbench.plotting.drawn.Drawn`.
``text.py``
    The part's section of the report: ``TITLE``; ``SHOWS`` and ``CANNOT_TELL``, one or two plain
    sentences each on what the part shows and what it can't tell; ``paragraphs(tables, facts)``.
``names.py``, where needed
    What these modules share: ``figure`` and ``text`` read the tables, not the code behind them.

Rules, settings, figures, report and tests read this list; nothing else names a part.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, get_args

from prgbench.pipeline.settings import Section

Need = Literal["instances", "replicates"]
NEEDS: tuple[Need, ...] = get_args(Need)


class PartOptions(Section):
    """What every part's section of the study file has."""

    enabled: bool = True
    """Whether this part is computed."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the comparison.

    Attributes
    ----------
    name : str
        Its folder and its key in the study file.
    figures : tuple of str
        Its figures: names of files, and of functions of its module ``figure``.
    needs : {"instances", "replicates"}, optional
        Whether it needs the predictions of each task, or bootstrap replicates of them, which take
        longest and are therefore computed apart.
    """

    name: str
    figures: tuple[str, ...] = ()
    needs: Need | None = None

    def module(self, name: str = "") -> str:
        """Return the full name of one of the part's modules."""
        return ".".join(filter(None, [__package__, self.name, name]))

    def load(self, module: str, attribute: str) -> Any:
        """Return what one of the part's modules has under a name."""
        return getattr(import_module(self.module(module)), attribute)

    @property
    def options(self) -> type[PartOptions]:
        """Return the type of its section of the study file."""
        options: type[PartOptions] = self.load("", "Options")
        return options


PARTS = (
    Part("intervals", figures=("percentages",)),
    Part("noise_alone", figures=("noise_alone",), needs="instances"),
    Part("excess", figures=("excess",), needs="instances"),
    Part("stability", figures=("stability",), needs="replicates"),
    Part("confidence_sets", figures=("confidence_sets",), needs="replicates"),
    Part("cost", figures=("cost",), needs="instances"),
    Part("given", figures=("given",), needs="instances"),
    Part("ties", figures=("ties",)),
    Part("draws", figures=("draws",)),
    Part("rank_agreement", figures=("rank_agreement",)),
    Part("duplicates", figures=("duplicates",), needs="instances"),
    Part("aggregation", figures=("aggregation",), needs="instances"),
    Part("multiverse", figures=("multiverse",), needs="instances"),
    Part("reproducibility", figures=("reproducibility",), needs="instances"),
    Part("leaderboard", figures=("leaderboard",)),
    Part("breakdown", figures=("breakdown",)),
    Part("attribution", figures=("attribution",), needs="instances"),
    Part("mechanism", figures=("mechanism",), needs="instances"),
    Part("measure_matrix", figures=("measure_matrix", "metric_map"), needs="instances"),
    Part("prevalence", figures=("prevalence",), needs="instances"),
    Part("predictors", figures=("predictors",)),
)


def parts_named(names: Iterable[str]) -> list[Part]:
    """Return the parts of these names, in the order of the list.

    Raises
    ------
    ValueError
        If there is no such part.
    """
    wanted = set(names)
    unknown = wanted - {part.name for part in PARTS}
    if unknown:
        raise ValueError(f"There is no part {', '.join(sorted(unknown))}.")
    return [part for part in PARTS if part.name in wanted]


def part_modules(parts: Iterable[Part], module: str) -> list[str]:
    """Return the full names of a module of several parts, for the fingerprints of the rules."""
    return [name for part in parts for name in (part.module(), part.module(module))]
