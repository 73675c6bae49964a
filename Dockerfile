# The environment as an image, for `snakemake --sdm apptainer`: docker build -t prgbench:0.1.0 .
FROM python:3.12-slim
WORKDIR /prgbench
COPY requirements.lock pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m pip install --no-cache-dir --require-hashes -r requirements.lock \
 && python -m pip install --no-cache-dir --no-deps --no-build-isolation .
