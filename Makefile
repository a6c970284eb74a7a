# Every target explains itself: `make help`.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
RUN := $(UV) run --frozen --all-extras
export UV_PYTHON_DOWNLOADS := never

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.tools/bin/uv:
	@command -v uv >/dev/null || { $(PYTHON) -m venv .tools && .tools/bin/pip install --quiet uv; }

.PHONY: setup
setup: $(if $(filter .tools/bin/uv,$(UV)),.tools/bin/uv) ## Install everything into .venv, uv itself if it is missing
	@$(UV) sync --frozen --all-extras --quiet

.PHONY: proto
proto: setup ## Generate the Python stubs from proto/
	@$(RUN) --no-sync python proto/generate.py

.PHONY: format
format: setup ## Format the code
	@$(RUN) --no-sync ruff format --quiet .
	@$(RUN) --no-sync ruff check --quiet --fix .
