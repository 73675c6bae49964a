# The notebooks, executed; those in notebooks/ are without output.

NOTEBOOKS = Path("results") / "notebooks"
NOTEBOOK_SCRIPT = Path(workflow.source_path("../scripts/notebook.py"))


rule notebooks:
    """Executes all notebooks into results/notebooks."""
    input:
        [NOTEBOOKS / path.name for path in sorted(Path("notebooks").glob("*.ipynb"))],


rule notebook:
    """Executes a notebook."""
    input:
        "notebooks/{name}.ipynb",
    output:
        NOTEBOOKS / "{name}.ipynb",
    log:
        NOTEBOOKS / "logs" / "{name}.log",
    params:
        code=lambda _, input: notebook_fingerprint(
            NOTEBOOK_SCRIPT.parent, NOTEBOOK_SCRIPT.name, Path(input[0])
        ),
    script:
        "../scripts/notebook.py"
