"""The command ``prgbench``."""

import os
import re
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prgbench import __version__
from prgbench.run.disk_errors import full_disk, not_allowed
from prgbench.run.errors import PrgbenchError, did_you_mean, extra
from prgbench.run.kept_imports import kept_imports
from prgbench.run.memory import check_address_space, out_of_memory
from prgbench.run.safe_text import plain, some_of

if TYPE_CHECKING:
    from prgbench.direct.compared_models import ComparedModels

Run = Callable[[Namespace], None]

EXAMPLES = """\
examples:
  prgbench demo
  prgbench compare predictions.csv
  prgbench compare predictions.parquet --out report/
  prgbench compare runs/*.csv --out report/ --positive-label heart=sick churn=leaves
  prgbench compare wide.csv --out report/ --columns dataset=problem y_true=truth
  prgbench compare scores.csv --out report/ --lower-is-better my_loss
  prgbench score predictions.csv --measures auroc average_precision --out areas.csv
  prgbench null
  prgbench power --datasets 50 --instances 500 --prevalence .2 --models 10

A table has the columns dataset (where there are several), model, y_true and y_score, or a column
of scores for each model in place of model and y_score. A table of scores has dataset, model,
perhaps fold, repeat or seed, and a column for each measure. One of results on items has model,
item and an outcome such as passed. docs/own_predictions.md says what else they may have.
"""


class Parser(ArgumentParser):
    """A parser that suggests the command closest to a misspelt one."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end the process."""
        wrong = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        meant = did_you_mean(wrong[1], re.findall(r"[\w-]+", wrong[2])) if wrong else ""
        super().error(f"{message}{meant and f'.{meant}'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; return its exit status."""
    options = _parser().parse_args(arguments)
    if sys.stdout is None:  # as after `>&-`; the next file that is opened would take its place
        return _failed(
            "The standard output is closed, where the answer is printed: send it to a file, or to "
            "/dev/null."
        )
    told_to_end: list[int] = []

    def end(number: int, _frame: object) -> None:
        told_to_end.append(128 + number)  # as shells say it
        sys.exit(told_to_end[0])

    if arguments is None:  # so that temporary folders are removed
        signal.signal(signal.SIGTERM, end)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names of models need not be in its encoding
            stream.reconfigure(errors="replace")
    try:
        with extra("compare"):
            options.run(options)
            # Else what can't be written is found when nobody can say so any more.
            sys.stdout.flush()
    except (PrgbenchError, ModuleNotFoundError, ValueError) as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return 130  # as shells say it
    except BrokenPipeError:  # who reads the answer, such as `head`, has enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # as shells say it
    except Exception as error:
        if told_to_end:  # a library has made an error of its own of the exit
            return told_to_end[0]
        if sentence := full_disk(error) or out_of_memory(error) or not_allowed(error):
            return _failed(sentence)
        raise
    return 0


def _failed(sentence: str) -> int:
    if sys.stderr is not None:
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
    examples: dict[str, Any] = {"epilog": EXAMPLES, "formatter_class": RawDescriptionHelpFormatter}

    def command(
        name: str, run: Run, summary: str, description: str = "", **options: Any
    ) -> ArgumentParser:
        text = description or f"{summary.capitalize()}."
        added: ArgumentParser = commands.add_parser(
            name, help=summary, description=text, **options
        )
        added.set_defaults(run=run)
        return added

    whole = "compare the models in a table, and write a page about them"
    compare = command("compare", _compare, whole, **examples)
    _add_table(compare, ", or those of a table of scores")
    _add_compare(compare)
    demo = command(
        "demo", _demo, "write the page of the demo, 43 scikit-learn models on 50 data sets"
    )
    demo.add_argument(
        "--out",
        type=Path,
        default=Path("prgbench-demo"),
        metavar="FOLDER",
        help="where the page goes; default prgbench-demo/",
    )
    demo.add_argument(
        "--jobs", type=_processes, default=-1, help="processes; default one for each processor"
    )
    every = "evaluate every model of a table of predictions, with intervals"
    score = command("score", _score, every, **examples)
    _add_table(score)
    score.add_argument(
        "--out", type=Path, metavar="CSV", help="a new file for the results, at full precision"
    )
    _add_number(score, "--confidence-level", 0.95, metavar="LEVEL")
    score.add_argument("--jobs", type=_processes, default=1, help="processes; default 1")
    _add_null(
        command(
            "null",
            _null,
            "the paper's numbers in simulated studies without true disagreement",
            "The paper's numbers in simulated studies in which AUROC, AUPR and AUPRG truly rank "
            "the models alike, for each AUROC and spread.",
        )
    )
    _add_power(
        command(
            "power",
            _power,
            "what a planned study could detect",
            "The true rank correlation of two measures below which a study has 80% power to show "
            "that they rank models differently, from simulated tasks.",
        )
    )
    verify = command(
        "verify-results",
        _verify_results,
        "list the stale, altered or missing results of a study",
        "Compare the results of a study with the records of its runs: their content, and the "
        "files and code they were computed from. `snakemake verify_results` also compares the "
        "settings.",
    )
    verify.add_argument("results", type=Path, metavar="FOLDER", help="results/<study>")
    return parser


def _add_table(parser: ArgumentParser, other_default: str = "") -> None:
    parser.add_argument("table", nargs="+", help="CSV, Parquet or Excel files, or folders of them")
    parser.add_argument(
        "--measures",
        nargs="+",
        default=["aupr", "auprg", "auroc"],
        metavar="MEASURE",
        help=f"names of measures; default aupr auprg auroc{other_default}",
    )
    parser.add_argument(
        "--positive-label",
        nargs="+",
        action="extend",
        default=[],
        metavar="[NAME=]LABEL",
        help="the label of the positive class, whose scores are given, or minority; NAME=LABEL "
        "is for a single data set; default 1, True, or the label that sorts last",
    )
    parser.add_argument(
        "--columns",
        nargs="+",
        default=[],
        metavar="ROLE=NAME",
        help="columns with other names, such as model=learner",
    )


def _add_compare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="a new folder for the page; without it, nothing is written",
    )
    parser.add_argument(
        "--details", action="store_true", help="also print the details of the answer"
    )
    parser.add_argument(
        "--costs",
        type=float,
        nargs=2,
        metavar=("MISS", "FALSE_ALARM"),
        help="answer for these costs of errors, such as 5 1, at each model's best threshold",
    )
    parser.add_argument(
        "--beta", type=float, help="answer for F-beta at each model's best threshold"
    )
    parser.add_argument("--title", help="the title of the page; default the first file's name")
    for better in ("lower", "higher"):
        parser.add_argument(
            f"--{better}-is-better",
            nargs="+",
            default=[],
            metavar="MEASURE",
            help="columns of a table of scores whose names do not show the direction",
        )
    family = "a column of a table of scores with groups of related data sets"
    parser.add_argument("--family", metavar="COLUMN", help=family)
    _add_number(parser, "--seed", 2015, "seed of all resampling")
    parser.add_argument(
        "--settings", type=Path, metavar="YAML", help="further settings, as in a study file"
    )
    parser.add_argument(
        "--jobs", type=_processes, default=-1, help="processes; default one for each processor"
    )


