#!/usr/bin/env bash
# Everything that guards main, in the order of who fails fastest; every step says how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
start=$SECONDS
mkdir -p .cache

run() {
  local from=$SECONDS
  make --no-print-directory "$@"
  printf '[%s took %ds]\n' "$1" $((SECONDS - from))
}

for step in doctor install drift contract lint test-front test-go; do run "$step"; done

# The bank run takes its minute whatever else the machine does: what the browser tests are to see is built meanwhile.
make --no-print-directory build-front >.cache/build-front.log 2>&1 &
building=$!
trap 'kill $building 2>/dev/null || true' EXIT
run bank-run
wait $building || { cat .cache/build-front.log >&2; exit 1; }
trap - EXIT
run floods SHORT=1
run test-e2e BUILT=1
printf '\nAll of it passed in %d min %d s.\n' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
