#!/usr/bin/env bash
# Hot reload: vite serves the shell and every micro-frontend, and a change of a Go or SQL file builds and restarts the
# server.
set -euo pipefail
cd "$(dirname "$0")/.."
edition=${EDITION:-thai}
export KRAPAO_EDITION=$edition
case $edition in thai) port=8080 ;; laos) port=8180 ;; *) echo "EDITION is thai or laos" >&2; exit 1 ;; esac
# The job's own group, so that Ctrl-C reaches everything once.
trap 'kill 0' EXIT
export KRAPAO_URL="http://127.0.0.1:$port"
go tool -modfile=tools/go.mod reflex --decoration=none --start-service --shutdown-timeout=20s \
  --regex='^(server|openapi)/.*\.(go|sql|html|css|json|txt)$' --inverse-regex='_test\.go$' --inverse-regex='/node_modules/' -- \
  sh -c "go build -o bin/ ./server/cmd/krapao-demo && exec bin/krapao-demo up --edition $edition" &
# The proxy of the shell needs a server to ask; give up when it died.
until node -e 'fetch(process.env.KRAPAO_URL + "/api/lookup/active").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'; do
  kill -0 $! 2>/dev/null || exit 1
  sleep 0.5
done
if [ -n "${HTTPS:-}" ]; then
  KRAPAO_DEV_HOST=$(bin/krapao-demo https --print-host)
  export KRAPAO_DEV_HOST
  bin/krapao-demo https --ports 5173,5174,5175,5176,5177 &
else
  printf '\nThe shell with hot reload: http://localhost:5173\n\n'
fi
node build/src/dev.ts
