# make demo   the study on the embedded archive, from set-up to report
# make test   the tests
# make env    the environment alone; after it: .venv/bin/snakemake --cores 8

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: env
env: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@echo "Creating the environment .venv from requirements.lock (a minute or two) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
