#!/bin/sh
# run.sh LUDUS -- changes vm/ a little, in many ways, one at a time, and tells which of
# the changes no test notices. LUDUS is a binary of this tree.
#
#   MUTANTS=n   how many changes (150)
#   SEED=n      which ones (1)
#   JOBS=n      how many at a time: the number of cores
#   PATIENCE=s  after tests that took so many seconds before a change has survived (all
#               of them): no less is tried on a busy machine
#   TESTS=words only tests whose names contain a word, as ONLY of `make test` (all)
#
# Which test reaches which line is asked of gcov first (reach.sh). Then every job has a
# copy of the tree below build/mutants. There it changes a file, builds what depends on it
# and runs the tests that reach the line, or share a word with the file's name, until one
# fails: suites in C first, then files in Lua; the words come first, then the quick ones.
# The test that fails is run on the tree as it was, too: only if it passes there, the change
# is what it noticed.
# What a test reaches in processes that end by a signal is not known, so that a survivor
# may be one that a test would have noticed. A change that does not compile, or to the very
# same object code, does not count: another takes its place. The last line is
# `N mutants: N killed, N survived, P% killed`. What is judged stays in build/mutants: who
# ends it and begins again goes on, as long as no file of the tree has changed.
#
# A mutant may do anything. So it has limits of time, memory and size of files, works as
# nobody where root has started it, and what it leaves behind is ended and removed.
set -u
export LC_ALL=C
unset MAKEFLAGS MAKELEVEL MFLAGS ONLY LIMIT
cd "$(dirname "$0")/../.." || exit 1
work=$PWD/build/mutants
tool=$work/ludus
mutate=$work/mutate.lua
MUTANTS=${MUTANTS:-150}
SEED=${SEED:-1}
PATIENCE=${PATIENCE:-86400}
judged=$work/judged.$SEED             # a file for each: the verdict, or that it is begun
JOBS=${JOBS:-$(nproc)}
out=build/release
greatest=$PWD/build/greatest/greatest.h
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'

fail() { echo "mutants: $*" >&2; exit 1; }

# What is installed and make's own rules are not looked for each time.
build() {
    make -rRs -o setup OUT=$out WARNINGS=-w GREATEST="$greatest" "$@" >make.log 2>&1
}
build_all() {
    build "$@" -j"$JOBS" $out/ludus $out/ludus.so $out/tests/run $out/tests/faults.so ||
        fail "the tree does not build: $(tail -n 3 make.log)"
}

# Where a job's tests leave their files.
open_place() {
    place=$(mktemp -d /tmp/ludus.XXXXXX)
    mkdir "$place/t"
    : >"$place/counts"
    [ -z "$as" ] || chown -R 65534:65534 "$place"
}

# Runs a command in the tree of a job, within that place, with so many seconds of the
# CPU for each process, 8 GB of memory and 512 MB of a file.
within() {
    cpu=$1
    shift
    # shellcheck disable=SC2086
    env PATH=/usr/local/bin:/usr/bin:/bin LUDUS="$PWD/$out/ludus" LUDUS_OUT="$PWD/$out" \
        DIR="$place" XDG_CACHE_HOME="$PWD/$out/cache" HOME="$place" \
        TMPDIR="$place/t" LUDUS_STORE="$place/t/ludus.db" $as \
        prlimit --cpu="$cpu" --as=8589934592 --fsize=536870912 --core=0 "$@"
}

# Ends whatever still works in the place, and removes it.
close_place() {
    grep -lzs "^TMPDIR=$place/t$" /proc/[0-9]*/environ | while IFS=/ read -r _ _ p _; do
        kill -9 "$p" 2>/dev/null
    done
    memory=$(echo "${place#/}/t" | tr / .)
    rm -rf "$place" /dev/shm/"$memory".*
}

# ---- a mutant --------------------------------------------------------------------------

