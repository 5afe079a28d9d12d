#!/usr/bin/env bash
# test_sculpt_window.sh - sculpt in a window that a user plays with: strokes, areas, pulls, solids, undo, dropped files; run under xvfb-run.
# usage: test_sculpt_window.sh SCULPT HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Sculpt
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

printf '%s\n' "make caps 6000" "depth 5" >"$work/caps.txt"
printf '%s\n' "make sphere 4000" "depth 5" >"$work/ball.txt"
small=(--script "$work/caps.txt" --pixels 800x500)
ball=(--script "$work/ball.txt" --pixels 800x500)
echo "1 2" >"$work/no.xyz"
awk 'BEGIN { for (i = 0; i < 1500; i++) { z = 1 - (2 * i + 1) / 1500; r = sqrt(1 - z * z); a = i * 2.399963229728653
    x = r * cos(a); y = r * sin(a); printf "%.7f %.7f %.7f %.7f %.7f %.7f\n", x, y, z, x, y, z } }' >"$work/ball.xyz"

# Without words the picture is all of the window. A stroke down its middle parts the spheres; Z joins them again.
play strokes "hits nothing\|nothing before" title "1 parts, Euler number 2, turn" look key h changes look key 2 title "stroke" look drag 400 20 0 460 \
    title "2 parts, Euler number 4" settles look key z title "1 parts" settles key z title "nothing before" key n key 3 title "rectangle" drag 380 100 40 300 \
    changes look key z key 4 title "lasso" drag 380 200 40 60 settles key 2 title "stroke" drag 5 5 60 0 title "hits nothing" key Escape closes -- "${small[@]}"

# Keys of what is shown, and a camera that turns where a drag is nobody's.
play keys "^$" title "1 parts" look key v changes look key v changes look key v changes settles key w changes look key w changes look drag 400 250 60 0 changes look \
    key plus title "depth 6" changes look key minus title "depth 5" key c key Down key Up key space changes key space settles key r key s title "saved sculpt.png" key Escape closes -- "${small[@]}"
[ "$(head -c 4 sculpt.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# A pull follows the pointer and is one edit; a solid stands where one clicks; erase takes all that is seen in a circle.
play solids "no points are left" title "4000 points" look key h changes look key 6 title "pull" drag 400 24 0 -20 changes settles look key z title "4000 points" \
    key 7 title "solid" key b look click 400 60 changes settles key z title "- 4000 points" key b key b look click 400 250 changes settles key z title "- 4000 points" \
    key 5 title "erase" look click 400 250 changes settles key z title "- 4000 points" key Escape closes -- "${ball[@]}"

# Other points; what is none leaves what was there.
play drops "no.xyz\|is a directory" drop "$work/ball.xyz" title "ball.xyz - 1500 points" drop "$work/no.xyz" title "no.xyz" title "ball.xyz" drop "$work" title "is a directory" \
    title "ball.xyz" key Escape closes -- "${small[@]}"

# All sizes and keys at once.
play "a storm" "" storm 150 closes -- "${small[@]}" --frames 40

play_apart 2 --script "$work/caps.txt"

echo "$failures failures"
[ "$failures" -eq 0 ]