def _add_null(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--sizes",
        default="2017",
        metavar="CSV",
        help="the tasks, with the columns n_instances and n_positives; default 2017, the 905 "
        "binary tasks of OpenML's list of that year",
    )
    _add_number(parser, "--rows", 1000, "the maximum number of instances per task")
    parser.add_argument(
        "--auroc", default=".7,.8", metavar="LIST", help="AUROC of a typical model; default .7,.8"
    )
    parser.add_argument(
        "--spread",
        default=".1,.2,.4,.8",
        metavar="LIST",
        help="standard deviations of the models' shifts; default .1,.2,.4,.8",
    )
    _add_number(parser, "--models", 30, "models per task")
    _add_number(parser, "--studies", 5, "simulated studies per world")
    _add_number(parser, "--seed", 2015)


def _add_power(parser: ArgumentParser) -> None:
    _add_number(parser, "--datasets", 50, "data sets of the planned study")
    _add_number(parser, "--instances", 500, "instances per data set")
    _add_number(parser, "--prevalence", 0.2, "share of positives")
    _add_number(parser, "--models", 10, "models per data set")
    _add_number(parser, "--spread", 0.3, "standard deviation of the models' shifts")
    _add_number(parser, "--auroc", 0.8, "AUROC of a typical model")
    _add_number(parser, "--simulated", 200, "tasks to simulate in each world", "TASKS")
    _add_number(parser, "--seed", 2015)


def _processes(text: str) -> int:
    """Read a number of processes as joblib counts them, from 1, or -1 for all processors."""
    number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else 0
    if number == 0:
        raise ArgumentTypeError(f"{text!r}: write 1 or more, or -1 for all processors")
    return number


def _add_number(
    parser: ArgumentParser, name: str, default: float, unit: str = "", metavar: str | None = None
) -> None:
    """Add an option whose help ends with its default, an int or a float as that is."""
    meaning = f"{unit}; default {default:g}" if unit else f"default {default:g}"
    parser.add_argument(name, type=type(default), default=default, metavar=metavar, help=meaning)


