#!/usr/bin/env bash
# Everything that guards main, in the order of who fails fastest; every step says how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
start=$SECONDS
for step in doctor install drift contract lint test-front test-go bank-run test-e2e; do
  from=$SECONDS
  make --no-print-directory "$step"
  printf '[%s took %ds]\n' "$step" $((SECONDS - from))
done
printf '\nAll of it passed in %d min %d s.\n' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
