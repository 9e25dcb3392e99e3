#!/bin/sh
# run.sh OUT -- runs the C suites and every tests/lua/test_*.lua against the build
# in OUT, and adds up what they count. The last line is `N passed, N failed`.
# ONLY="score tree" runs only the Lua files whose names contain one of the words.
set -u
out=$1
cd "$(dirname "$0")/.." || exit 1
LUDUS=$PWD/$out/ludus
LUDUS_OUT=$PWD/$out
XDG_CACHE_HOME=$PWD/$out/cache       # native rules are built there
export LUDUS LUDUS_OUT XDG_CACHE_HOME
unset NO_COLOR LUDUS_PATH LUDUS_STORE
passed=0
failed=0

# Runs a command whose last line counts; shows its output only if it failed.
count() {
    name=$1
    shift
    log=$(mktemp)
    "$@" >"$log" 2>&1
    status=$?
    line=$(tail -n 1 "$log")
    p=$(printf '%s' "$line" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1/p')
    f=$(printf '%s' "$line" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\2/p')
    if [ -z "$p" ]; then
        p=0 f=1
        echo "$name: died with status $status"
    fi
    if [ "$status" != 0 ] && [ "$f" = 0 ]; then f=1; fi
    [ "$f" = 0 ] || cat "$log"
    printf '%-28s %6d passed, %d failed\n' "$name" "$p" "$f"
    passed=$((passed + p))
    failed=$((failed + f))
    rm -f "$log"
}

wanted() {
    [ -n "${ONLY:-}" ] || return 0
    for w in $ONLY; do case $1 in *"$w"*) return 0 ;; esac; done
    return 1
}

if wanted c; then count "C suites" "$out/tests/run"; fi
for t in tests/lua/test_*.lua; do
    [ -f "$t" ] || continue
    name=$(basename "$t" .lua)
    if wanted "$name"; then count "$name" "$LUDUS" lua "$t"; fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
