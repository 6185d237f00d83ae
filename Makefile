# The few words that people type. `make demo` and `make test` set up everything they need.
VENV := .venv
BIN := $(VENV)/bin
PHOTOS := ../shared/photos
CODE := sikwu vision scoring models datasets tests

.PHONY: demo test check format bench wheel clean

demo: ## read the example photo and show the hand, its score and who pays
	@.ci/setup $(VENV)
	$(BIN)/sikwu read examples/hand.jpg --seat S --round E --dealer E --annotate hand-annotated.png

test: ## run every test
	@.ci/setup $(VENV) test
	$(BIN)/python -m pytest

check: ## lint and types
	@.ci/setup $(VENV) lint,test
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

format: ## let ruff lay out the code
	@.ci/setup $(VENV) lint,test
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: ## measure the reader and the scorer, each beside a peer in the same run
	@.ci/setup $(VENV) bench
	$(BIN)/python -m datasets.benchmark $(PHOTOS)/dev_hk --misses runs/misses
	$(BIN)/python -m datasets.comparison $(PHOTOS)/dev_hk
	$(BIN)/python -m datasets.scoring_rate

wheel: ## build the wheel into dist/
	@.ci/setup $(VENV) build
	$(BIN)/python -m build --wheel

clean: ## remove what make made
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis hand-annotated.png
