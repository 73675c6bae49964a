# make demo    the study on the demo's archive, from set-up to report
# make test    the tests; make test-workflow, make test-slow and make fuzz for those that take minutes
# make sanitize  the tests of the kernels under gcc's sanitizers
# make env     the environment alone; after it: . .venv/bin/activate, snakemake --cores 8
# make golden  the texts that tests hold whole, tests/golden, written anew to be read
# make notebooks  the notebooks run again, so that they show today's outputs
# make theory  the theory of the five sources, recomputed: results/theory
# make site    the documentation as a site, build/site
# make check   formatting, lints, types, layers, generated pages; make -j2 check in half the time
# make house   how the code of each room reads, beside other libraries: a picture, no gate
# make lock    new versions into requirements.lock
# make audit   known vulnerabilities of the locked packages; make sbom lists these as CycloneDX
# make test-wheel  the wheel with each extra, in Python 3.11 to 3.14 with the least and newest packages

PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count())")
# One more than there are cores: many tests wait for a server, a clock or another process.
TESTERS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)")
BIN := .venv/bin
INSTALLED := .venv/.installed
STAMP := .venv/.compiled

.PHONY: demo test test-slow check env lock pages

demo: $(STAMP)
	@echo "The study demo on $(CORES) cores; its page will be results/demo/report/index.html."
	@$(BIN)/snakemake --cores $(CORES) --config study=demo

test: $(STAMP)
	@echo "Running the tests."
	@$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder -q -m "not workflow and not slow and not fuzz and not wheel"
	@echo "All passed. They lie in tests/, in packages/ and in the docstrings of src/. More: make test-workflow, make test-slow"

.PHONY: test-workflow
test-workflow: $(STAMP)
	@echo "Running the workflow in all its ways (minutes) ..."
	@$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder -q -m "not slow" tests/workflow

test-slow: $(STAMP)
	@$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder -q -m slow

# scikit-learn's own tests, as they are installed, with our functions and displays in their place.
.PHONY: test-as-sklearn
test-as-sklearn: $(STAMP)
	@$(BIN)/python -m pytest -q -rx tests/metrics/test_scikit_learn.py tests/metrics/test_scikit_learn_displays.py

# The golden files of tests/: whole texts, to be read by eye in what git shows afterwards.
.PHONY: golden
golden: $(STAMP)
	@echo "Writing tests/golden anew; read what git diff shows of it."
	@PRGBENCH_GOLDEN=write $(BIN)/python -m pytest -q $$(grep -rl --include='test_*.py' check_golden tests)
	@git diff --stat tests/golden

.PHONY: fuzz
fuzz: $(STAMP)
	@echo "Trying thousands of damaged files, answers, bundles, plans and tables (minutes) ..."
	@$(BIN)/python -m pytest -m fuzz -s tests/fuzz

check: check-code check-docs

.PHONY: check-code check-docs
check-code: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/numpydoc lint $$(find src/prgbench/metrics src/prgbench/stats packages/prgtheory/src -name '*.py')
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/lint-imports --config packages/prgtheory/pyproject.toml
	$(BIN)/snakemake --lint
	$(BIN)/zizmor --quiet --offline .github

check-docs: $(STAMP)
	$(BIN)/python docs/config.py --check
	$(BIN)/python docs/conformance_vectors.py --check
	$(BIN)/python docs/conformance.py --check
	$(BIN)/python docs/data_sets.py --check
	$(BIN)/python docs/full_size.py --check
	$(BIN)/python docs/measures.py --check
	$(BIN)/python docs/guesses.py --check
	$(BIN)/python docs/published.py --check
	$(BIN)/python docs/notebooks.py --check
	$(BIN)/python docs/reproduce.py --check
	$(BIN)/python docs/stages.py --check
	$(BIN)/python docs/shown.py --check

env: $(STAMP)
	@echo "The environment .venv is ready: . .venv/bin/activate"

