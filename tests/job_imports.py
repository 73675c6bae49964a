"""The imports of the workflow's stages: what is paid before the work of a job begins."""

from prgbench.run.fingerprint import imported_modules, stage_code

HEAVY = {
    *("filelock", "jinja2", "markdown_it", "matplotlib", "pandas", "pyarrow", "pydantic"),
    *("requests", "scipy", "shapely", "sklearn", "statsmodels", "tabulate", "vl_convert", "yaml"),
}


def imports_of(stage: str) -> str:
    """Return code that imports what a stage imports when it begins."""
    modules = sorted(imported_modules(stage_code(stage)))
    return "".join(f"import {module}\n" for module in ("prgbench.stages", *modules))
