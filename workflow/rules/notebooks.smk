# The notebooks, executed; those in notebooks/ are without output.

NOTEBOOKS = Path("results") / "notebooks"


rule notebooks:
    input:
        [NOTEBOOKS / path.name for path in sorted(Path("notebooks").glob("*.ipynb"))],


rule notebook:
    input:
        "notebooks/{name}.ipynb",
    output:
        NOTEBOOKS / "{name}.ipynb",
    log:
        NOTEBOOKS / "logs" / "{name}.log",
    params:
        code=lambda _, input: notebook_fingerprint(
            SCRIPTS, "notebook.py", Path(input[0])
        ),
    script:
        "../scripts/notebook.py"
