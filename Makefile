# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
# Compile sources once, not anew in each of the processes that tests start.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run warm test setup setup-dev programs lint check-types layers messages lock docs wheel awale-player smoke release screenshots bench clean

help:  ## list these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: setup  ## start the web app and open the browser
	$(BIN)/palamedes serve --browser

warm: setup  ## compile all engines now, so that no game waits for it
	$(BIN)/palamedes warm

test: setup-dev programs lint check-types layers  ## run all checks: lint, types, layers, tests
	$(BIN)/pytest

setup: .venv/installed  ## install Palamedes into .venv

setup-dev: .venv/ready-dev .venv/installed  ## install Palamedes and the development tools into .venv

.venv/ready: requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Palamedes needs Python 3.11 or newer; try: make PYTHON=python3.12 ...")'
	@echo "Installing Palamedes into .venv: this takes about half a minute."
	$(PYTHON) -m venv --clear .venv
	$(PIP_INSTALL) --require-hashes -r requirements.lock
	touch $@

# Again after every change of pyproject.toml: what is installed tells its version and its commands.
.venv/installed: .venv/ready pyproject.toml
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	@echo "Installing the development tools into .venv: this takes about half a minute."
	$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	touch $@

programs:  ## install the browsers, the database and the fonts that tests use (Debian, Ubuntu; as root)
	tools/programs.sh

lint: setup-dev  ## check style and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-types: setup-dev  ## check types
	$(BIN)/mypy

layers: setup-dev  ## check that every room imports only from the rooms below it
	$(BIN)/lint-imports

CATALOGUE := src/palamedes/locale/fr/LC_MESSAGES/palamedes

messages: setup-dev  ## update the French catalogue from the texts in the sources
	$(BIN)/python -W error tools/messages.py $(CATALOGUE)

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

lock:  ## update both requirements files from pyproject.toml (needs uv)
	$(LOCK) --group build pyproject.toml -o requirements.lock
	$(LOCK) --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock

docs: setup-dev  ## build the manual, which `palamedes serve` shows at /manual
	$(BIN)/python docs/build.py src/palamedes/ui/web/manual

wheel: docs  ## build the wheel into dist/, with the manual
	$(BIN)/python -m hatchling build -t wheel

awale-player: setup-dev  ## build dist/awale-player, the course's player in one file
	$(BIN)/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath dist/build tools/awale_player.spec

smoke: setup  ## try what is installed: a few commands, and a page of the web app
	$(BIN)/python tools/smoke.py

release: setup-dev  ## say what a release would do: make release VERSION=0.2.0; with GO=1, do it
	$(BIN)/python tools/release.py $(VERSION) $(if $(GO),--go,--dry-run)

screenshots: setup-dev programs  ## take pictures of everything into dist/screenshots; with SHOWN=1, renew docs/screenshots
	$(BIN)/python tools/screenshots.py $(if $(SHOWN),--shown)
	$(BIN)/python tools/web_screenshots.py $(if $(SHOWN),--shown)

bench: setup  ## measure the speed of every game
	$(BIN)/palamedes bench

clean:  ## delete .venv, dist and all caches
	rm -rf .venv dist src/palamedes/ui/web/manual .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
