.DEFAULT_GOAL := help
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
INSTALLED := .venv/installed
EXAMPLE := build/example
CERTIFICATES := $(wildcard /etc/ssl/certs/ca-certificates.crt)

MULTITOOL := tests/node/node_modules

.PHONY: help setup run test lint types layers docs docs-check site unit bench multitool clean

help:
	@echo "make run     set up, build the example memory and check it"
	@echo "make test    linters, types, layers, generated docs, all tests"
	@echo "make docs    write the generated pages below docs/"
	@echo "make site    build the documentation as a site, into build/site"
	@echo "make multitool  install the validator of SARIF that the tests then use (needs npm)"
	@echo "make bench   CPU time and memory beside the floors; BENCH='--help' shows its options"

setup: $(INSTALLED)

$(INSTALLED): pyproject.toml
	@echo "setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

run: setup
	@rm -rf $(EXAMPLE)
	@$(BIN)/verify example $(EXAMPLE)
	@cd $(EXAMPLE) && ../../$(BIN)/verify check; status=$$?; \
	echo "exit status $$status (0 nothing that fails, 1 findings, 2 usage, 3 incomplete)"; test $$status -le 1

test: setup lint types layers docs-check unit

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports --no-logo

docs: setup
	$(BIN)/python -m verify.docs

docs-check:
	$(BIN)/python -m verify.docs --check

site: setup
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "build/site/index.html"

unit:
	$(BIN)/pytest -n auto --dist loadgroup

bench: setup
	$(BIN)/python -m tests.bench $(BENCH)

multitool: $(MULTITOOL)

$(MULTITOOL): tests/node/package-lock.json
	@NODE_EXTRA_CA_CERTS=$${NODE_EXTRA_CA_CERTS:-$(CERTIFICATES)} \
	npm ci --prefix tests/node --ignore-scripts --no-audit --no-fund --silent --fetch-retries=1
	@chmod u+x $@/@microsoft/sarif-multitool-*/Sarif.Multitool
	@touch $@

clean:
	rm -rf tests/node/node_modules .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
