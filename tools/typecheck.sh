#!/usr/bin/env bash
# Type-checks every package of the workspace.
set -euo pipefail
cd "$(dirname "$0")/.."
for package in kit build shell mf-* e2e; do
  tsc --noEmit -p "$package"
done
