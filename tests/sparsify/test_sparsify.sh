#!/usr/bin/env bash
# test_sparsify.sh - sparsify from outside: its JSON, the entries that it saves, its plot, and one clear line for every mistake.
# usage: test_sparsify.sh SPARSIFY CMAKE WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3
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
    good "many" "${small[@]}" "$in/tall.mtx" --format csc --output b.mtx
    diff <(tail -n +3 b.mtx | sort) <(tail -n +3 "$in/tall.mtx" | sort) >/dev/null || fail "many: other entries than the file's"
    good "again" "${small[@]}" b.mtx --output c.mtx && good "and again" "${small[@]}" c.mtx --format csc --output d.mtx
    cmp b.mtx d.mtx || fail "what is saved and read again is not the same"
}

check_json() {
    local order="matrix form symmetry rows columns stored epsilon entries fill format residual ms convert transpose multiply bytes gl renderer "
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
    grep -q "^built-in matrix: 3200 × 3200, [0-9]* entries ([0-9.]* %), |a| > 0.25; convert [0-9.]* ms, multiply [0-9.]* ms, residual [0-9.e-]* on " \
        "$work/stderr" || fail "summary: $(cat "$work/stderr")"
}

check_plots() {
    clean
    good "a plot" "${small[@]}" "$in/tall.mtx" --screenshot a.png --output b.png || return
    cmp a.png b.png || fail "two plots of one matrix"
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no plot"
    good "an empty plot" "${small[@]}" "$in/empty.mtx" --screenshot c.png
}

check_mistakes() {
    bad 2 "an unknown option" --nonsense
    bad 2 "a format that is none" --headless --format dense
    bad 2 "an epsilon below 0" --headless --epsilon -1
    bad 2 "another kind of file" --headless --output a.txt
    bad 2 "OpenGL 2.1" --headless --gl 2.1
    one_line "integers" "OpenGL 2.1"
    bad 2 "two outputs in one file" --headless --output a.png --screenshot ./a.png
    bad 1 "no file" --headless "$work/none.mtx"
    bad 1 "a folder" --headless "$work"
    bad 1 "no folder for a file" --headless --output "$work/none/a.mtx"
    bad 1 "another file" --headless "$here/json.cmake"
    one_line "no Matrix Market file" "another file"
    bad 1 "sizes that lie" --headless "$in/lie.mtx" --output a.mtx
    one_line "lie.mtx: line 2: there are more entries than elements" "sizes that lie"
    bad 1 "a truncated file" --headless "$in/short.mtx" --output a.mtx
    one_line "short.mtx: the file ends after 1 of 2 entries" "a truncated file"
    bad 1 "an infinite element" --headless "$in/infinite.mtx"
    one_line "infinite.mtx: line 3: this is no number, or is not finite" "an infinite element"
    if [ -w /dev/full ]; then
        clean
        "$program" "${small[@]}" "$in/dense.mtx" --json /dev/full >"$work/stdout" 2>"$work/stderr" && fail "a full disk: status 0"
        one_line "No space left" "a full disk"
    fi
}

for check in entries json plots mistakes; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
