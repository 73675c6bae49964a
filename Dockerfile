# The environment as an image; what for: docs/cluster.md
FROM python:3.12-slim
WORKDIR /prgbench
COPY requirements.lock pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m pip install --no-cache-dir --require-hashes -r requirements.lock \
 && python -m pip install --no-cache-dir --no-deps --no-build-isolation .
