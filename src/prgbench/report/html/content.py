"""What the page is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from prgbench.comparison.answer import Answer
from prgbench.comparison.compared import Tables
from prgbench.comparison.section import PartSection
from prgbench.plotting.facts import Facts
from prgbench.report.provenance import Provenance
from prgbench.report.replicated import Replicated


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """The results of a study, as the page shows them.

    Attributes
    ----------
    settings : mapping
        All settings of the study, as its file may have them.
    facts : Facts
        What sentences say of the study.
    provenance : Provenance
        Where the numbers come from.
    answer : Answer
        The answer, which stands first.
    models : DataFrame
        The ranked models.
    agreement : DataFrame
        What `task_agreement` returns.
    summary : DataFrame
        What `agreement_summary` returns.
    exclusions, listed : DataFrame
        What was left out: counts, and each of it.
    tables : dict of str to DataFrame
        The tables of the comparison; empty if nothing was compared.
    sections : sequence of PartSection
        What the parts of the comparison say.
    figures : Path
        The folder with the files of the figures, beside the page's own folder.
    answer_figure : str
        The figure of the first screen.
    paper_figures : sequence of str
        The figures after the paper's.
    formats : sequence of str
        The formats of the figures.
    curves : sequence of Path
        The tables of curves, as `curve_table` returns them; empty if there are none.
    second_opinion : str
        What is said of a second opinion, in Markdown; "" if there is none.
    openml : bool
        Whether tasks, runs, flows and data sets have pages at openml.org.
    replicated : Replicated, optional
        What the paper states and leaves open, where the study is a replication.
    """

    settings: Mapping[str, Any]
    facts: Facts
    provenance: Provenance
    answer: Answer
    models: pd.DataFrame
    agreement: pd.DataFrame
    summary: pd.DataFrame
    exclusions: pd.DataFrame
    listed: pd.DataFrame
    tables: Tables
    sections: Sequence[PartSection]
    figures: Path
    answer_figure: str
    paper_figures: Sequence[str]
    formats: Sequence[str]
    curves: Sequence[Path]
    second_opinion: str
    openml: bool
    replicated: Replicated | None = None
