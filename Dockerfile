# The environment as an image; what for: docs/cluster.md
# Python 3.12.14 on Debian 13, for all processors
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea
WORKDIR /prgbench
COPY requirements.lock pyproject.toml hatch_build.py README.md LICENSE ./
COPY config/figures.mplstyle config/
COPY src src
# The compiler is for the kernels of the metrics.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends gcc libc6-dev \
 && python -m pip install --no-cache-dir --require-hashes -r requirements.lock \
 && python -m pip install --no-cache-dir --no-deps --no-build-isolation . \
 && apt-get purge -y -qq --auto-remove gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home prgbench
USER prgbench