def _compare(options: Namespace) -> None:
    check_address_space()
    with kept_imports():
        from prgbench.direct.compare import compare
        from prgbench.direct.compared_models import check_folder
        from prgbench.run.settings import read_yaml

    if options.out is not None:
        check_folder(options.out)
    if both := set(options.lower_is_better) & set(options.higher_is_better):
        raise PrgbenchError(
            f"--lower-is-better and --higher-is-better both name {some_of(sorted(both))}: leave "
            "it to one of them."
        )
    tables: list[str] = options.table
    compared = compare(
        tables if len(tables) > 1 else tables[0],
        measures=options.measures,
        positive_label=_labels(options.positive_label),
        seed=options.seed,
        columns=_columns(options.columns) | ({"family": options.family} if options.family else {}),
        higher_is_better=dict.fromkeys(options.lower_is_better, False)
        | dict.fromkeys(options.higher_is_better, True),
        costs=options.costs,
        beta=options.beta,
        # The folder in which one is, ".", has a name only in full.
        title=options.title or Path(tables[0]).absolute().stem,
        settings=None if options.settings is None else read_yaml(options.settings),
        n_jobs=options.jobs,
    )
    _report(compared, options.out, details=options.details)


def _demo(options: Namespace) -> None:
    with kept_imports():
        from prgbench.direct.compared_models import check_folder
        from prgbench.direct.demo import demo

    check_folder(options.out)
    _report(demo(n_jobs=options.jobs), options.out)


def _report(compared: "ComparedModels", folder: Path | None, *, details: bool = False) -> None:
    text = str(compared) if details else compared.answer.first_screen
    if folder is None:
        where = "For the full answer, add --details; for the page, --out FOLDER."
    else:
        where = f"The page: {compared.report(folder)}"
    sys.stdout.write(f"{text}\n\n{where}\n")


def _score(options: Namespace) -> None:
    with kept_imports():
        from tabulate import tabulate

        from prgbench.direct.score import score
        from prgbench.run.csv_files import write_csv

    if options.out is not None and options.out.exists():
        raise PrgbenchError(f"{options.out} exists: remove it, or choose another output file.")
    tables: list[str] = options.table
    areas = score(
        tables if len(tables) > 1 else tables[0],
        measures=options.measures,
        positive_label=_labels(options.positive_label),
        columns=_columns(options.columns),
        confidence_level=options.confidence_level,
        n_jobs=options.jobs,
    )
    if options.out is not None:
        write_csv(areas, options.out)
    shown = tabulate(areas.to_dict("list"), headers="keys", floatfmt=".4f")
    sys.stdout.write(f"{shown}\n")


def _null(options: Namespace) -> None:
    with kept_imports():
        from prgbench.direct.null import Sizes, null

    simulated = null(
        Sizes.read(options.sizes).capped(options.rows),
        aurocs=_numbers("--auroc", options.auroc),
        spreads=_numbers("--spread", options.spread),
        models=options.models,
        studies=options.studies,
        seed=options.seed,
    )
    sys.stdout.write(f"{simulated}\n")


def _power(options: Namespace) -> None:
    with kept_imports():
        from prgbench.direct.power import power

    arguments = vars(options)
    del arguments["run"]
    sys.stdout.write(f"{power(**arguments)}\n")


def _verify_results(options: Namespace) -> None:
    from prgbench.pipeline.jobs import code_of_now
    from prgbench.run.result_findings import tell_findings
    from prgbench.run.result_records import StudyResults

    if not options.results.is_dir():
        raise PrgbenchError(
            f"{plain(f'{options.results}')} is no folder: name that of a study, results/<study>."
        )
    findings = StudyResults(options.results, code_of_now).findings()
    tell_findings(
        options.results, findings, lambda line: sys.stdout.write(f"{plain(line, None)}\n")
    )


def _numbers(option: str, text: str) -> list[float]:
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        raise PrgbenchError(
            f"{option} {text}: write numbers separated by commas, such as .1,.2."
        ) from None


def _columns(written: Sequence[str]) -> dict[str, str]:
    for text in written:
        if "=" not in text:
            raise PrgbenchError(f"--columns {text}: write ROLE=NAME, such as model=learner.")
    return dict(text.split("=", 1) for text in written)


def _labels(written: Sequence[str]) -> str | dict[str, str] | None:
    """Return the positive label, or labels by data set with that of the others.

    What follows a sign of a comparison is no name: ``>=50K`` is a label.
    """
    from prgbench.sources.interface import OTHERS

    named = [re.fullmatch(r"([^=]*[^=<>!~])=(.*)", text, re.DOTALL) for text in written]
    others = [text for text, match in zip(written, named, strict=True) if match is None]
    if len(others) > 1:
        raise PrgbenchError(
            f"--positive-label has {len(others)} labels without a data set ({some_of(others)}): "
            "keep one, and write the others as NAME=LABEL."
        )
    by_name = {match[1]: match[2] for match in named if match is not None}
    if not by_name:
        return others[0] if others else None
    return {OTHERS: others[0], **by_name} if others else by_name
