#!/usr/bin/env bash
# Go tests with the race detector on a real PostgreSQL; then every code that a built call declares must have been seen.
# The slips' and pictures' tests run without it: it makes drawing hundreds of pictures ten times dearer, and what races
# there are rows of the database.
set -euo pipefail
cd "$(dirname "$0")/.."
export KRAPAO_CODE_COVERAGE="$PWD/.cache/codes.txt"
mkdir -p .cache
rm -f "$KRAPAO_CODE_COVERAGE"
# Each word is a package.
slips='krapao/server/slip krapao/server/picture krapao/server/picture/sandbox'
# The first takes longest. The other two wait much, and last in the alphabet they would wait alone.
first='krapao/server/httpapi krapao/server/withdrawal krapao/server/wallet'
# The server that tests kill is built once for all of them.
export KRAPAO_TEST_SERVER="$PWD/.cache/krapao"
go build -o .cache/ ./server/postgres/postgrestest/cmd/withcluster ./server/cmd/krapao
# -count=1: a cached test exercises no code. -vet=off: lint vets all of it.
# shellcheck disable=SC2086
go test -vet=off -count=1 -timeout 40m $slips >.cache/slips.log 2>&1 &
slips_run=$!
trap 'kill $slips_run 2>/dev/null || true' EXIT
# One package more than there are processors: much of its time a test waits for a timer, a socket or PostgreSQL.
{ echo "$first"; go list ./... | grep -vxF "${first// /$'\n'}"$'\n'"${slips// /$'\n'}"; } |
  xargs .cache/withcluster go test -race -vet=off -count=1 -timeout 40m -p $((1 + $(getconf _NPROCESSORS_ONLN)))
wait $slips_run || { cat .cache/slips.log >&2; exit 1; }
trap - EXIT
cat .cache/slips.log
go run ./server/portaltest/cmd/codecoverage