pages: $(STAMP)
	$(BIN)/python docs/config.py
	$(BIN)/python docs/conformance_vectors.py
	$(BIN)/python docs/conformance.py
	$(BIN)/python docs/data_sets.py
	$(BIN)/python docs/full_size.py
	$(BIN)/python docs/measures.py
	$(BIN)/python docs/guesses.py
	$(BIN)/python docs/published.py
	$(BIN)/python docs/stages.py
	$(BIN)/python docs/reproduce.py

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--all-extras --group dev --no-emit-package prgbench --no-emit-package prgtheory --upgrade --quiet pyproject.toml \
		--output-file requirements.lock

# Without a C compiler, the metrics are computed with NumPy.
$(STAMP): $(INSTALLED) src/prgbench/metrics/engine/kernels.c hatch_build.py
	@$(BIN)/python hatch_build.py || true
	@touch $@

.PHONY: kernels sanitize
kernels: $(STAMP)

# As sanitizers see them, with gcc; then compiled again as they were.
sanitize: $(STAMP)
	@echo "Running the tests of the kernels with the sanitizers of addresses and of undefined behaviour ..."
	@CC=gcc CFLAGS="-g -fsanitize=address,undefined -fno-sanitize-recover" $(BIN)/python hatch_build.py
	@LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc $(BIN)/python -m pytest -q -p no:cacheprovider $(KERNEL_TESTS); \
		code=$$?; $(BIN)/python hatch_build.py; exit $$code

KERNEL_TESTS := $(patsubst %,tests/metrics/test_%.py,kernel exact properties)

$(INSTALLED): requirements.lock pyproject.toml packages/prgtheory/pyproject.toml
	@echo "Creating the environment .venv from requirements.lock (a minute or two) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable packages/prgtheory
	@touch $@

.PHONY: demo-archive
demo-archive: $(STAMP)
	@echo "Cross-validating the learners of the demo, then freezing them into the package (a minute or two) ..."
	@PYTHONPATH=benchmarks $(BIN)/python -m demo_archive.make
	@echo "Now: make pages picture example"

.PHONY: bench-openml
bench-openml: $(STAMP)
	@echo "Reading prediction files, ours against the package openml; planning 905 tasks."
	@$(BIN)/python benchmarks/openml/read.py
	@PYTHONPATH=tests $(BIN)/python benchmarks/openml/plan.py

BENCH_ENV := build/bench-env

.PHONY: bench
bench: $(STAMP) $(BENCH_ENV)/prg
	@echo "Timing the areas in fresh processes (several minutes on a quiet machine) ..."
	@$(BIN)/python benchmarks/metrics.py | tee build/bench-metrics.md

$(BENCH_ENV)/prg:
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(BENCH_ENV) pyprg==0.1.1b7

.PHONY: site
site: $(STAMP)
	@echo "Making the site of the documentation (a minute) ..."
	@PYTHONHASHSEED=0 $(BIN)/python -m sphinx -q -E -W --keep-going -d build/doctrees docs build/site
	@echo "The site: build/site/index.html"

.PHONY: example
example: demo
	@$(BIN)/python docs/packed.py results/demo/report/index.html docs/example/example.html
	@$(BIN)/python docs/shown.py example

.PHONY: picture
picture: demo
	@$(BIN)/python docs/shown.py picture
	@$(BIN)/python docs/reproduce.py
	@echo "docs/images/answer.png and REPRODUCE.md have the demo's answer; now: make example"

.PHONY: notebooks
notebooks: $(STAMP)
	@echo "Running the notebooks and keeping what they show (a few minutes) ..."
	@$(BIN)/python docs/notebooks.py
	@git diff --stat notebooks

.PHONY: theory
theory: $(STAMP)
	@echo "Recomputing what the sources show, into results/theory (minutes) ..."
	@$(BIN)/snakemake --cores $(CORES) theory

