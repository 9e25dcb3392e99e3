#!/bin/sh
# every.sh OUT -- tests/lua/test_faults.lua with a fault at every place, shared by as
# many processes as there are cores, each with stores of its own. They say now and
# then how far they are; what they count at the end is added up here.
set -u
cd "$(dirname "$0")/../.." || exit 1
LUDUS=$PWD/$1/ludus
LUDUS_OUT=$PWD/$1
export LUDUS LUDUS_OUT
unset NO_COLOR LUDUS_PATH LUDUS_STORE
parts=$(nproc)
begun=$(date +%s)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

for part in $(seq "$parts"); do
    LUDUS_FAULTS=$part/$parts "$LUDUS" lua tests/lua/test_faults.lua 2>&1 &
done | tee "$log"

awk -v parts="$parts" -v seconds="$(($(date +%s) - begun))" '
    / faults, .* survived, / {
        tried += $1; survived += $3; told += $5
        damaged += $7; readable += $10; saved += $12
    }
    / passed, .* failed$/ { passed += $1; failed += $3; ended++ }
    END {
        if (ended < parts) { print parts - ended, "processes died"; failed++ }
        printf "all in %d s: %d faults, %d survived, %d told; ", \
            seconds, tried, survived, told
        printf "%d damaged stores, %d readable, %d saved\n", damaged, readable, saved
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0
    }' "$log"
