# All that it takes to set up, try, test and check. Needs make and Python 3.11 or newer, nothing else.

VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,$(shell command -v $(name))))
PINS := $(foreach name,core audio hindsight llm mcp postgres web test docs build,requirements/$(name).txt)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --require-virtualenv

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test hindsight speech check style types imports cases pages pictures bench bench-large format clean

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

setup: $(BIN)/sprintmind ## Build .venv with the command in it; quick, and changes nothing, the second time

demo: setup ## Load a sample team dated around today and tell its story
	@$(BIN)/sprintmind demo

test: setup ## Run what this machine can run; what it skipped, and why, is printed at the end
	@$(BIN)/python tests/postgres_server.py $(BIN)/python tests/hindsight_server.py \
		$(BIN)/python tests/speech.py $(BIN)/python -m pytest -n auto --dist loadfile

hindsight: setup ## Install a Hindsight server for the tests of that memory, half a gigabyte, outside the checkout
	@$(BIN)/python tests/hindsight_server.py --install

speech: setup ## Install real speech and a model that hears it for the tests of recordings, outside the checkout
	@$(BIN)/python tests/speech.py --install

check: style types imports test cases pages ## Everything that must hold before a change is handed in

style: setup ## Layout and lint of the code
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check

types: setup ## Types, strictly
	@$(BIN)/mypy

imports: setup ## Who may import whom
	@$(BIN)/lint-imports --no-cache --no-logo

cases: setup ## Every guarantee, as a case
	@$(BIN)/sprintmind eval

pages: setup ## Build the documentation into docs/_build/html; a warning is an error
	@$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs docs/_build/html

pictures: setup ## Take the pictures of the README anew; needs Debian's chromium or Chrome
	@$(BIN)/python -m pytest -q tests/web/test_pictures.py
	@mkdir -p docs/pictures
	@for picture in radar why plan answer my-day; do cp build/screenshots/README-$$picture.png docs/pictures/$$picture.png; done

bench: setup ## Measure speed against a floor measured in the same run
	@$(BIN)/python -m bench

bench-large: setup ## The same with half a million events; takes about half an hour
	@$(BIN)/python -m bench --large

format: setup ## Put code in order
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean: ## Take away everything that the other targets made
	rm -rf $(VENV) docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.pins: $(PINS)
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with: make setup PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed, and $(PYTHON) is older; name another with: make setup PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' \
		|| { echo "$(PYTHON) comes without venv; install it (often the package python3-venv) or name another Python" >&2; exit 1; }
	@echo "Setting up $(VENV); the first time this takes a minute"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes --no-deps --only-binary :all: $(foreach pins,$(PINS),-r $(pins))
	@touch $@

$(BIN)/sprintmind: $(VENV)/.pins pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@
