#!/usr/bin/env bash
# Installs the foreign servers and clients that the tests talk to: npm packages into node_modules, the Python SDK into
# .venv, both beside this file and at the pinned versions. Does nothing when they are there already.
set -euo pipefail
cd "$(dirname "$0")"

# A stamp holds the digest of the pins that were installed: changed pins, or an install that was cut short, run again.
installed() { [[ -f $1 && $(<"$1") == "$2" ]]; }

npm_pins=$(cat package.json package-lock.json .npmrc | sha256sum)
if ! installed node_modules/.installed "$npm_pins"; then
    npm ci --ignore-scripts --no-audit --no-fund
    echo "$npm_pins" >node_modules/.installed
fi

python=${PYTHON:-python3}
pip_pins=$({ "$python" --version && cat requirements.txt; } | sha256sum)
if ! installed .venv/.installed "$pip_pins"; then
    "$python" -m venv --clear .venv
    .venv/bin/python -m pip install --disable-pip-version-check --quiet --only-binary :all: -r requirements.txt
    echo "$pip_pins" >.venv/.installed
fi
