#!/usr/bin/env bash
# Names everything this machine lacks to build and run, and fails if there is anything: tools/doctor.sh [--test], with
# what only "make test" needs. The machine's Node installs the packages. One of them is Node 24, which builds; it has no
# binary for Apple's own processors, where the machine's Node must be 24.
set -euo pipefail
lacks=()
need() { command -v "$1" >/dev/null 2>&1 || lacks+=("$1: $2"); }
need go 'Go 1.26 or later, https://go.dev/dl'
oldest=20
case "$(uname -sm)" in 'Darwin arm64') oldest=24 ;; esac
need node "Node $oldest or later with npm, https://nodejs.org"
need npm 'comes with Node'
need git 'the version of a build comes from it'
if command -v node >/dev/null 2>&1 && [ "$(node -p 'process.versions.node.split(".")[0]')" -lt "$oldest" ]; then
  lacks+=("node: version $oldest or later, this is $(node --version)")
fi
if command -v go >/dev/null 2>&1; then
  minor=$(go env GOVERSION | sed -E 's/^go1\.([0-9]+).*/\1/')
  [ "$minor" -ge 26 ] || lacks+=("go: version 1.26 or later, this is $(go env GOVERSION)")
  if [ "${1:-}" = --test ] && [ "$(go env GOOS)" = linux ]; then
    need "$(go env CC | cut -d' ' -f1)" 'a C compiler: the race detector of "make test" needs one on Linux'
  fi
fi
if [ ${#lacks[@]} -gt 0 ]; then
  printf 'This machine lacks:\n' >&2
  printf '  - %s\n' "${lacks[@]}" >&2
  exit 1
fi
