"""What stands in a frozen study beside its data: how to read it, licences, citations."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from prgbench import __version__
from prgbench.plotting.words import count
from prgbench.report.explanations import settings_text
from prgbench.report.provenance import bibtex
from prgbench.run.safe_text import as_markdown
from prgbench.sources.frozen import STUDY
from prgbench.sources.interface import Source, Task

README = "README.md"
OPENML = """\
@article{vanschoren2014openml,
  author = {Vanschoren, Joaquin and van Rijn, Jan N. and Bischl, Bernd and Torgo, Luis},
  title = {{OpenML}: networked science in machine learning},
  journal = {SIGKDD Explorations},
  volume = {15},
  number = {2},
  pages = {49--60},
  year = {2014},
}"""
LICENCES = """\
The predictions and labels are those that users of OpenML have uploaded. OpenML publishes uploads
under CC BY 4.0 unless their page says otherwise; each data set has its own licence and citation on
its page. The instances of the data sets are not in here, only their numbers and classes."""
OWN_LICENCES = """\
The predictions and labels belong to those who made them: state their licence where you publish
this file."""
TEXT = """\
# {title}

A frozen study of prgbench {version}: {tasks} on {datasets}, {models}, from the {archive},
planned on {planned}. It can be computed again without the network:

1. Put this file (or its contents in a folder) beside the Snakefile, and `study.yaml` into
   `config/studies/` as `{study}.yaml`. It says `archive: {file}`.
2. `snakemake --cores 8 --config study={study}`

| file | what |
|---|---|
| plan.json | the tasks, and the candidate runs of each with flow, uploader, time and AUROC |
| fetched.json | the models, checksums of their files, and what was left out and why |
| bundles/ | a Parquet file per task: the truth, the scores and decisions of each model |
| study.yaml | all settings |
| SHA256SUMS | checksums: `sha256sum -c SHA256SUMS` |

## Licences

{licences}

## Data sets

{data_sets}

## To cite

```bibtex
{citations}
```
"""


def frozen_notes(
    settings: Mapping[str, Any],
    source: Source,
    tasks: Sequence[Task],
    *,
    study: str,
    file: str,
    n_models: int,
    planned: str,
) -> dict[str, str]:
    """Return the texts of a frozen study by the names of their files."""
    names = {task.dataset_id: task.dataset_name for task in tasks}
    rows = [
        [
            number,
            as_markdown(name),
            f"https://www.openml.org/d/{number}" if source.has_pages else "",
        ]
        for number, name in sorted(names.items())
    ]
    text = TEXT.format(
        title=as_markdown(settings["title"]),
        version=__version__,
        tasks=count(len(tasks), "task"),
        datasets=count(len(names), "data set"),
        models=count(n_models, "model"),
        archive=as_markdown(source.label),
        planned=planned[:10],
        study=study,
        file=file,
        licences=LICENCES if source.has_pages else OWN_LICENCES,
        data_sets=tabulate(rows, ["data set", "name", "page"], "github"),
        citations="\n\n".join([bibtex(), *([OPENML] if source.has_pages else [])]),
    )
    # Whoever has the file alone is not to ask a server.
    alone: dict[str, Any] = {"archive": file, "columns": {}, "plan": None, "second_opinion": False}
    return {README: text, STUDY: settings_text({**settings, **alone})}
