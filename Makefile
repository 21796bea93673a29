# Krapao's commands. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# pnpm is installed once into the clone: a call through npx asks the registry each time, and hangs where that is slow.
PNPM_VERSION := 12.21.0
PNPM_HOME := .cache/pnpm-$(PNPM_VERSION)
PNPM := $(CURDIR)/$(PNPM_HOME)/node_modules/.bin/pnpm
TOOL := go tool -modfile=tools/go.mod
# Without what only a debugger reads, a quarter of the size; stack traces and profiles keep their names.
GO_BUILD := go build -ldflags=-s -o bin/
EDITION ?= thai
# HTTPS=1 serves with HTTPS to the whole network: clipboard and sharing need it on a phone.
HTTPS ?=
# The Node that the workspace installs (24) comes before the machine's.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# Go's cache keys what it compiles by the folder, unless paths are trimmed: every fresh clone compiled all of ours anew.
export GOFLAGS := $(filter-out -trimpath,$(shell go env GOFLAGS 2>/dev/null)) -trimpath
export npm_config_update_notifier := false
export REDOCLY_TELEMETRY := off
export REDOCLY_SUPPRESS_UPDATE_NOTICE := true

step = @printf '\n\033[1m[%s] %s\033[0m\n' "$$(date +%H:%M:%S)" '$(1)'

.PHONY: help
help: ## list the commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' Makefile

.PHONY: pnpm
pnpm: $(PNPM) ## the workspace's own pnpm: make pnpm ARGS='--filter mf-bonus dev'
	@$(PNPM) $(ARGS)

.PHONY: up
up: build ## everything with demo data: PostgreSQL, server, simulators (EDITION=thai|laos, HTTPS=1 for a phone); Ctrl-C stops it
	$(call step,starting)
	@exec bin/krapao-demo up --edition $(EDITION) $(if $(HTTPS),--https --listen 0.0.0.0)

.PHONY: dev
dev: install ## hot reload of shell, remotes and server (HTTPS=1 for a phone)
	@HTTPS=$(HTTPS) exec tools/dev.sh

.PHONY: test
test: ## all that guards main; the only command CI runs
	@tools/test.sh

.PHONY: doctor
doctor: ## say what this machine lacks
	@tools/doctor.sh --test

$(PNPM):
	$(call step,installing pnpm $(PNPM_VERSION))
	@npm install --prefix $(PNPM_HOME) --no-audit --no-fund --no-package-lock --loglevel=error pnpm@$(PNPM_VERSION)

node_modules/.installed: $(PNPM) go.sum tools/go.sum pnpm-lock.yaml pnpm-workspace.yaml package.json $(wildcard */package.json)
	@tools/doctor.sh
	$(call step,installing packages)
	@$(PNPM) install --frozen-lockfile --reporter=append-only
	$(call step,downloading Go modules)
	@go mod download
	@go -C tools mod download
	@go mod tidy -diff >/dev/null || true # fetches what lint compares; lint says what differs
	@touch $@

.PHONY: install
install: node_modules/.installed ## all that comes from a registry: npm packages and Go modules (the browser comes with the first browser test)

.PHONY: build
build: build-front build-go ## build the front ends and the binaries

.PHONY: build-front
build-front: install
	$(call step,building the shell and the micro-frontends)
	@tools/build-front.sh

.PHONY: build-go
build-go: install
	$(call step,building krapao and krapao-demo)
	@$(GO_BUILD) ./server/cmd/...

.PHONY: generate
generate: install ## rebuild everything that comes from the contracts
	@tools/generate.sh

.PHONY: drift
drift: install
	$(call step,generated files match their sources)
	@tools/drift.sh

.PHONY: contract
contract: install ## lint the contracts and compare them with the released ones
	$(call step,contract gate)
	@$(PNPM) --filter @krapao/openapi run lint
	@$(PNPM) --filter @krapao/openapi run breaking
	@$(PNPM) --filter @krapao/openapi run test

.PHONY: release-contract
release-contract: generate ## make today's contracts the released ones
	@node openapi/tools/release.mjs

# -race: what linters have Go compile, the tests with the race detector need not compile again.
# golangci-lint vets too, but passes over what is generated.
.PHONY: lint
lint: install ## formatters, linters and the dependency rules of both languages
	$(call step,Go: tidy modules; golangci-lint with vet and the import rules)
	@tools/words.sh
	@node tools/lines.mjs
	@node tools/readme-files.mjs
	@for patch in bench/mutants/*.patch; do git apply --check "$$patch" || { echo "$$patch no longer applies"; exit 1; }; done
	@go mod tidy -diff
	@go vet -race $$(git ls-files '*.gen.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|')
	@GOFLAGS="$$GOFLAGS -race" $$($(TOOL) -n golangci-lint) run ./...
	@$(MAKE) --no-print-directory lint-front

.PHONY: lint-front
lint-front: install ## the front ends' part of it: biome; types; import rules
	$(call step,TypeScript: biome; types; import rules)
	@biome ci --diagnostic-level=error .
	@tools/typecheck.sh
	@node build/src/surface.ts
	@depcruise --config .dependency-cruiser.cjs kit/src build/src shell/src $(wildcard mf-*/src)

.PHONY: test-go
test-go: install ## Go tests with the race detector, on a real PostgreSQL
	$(call step,Go tests with the race detector)
	@tools/test-go.sh

