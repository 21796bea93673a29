#!/usr/bin/env bash
# Builds the shell and every micro-frontend, and copies the documentation page's files. A route over its byte budget
# fails.
set -euo pipefail
cd "$(dirname "$0")/.."
node openapi/tools/docs-ui.mjs
for app in shell mf-*; do
  from=$SECONDS
  (cd "$app" && node node_modules/vite/bin/vite.js build --logLevel warn)
  printf '  %-10s %ds\n' "$app" $((SECONDS - from))
done
node build/src/budget.ts
