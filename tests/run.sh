#!/bin/sh
# run.sh OUT -- runs every suite of tests/test_*.c and every tests/lua/test_*.lua against
# the build in OUT, as many at a time as there are cores, and adds up what they count.
#
# Each is known by the name of its file. As it ends its line is printed: what it counted
# and the seconds it took; above the line, if it failed, all that it said. Those that
# took longest the last time start first. The last line is `N passed, N failed`.
#
#   ONLY="score tree"   only those whose names contain one of the words; `c` stands for
#                       all suites in C, `lua` for all files in Lua
#   JOBS=n              so many at a time
#   LIMIT=seconds       after which a test has failed (1800)
#   COVER=folder        where a build for coverage leaves each test's counts
set -u

now() { date +%s%3N; }                # milliseconds
seconds() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

command_of() {
    case $1 in
    *.c) echo "$LUDUS_OUT/tests/run -e ${1%.c}" ;;
    *) echo "$LUDUS lua tests/lua/$1" ;;
    esac
}

# Runs the test of that name, whose last line counts; prints its lines together.
run_one() {
    name=$1 log=$DIR/$1
    [ -z "${COVER:-}" ] || export GCOV_PREFIX="$COVER/$name"
    start=$(now)
    # shellcheck disable=SC2046
    timeout --foreground -k 5 "${LIMIT:-1800}" $(command_of "$name") >"$log" 2>&1
    status=$?
    took=$(($(now) - start))
    counts='^\([0-9]*\) passed, \([0-9]*\) failed$'
    p=$(tail -n 1 "$log" | sed -n "s/$counts/\1/p")
    f=$(tail -n 1 "$log" | sed -n "s/$counts/\2/p")
    if [ -z "$p" ]; then
        p=0 f=1
        echo "$name: died with status $status" >>"$log"
    elif [ "$p$f" = 00 ]; then
        f=1
        echo "$name: nothing was tested" >>"$log"
    elif [ "$status" != 0 ] && [ "$f" = 0 ]; then
        f=1
        echo "$name: ended with status $status" >>"$log"
    fi
    echo "$p $f $took $name" >>"$DIR/counts"
    [ "$f" != 0 ] || : >"$log"
    printf '%-28s %6d passed, %d failed %8s s\n' "$name" "$p" "$f" \
        "$(seconds $took)" >>"$log"
    flock "$DIR" cat "$log"
}

wanted() {
    [ -n "${ONLY:-}" ] || return 0
    for w in $ONLY; do
        case $w:$1 in c:*.c | lua:*.lua) return 0 ;; c:* | lua:*) continue ;; esac
        case ${1%.*} in *"$w"*) return 0 ;; esac
    done
    return 1
}

# The names of all tests that are wanted, the longest first.
list() {
    { "$LUDUS_OUT/tests/run" -l | sed -n 's/^\* Suite \(.*\):$/\1.c/p'
      for t in tests/lua/test_*.lua; do basename "$t"; done; } |
    while read -r name; do
        if wanted "$name"; then
            last=$(sed -n "s/^\([0-9]*\) $name$/\1/p" "$TIMES" 2>/dev/null)
            echo "${last:-9999999} $name"
        fi
    done | sort -rn | cut -d ' ' -f 2
}

if [ "$1" = --one ]; then
    run_one "$2"
    exit 0
fi

cd "$(dirname "$0")/.." || exit 1
LUDUS=$PWD/$1/ludus
LUDUS_OUT=$PWD/$1
XDG_CACHE_HOME=$LUDUS_OUT/cache       # native rules are built there
TIMES=$LUDUS_OUT/tests/times
DIR=$(mktemp -d /tmp/ludus.XXXXXX)    # short: Lua shortens the names of files
TMPDIR=$DIR/t
memory=/dev/shm/$(echo "${TMPDIR#/}" | tr / .)     # some of them lie there
trap 'rm -rf "$DIR" "$memory".*' EXIT
trap 'exit 1' INT TERM HUP
chmod 755 "$DIR"                      # some tests act as another user
mkdir "$TMPDIR"
export LUDUS LUDUS_OUT XDG_CACHE_HOME DIR TMPDIR
LUDUS_STORE=$TMPDIR/ludus.db          # runs that name no store
export LUDUS_STORE
unset NO_COLOR LUDUS_PATH
start=$(now)
: >"$DIR/counts"
list >"$DIR/list"
if [ ! -s "$DIR/list" ]; then
    echo "no test has such a name: ${ONLY:-}"
    exit 1
fi
xargs -r -P "${JOBS:-$(nproc)}" -n 1 "tests/$(basename "$0")" --one <"$DIR/list"

# The times of tests that did not run this time are kept.
cut -d ' ' -f 3- "$DIR/counts" | cat - "$TIMES" 2>/dev/null |
    awk '!seen[$2]++' >"$DIR/times"
cp "$DIR/times" "$TIMES"
awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }' "$DIR/counts" >"$DIR/sum"
read -r passed failed <"$DIR/sum"
missing=$(($(wc -l <"$DIR/list") - $(wc -l <"$DIR/counts")))
[ "$missing" = 0 ] || echo "$missing tests did not come to an end"
failed=$((failed + missing))
echo "$(wc -l <"$DIR/counts") files in $(seconds $(($(now) - start))) s"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