# Tests wait more than they work: all packages are tested side by side. `contract` tests the tools of openapi.
.PHONY: test-front
test-front: install ## vitest in the kit, the shell and every micro-frontend
	$(call step,vitest)
	@$(PNPM) --filter '!@krapao/openapi' --recursive --no-sort --workspace-concurrency=8 --if-present run test

.PHONY: release-kit
release-kit: install ## make today's surface of the kit the one that applications rely on (raise its version first)
	@node build/src/surface.ts --release

# The seed and more: make bank-run BANK_RUN='-seed 7 -kills 40'.
BANK_RUN ?=

.PHONY: bank-run
bank-run: ## 45 seconds of everything at once with 22 kill -9 of servers and PostgreSQL, then every acknowledged operation is verified
	$(call step,bank run)
	@mkdir -p bin
	$(GO_BUILD) ./server/cmd/krapao ./bench/bankrun
	bin/bankrun $(BANK_RUN)

.PHONY: bank-run-long
bank-run-long: ## the same with 1,000,000 acknowledged operations and 200 kills, half of them of each edition; an hour; writes bench/bankrun/report-*.md
	@for edition in thai laos; do $(MAKE) --no-print-directory bank-run \
		BANK_RUN="-operations 500000 -kills 100 -members 2000 -workers 320 -edition $$edition -report bench/bankrun/report-$$edition.md $(BANK_RUN)" || exit; done

.PHONY: soak
soak: ## the bank run's load for 30 minutes without kills or faults, with sockets: servers must not grow; writes bench/bankrun/soak.md
	@$(MAKE) --no-print-directory bank-run BANK_RUN='-soak -duration 30m -members 300 -workers 12 -report bench/bankrun/soak.md $(BANK_RUN)'

# More of it: make chatrun CHATRUN='-short -seed 7'.
CHATRUN ?=

.PHONY: chatrun
chatrun: ## the chat under faults: 10,000 messages over each bus, a rolling restart under 1,000 sockets; nothing lost, doubled or out of order
	$(call step,chat run)
	@mkdir -p bin
	$(GO_BUILD) ./server/cmd/krapao ./bench/chatrun
	bin/chatrun $(CHATRUN)

.PHONY: floods
floods: install ## nine floods against a server with default limits: what other members meet (SHORT=1: half a minute)
	$(call step,floods)
	@mkdir -p bin
	$(GO_BUILD) ./server/cmd/krapao ./bench/floods
	bin/floods $(if $(SHORT),-short)

.PHONY: test-e2e
test-e2e: $(if $(BUILT),install,build) ## Playwright in Chromium, with axe, against the running product (BUILT=1: build was there)
	$(call step,Playwright)
	@chromium=$$(tools/chromium.sh) && cd e2e && KRAPAO_CHROMIUM="$$chromium" node_modules/.bin/playwright test

.PHONY: screenshots
screenshots: build ## pictures of every screen into e2e/screenshots, for the README and for looking at
	$(call step,screenshots)
	@chromium=$$(tools/chromium.sh) && cd e2e && KRAPAO_CHROMIUM="$$chromium" node_modules/.bin/playwright test --config screenshots.config.ts

.PHONY: mutants
mutants: install ## put small money bugs into a copy of the product, one at a time: the tests must notice each
	$(call step,mutants)
	@go run ./bench/mutants $(if $(ONLY),-only $(ONLY))

.PHONY: bench-first-load
bench-first-load: build ## how long a phone waits for its first screen, beside the same sources as one application; five minutes on a quiet machine
	@spa=$$(mktemp -d) && trap 'rm -rf "$$spa"' EXIT && \
	(cd shell && KRAPAO_SPA="$$spa/shell/dist" node node_modules/vite/bin/vite.js build --config vite.spa.config.ts --logLevel error) && \
	chromium=$$(tools/chromium.sh --whole) && cd e2e && KRAPAO_SPA="$$spa/shell/dist" KRAPAO_CHROMIUM="$$chromium" node first-load.ts

.PHONY: bench
bench: build-go ## how fast against PostgreSQL itself, and the first load; 40 minutes on a quiet machine (SHORT=1: three minutes, rough, without the first load)
	$(call step,speed against the limits of PostgreSQL)
	@go run ./bench/speed $(if $(SHORT),-short)
	@go test ./server/realtime -run '^$$' -bench AmongRooms -benchtime $(if $(SHORT),2000x,200000x)
	$(call step,a login tells nobody by its time)
	@go test ./server/httpapi -run '^$$' -bench LoginTells -benchtime $(if $(SHORT),40x,200x)
	@go test ./server/spin -run '^$$' -bench 'TenMillionDraws|TenThousandSpins' -benchtime 1x
	$(call step,the nightly work grows with its members alone and leaves wallets fast)
	@go test ./server/daily -run '^$$' -bench TheDaysWork -benchtime $(if $(SHORT),10000x,100000x) -timeout 60m
	$(if $(SHORT),,@$(MAKE) bench-first-load)

.PHONY: help-videos
help-videos: ## film the help videos of our own screens into shell/public/media/help, with captions (needs ffmpeg)
	@command -v ffmpeg >/dev/null || { echo 'This needs ffmpeg, with libx264: https://ffmpeg.org' >&2; exit 1; }
	$(MAKE) build
	$(call step,help videos)
	@chromium=$$(tools/chromium.sh) && cd e2e && KRAPAO_CHROMIUM="$$chromium" node_modules/.bin/playwright test --config videos.config.ts
