#!/usr/bin/env bash
# test_quadtree_window.sh - quadtree in a window that a user plays with: tolerances, views, zoom, dropped files; run under xvfb-run.
# usage: test_quadtree_window.sh QUADTREE HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Quadtree
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--pixels 480x300)

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "discs - tolerance 16, leaves, grid" settles key bracketright title "tolerance 17" changes look \
    key bracketleft title "tolerance 16" look key g title "leaves" changes look key g changes look key v title "image" changes look \
    key v title "both" changes look key v title "leaves" changes look key plus changes look key Up changes look drag 350 120 40 30 \
    changes wheel 2 key minus key bracketright title "tolerance 17" key r title "tolerance 16" settles drag 300 285 90 0 changes \
    key r title "tolerance 16" settles key h changes \
    look key h changes key space title "moving" key space key r title "tolerance 16" size 600 400 key s title "saved quadtree.png" \
    minimize restore key Escape closes -- "${small[@]}"
[ "$(head -c 4 quadtree.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# Another image; a file that is none leaves what was there.
echo "no image" >"$work/no.png"
play drops "no.png\|not a regular file" drop "$3/photos/camera.png" title "camera.png" drop "$work/no.png" title "no.png: no picture" \
    drop "$work" title "not a regular file" title "camera.png" key Escape closes -- "${small[@]}"

# All sizes and keys at once.
play "a storm" "" storm 100 closes -- "${small[@]}" --frames 60

play_apart 4

echo "$failures failures"
[ "$failures" -eq 0 ]
