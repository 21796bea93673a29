#!/usr/bin/env bash
# Regenerates and fails if anything that is generated changes.
set -euo pipefail
cd "$(dirname "$0")/.."
fingerprint() {
  local files
  files=$({
    find openapi/dist -name '*.yaml'
    find server -name '*.gen.go'
    find openapi/gen kit/src/api/gen shell/src/api/gen mf-*/src/api/gen -type f
    echo README.md
  } | LC_ALL=C sort)
  paste -d ' ' <(git hash-object --stdin-paths <<<"$files") - <<<"$files"
}
before=$(fingerprint)
tools/generate.sh
after=$(fingerprint)
if [ "$before" != "$after" ]; then
  echo 'Generated files differ from their sources: run "make generate" and commit. They differ here:' >&2
  diff <(echo "$before") <(echo "$after") | sed -E 's/^([<>]) [0-9a-f]+ /\1 /' >&2 || true
  exit 1
fi