# The tests for a change there, `MILLISECONDS NAME` a line, in the order that promises an
# early end.
order_for() {
    grep -F "$1 " reach >reaching
    awk -v file="${1%:*}" '
        BEGIN { n = split(file, part, "[/_.]"); for (i in part) in_file[part[i]] = 1 }
        FILENAME == "reaching" { reaches[$2] = 1; next }
        { name = $2; sub(/^test_/, "", name); lua = name ~ /lua$/; sub(/\..*/, "", name)
          n = split(name, word, "_"); shared = 0
          for (i = 1; i <= n; i++) shared += word[i] in in_file
          if (shared || $2 in reaches) print lua, -shared, $1, $2 }' reaching times |
        sort -k1,1n -k2,2n -k3,3n | cut -d ' ' -f 3-
}

# Runs the test of that name, which took so many milliseconds when gcov counted; once more
# if it fails, since the reason may be a busy machine. Who computes for ever is ended by the
# limit of the CPU, which a busy machine does not change; LIMIT is for those who wait for
# ever.
passes() {
    export LIMIT=$((300 + $1 / 50))
    for _ in first second; do
        within $((10 + $1 / 1000)) tests/run.sh --one "$2" >test.log 2>&1
        ! tail -n 1 "$place/counts" | grep -q "^[1-9][0-9]* 0 [0-9]* $2$" || return 0
    done
    return 1
}

# Whether that test, which fails here, passes without the change in this file.
passes_without() {
    cp -p "$1" changed.c
    cp before.c "$1"
    (out=build/sound passes "$2" "$3")
    passed=$?
    cp -p changed.c "$1"              # no newer than what is built of it
    return "$passed"
}

# Prints `survived`, or `killed` and the test that did it, for the change at that place.
# Suites in C need one binary, files in Lua two more.
try_tests() {
    open_place
    verdict=survived linked= spent=0
    order_for "$1" >order
    while read -r ms name; do
        [ "$spent" -lt "${PATIENCE}000" ] || break
        spent=$((spent + ms))
        case $linked$name in
        yes*) ;;
        *.lua) build $out/ludus $out/ludus.so </dev/null; linked=yes ;;
        esac
        if ! passes "$ms" "$name" </dev/null &&
            passes_without "${1%:*}" "$ms" "$name" </dev/null; then
            verdict="killed by $name"
            break
        fi
    done <order
    close_place
    echo "$verdict"
}

# The verdict on mutant n, a change at that place.
judge() {
    n=$1 where=$2 file=${2%:*} object=$out/${2%.c:*}.o
    cp "$file" before.c
    cp "$object" before.o
    echo "$file $object" >changed
    "$tool" lua "$mutate" make "$SEED" "$n" <files >after.c
    cp after.c "$file"
    if ! build "$object"; then echo "no code"
    elif cmp -s "$object" before.o; then echo "same code"
    elif ! build $out/tests/run; then echo "no code"
    else
        rm -rf $out/cache
        cp -a build/sound/cache $out/cache
        try_tests "$where"
    fi
    put_back
}

# Undoes a change, also one at which somebody ended the work.
put_back() {
    [ -f changed ] || return 0
    read -r file object <changed
    cp before.c "$file"
    cp before.o "$object"
    rm changed
}

# Takes mutants off the list until enough are judged.
job() {
    cd "$work/$1" || exit 1
    put_back
    while IFS="$(printf '\t')" read -r n where what; do
        [ "$(cat "$judged"/* 2>/dev/null | grep -c '^[ks]')" -lt "$MUTANTS" ] ||
            break
        (set -C; : >"$judged/$n") 2>/dev/null || continue
        verdict=$(judge "$n" "$where")
        case $verdict in
        killed* | survived)
            printf '%s\t%s\t%s\n' "$verdict" "$where" "$what" >"$judged/$n"
            echo "$verdict: $where: $what" ;;
        *) echo "- $verdict" >"$judged/$n" ;;
        esac
    done <"$judged.list"
}

