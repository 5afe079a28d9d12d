#!/usr/bin/env bash
# test_sparsify_window.sh - sparsify in a window that a user plays with: epsilon, zoom, dropped files; run under xvfb-run.
# usage: test_sparsify_window.sh SPARSIFY HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Sparsify
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

printf '%%%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 1\n3 2 0.1\n' >"$work/three.mtx"
echo nothing >"$work/no.mtx"
seq 40 | awk 'BEGIN { print "%%MatrixMarket matrix coordinate real general\n40 40 40" } { print $1, 41 - $1, $1 / 40 }' >"$work/forty.mtx"

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "forty.mtx" settles key bracketright changes settles key 0 changes look key plus changes look \
    drag 320 200 40 30 changes look wheel 3 changes look key minus changes look key r changes look key h changes settles key h changes look size 300 240 key s \
    title "saved sparsify.png" minimize restore key Escape closes -- "$work/forty.mtx" --pixels 400x400 --epsilon 0.1
[ "$(head -c 4 sparsify.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# Keys go from one |a| that is there to the next, however far apart they are. The place of an element says which it is.
printf '%%%%MatrixMarket matrix coordinate real general\n4 4 5\n1 1 1\n2 2 -1\n3 3 2\n1 4 700\n4 4 -1000\n' >"$work/five.mtx"
play steps "^$" title "5 entries" key bracketright title "2 entries" key bracketright title "1 entry" key bracketright title "0 entries" key bracketright title "0 entries" \
    key bracketleft title "1 entry" key bracketleft title "2 entries" key bracketleft title "5 entries" key bracketleft title "5 entries" \
    point 1 1 look point 600 200 changes settles point 601 201 rests point 600 420 changes look point 1 1 changes key Escape closes -- "$work/five.mtx" --pixels 900x700

# Another matrix; a file that is none leaves it as it is.
play drops "no.mtx" drop "$work/three.mtx" title "three.mtx" drop "$work/no.mtx" title "no.mtx: line 1" title "three.mtx" key Escape closes -- \
    "$work/forty.mtx" --pixels 400x400

play_apart 4

echo "$failures failures"
[ "$failures" -eq 0 ]
