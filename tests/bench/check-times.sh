#!/usr/bin/env bash
# CPU seconds (user + system) that the compiler takes to check generated code, dependencies not counted:
# the protocol's types beside typify's, the types of a hundred tools beside the same types with serde's derives, and what is
# generated besides them.
#
# Each crate is checked RUNS times (default 5), not incrementally; the cheapest time counts. MCP_BINDGEN_SHARED names the
# folder with the manifests and the official schema (default: ../shared beside the repository).
set -euo pipefail
cd "$(dirname "$0")"

export MCP_BINDGEN_SHARED=${MCP_BINDGEN_SHARED:-$(cd ../../../shared && pwd)}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/check CARGO_INCREMENTAL=0
export RUSTC_WORKSPACE_WRAPPER=$PWD/check/timed-rustc CHECK_TIMES=$CARGO_TARGET_DIR/times
mkdir -p "$CARGO_TARGET_DIR"
tools=100

# The cheapest check of a package's library, with these features of it.
check() {
    cargo clean --offline --quiet --package "$1"
    rm -f "$CHECK_TIMES"
    cargo check --locked --offline --quiet --lib --package "$1" --features "${2-}" >&2
    awk '{ print $1 + $2 }' "$CHECK_TIMES" | sort -n | head -1
}

ratio() { awk "BEGIN { printf \"%.2f\", $1 / $2 }"; }

missed=0
hold() {
    local verdict=met
    awk "BEGIN { exit !($2) }" || { verdict='NOT MET'; missed=1; }
    echo "  bar: $1: $verdict"
}

cargo fetch --locked --quiet

echo 'check of the protocol types of 2026-07-28, CPU seconds'
ours=$(check check-protocol-ours)
typify=$(check check-protocol-typify)
echo "  ours       $ours s"
echo "  typify 0.8 $typify s"
hold "ours / typify $(ratio "$ours" "$typify"), at most 0.45" "$ours / $typify <= 0.45"

echo "check of the types of $tools tools, CPU seconds"
bare=$(check check-tools bare)
derived=$(check check-tools derived)
echo "  ours                      $bare s"
echo "  serde's derives, flatten  $derived s"
hold "ours / derives $(ratio "$bare" "$derived"), at most 0.55" "$bare / $derived <= 0.55"

types=$(check check-tools types)
whole=$(check check-tools whole)
besides=$(awk "BEGIN { printf \"%.2f\", ($whole - $types) * 1000 / $tools }")
echo "check of what is generated for $tools tools, CPU seconds"
echo "  types with setters        $types s"
echo "  all, with handlers        $whole s"
hold "besides types $besides ms a tool, at most 6" "$besides <= 6"

cargo run --locked --offline --quiet --package check-source --bin generated-lines
exit "$missed"
