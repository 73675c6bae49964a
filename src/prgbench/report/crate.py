"""A study's results as one file for archives: a Workflow Run RO-Crate.

The profiles are at https://www.researchobject.org/workflow-run-crate. The tables are described as
a Frictionless data package.
"""

import json
import mimetypes
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import quote

from prgbench import __version__
from prgbench.answer.answer import Answer
from prgbench.answer.interface import BOUND, P_VALUE, columns_marked
from prgbench.answer.parts import ANSWER
from prgbench.robustness.parts import ROBUSTNESS
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import atomic_path, sha256_of
from prgbench.run.result_records import StudyResults, tell_findings

METADATA, PACKAGE = "ro-crate-metadata.json", "datapackage.json"
WORKFLOW = "workflow/Snakefile"
LICENCE = "https://spdx.org/licenses/BSD-3-Clause"
CRATE = "https://w3id.org/ro/crate/1.1"
OF_WORKFLOWS = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    OF_WORKFLOWS: "Workflow RO-Crate",
}
BIOSCHEMAS = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
_FORMATS = {
    ".parquet": "application/vnd.apache.parquet",
    ".yaml": "application/yaml",
    ".md": "text/markdown",
}
_ON_PYPI = {"sklearn": "scikit-learn"}
_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}
Entity = dict[str, Any]


def write_crate(folder: Path) -> Path:
    """Write the crate of ``results/<study>`` beside it, as a zip file, and return its path.

    It holds all results but those of chunks, the study file and the workflow.

    Raises
    ------
    PrgbenchError
        If the results are not as they were written, or the workflow is not there.
    """
    folder = folder.resolve()
    project = folder.parents[1]
    for needed in (folder / "answer.json", project / WORKFLOW):
        if not needed.is_file():
            raise PrgbenchError(
                f"{needed} does not exist: name the folder results/<study> of a project whose "
                "workflow has made it."
            )
    results = StudyResults(folder)
    tell_findings(folder, results.findings(), lambda _: None)
    made = {
        f"results/{path.relative_to(folder).as_posix()}": path
        for path in results.files()
        if path.suffix != ".zip"  # the frozen study, with all predictions
    }
    study = project / "config" / "studies" / f"{folder.name}.yaml"
    settings = [file for file in (study, project / "config" / "config.yaml") if file.is_file()]
    rules = sorted(path for path in (project / "workflow").rglob("*") if _is_code(path, project))
    brought = {file.relative_to(project).as_posix(): file for file in (*settings, *rules)}
    package = json.dumps(data_package(folder.name, made), indent=1)
    crate = folder.with_name(f"{folder.name}.crate.zip")
    answer = Answer.read((folder / "answer.json").read_text(encoding="utf-8"))
    of_jobs = results.versions(made.values())
    versions = {_ON_PYPI.get(key, key): value for one in of_jobs for key, value in one.items()}
    metadata = _metadata(folder.name, answer, made, brought, versions)
    with atomic_path(crate) as path, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(METADATA, json.dumps(metadata, indent=1))
        archive.writestr(PACKAGE, package)
        for name, file in (brought | made).items():
            archive.write(file, name)
    return crate


def data_package(study: str, files: dict[str, Path]) -> dict[str, Any]:
    """Return the Frictionless description of the tables among files by their names."""
    parts = [part for part in (*ANSWER, *ROBUSTNESS) if part.rows]
    known = {name: row for part in parts for name, row in part.rows.items()}
    resources = []
    for name, path in files.items():
        row = known.get(path.stem)
        if path.suffix == ".csv" and row is not None and path.parent.parent.name == "tables":
            resources.append(
                {
                    "profile": "tabular-data-resource",
                    "name": path.stem.replace("_", "-"),
                    "path": name,
                    "description": " ".join((row.__doc__ or "").split()),
                    "format": "csv",
                    "encoding": "utf-8",
                    "schema": {"fields": list(_columns(row)), "missingValues": [""]},
                }
            )
    return {"name": study.lower(), "profile": "tabular-data-package", "resources": resources}


