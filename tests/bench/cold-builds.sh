#!/usr/bin/env bash
# CPU seconds (user + system, of all processes) of a cold debug build of a crate whose only dependency is the generator,
# beside one that has typify and prettyplease instead; and the crates of a client over stdio.
#
# Each build starts from an empty folder; of RUNS builds (default 3) the cheapest counts.
set -euo pipefail
cd "$(dirname "$0")"

target=${CARGO_TARGET_DIR:-target}/cold
cargo fetch --locked --quiet

# One cold build, in seconds.
build() {
    rm -rf "$target"
    local TIMEFORMAT='%U %S'
    { time cargo build --locked --offline --quiet --target-dir "$target" --package "$1"; } 2>&1 |
        awk '{ print $1 + $2 }'
}

# The cheapest of several.
cheapest() {
    for _ in $(seq "${RUNS:-3}"); do build "$1"; done | sort -n | head -1
}

crates() {
    cargo tree --locked --offline --package "$1" --edges "$2" --prefix none --no-dedupe | sort -u | wc -l
}

missed=0
hold() {
    local verdict=met
    awk "BEGIN { exit !($2) }" || { verdict='NOT MET'; missed=1; }
    echo "  bar: $1: $verdict"
}

echo 'cold debug build of a build dependency, CPU seconds'
ours=$(cheapest cold-ours)
typify=$(cheapest cold-typify)
rm -rf "$target"
echo "  ours                      $ours s, $(crates cold-ours normal,build) crates"
echo "  typify 0.8 + prettyplease $typify s, $(crates cold-typify normal,build) crates"
hold "ours / typify $(awk "BEGIN { printf \"%.2f\", $ours / $typify }"), under 0.50" "$ours / $typify < 0.5"

client=$(crates cold-client normal)
echo "crates of a client over stdio, itself included: $client"
hold "$client, at most 30" "$client <= 30"
exit "$missed"
