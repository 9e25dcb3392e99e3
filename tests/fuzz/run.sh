#!/bin/sh
# run.sh OUT SECONDS [TARGET...] -- fuzzes the targets (all of targets.def), each
# for so many seconds, by the libFuzzer binary OUT/fuzz, and prints a line about
# each: inputs tried, and what was found. New inputs are kept in OUT/corpus, those
# that break something in OUT/found; the status is 1 if there is one.
set -u
out=$1
seconds=$2
shift 2
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- $("$out/fuzz" --list)
mkdir -p "$out/found"
XDG_CACHE_HOME=$PWD/$out/cache
LUDUS=$PWD/ludus                      # tests that the api target learns from
LUDUS_OUT=$PWD/$out
export XDG_CACHE_HOME LUDUS LUDUS_OUT
status=0
printf '%-12s %12s %9s %8s  %s\n' target inputs a_second corpus result
for t in "$@"; do
    mkdir -p "$out/corpus/$t"
    dict=
    [ ! -f "tests/fuzz/$t.dict" ] || dict=-dict=tests/fuzz/$t.dict
    log=$out/found/$t.log
    leaks=1                          # Lua collects when it likes
    case $t in program|checkpoint|plan|store|set|numbers|api|twins) leaks=0 ;; esac
    slow=10
    [ "$t" != api ] || slow=600      # before its first input tests are run
    "$out/fuzz" --target="$t" -max_total_time="$seconds" -timeout="$slow" \
        -rss_limit_mb=3000 -max_len=4096 -print_final_stats=1 -close_fd_mask=1 \
        -detect_leaks=$leaks \
        -artifact_prefix="$out/found/$t-" $dict \
        "$out/corpus/$t" "tests/fuzz/corpus/$t" >"$log" 2>&1
    result=$?
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    kept=$(ls "$out/corpus/$t" | wc -l)
    words=ok
    if [ "$result" != 0 ]; then
        status=1
        words=$(sed -n 's/^SUMMARY: //p; s/^fuzz: demanded: /demanded: /p' "$log" |
            head -n 1)
        words="FOUND ${words:-status $result} (see $log)"
    fi
    printf '%-12s %12s %9s %8s  %s\n' "$t" "${tried:-?}" "${rate:-?}" "$kept" \
        "$words"
done
exit $status
