#!/usr/bin/env bash
# test_splats_window.sh - splats in a window that a user plays with: order, sizes, degrees, numbers, dropped files; run under xvfb-run.
# usage: test_splats_window.sh SPLATS HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Splats
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--splats 1000 --pixels 320x200)
echo nothing >"$work/no.splat"
for i in 1 2 3 4; do
    printf '\0\0\200\077\0\0\0\100\0\0\100\100\315\314\314\075\315\314\314\075\315\314\314\075\377\200\100\377\377\200\200\200'
done >"$work/four.splat"

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "teapot" title "sort gpu, size 1.00" look changes key space title paused settles key o title "sort cpu" key o \
    title "sort none" look key o title "sort gpu" changes look key Up title "size 1.10" changes key Down title "size 1.00" key Down \
    title "size 0.91" look key d changes settles key d key d key e title "stretch 5" changes look key u title "upside down" look \
    key plus title "1976 splats" changes key minus title "936 splats" look key h changes settles key h changes look drag 100 100 40 0 changes look wheel -3 changes key r title "size 1.00" \
    size 500 300 key s title "saved splats.png" look key Up changes minimize restore key Escape closes -- "${small[@]}"
[ "$(head -c 4 splats.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# The picture of the window is the one without.
play picture "^$" key space key r key s title "saved b.png" key Escape closes -- "${small[@]}" --screenshot b.png --turn 20

# Another model; one that is none leaves it as it is.
play drops "no.splat\|is a directory\|is a volume" drop "$work/four.splat" title "four.splat - 4 splats" key plus title "its own number" \
    key d title "degree 0 only" drop "$work/no.splat" title "no.splat" title "four.splat" drop "$work" title "is a directory" drop "$3/torus.ply" \
    title "torus.ply" drop "$work/a.nrrd" title "is a volume" key Escape closes -- "${small[@]}"

# Too much for a software rasterizer: it rests to begin with, as the picture without a window shows it, until Space turns it.
if [ -n "${LIBGL_ALWAYS_SOFTWARE:-}" ]; then
    play "a slow begin" "^$" title "paused - a frame takes" settles key space title "while it turns" key Escape closes -- --splats 300000 --pixels 640x400
fi

# All sizes and keys at once.
play "a storm" "^$" storm 300 closes -- "${small[@]}" --frames 60

play_apart 3

echo "$failures failures"
[ "$failures" -eq 0 ]
