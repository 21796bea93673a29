#!/usr/bin/env bash
# Prints the path of a Chromium, installing one where that is possible. Its headless shell comes first: it has no
# window, no bars and no extensions of its own, which cost the browser tests a sixth of the processor. --whole: not the
# shell, for whoever measures what a phone feels.
set -euo pipefail
shell=chromium-headless-shell
if [ "${1:-}" = --whole ]; then shell=chromium; fi
find_one() {
  local candidate
  for candidate in "${KRAPAO_CHROMIUM:-}" "/usr/bin/$shell" /usr/bin/chromium /usr/bin/chromium-browser \
    /usr/bin/google-chrome '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if [ -n "$candidate" ] && [ -x "$candidate" ]; then echo "$candidate"; return 0; fi
  done
  candidate=$(ls -d "$HOME"/.cache/ms-playwright/chromium-*/chrome-linux*/chrome 2>/dev/null | tail -n 1 || true)
  if [ -n "$candidate" ]; then echo "$candidate"; return 0; fi
  return 1
}
find_one && exit 0
echo 'No Chromium found: installing one.' >&2
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  {
    apt-get update -q
    # Ubuntu has no package of the shell alone.
    apt-get install -q -y --no-install-recommends "$shell" ||
      apt-get install -q -y --no-install-recommends chromium
  } >&2
else
  (cd "$(dirname "$0")/../e2e" && ../node_modules/.bin/node node_modules/.bin/playwright install chromium) >&2 || true
fi
find_one || {
  echo 'No Chromium and no way to install one: install Chromium or Google Chrome, or set KRAPAO_CHROMIUM to its path.' >&2
  exit 1
}
