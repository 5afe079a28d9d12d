#!/usr/bin/env bash
# test_reconstruct_window.sh - reconstruct in a window that a user plays with: views, depths, screening, trims, dropped files; run under
# xvfb-run.
# usage: test_reconstruct_window.sh RECONSTRUCT HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Reconstruct
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--samples 1500 --depth 4 --pixels 480x300)
echo "1 2" >"$work/no.xyz"
awk 'BEGIN { for (i = 0; i < 800; i++) { z = 1 - (2 * i + 1) / 800; r = sqrt(1 - z * z); a = 2.4 * i
    print r * cos(a), r * sin(a), z, r * cos(a), r * sin(a), z } }' >"$work/ball.xyz"

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "teapot - 1500 points, depth 4, surface" look changes key space title paused settles key 1 title "points" \
    changes look key 2 title "octree, cells of depth 4" changes look key Down title "cells of depth 3" changes look key Up \
    title "cells of depth 4" key 4 title "all" changes look key 3 title "surface" look key w title "wires" changes settles key w \
    key plus title "depth 5" changes look key minus title "depth 4" key g title "depth 5" key minus title "depth 4" \
    key c title "screening 0.5" key n title "unweighted" key n key t title "trim 2.5" key u title "z up" changes settles key d title "density" changes settles \
    key h changes settles key h changes look key f changes look key f changes look drag 100 100 40 0 changes look wheel -3 changes \
    key r size 500 300 \
    key s title "saved reconstruct.png" minimize restore key Escape closes -- "${small[@]}"
[ "$(head -c 4 reconstruct.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# A depth for which points are too few is not taken; key P wants more of them, and at 0, once around, none.
play "few points" "1500 points are few for depth 10: depth 6 is taken" title "depth 6" look key plus look key p title "depth 5" key p title "depth 4" key p key p \
    title "depth 3" key p title "depth 7" key minus title "depth 6" key Escape closes -- --samples 1500 --depth 10 --pixels 480x300

# Other points, or another mesh; a file that is none leaves what was there.
play drops "no.xyz\|is a directory" drop "$work/ball.xyz" title "ball.xyz - 800 points" drop "$work/no.xyz" title "no.xyz" title "ball.xyz" \
    drop "$work" title "is a directory" drop "$3/heart.ply" title "heart.ply" key Escape closes -- "${small[@]}"

# All sizes and keys at once.
play "a storm" "" storm 200 closes -- "${small[@]}" --frames 40

play_apart 2

echo "$failures failures"
[ "$failures" -eq 0 ]
