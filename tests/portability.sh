#!/bin/sh
# portability.sh [NAME] -- builds Ludus in several ways, runs a set of experiments on each
# engine, and compares the digests with those of the usual build. With the name of a build
# only that one is compared.
# The last line is `N digests compared, N differ`.
set -u
cd "$(dirname "$0")/.." || exit 1
out=build/portability
mkdir -p "$out"
compared=0
differ=0
by=                                   # see runner

# name, then the words that make it differ from the usual build
builds='gcc
nosimd SIMD=0
switch DISPATCH=switch
clang CC=clang
lua LUA_CFLAGS=-Ibuild/lua LUA_ARCHIVE=build/lua/liblua.a
arm64 CC=build/arm64/cc LUA_CFLAGS=-Ibuild/arm64/usr/include/lua5.4 LUA_ARCHIVE=build/arm64/usr/lib/aarch64-linux-gnu/liblua5.4.a'

# name, script, settings; each of them with every engine that follows
experiments='board-6x6 scripts/minesweeper.lua population=300,generations=6 auto reference scalar simt portable
board-2x2 scripts/minesweeper.lua population=300,generations=6,game.rows=2,game.cols=2 auto reference scalar simt portable
board-16x16 scripts/minesweeper.lua population=60,generations=3,game.rows=16,game.cols=16 auto reference scalar simt portable
first scripts/first.lua population=200,generations=5 -
ant scripts/ant.lua population=100,generations=4 -
machines scripts/evolve-machine.lua population=50,generations=4 -
othello scripts/othello-gp.lua population=30,generations=2 -
numbers scripts/regression.lua population=200,generations=5 -
tic-tac-toe scripts/tictactoe.lua population=60,generations=3 -
operators scripts/size-fair.lua population=200,generations=5 -'

# What runs the programs of a build: for another machine, its emulator.
runner() { [ "$1" != arm64 ] || echo build/arm64/run; }

# The digest of one run: ludus script settings engine
digest() {
    sets=$(printf '%s' "$3" | tr , '\n' | sed 's/^/--set /' | tr '\n' ' ')
    engine=
    [ "$4" = - ] || engine="--engine $4"
    rm -f "$out/runs.db"
    # shellcheck disable=SC2086
    $by "$1" run "$2" $sets $engine --json --store "$out/runs.db" 2>&1 | tail -n 1 |
        sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p'
}

measure() {
    echo "$experiments" | while read -r name script sets engines; do
        for engine in $engines; do
            echo "$name $engine $(digest "$1" "$script" "$sets" "$engine")"
        done
    done
}

try() {
    name=$1
    shift
    folder=$out/$name
    if ! ${MAKE:-make} --no-print-directory OUT="$folder" "$@" "$folder/ludus" \
        >"$out/$name.log" 2>&1; then
        tail -n 20 "$out/$name.log"
        echo "$name: cannot be built"
        differ=$((differ + 1))
        return
    fi
    by=$(runner "$name")
    measure "$folder/ludus" >"$out/$name.digests"
    n=$(grep -c ' [0-9a-f]\{16\}$' "$out/$name.digests")
    wrong=$(awk 'NR == FNR { want[$1] = want[$1] ? want[$1] : $3; next }
        !($3 && $3 == want[$1]) { print }' "$out/gcc.digests" "$out/$name.digests")
    [ -z "$wrong" ] || echo "$wrong"
    bad=$(printf '%s' "$wrong" | grep -c .)
    printf '%-8s %d digests, %d differ\n' "$name" "$n" "$bad"
    compared=$((compared + n))
    differ=$((differ + bad))
}

while read -r words; do
    case ${1:-},$words in
    ,* | *,gcc* | "${1:-}","${1:-} "*) ;;
    *) continue ;;
    esac
    # shellcheck disable=SC2086
    try $words
done <<END
$builds
END
echo "$compared digests compared, $differ differ"
[ "$differ" = 0 ]
