#!/bin/sh
# valgrind.sh LUDUS -- short runs under valgrind: no wrong access, nothing leaked. The
# last line is `N runs, N wrong`.
set -u
ludus=$1
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
runs=0
wrong=0

try() {
    runs=$((runs + 1))
    if valgrind --quiet --leak-check=full --show-leak-kinds=definite,possible \
        --errors-for-leak-kinds=definite,possible --error-exitcode=99 \
        "$ludus" "$@" >"$folder/out" 2>&1; then
        echo "ok     $*"
    else
        cat "$folder/out"
        echo "wrong  $*"
        wrong=$((wrong + 1))
    fi
}

small="--set population=30 --set generations=3 --quiet --store $folder/runs.db"
# shellcheck disable=SC2086
for script in minesweeper ant regression evolve-machine size-fair; do
    try run scripts/$script.lua $small --threads 2
done
try resume 1 --quiet --store "$folder/runs.db"
try show 1 --lineage --store "$folder/runs.db"
try report 1 --store "$folder/runs.db" --out "$folder/report.html"
try score minesweeper scripts/programs/quartetti-best.gp
echo "$runs runs, $wrong wrong"
[ "$wrong" = 0 ]
