# Every target explains itself: `make help`.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= python3
UV := $(or $(shell command -v uv 2>/dev/null),$(CURDIR)/.tools/bin/uv)
RUN := $(UV) run --frozen --all-extras
TEST_PROCESSES ?= 3
# These start whole arenas and mostly wait: two folders run at a time, the longest first. The last ones
# measure, or make hosts of the whole machine.
ARENAS := tests/chaos tests/e2e tests/interop tests/hosting tests/zoo tests/compat tests/web/test_browser.py
ALONE := tests/promises tests/cluster tests/fuzz
# What bot authors and writers of games may rely on.
API := arena_sdk arena_sdk.house arena.games.kernel arena.games.dice arena.games.codec arena.games.registry \
	arena.games.scout arena.games.carrera arena.match
export UV_PYTHON_DOWNLOADS := never

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

$(CURDIR)/.tools/bin/uv:
	@$(PYTHON) -m venv .tools && .tools/bin/pip install --quiet uv

.PHONY: setup
setup: $(filter $(CURDIR)/.tools/bin/uv,$(UV)) ## Install everything into .venv, uv itself if it is missing
	@$(UV) sync --frozen --all-extras --quiet

.PHONY: proto
proto: setup ## Generate the Python stubs from proto/
	@$(RUN) --no-sync python proto/generate.py

.PHONY: format
format: setup ## Format the code
	@$(RUN) --no-sync ruff format --quiet .
	@$(RUN) --no-sync ruff check --quiet --fix .

.PHONY: demo
demo: setup ## The main job: two rated ladders with real bots, gateway, workers, Valkey and SQLite
	@$(RUN) --no-sync arena demo

.PHONY: check
check: setup ## Lint, types, import contracts, protos
	@$(RUN) --no-sync ruff check --quiet .
	@$(RUN) --no-sync ruff format --check --quiet .
	@$(RUN) --no-sync mypy
	@$(RUN) --no-sync lint-imports --no-cache --quiet 2>/dev/null || $(RUN) --no-sync lint-imports --no-cache
	@$(RUN) --no-sync buf lint proto
	@$(RUN) --no-sync buf format --exit-code --diff proto
	@$(RUN) --no-sync python proto/generate.py --check
	@tag=$$(git describe --tags --abbrev=0 2>/dev/null) || exit 0; \
		$(RUN) --no-sync buf breaking proto --against ".git#tag=$$tag,subdir=proto"
	@echo "check: all clean"

.PHONY: test
test: check ## Everything that has to hold, on real servers that the tests start themselves
	@$(RUN) --no-sync python -m pytest -n $(TEST_PROCESSES) --dist loadfile tests $(ARENAS:%=--ignore=%) $(ALONE:%=--ignore=%)
	@$(RUN) --no-sync python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder $(ARENAS)
	@$(RUN) --no-sync python -m pytest $(ALONE)

.PHONY: chaos
chaos: setup ## The long form: 500 matches while every part is killed at random, on both databases
	@$(RUN) --no-sync python -m tests.chaos --matches 500 --database sqlite
	@$(RUN) --no-sync python -m tests.chaos --matches 500 --database postgresql

.PHONY: stop
stop: setup ## The long form: stop an arena at 37 % of a tournament of 207 matches, start it again, lose nothing
	@STOPPED_ROUNDS=23 $(RUN) --no-sync python -m pytest tests/e2e/test_tournaments.py

.PHONY: fuzz
fuzz: setup ## The long form: at least 100,000 messages into every service
	@HYPOTHESIS_PROFILE=thorough $(RUN) --no-sync python -m pytest tests/fuzz

.PHONY: zoo
zoo: setup ## The long form: every bad bot at every game and every number of seats
	@ZOO_SEATS=all $(RUN) --no-sync python -m pytest tests/zoo

.PHONY: promises
promises: setup ## What bots are promised, measured in full: clock, reconnects, dead connections, storms
	@$(RUN) --no-sync python -m tests.promises

.PHONY: sim
sim: setup ## Simulations by the thousand, with their figures: ladders, intervals, the sequential test, blocks, house bots
	@$(RUN) --no-sync python -m tests.simulation

.PHONY: interop
interop: setup ## Bots in TypeScript, Go, Rust, Java and C++ at tables with Python ones
	@$(RUN) --no-sync python -m pytest -v tests/interop

.PHONY: bench
bench: setup ## Measure; prints a table and writes build/bench.json
	@$(RUN) --no-sync python -m tests.bench

.PHONY: cluster
cluster: setup ## An arena on ten hosts (network namespaces; needs root), and all that can happen to them
	@$(RUN) --no-sync python -m tests.cluster

HELM := helm.sh/helm/v3/cmd/helm@v3.21.4
KUBECONFORM := github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0

.PHONY: deploy-check
deploy-check: setup ## Prove what can be proved of deploy/ here: it brings Helm, kubeconform and Debian's tools (root, Go)
	@$(UV) sync --frozen --all-extras --group deploy --quiet
	@apt-get install -y -qq --no-install-recommends prometheus haproxy systemd debootstrap buildah >/dev/null
	@[ -x .tools/bin/helm ] || GOBIN=$(CURDIR)/.tools/bin go install $(HELM)
	@[ -x .tools/bin/kubeconform ] || GOBIN=$(CURDIR)/.tools/bin go install $(KUBECONFORM)
	@DEPLOY_TOOLS=1 $(RUN) --no-sync python -m pytest -v tests/deploy

.PHONY: docs
docs: setup ## Pages about the API, for people: build/api (Python) and build/api/proto (the wire)
	@$(RUN) --no-sync python -W error -m pdoc -o build/api $(API)
	@$(RUN) --no-sync python proto/document.py build/api/proto
	@echo "docs: build/api/index.html"

.PHONY: sbom
sbom: setup ## What a server consists of: build/sbom.cdx.json (CycloneDX) and build/licences.md
	@mkdir -p build
	@$(UV) export --frozen --quiet --no-dev --extra server --format cyclonedx1.5 \
		--preview-features sbom-export --output-file build/sbom.cdx.json
	@$(RUN) --no-sync python tools/licences.py build/sbom.cdx.json > build/licences.md
	@echo "build/sbom.cdx.json build/licences.md"

.PHONY: audit-deps
audit-deps: setup ## Look the locked packages up in the database of known vulnerabilities; needs the network
	@mkdir -p build
	@$(UV) export --frozen --quiet --no-dev --extra server --no-emit-project \
		--format requirements-txt --output-file build/requirements.txt
	@$(UV) tool run pip-audit --requirement build/requirements.txt --require-hashes --disable-pip

.PHONY: pictures
pictures: setup ## Take the README's pictures anew, of what `make demo` has left
	@$(RUN) --no-sync python -m tests.web.pictures

.PHONY: up
up: setup ## Run an arena on this machine until Ctrl-C
	@$(RUN) --no-sync arena up

.PHONY: clean
clean: ## Remove what was built
	@rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