.PHONY: bench-comparison
bench-comparison: $(STAMP)
	@echo "Making up 886 tasks with 30 models of 1,000 rows, then comparing them (a few minutes) ..."
	@$(BIN)/python benchmarks/comparison/run.py

.PHONY: calibrate
calibrate: $(STAMP)
	@echo "Trying the answer's estimators in worlds of known truth (up to an hour) ..."
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=tests:benchmarks $(BIN)/python benchmarks/validity.py

.PHONY: bench-confidence
bench-confidence: $(STAMP)
	@echo "Trying intervals, tests and bands on samples of known truth (up to an hour) ..."
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=tests $(BIN)/python benchmarks/confidence.py

.PHONY: bench-envelopes
bench-envelopes: $(STAMP)
	@echo "Trying the bands of cost and F-gain curves on samples of known truth (about 20 minutes) ..."
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=tests $(BIN)/python benchmarks/envelopes.py

.PHONY: bench-page
bench-page: $(STAMP)
	@echo "Writing the page of a made-up study of the paper's size and opening it in Chromium ..."
	@PYTHONPATH=tests $(BIN)/python benchmarks/page.py

.PHONY: bench-compare
bench-compare: $(STAMP)
	@echo "Comparing made-up tables of 2 million rows, with their reports (minutes) ..."
	@$(BIN)/python benchmarks/compare.py

.PHONY: bench-load
bench-load: $(STAMP)
	@echo "Comparing tables with many rows, data sets or models (many minutes) ..."
	@$(BIN)/python benchmarks/load.py

# For all of them: pip install --pre autorank baycomp bencheval skore, and critdd from its repository.
.PHONY: bench-peers
bench-peers: $(STAMP)
	@echo "One table to prgbench and to the others that are installed: benchmarks/peers ..."
	@$(BIN)/python benchmarks/peers_on_one_table.py --write

.PHONY: env-cluster
env-cluster: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-cluster.lock
	@echo "The environment .venv is ready for Slurm, too: docs/cluster.md"

# The plugin lies apart: where Slurm's commands have no Slurm to ask, it slows down each start.
CLUSTER_ENV := build/cluster-env

.PHONY: test-cluster test-slurm rehearsal-cluster slurm as-root
test-slurm: slurm
	@echo "Running a small study on a Slurm of one node ..."
	@PRGBENCH_CLUSTER=1 PYTHONPATH=$(CURDIR)/$(CLUSTER_ENV) $(BIN)/python -m pytest -q tests/cluster -k local_run

test-cluster: slurm
	@echo "Running studies on a Slurm of one node (minutes) ..."
	@PRGBENCH_CLUSTER=1 PYTHONPATH=$(CURDIR)/$(CLUSTER_ENV) $(BIN)/python -m pytest -q tests/cluster

rehearsal-cluster: slurm
	@echo "Rehearsing $(TASKS) tasks on one machine and on a Slurm of one node (several minutes) ..."
	@PYTHONPATH=$(CURDIR)/tests:$(CURDIR)/$(CLUSTER_ENV) $(BIN)/python benchmarks/rehearsal/on_slurm.py --tasks $(TASKS)

slurm: as-root $(STAMP) $(CLUSTER_ENV)/.installed
	@command -v slurmctld >/dev/null && command -v munged >/dev/null || { \
		echo "Installing Debian's Slurm ..." && apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge >/dev/null; }

as-root:
	@test "$$(id -u)" -eq 0 || { echo "A Slurm of its own is started: run this as root."; exit 1; }

$(CLUSTER_ENV)/.installed: requirements-cluster.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target $(CLUSTER_ENV) -r requirements-cluster.lock
	@touch $@

.PHONY: lock-cluster
lock-cluster:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-deps --upgrade --quiet \
		--group cluster --constraint requirements.lock --output-file requirements-cluster.lock

# Apart, as the packages of these tools are not those that are looked at.
AUDIT_ENV := build/audit-env

