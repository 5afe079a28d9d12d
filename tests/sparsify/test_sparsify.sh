#!/usr/bin/env bash
# test_sparsify.sh - sparsify from outside: its JSON, the entries that it saves, its plot, and one clear line for every mistake.
# usage: test_sparsify.sh SPARSIFY CMAKE WORK_FOLDER QUADTREE  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 quadtree=$4
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
small=(--headless --pixels 120x100)
header="%%MatrixMarket matrix coordinate real general"
printf '%%%%MatrixMarket matrix array real general\n3 4\n0 0 2\n5 0 9\n0 0 0\n7 -0.0 4\n' >"$in/dense.mtx"
printf '%s\n3 4 2\n3 1 -1e-3\n1 4 2\n' "$header" >"$in/entries.mtx"
printf '%s\n2 2 9\n' "$header" >"$in/lie.mtx"
printf '%s\n2 2 2\n1 1 1\n' "$header" >"$in/short.mtx"
printf '%s\n2 2 1\n1 1 inf\n' "$header" >"$in/infinite.mtx"
printf '%s\n1 1 0\n' "$header" >"$in/empty.mtx"
printf '%%%%MatrixMarket matrix array real general\n2 2\n3e38 1\n3e38 2\n' >"$in/large.mtx"
printf '%s\n2 2 2\n1 1 1e-40\n2 1 3\n' "$header" >"$in/denormal.mtx"
printf '%s\n30 40 1\n1 40 4\n' "$header" >"$in/right.mtx"
printf '%s\n30 40 1\n30 1 -4\n' "$header" >"$in/left.mtx"
printf '%s\n2 2 1\n1 2 4\n' "$header" >"$in/quarter.mtx"
seq 700 | awk 'BEGIN { print "%%MatrixMarket matrix coordinate integer general\n700 300 700" } { print $1, $1 % 300 + 1, $1 % 7 + 1 }' >"$in/tall.mtx"

# saved WHAT LINES ARGUMENT...: the lines behind the header, with a comma between each two.
saved() {
    local what=$1 lines=$2
    shift 2
    good "$what" "${small[@]}" "$@" --output a.mtx || return
    [ "$(head -n 1 a.mtx)" = "$header" ] || fail "$what: $(head -n 1 a.mtx)"
    [ "$(tail -n +2 a.mtx | tr '\n' ,)" = "$lines," ] || fail "$what: $(tail -n +2 a.mtx | tr '\n' ,), not $lines"
}

check_entries() {
    clean
    saved "by rows" "3 4 5,1 2 5,1 4 7,3 1 2,3 2 9,3 4 4" "$in/dense.mtx"
    saved "coordinates" "3 4 5,1 2 5,1 4 7,3 1 2,3 2 9,3 4 4" "$in/dense.mtx" --format coo
    saved "by columns" "3 4 5,3 1 2,1 2 5,3 2 9,1 4 7,3 4 4" "$in/dense.mtx" --format csc
    saved "above epsilon" "3 4 2,1 4 7,3 2 9" "$in/dense.mtx" --epsilon 5
    saved "small numbers" "3 4 2,1 4 2,3 1 -0.00100000005" "$in/entries.mtx"
    saved "none" "1 1 0" "$in/empty.mtx"
    saved "a sum above the largest float" "2 2 4,1 1 3.00000001e+38,1 2 3.00000001e+38,2 1 1,2 2 2" "$in/large.mtx"
    saved "a denormal number" "2 2 2,1 1 9.9999461e-41,2 1 3" "$in/denormal.mtx"
    good "many" "${small[@]}" "$in/tall.mtx" --format csc --output b.mtx
    diff <(tail -n +3 b.mtx | sort) <(tail -n +3 "$in/tall.mtx" | sort) >/dev/null || fail "many: other entries than the file's"
    good "again" "${small[@]}" b.mtx --output c.mtx && good "and again" "${small[@]}" c.mtx --format csc --output d.mtx
    cmp b.mtx d.mtx || fail "what is saved and read again is not the same"
}

