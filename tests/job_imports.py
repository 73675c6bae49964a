"""The imports of the workflow's scripts: what is paid before the work of a job begins."""

from places import ROOT

SCRIPTS = ROOT / "workflow" / "scripts"
HEAVY = {
    *("filelock", "jinja2", "markdown_it", "matplotlib", "numba", "pandas", "pyarrow", "pydantic"),
    *("requests", "scipy", "shapely", "sklearn", "statsmodels", "tabulate", "vl_convert", "yaml"),
}


def imports_of(script: str) -> str:
    """Return a script up to where its work begins."""
    head, job, _ = (SCRIPTS / script).read_text(encoding="utf-8").partition("with job(")
    assert job
    return "".join(f"{line}\n" for line in head.splitlines() if "snakemake" not in line)