def _columns(row: Any) -> Iterator[dict[str, str]]:
    hints = get_type_hints(row)
    marked = {name: mark for mark in (BOUND, P_VALUE) for name in columns_marked(row, mark)}
    for field in fields(row):
        kind = _TYPES.get(hints[field.name], "any")
        described = {"description": marked[field.name]} if field.name in marked else {}
        yield {"name": field.name, "type": kind, **described}


def _is_code(path: Path, project: Path) -> bool:
    hidden = any(part.startswith(("__", ".")) for part in path.relative_to(project).parts)
    return path.is_file() and not hidden


def _metadata(
    study: str,
    answer: Answer,
    made: dict[str, Path],
    brought: dict[str, Path],
    versions: dict[str, str],
) -> dict[str, Any]:
    last = max(path.stat().st_mtime for path in made.values())
    ended = datetime.fromtimestamp(last, UTC).isoformat(timespec="seconds")
    files = [_file(name, path) for name, path in (brought | made).items()]
    package = {
        "@id": PACKAGE,
        "@type": "File",
        "name": PACKAGE,
        "encodingFormat": "application/json",
    }
    workflow = next(file for file in files if file["@id"] == WORKFLOW)
    workflow["@type"] = ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    workflow |= {"name": "The pipeline of prgbench", "version": __version__, "license": LICENCE}
    workflow |= {"programmingLanguage": {"@id": "#snakemake"}, "conformsTo": {"@id": BIOSCHEMAS}}
    root: Entity = {
        "@id": "./",
        "@type": "Dataset",
        "name": f"prgbench: the study {study}",
        "description": (
            f"Results of {answer.models:,} models on {answer.tasks:,} tasks of "
            f"{answer.datasets:,} data sets: tables, figures, report, and the settings and "
            "workflow that made them."
        ),
        "datePublished": ended,
        "license": {"@id": LICENCE},
        "conformsTo": _refs(PROFILES),
        "hasPart": _refs([PACKAGE, *brought, *made]),
        "mainEntity": {"@id": WORKFLOW},
        "mentions": {"@id": "#run"},
    }
    action: Entity = {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"A run of the study {study}",
        "description": f"The pipeline computed the results of the study {study}.",
        "instrument": {"@id": WORKFLOW},
        "object": _refs(name for name in brought if name.startswith("config/")),
        "result": _refs(made),
        "endTime": ended,
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }
    return {
        "@context": [f"{CRATE}/context", {"sha256": "https://schema.org/sha256"}],
        "@graph": [
            {
                "@id": METADATA,
                "@type": "CreativeWork",
                "about": {"@id": "./"},
                "conformsTo": _refs([CRATE, OF_WORKFLOWS]),
            },
            root,
            *files,
            package,
            action,
            {
                "@id": "#snakemake",
                "@type": "ComputerLanguage",
                "name": "Snakemake",
                "identifier": {"@id": "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"},
                "url": {"@id": "https://snakemake.readthedocs.io"},
            },
            {"@id": LICENCE, "@type": "CreativeWork", "name": "BSD 3-Clause License"},
            *(
                {"@id": url, "@type": "CreativeWork", "name": name, "version": url.split("/")[-1]}
                for url, name in PROFILES.items()
            ),
            *(
                {
                    "@id": f"https://pypi.org/project/{name}/{version}/",
                    "@type": "SoftwareApplication",
                    "name": name,
                    "softwareVersion": version,
                    "url": {"@id": f"https://pypi.org/project/{name}/"},
                }
                for name, version in versions.items()
                if name != "python"
            ),
        ],
    }


def _file(name: str, path: Path) -> Entity:
    found: Entity = {
        "@id": _id(name),
        "@type": "File",
        "name": name,
        "contentSize": str(path.stat().st_size),
        "sha256": sha256_of(path),
    }
    kind = _FORMATS.get(path.suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    return found | {"encodingFormat": kind}


def _refs(names: Iterable[str]) -> list[Entity]:
    return [{"@id": _id(name)} for name in names]


def _id(name: str) -> str:
    return quote(name, safe="/:#.")