check_json() {
    local order="matrix epsilon format form symmetry rows columns stored entries fill residual bytes ms convert transpose multiply total gl renderer "
    clean
    good JSON "${small[@]}" "$in/dense.mtx" --json run.json
    [ "$(points_of run.json)" = 5 ] || fail "JSON: $(cat run.json "$work/json-error")"
    [ "$(cat "$work/facts")" = "5 array csr" ] || fail "JSON: $(cat "$work/facts")"
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json rows 3
    expect_value run.json columns 4
    expect_value run.json residual 0
    expect_value run.json "ms;transpose" ""
    good "the built-in matrix" "${small[@]}" --epsilon 0.25 --format csc --json - &&
        { points_of "$work/stdout" >/dev/null || fail "JSON to stdout: $(cat "$work/json-error")"; }
    grep -q "^built-in matrix: elements 3200 × 3200, [0-9]* entries, fill [0-9.]* %, residual [0-9.e-]*, [0-9.]* ms (convert [0-9.]*, transpose [0-9.]*, multiply [0-9.]*) on " \
        "$work/stderr" || fail "summary: $(cat "$work/stderr")"
}

# place_of PICTURE: where the middle of its colored pixels is on its white paper, in percent of that from the lower left; whether
# they are blue or orange; and how much of the paper they cover, in percent. The other program tells which squares have which color.
place_of() {
    "$quadtree" "$1" --headless --repeat 1 --tolerance 0 --output "$work/pixels.csv" >"$work/stdout" 2>"$work/stderr" || { cat "$work/stderr"; return; }
    awk -F'[, ]' '
        NR == 1 { next }
        $4 == 255 && $5 == 255 && $6 == 255 {
            if (!paper++) { left = $1; low = $2 }
            left = $1 < left ? $1 : left; low = $2 < low ? $2 : low
            right = $1 + $3 > right ? $1 + $3 : right; high = $2 + $3 > high ? $2 + $3 : high
        }
        $6 > $4 + 60 || $4 > $6 + 60 {
            area = $3 * $3; n += area; x += area * ($1 + $3 / 2); y += area * ($2 + $3 / 2); blue += $6 > $4
        }
        END {
            w = right - left; h = high - low
            if (n) printf "%.0f %.0f %s %.0f", 100 * (x / n - left) / w, 100 * (y / n - low) / h, blue ? "blue" : "orange", 100 * n / (w * h)
        }
    ' "$work/pixels.csv"
}

# Row 0 is on top. The paper is 30 by 40 elements.
check_places() {
    clean
    good "an entry in the upper right" --headless --pixels 300x260 "$in/right.mtx" --output a.png
    [ "$(place_of a.png)" = "99 98 blue 0" ] || fail "the upper right entry is at: $(place_of a.png)"
    good "an entry in the lower left" --headless --pixels 300x260 "$in/left.mtx" --output a.png
    [ "$(place_of a.png)" = "1 2 orange 0" ] || fail "the lower left entry is at: $(place_of a.png)"
    good "large elements" --headless --pixels 700x700 "$in/quarter.mtx" --output a.png
    [ "$(place_of a.png)" = "75 75 blue 25" ] || fail "a quarter of the matrix is at: $(place_of a.png)"
}

check_plots() {
    clean
    good "a plot" "${small[@]}" "$in/tall.mtx" --screenshot a.png --output b.png || return
    cmp a.png b.png || fail "two plots of one matrix"
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no plot"
    good "an empty plot" "${small[@]}" "$in/empty.mtx" --screenshot c.png
    cmp -s a.png c.png && fail "an empty plot is that of another matrix"
}

check_mistakes() {
    check_frame "${small[@]}" "$in/dense.mtx"
    bad 2 "an epsilon below 0" --headless --epsilon -1
    bad 2 "OpenGL 2.1" --headless --gl 2.1
    one_line "integers" "OpenGL 2.1"
    bad 2 "two outputs in one file" --headless --output a.png --screenshot ./a.png
    bad 1 "no file" --headless "$work/none.mtx"
    bad 1 "a folder" --headless "$work"
    bad 1 "another file" --headless "$here/json.cmake"
    one_line "no Matrix Market file" "another file"
    bad 1 "sizes that lie" --headless "$in/lie.mtx" --output a.mtx
    one_line "lie.mtx: line 2: there are more entries than elements" "sizes that lie"
    bad 1 "a truncated file" --headless "$in/short.mtx" --output a.mtx
    one_line "short.mtx: the file ends after 1 of 2 entries" "a truncated file"
    bad 1 "an infinite element" --headless "$in/infinite.mtx"
    one_line "infinite.mtx: line 3: this is no number, or is not finite" "an infinite element"
}

for check in entries json places plots mistakes; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
