# `make run` and `make test` are all a fresh machine needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST_WORKERS ?= 2

.PHONY: run test lint types pytest messages requirements check-tools clean

run: $(VENV)/run-ready
	$(BIN)/python manage.py serve

test: $(VENV)/test-ready check-tools lint types pytest

lint: $(VENV)/test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/python manage.py makemigrations --check --dry-run

types: $(VENV)/test-ready
	$(BIN)/mypy

pytest: $(VENV)/test-ready
	$(BIN)/pytest -n $(PYTEST_WORKERS) --dist worksteal

# The browser tests and the freshness of the Finnish texts need two system tools.
check-tools:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { echo "Chromium is missing. Install it: sudo apt-get install chromium"; exit 1; }
	@command -v msgfmt >/dev/null || { echo "gettext is missing. Install it: sudo apt-get install gettext"; exit 1; }

# Collects the texts anew and compiles the Finnish catalogue; both files are committed.
messages: $(VENV)/test-ready
	$(BIN)/python manage.py makemessages --locale fi --no-location --no-wrap --no-obsolete \
	  --ignore .venv --ignore tests --ignore var
	$(BIN)/python manage.py compilemessages --locale fi --ignore .venv

requirements:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  -c requirements.txt pyproject.toml --group dev -o requirements-dev.txt

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run-ready: $(VENV)/bin/python requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

$(VENV)/test-ready: $(VENV)/bin/python requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@ $(VENV)/run-ready

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
