#!/bin/sh
# coverage.sh OUT -- counts the lines of C that were reached since OUT was built with
# MODE=cover, by folder, and lists the others in OUT/uncovered. Lines are those of the
# compiler; a lexer's are those re2c made of it. A line that stands in many objects (of
# a header, of an .inc) is one line, reached if any of them reached it.
set -eu
out=$1
lcov --quiet --ignore-errors gcov --capture --directory "$out" --output-file "$out/lines.info" \
    >"$out/lcov.log" 2>&1
awk -v here="$PWD/" -v out="$out" '
    /^SF:/ {
        file = substr($0, 4)
        sub(here, "", file)
        folder = file
        sub("/[^/]*$", "", folder)
        if (folder == out "/gen") folder = "grammar"
        known = folder ~ /^(vm|grammar|stdlib\/)/ && file !~ /library\.c$/
    }
    /^DA:/ && known {
        split(substr($0, 4), row, ",")
        place = file ":" row[1]
        folder_of[place] = folder
        if (row[2] > 0) reached[place] = 1
    }
    function show(name, some, lines) {
        printf "%-20s %6d of %6d lines  %5.1f%%\n", name, some, lines, \
            100 * some / lines
    }
    END {
        missing = "sort -t: -k1,1 -k2,2n >" out "/uncovered"
        for (p in folder_of) {
            all[folder_of[p]]++
            if (reached[p]) hit[folder_of[p]]++
            else print p | missing
        }
        close(missing)
        for (f in all) {
            if (f ~ /^stdlib/) { games += all[f]; games_hit += hit[f] }
            else show(f, hit[f], all[f])
        }
        for (f in all) if (f ~ /^stdlib/) show("  " f, hit[f], all[f])
        show("stdlib (C)", games_hit, games)
    }' "$out/lines.info" | sort