.PHONY: audit sbom
audit: $(AUDIT_ENV)/.installed
	@echo "Asking PyPI for known vulnerabilities of the packages in the lock files ..."
	@for lock in requirements.lock requirements-cluster.lock; do \
		$(AUDIT_ENV)/bin/pip-audit --strict --progress-spinner off --disable-pip --require-hashes -r $$lock || exit 1; done

sbom: $(AUDIT_ENV)/.installed
	@$(AUDIT_ENV)/bin/python -W ignore -m cyclonedx_py requirements requirements.lock --pyproject pyproject.toml \
		--output-reproducible --output-file build/sbom.json
	@echo "The bill of materials: build/sbom.json"

# Apart, as cffconvert needs an old jsonschema.
PUBLISH_ENV := build/publish-env

.PHONY: test-wheel
test-wheel: $(STAMP) $(PUBLISH_ENV)/.installed
	@echo "Building, checking and installing the wheel with each extra in Python 3.11 to 3.14 (many minutes) ..."
	@$(PUBLISH_ENV)/bin/cffconvert --validate
	@$(PUBLISH_ENV)/bin/python -c "from rattler_build import Stage0Recipe as R, VariantConfig as V; \
		assert len(R.from_file('recipe/recipe.yaml').render(V({'python': ['3.11'], 'c_stdlib': ['sysroot']}))) == 2"
	@rm -rf build/dist && $(BIN)/python -m hatchling build -d build/dist >/dev/null
	@$(PUBLISH_ENV)/bin/twine check --strict build/dist/*
	@PATH="$(CURDIR)/$(PUBLISH_ENV)/bin:$$PATH" $(BIN)/python -m pytest -m wheel tests/test_wheel.py

$(AUDIT_ENV)/.installed $(PUBLISH_ENV)/.installed: build/%-env/.installed: requirements-%.lock
	@$(PYTHON) -m venv --clear build/$*-env
	@build/$*-env/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.PHONY: lock-audit lock-build lock-publish
lock-audit lock-build lock-publish: lock-%:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade --quiet \
		--group $* --output-file requirements-$*.lock

.PHONY: bench-straightforward
bench-straightforward: $(STAMP) $(BENCH_ENV)/prg
	@echo "Running the pipeline and a straightforward script on the same 20 tasks, by turns ..."
	@PYTHONPATH=benchmarks/rehearsal $(BIN)/python benchmarks/straightforward/side_by_side.py

# Other sizes: make rehearsal TASKS=89 CAP=200
TASKS ?= 905
CAP ?= 2000

.PHONY: rehearsal
rehearsal: $(STAMP)
	@echo "Rehearsing the replication with $(TASKS) tasks of at most $(CAP) instances ..."
	@$(BIN)/python benchmarks/rehearsal/run.py --tasks $(TASKS) --cap $(CAP)

# What each stage takes, beside the last measurement that was kept: for changes of the pipeline.
.PHONY: bench-study
bench-study:
	@$(MAKE) --no-print-directory rehearsal TASKS=60

.PHONY: bench-stages
bench-stages: $(STAMP)
	@echo "Timing each stage on made-up tasks of several sizes: the rates of costs (minutes) ..."
	@$(BIN)/python benchmarks/stages.py

.PHONY: rulegraph
rulegraph: $(STAMP)
	@command -v tred dot >/dev/null || { echo "make rulegraph needs graphviz."; exit 1; }
	@$(BIN)/snakemake --snakefile workflow/Snakefile --directory .test --forceall --rulegraph | tred | \
		dot -Tsvg -Gfontname=sans-serif -Nfontname=sans-serif > docs/images/rulegraph.svg

.PHONY: mutants-of-rows
mutants-of-rows: $(STAMP)
	@echo "Breaking each function behind the table of printed numbers (many minutes) ..."
	@$(BIN)/python benchmarks/mutants.py

.PHONY: house
house: $(STAMP)
	@$(BIN)/python benchmarks/house.py
