#!/usr/bin/env bash
# Go tests with the race detector on a real PostgreSQL; then every code that a built call declares must have been seen.
set -euo pipefail
cd "$(dirname "$0")/.."
export KRAPAO_CODE_COVERAGE="$PWD/.cache/codes.txt"
mkdir -p .cache
rm -f "$KRAPAO_CODE_COVERAGE"
# -count=1: a cached test exercises no code.
go test -race -count=1 -timeout 15m ./...
(cd tools && go vet ./...)
go run ./server/portaltest/cmd/codecoverage
