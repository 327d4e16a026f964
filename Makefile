# Everything a fresh machine with Python 3.11 and make needs. `make demo` judges a real log, `make test` tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint bench schemas clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; call make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test --group lint
	touch $@

$(VENV)/measured: $(VENV)/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	touch $@

demo: $(VENV)/installed
	$(BIN)/oasis-ref adjudicate examples/harbour-cup-table-4.json || test $$? -eq 1

test: $(VENV)/tested
	$(BIN)/python -m pytest --quiet --numprocesses 2

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/measured
	$(BIN)/python -m tests.bench

schemas: $(VENV)/installed
	$(BIN)/python -m oasis_ref.record.schemas

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
