#!/usr/bin/env bash
# Everything that guards main: what fails fastest comes first, where it can; every step says how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
start=$SECONDS
mkdir -p .cache
log=.cache/test.log
: >$log

# The log of a red run is long: what is red comes once more at its end, without what the servers wrote. A linter says it
# in a form of its own: then the end of the log does. Of a test in the browser its error is the cause, and its line.
red() {
  printf '\nRed:\n'
  grep -E '^ *--- FAIL|_test\.go:[0-9]+:|DATA RACE|^panic:|^FAIL|FAIL .*\.test\.|^ *[0-9]+\) ' $log | grep -v '"level":' | tail -n 60 ||
    grep -B12 '\*\*\* \[' $log | tail -n 30
  grep -E '^    ([A-Za-z]*Error:|Test timeout|Locator: |Expected|Received|[-+] |> [0-9]+ \|)' $log | tail -n 40 || true
}

run() {
  local from=$SECONDS
  make --no-print-directory "$@" 2>&1 | tee -a $log || { red; exit 1; }
  printf '[%s took %ds]\n' "$1" $((SECONDS - from))
}

# beside ROW... runs rows of steps beside one another, the steps of a row in its order. What a row says comes in one
# piece, the first row's first.
beside() {
  local row step from rows=() failed=0
  for row; do
    for step in $row; do
      from=$SECONDS
      make --no-print-directory "$step" || exit 1
      printf '[%s took %ds]\n' "$step" $((SECONDS - from))
    done >".cache/row-${#rows[@]}.log" 2>&1 &
    rows+=($!)
  done
  trap 'kill "${rows[@]}" 2>/dev/null || true' EXIT
  for row in "${!rows[@]}"; do
    wait "${rows[$row]}" || failed=1
    tee -a $log <".cache/row-$row.log"
  done
  trap - EXIT
  if ((failed)); then red; exit 1; fi
}

# What waits for a network, a timer or one processor leaves the other to the rows beside it: the bank run and the chat's
# trial half of their time, the floods more. Their attackers have the lowest priority anyway.
for step in doctor install drift; do run "$step"; done
export CHATRUN=-short SHORT=1
beside lint test-front
run test-go
beside bank-run chatrun contract
beside floods build
run test-e2e BUILT=1

# Packages of Go, files of vitest and tests in the browser, as their reporters time them.
printf '\nThe slowest ten, in seconds:\n'
sed -E $'s/\x1b\\[[0-9;]*m//g' $log | awk '
  $1 == "ok" && $3 ~ /^[0-9.]+s$/ { print $3 + 0, $2 }
  /[0-9]ms$/ && / tests?\)/ { print $NF / 1000, $0 }
  /✓.*\([0-9.]+s\)$/ { match($0, /\([0-9.]+s\)$/); print substr($0, RSTART + 1) + 0, substr($0, 1, RSTART - 1) }
  /✓.*\([0-9.]+m\)$/ { match($0, /\([0-9.]+m\)$/); print 60 * substr($0, RSTART + 1), substr($0, 1, RSTART - 1) }
' | sort -nr | awk 'NR <= 10 { printf "%7.1f ", $1; $1 = ""; print }'
printf '\nAll of it passed in %d min %d s.\n' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
