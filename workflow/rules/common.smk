# What the rules share: the study and its checks, paths, fingerprints. No rules stand here.

import hashlib
import re
from pathlib import Path

import yaml
from filelock import FileLock, Timeout
from jsonschema import Draft202012Validator
from snakemake.utils import validate

WORKFLOW = Path(str(workflow.current_basedir)).parent
SCHEMAS = WORKFLOW / "schemas"
PACKAGE = WORKFLOW.parent / "src" / "prgbench"
RESOURCES = Path("resources")
HELD = []


def check(settings, file, schema):
    """Stop with one sentence if settings break their schema; fill in the defaults."""
    errors = list(
        Draft202012Validator(yaml.safe_load(schema.read_text())).iter_errors(settings)
    )
    error = max(errors, key=lambda error: len(error.absolute_path), default=None)
    if error is not None:
        raise SystemExit(sentence(error, file))
    validate(settings, str(schema))


def sentence(error, file):
    """Say which key of which file is wrong and what is allowed there."""
    place = ".".join(str(part) for part in error.absolute_path) or "the file"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = ", ".join(repr(key) for key in error.instance if key not in known)
        return (
            f"{file}: {place}: unknown key {unknown}; allowed are: {', '.join(known)}."
        )
    choices = [
        value
        for part in (error.schema, *error.schema.get("anyOf", []))
        for value in part.get("enum", [])
    ]
    allowed = f" Allowed are: {', '.join(map(str, choices))}." if choices else ""
    problem = error.message
    if error.validator in ("anyOf", "enum"):
        problem = f"{error.instance!r} is not allowed"
    return f"{file}: {place}: {problem}.{allowed} {error.schema.get('description', '')}".strip()


def load_study(name):
    """Read the file of a study."""
    folder = Path("config/studies")
    path = folder / f"{name}.yaml"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.yaml")))
        raise SystemExit(f"{path} does not exist; there are the studies {known}.")
    try:
        settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise SystemExit(
            f"{path} is not YAML: {' '.join(str(error).split())}."
        ) from None
    check(settings, path, SCHEMAS / "study.schema.yaml")
    return settings


def hold(folder):
    """Stop if another run works on the same study; else keep others away until this one ends."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SystemExit(
            f"Another run works on {folder}: wait for its end, or stop it and start again."
        ) from None
    HELD.append(lock)


def fingerprint(*parts):
    """Return a checksum of modules or rooms of the package, so that their edits run rules again."""
    files = sorted(
        file
        for part in parts
        for file in (
            [PACKAGE / part] if part.endswith(".py") else (PACKAGE / part).rglob("*.*")
        )
        if file.suffix in {".py", ".j2"} and file.exists()
    )
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[
        :16
    ]


def store_folder():
    """Return the folder of the archive's bundles: one for each source of predictions."""
    if STUDY["archive"] == "embedded":
        return RESOURCES / "embedded"
    if STUDY["archive"] == "openml":
        return RESOURCES / ("openml" if HOST == OPENML else f"openml-{HOST}")
    return RESOURCES / f"folder-{Path(STUDY['archive']).name}"


def archive_marker():
    """Return the file without which the archive is not there, if it has one."""
    if STUDY["archive"] == "openml":
        return []
    folder = (
        RESOURCES / "embedded"
        if STUDY["archive"] == "embedded"
        else Path(STUDY["archive"])
    )
    return [folder / "archive.json"]


def own_predictions(wildcards):
    """Return the user's predictions for `compare_model`."""
    if "task" not in config or "file" not in config:
        raise SystemExit(
            "compare_model needs the task and the file of predictions: "
            "snakemake --cores 1 compare_model --config task=<id> file=<predictions.csv>"
        )
    if not Path(config["file"]).is_file():
        raise SystemExit(
            f"{config['file']} does not exist: give file=<predictions.csv>."
        )
    return config["file"]


def archive_name():
    """Return how figures and the report call the source."""
    if STUDY["archive"] == "embedded":
        return "embedded archive"
    if STUDY["archive"] == "openml":
        return "OpenML" if HOST == OPENML else f"server {config['server']}"
    return f"folder {STUDY['archive']}"


check(config, "config/config.yaml or --config", SCHEMAS / "config.schema.yaml")
STUDY = load_study(config["study"])
RESULTS = Path("results") / config["study"]
TABLES = RESULTS / "tables"
FIGURES = RESULTS / "figures"
LOGS = RESULTS / "logs"
OPENML = "www.openml.org"
HOST = re.sub(r"[^A-Za-z0-9.]+", "_", config["server"].split("://")[1]).strip("_")
STORE = store_folder()
ARCHIVE_NAME = archive_name()
PAPER_FIGURES = ["rank_heatmap", "area_scatter", "model_curves"]
ENDINGS = [*STUDY["figures"]["formats"], "md"]
CHUNKS = [f"{number:03d}" for number in range(STUDY["chunks"])]
SOURCE = {
    "archive": STUDY["archive"],
    "store": str(STORE),
    "server": config["server"],
}
FETCH_CODE = ["archive", "study/fetching.py", "metrics/areas.py"]


wildcard_constraints:
    chunk="[0-9]+",
