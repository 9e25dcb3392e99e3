#!/bin/sh
# reach.sh OUT COVER -- which tests reach which lines of vm/: `FILE:LINE TEST` for each.
# OUT was built with MODE=cover; COVER has a folder for each test with its counts, as
# tests/run.sh leaves them.
#
# A line without code of its own goes with the line before it; outside of functions,
# where tables stand, it is reached by every test that reaches something in the file.
set -u
out=$1 cover=$2

lines_reached() {
    awk -v test="$1" '
        function flush(i) {
            for (i = 1; i <= n; i++)
                if (state[i] == 1 || (state[i] == 2 && touched))
                    print file ":" i, test
            n = touched = 0
        }
        { head = $0; sub(/:.*/, "", head); gsub(/[ *=]/, "", head)
          rest = substr($0, index($0, ":") + 1)
          line = rest + 0
          text = substr(rest, index(rest, ":") + 1) }
        line == 0 { if (text ~ /^Source:/) { flush(); file = substr(text, 8); now = 2 }
                    next }
        head ~ /^[1-9]/ { now = touched = 1 }
        head ~ /^#/ { now = 0 }
        { state[n = line] = now }
        text ~ /^}/ { now = 2 }
        END { flush() }' | grep '^vm/.*\.c:'
}

for folder in "$cover"/*; do
    from=$folder$PWD/$out
    [ -d "$from/vm" ] || continue
    (cd "$out" && find vm -name '*.gcno' | tar -c -T -) | tar -x -C "$from"
    find "$from/vm" -name '*.gcda' -print0 | xargs -0 gcov -t 2>/dev/null |
        lines_reached "${folder##*/}"
done
