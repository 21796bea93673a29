#!/usr/bin/env bash
# Everything that guards main, in the order of who fails fastest; every step says how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
start=$SECONDS
mkdir -p .cache
log=.cache/test.log
: >$log

# The log of a red run is long: what is red comes once more at its end, without what the servers wrote.
red() {
  printf '\nRed:\n'
  grep -E '^ *--- FAIL|_test\.go:[0-9]+:|DATA RACE|^panic:|^FAIL|FAIL .*\.test\.|^ *[0-9]+\) ' $log | grep -v '"level":' | tail -n 60
}

run() {
  local from=$SECONDS
  make --no-print-directory "$@" 2>&1 | tee -a $log || { red; exit 1; }
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
run chatrun CHATRUN=-short
run floods SHORT=1
run test-e2e BUILT=1

# Packages of Go, files of vitest and tests in the browser, as their reporters time them.
printf '\nThe slowest ten, in seconds:\n'
sed -E $'s/\x1b\\[[0-9;]*m//g' $log | awk '
  $1 == "ok" && $3 ~ /^[0-9.]+s$/ { print $3 + 0, $2 }
  /[0-9]ms$/ && / tests?\)/ { print $NF / 1000, $0 }
  /\([0-9.]+s\)$/ { match($0, /\([0-9.]+s\)$/); print substr($0, RSTART + 1) + 0, substr($0, 1, RSTART - 1) }
  /\([0-9.]+m\)$/ { match($0, /\([0-9.]+m\)$/); print 60 * substr($0, RSTART + 1), substr($0, 1, RSTART - 1) }
' | sort -nr | awk 'NR <= 10 { printf "%7.1f ", $1; $1 = ""; print }'
printf '\nAll of it passed in %d min %d s.\n' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
