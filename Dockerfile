# The web server: docker build -t palamedes .
# Packages are those of the lock files, checked by their hashes. At run time no network is needed.
ARG PYTHON=3.13

# The manual, which the server shows: what builds it stays in this stage.
FROM python:${PYTHON}-slim AS manual
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /opt/tools
ENV PATH=/opt/tools/bin:$PATH
WORKDIR /source
COPY requirements-dev.lock ./
RUN pip install --require-hashes -r requirements-dev.lock
COPY pyproject.toml README.md LICENSE CONTRIBUTING.md ./
COPY src src
COPY docs docs
COPY examples/palamedes-connect4 examples/palamedes-connect4
RUN pip install --no-deps --no-build-isolation --editable . \
    && python docs/build.py /manual

FROM python:${PYTHON}-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
RUN python -m venv /opt/palamedes
ENV PATH=/opt/palamedes/bin:$PATH
WORKDIR /source
COPY requirements.lock requirements-dev.lock ./
# The driver for PostgreSQL is an extra of ours: only the other lock file has it.
RUN awk '/^[^ ]/ { wanted = /^psycopg/ } wanted' requirements-dev.lock > psycopg.lock \
    && pip install --require-hashes -r requirements.lock \
    && pip install --require-hashes --no-deps -r psycopg.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=manual /manual src/palamedes/ui/web/manual
RUN python -m hatchling build -t wheel -d /tmp/wheel \
    && pip install --no-deps /tmp/wheel/*.whl \
    && pip uninstall --yes --quiet editables hatchling packaging pathspec pluggy tomlkit trove-classifiers pip

FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin palamedes \
    && install --directory --owner palamedes --group palamedes /data
COPY --from=build /opt/palamedes /opt/palamedes
# What is kept, native code included, is in one volume: a restart compiles nothing anew.
ENV PATH=/opt/palamedes/bin:$PATH \
    PALAMEDES_DATA=/data \
    PALAMEDES_CACHE=/data/cache \
    LANG=C.UTF-8
USER 10001
# Native code fits the processor it was made for. So it is made where the server runs, in the
# background of its first minutes; with --build-arg WARM=yes here, if you build on that machine.
ARG WARM=no
RUN if [ "$WARM" = yes ]; then palamedes warm; fi
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGINT
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=8)"]
ENTRYPOINT ["palamedes"]
CMD ["serve", "--host", "0.0.0.0"]
