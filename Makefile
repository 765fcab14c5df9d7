# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help run test setup programs lint check-types layers messages lock wheel awale-player screenshots bench clean

help:  ## say what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: setup  ## start the web app and open the browser
	$(BIN)/palamedes serve --browser

test: setup programs lint check-types layers  ## lint, types, layers and all tests
	$(BIN)/pytest

setup: .venv/ready  ## prepare the private environment .venv

.venv/ready: requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Palamedes needs Python 3.11 or newer; try: make PYTHON=python3.12 ...")'
	@echo "Setting up .venv: this takes about half a minute."
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

programs:  ## install what tests need beside Python (as root on Debian or Ubuntu)
	tools/programs.sh

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

CATALOGUE := src/palamedes/locale/fr/LC_MESSAGES/palamedes

messages: setup  ## collect what players read and compile the French catalogue
	$(BIN)/python -W error tools/messages.py $(CATALOGUE)

lock: setup  ## renew requirements.lock from pyproject.toml (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements.lock

wheel: setup  ## build the wheel into dist/
	$(BIN)/python -m hatchling build -t wheel

awale-player: setup  ## build dist/awale-player, the course's player in one file
	$(BIN)/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath dist/build tools/awale_player.spec

screenshots: setup programs  ## take pictures of everything into dist/screenshots; with SHOWN=1, renew docs/screenshots
	$(BIN)/python tools/screenshots.py $(if $(SHOWN),--shown)
	$(BIN)/python tools/web_screenshots.py $(if $(SHOWN),--shown)

bench: setup  ## measure the speed of every game
	$(BIN)/palamedes bench

clean:  ## remove everything that was made
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
