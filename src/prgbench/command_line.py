"""The command ``prgbench``."""

import gc
import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from prgbench import __version__
from prgbench.run.errors import PrgbenchError, did_you_mean, extra
from prgbench.run.files import full_disk, not_allowed
from prgbench.run.foreign_text import plain
from prgbench.run.memory import check_address_space, last_words, out_of_memory

EXAMPLES = """\
examples:
  prgbench compare predictions.parquet --out report/
  prgbench compare runs/*.csv --out report/ --positive-label sick --jobs 4
  prgbench compare wide.csv --out report/ --columns dataset=problem y_true=truth
  prgbench compare scores.csv --out report/ --lower-is-better my_loss
  prgbench score predictions.csv --measures auroc average_precision --out areas.csv
  prgbench null --out null/
  prgbench conformance sklearn.metrics:roc_auc_score
  prgbench power --datasets 50 --instances 500 --prevalence .2 --models 10

A table has the columns dataset (where there are several), model, y_true and y_score, or a column
of scores for each model in place of model and y_score. A table of scores has dataset, model,
perhaps fold, repeat or seed, and a column for each measure. docs/own_predictions.md says what
else they may have.
"""


class Parser(ArgumentParser):
    """A parser that asks what a misspelt command was meant to be."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end the process."""
        wrong = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        meant = did_you_mean(wrong[1], re.findall(r"[\w-]+", wrong[2])) if wrong else ""
        super().error(f"{message}{meant and f'.{meant}'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments; default those of this process.
    """
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names of models need not be in its encoding
            stream.reconfigure(errors="replace")
    try:
        with last_words() if arguments is None else nullcontext(), extra("compare"):
            options.run(options)
    except (PrgbenchError, ModuleNotFoundError, ValueError) as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return 130  # as shells say it
    except Exception as error:
        if sentence := full_disk(error) or out_of_memory(error) or not_allowed(error):
            return _failed(sentence)
        raise
    return 0


def _failed(sentence: str) -> int:
    sys.stderr.write(f"prgbench: {plain(sentence, None)}\n")
    return 1


def _parser() -> ArgumentParser:
    parser = Parser(
        prog="prgbench",
        description="Does the choice of the evaluation measure change which model wins?",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"prgbench {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    compare = commands.add_parser(
        "compare",
        help="write the whole comparison of a table of predictions as a page",
        description="Write the whole comparison of a table of predictions as a page.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    compare.set_defaults(run=_compare)
    _add_table(compare)
    compare.add_argument(
        "--out", required=True, type=Path, metavar="FOLDER", help="where the page goes"
    )
    compare.add_argument("--title", help="how the page calls it; default the first file's name")
    for better in ("lower", "higher"):
        compare.add_argument(
            f"--{better}-is-better",
            nargs="+",
            default=[],
            metavar="MEASURE",
            help="columns of a table of scores whose names do not tell",
        )
    compare.add_argument("--seed", type=int, default=2015, help="of all resampling; default 2015")
    compare.add_argument(
        "--settings", type=Path, metavar="YAML", help="other keys of a study file"
    )
    compare.add_argument(
        "--jobs", type=int, default=-1, help="processes; default one for each processor"
    )
    score = commands.add_parser(
        "score",
        help="evaluate every model of a table, with intervals",
        description="Evaluate every model of a table of predictions, with intervals.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    score.set_defaults(run=_score)
    _add_table(score)
    score.add_argument(
        "--out", type=Path, metavar="CSV", help="a file for them, at full precision"
    )
    score.add_argument("--confidence-level", type=float, default=0.95, metavar="LEVEL")
    score.add_argument("--jobs", type=int, default=1, help="processes; default 1")
    null = commands.add_parser(
        "null",
        help="the paper's numbers in simulated studies without true disagreement",
        description="The paper's numbers in simulated studies whose models AUROC, AUPR and AUPRG "
        "rank alike in truth: a world for each AUROC and spread.",
    )
    null.set_defaults(run=_null)
    null.add_argument(
        "--sizes",
        default="2017",
        metavar="CSV",
        help="the tasks, with the columns n_instances and n_positives; default 2017, the 905 "
        "binary tasks of OpenML's list of that year",
    )
    null.add_argument(
        "--rows", type=int, default=1000, help="the most instances of a task; default 1000"
    )
    null.add_argument(
        "--auroc", default=".7,.8", metavar="LIST", help="of a typical model; default .7,.8"
    )
    null.add_argument(
        "--spread",
        default=".1,.2,.4,.8",
        metavar="LIST",
        help="standard deviations of the models' shifts; default .1,.2,.4,.8",
    )
    null.add_argument("--models", type=int, default=30, help="of each task; default 30")
    null.add_argument("--studies", type=int, default=5, help="of each world; default 5")
    null.add_argument("--seed", type=int, default=2015, help="default 2015")
    null.add_argument("--out", type=Path, metavar="FOLDER", help="where figure and numbers go")
    power = commands.add_parser(
        "power",
        help="what a study could show, before it is made",
        description="The smallest differences between measures that a study shows with a power of "
        "80%, from simulated tasks.",
    )
    power.set_defaults(run=_power)
    power.add_argument("--datasets", type=int, default=50, help="default 50")
    power.add_argument("--instances", type=int, default=500, help="of each; default 500")
    power.add_argument("--prevalence", type=float, default=0.2, help="default .2")
    power.add_argument(
        "--sizes",
        metavar="CSV",
        help="in place of these three: data sets with the columns n_instances and n_positives",
    )
    power.add_argument("--models", type=int, default=10, help="default 10")
    power.add_argument(
        "--spread", type=float, default=0.3, help="standard deviation of their shifts; default .3"
    )
    power.add_argument("--auroc", type=float, default=0.8, help="of a typical one; default .8")
    power.add_argument("--simulated", type=int, default=400, metavar="TASKS", help="default 400")
    power.add_argument("--confidence-level", type=float, default=0.95, metavar="LEVEL")
    power.add_argument("--seed", type=int, default=2015, help="default 2015")
    conformance = commands.add_parser(
        "conformance",
        help="compare another implementation of curves and areas with exact values",
        description="Call a function of labels and scores in cases with exact curves and areas, "
        "and say which definition it follows and where not. docs/conformance.md has them.",
    )
    conformance.set_defaults(run=_conformance)
    conformance.add_argument(
        "function", metavar="MODULE:FUNCTION", help="f(y_true, y_score), an area or a curve"
    )
    conformance.add_argument(
        "--as",
        dest="definition",
        metavar="DEFINITION",
        help="what it should be; exit status 1 if a case differs",
    )
    verify = commands.add_parser(
        "verify-results",
        help="say which results of a study are stale, altered or missing",
        description="Compare the results of a study with the records that its runs have left: "
        "what they hold, and the files and the code that they were made of. Settings are "
        "compared by `snakemake verify_results`.",
    )
    verify.set_defaults(run=_verify_results)
    verify.add_argument("results", type=Path, metavar="FOLDER", help="results/<study>")
    crate = commands.add_parser(
        "crate",
        help="pack the results of a study for an archive, as a Workflow Run RO-Crate",
        description="Pack the results of a study of the pipeline, its settings and the workflow "
        "into results/<study>.crate.zip, which Zenodo and WorkflowHub read.",
    )
    crate.set_defaults(run=_crate)
    crate.add_argument("results", type=Path, metavar="FOLDER", help="results/<study>")
    return parser


def _add_table(parser: ArgumentParser) -> None:
    parser.add_argument("table", nargs="+", help="CSV, Parquet or Excel files, or folders of them")
    parser.add_argument(
        "--measures", nargs="+", default=["aupr", "auprg", "auroc"], metavar="MEASURE"
    )
    parser.add_argument(
        "--positive-label",
        default="minority",
        metavar="LABEL",
        help="the label of the positive class; default the minority of each data set",
    )
    parser.add_argument(
        "--columns",
        nargs="+",
        default=[],
        metavar="ROLE=NAME",
        help="columns with other names, as model=learner",
    )


def _compare(options: Namespace) -> None:
    check_address_space()
    from prgbench.direct.compare import compare
    from prgbench.direct.compared_models import check_folder
    from prgbench.run.settings import read_yaml

    # Else Python looks for garbage among all that was imported, a tenth of the processor time.
    gc.freeze()
    check_folder(options.out)
    tables: list[str] = options.table
    compared = compare(
        tables if len(tables) > 1 else tables[0],
        measures=options.measures,
        positive_label=options.positive_label,
        seed=options.seed,
        columns=_columns(options.columns),
        higher_is_better=dict.fromkeys(options.lower_is_better, False)
        | dict.fromkeys(options.higher_is_better, True),
        title=options.title or Path(tables[0]).stem,
        settings=None if options.settings is None else read_yaml(options.settings),
        n_jobs=options.jobs,
    )
    page = compared.report(options.out)
    sys.stdout.write(f"{compared}\n\nThe page: {page}\n")


def _score(options: Namespace) -> None:
    from tabulate import tabulate

    from prgbench.direct.score import score
    from prgbench.run.csv_files import write_csv

    tables: list[str] = options.table
    areas = score(
        tables if len(tables) > 1 else tables[0],
        measures=options.measures,
        positive_label=options.positive_label,
        columns=_columns(options.columns),
        confidence_level=options.confidence_level,
        n_jobs=options.jobs,
    )
    if options.out is not None:
        write_csv(areas, options.out)
    shown = tabulate(areas.to_dict("list"), headers="keys", floatfmt=".4f")
    sys.stdout.write(f"{shown}\n")


def _null(options: Namespace) -> None:
    from prgbench.direct.null import null
    from prgbench.direct.null_tasks import Sizes

    found = null(
        Sizes.read(options.sizes).capped(options.rows),
        aurocs=_numbers("--auroc", options.auroc),
        spreads=_numbers("--spread", options.spread),
        models=options.models,
        studies=options.studies,
        seed=options.seed,
    )
    sys.stdout.write(f"{found}\n")
    if options.out is not None:
        found.write(options.out)
        sys.stdout.write(f"\nThe figure: {options.out / 'null.png'}\n")


def _power(options: Namespace) -> None:
    from prgbench.direct.power import power

    found = power(
        options.datasets,
        options.instances,
        options.prevalence,
        sizes=options.sizes,
        models=options.models,
        spread=options.spread,
        auroc=options.auroc,
        confidence_level=options.confidence_level,
        simulated=options.simulated,
        seed=options.seed,
    )
    sys.stdout.write(f"{found}\n")


def _conformance(options: Namespace) -> None:
    from prgbench.conformance.runner import conformance, load_function

    wanted: str | None = options.definition
    found = conformance(load_function(options.function), [wanted] if wanted else None)
    sys.stdout.write(f"{found}\n")
    if wanted and (differing := found.differing(wanted)):
        raise PrgbenchError(f"{options.function} is not {wanted} in {len(differing)} cases.")


def _verify_results(options: Namespace) -> None:
    from prgbench.run.result_records import StudyResults, code_of_now, tell_findings

    found = StudyResults(options.results, code_of_now).findings()
    tell_findings(options.results, found, lambda line: sys.stdout.write(f"{plain(line, None)}\n"))


def _crate(options: Namespace) -> None:
    from prgbench.report.crate import write_crate

    sys.stdout.write(f"{write_crate(options.results)}\n")


def _numbers(option: str, text: str) -> list[float]:
    """Return the numbers of a list."""
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        raise PrgbenchError(
            f"{option} {text}: write numbers with commas between them, as .1,.2."
        ) from None


def _columns(written: Sequence[str]) -> dict[str, str]:
    """Return columns by role."""
    for text in written:
        if "=" not in text:
            raise PrgbenchError(f"--columns {text}: write ROLE=NAME, as model=learner.")
    return dict(text.split("=", 1) for text in written)
