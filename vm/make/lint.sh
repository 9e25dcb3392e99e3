#!/bin/sh
# lint.sh OUT CPPFLAGS FILE... -- what cppcheck finds in the C of vm/ and stdlib/, and
# clang-tidy (by .clang-tidy) in the files that are named; OUT has the lexers, and what
# cppcheck remembers of files that did not change. Fails if they find anything.
#
# Neither is asked what may be null, negative or without a value: they do not know that
# luaL_error() never returns, nor what a checked program cannot hold; gcc, the asserts
# and the sanitizers see to that. The .inc files are bodies of functions, which cppcheck
# cannot read.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=$1 flags=$2
shift 2
bad=0

# Other versions than those of Debian 12 find other things.
if ! clang-tidy --version | grep -q 'version 14\.' || ! cppcheck --version | grep -q ' 2\.10'
then
    echo "lint: cppcheck 2.10 and clang-tidy 14 look through the code; here are others"
    exit 0
fi

mkdir -p "$out/checked/cppcheck"
cppcheck --quiet --cppcheck-build-dir="$out/checked/cppcheck" \
    --enable=warning,performance,portability --std=c11 \
    --error-exitcode=1 -j "$(nproc)" \
    --suppress=uninitvar --suppress=nullPointer --suppress=nullPointerRedundantCheck \
    --suppress=ctunullpointer --suppress=ctuuninitvar \
    --suppress=negativeIndex --suppress=shiftNegative --suppress=invalidFunctionArg \
    --suppress='syntaxError:*.inc' \
    -Ivm -Istdlib -I"$out/gen" vm stdlib || bad=1

# shellcheck disable=SC2086
printf '%s\n' "$@" | FLAGS=$flags xargs -r -P "$(nproc)" -n 4 sh -c '
    found=$(clang-tidy --quiet "$@" -- -std=c11 -DLUDUS_VERSION=0 $FLAGS 2>/dev/null) || {
        printf "%s\n" "$found"
        exit 1
    }' lint || bad=1
exit $bad