# ---- all of them -------------------------------------------------------------------------

# A tree in which everything is built and passes.
prepare() {
    rm -rf "$work"
    mkdir -p "$work/1"
    cp "$1" "$tool"
    cp tests/mutants/mutate.lua "$mutate"
    tar -c --exclude=./build --exclude=./.git . | tar -x -C "$work/1"
    cd "$work/1" || exit 1
    find vm -name '*.c' ! -path 'vm/make/*' ! -path 'vm/cluster/*' \
        ! -path vm/main.c | sort >files
    out=build/cover
    build_all MODE=cover
    [ -z "$as" ] || chown -R 65534:65534 .
    open_place
    mkdir reached
    chmod 777 reached
    within 1200 env COVER="$PWD/reached" ONLY="${TESTS:-}" LUDUS_SOAK=100 JOBS="$JOBS" \
        tests/run.sh $out >all.log 2>&1
    close_place
    grep -q ' 0 failed  ' all.log || fail "no test passes: $(tail -n 20 all.log)"
    sed -n 's/^\(test_[^ ]*\) .* 0 failed  .*/\1/p' all.log >sound
    grep '^test_.* passed, [1-9][0-9]* failed ' all.log |
        sed 's/ .*//; s/^/mutants: fails without a change, and is left out: /'
    awk 'FILENAME == "sound" { ok[$1] = 1; next } $2 in ok' sound $out/tests/times >times
    mv $out/cache cache
    tests/mutants/reach.sh $out reached >reach
    rm -rf $out reached
    out=build/release
    build_all
    mv cache $out/cache
    cp -a $out build/sound            # nobody changes that one
    [ -z "$as" ] || chown -R 65534:65534 .
    cd "$work/../.." || exit 1
    echo "$sum" >"$work/ready"
}

tree_sum() { find Makefile vm stdlib grammar scripts tests -type f | sort | xargs cksum | cksum; }

# The changes of this seed, and a tree for each job.
begin() {
    sum="$(tree_sum) ${TESTS:-}"
    [ "$sum" = "$(cat "$work/ready" 2>/dev/null)" ] || prepare "$1"
    (cd "$work/1" && put_back)
    for j in $(seq 2 "$JOBS"); do
        [ -d "$work/$j" ] || cp -a "$work/1" "$work/$j"
    done
    mkdir -p "$judged"
    find "$judged" -type f -empty -delete
    "$tool" lua "$mutate" list "$SEED" <"$work/1/files" >"$judged.list" ||
        fail "no list of changes"
    echo "mutants: $(wc -l <"$judged.list") changes are possible"
}

# The first MUTANTS that were judged, in the order of the list, whoever was quicker.
report() {
    cut -f 1 "$judged.list" | while read -r n; do
        cat "$judged/$n" 2>/dev/null || break
    done | grep '^[ks]' | head -n "$MUTANTS" >"$judged.first"
    grep '^survived' "$judged.first" | sort -t "$(printf '\t')" -k 2 |
    while IFS="$(printf '\t')" read -r _ where what; do
        echo "$where: $what"
        sed -n "${where##*:}s/^ */        /p" "$work/1/${where%:*}"
    done
    echo "$(cat "$judged"/* | grep -c 'same code') changes to the same code," \
        "$(cat "$judged"/* | grep -c 'no code') that do not compile"
    awk -F '\t' '$1 == "survived" { s++ }
        END { printf "%d mutants: %d killed, %d survived, %.1f%% killed\n", NR, NR - s,
              s, NR ? 100 * (NR - s) / NR : 0 }' "$judged.first"
}

jobs=
# shellcheck disable=SC2086
trap '[ -z "$jobs" ] || kill $jobs' EXIT
trap 'exit 1' INT TERM HUP
begin "$1"
for j in $(seq "$JOBS"); do
    job "$j" &
    jobs="$jobs $!"
done
wait
jobs=
report
