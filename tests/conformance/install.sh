#!/usr/bin/env bash
# Installs the official suite and the Node.js that it needs, at the pinned versions, into node_modules beside this file. Does nothing when
# they are there already.
set -euo pipefail
cd "$(dirname "$0")"

pins=$(cat package.json package-lock.json .npmrc | sha256sum)
if [[ ! -f node_modules/.installed || $(<node_modules/.installed) != "$pins" ]]; then
    npm ci --ignore-scripts --no-audit --no-fund
    echo "$pins" >node_modules/.installed
fi
