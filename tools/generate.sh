#!/usr/bin/env bash
# Contracts -> bundles -> Go servers, models and clients -> TypeScript clients, forms and mocks.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 24 ]; then
  echo "The generators need Node 24, this is $(node --version): \"make install\" brings one." >&2
  exit 1
fi
node openapi/tools/bundle.mjs
node openapi/tools/filter.mjs

mkdir -p server/httpapi/api/{portal,operator,webhook} server/gateway/api/{payment,provider} server/simulator/api/{payment,provider,webhook}
tool() { go tool -modfile=tools/go.mod "$@"; }
generate_go() { tool oapi-codegen -config "openapi/generate/$1.yaml" "openapi/dist/$2.yaml"; }
generate_go portal portal
generate_go operator operator
generate_go webhook payment
generate_go gateway-payment payment
generate_go gateway-provider provider
generate_go simulator-payment payment
generate_go simulator-provider provider
generate_go simulator-webhook payment
go -C tools build -o ../bin/unimplemented ./unimplemented
for contract in portal operator webhook; do
  bin/unimplemented "server/httpapi/api/$contract/$contract.gen.go" "server/httpapi/api/$contract/unimplemented.gen.go"
done
node openapi/tools/operations.mjs

for app in shell mf-*; do
  find "$app/src/api/gen" -type f -delete 2>/dev/null || true
done
(cd openapi && node_modules/.bin/orval --config orval.config.mjs)

# Last, since they need a server that compiles: after a new call in a contract, the compiler says first what is missing.
bin/unimplemented -table server/httpapi/api/portal/portal.gen.go openapi/dist/portal.yaml server/httpapi | node tools/readme-section.mjs not-implemented
go run ./server/cmd/krapao config-table | node tools/readme-section.mjs configuration
