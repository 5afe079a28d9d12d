#!/usr/bin/env bash
# test_features_window.sh - features in a window that a user plays with: detectors, thresholds, numbers, dropped files; run under xvfb-run.
# usage: test_features_window.sh FEATURES HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Features
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--pixels 320x200)
echo nothing >"$work/no.png"

# Every key does what it says; what rests is not drawn again. The photograph has more than 1000 corners: N shows the strongest 300 instead of the strongest 100.
play keys "^$" title "coffee" title "corner, threshold 0.01" look changes key space title paused settles key d title "harris" look key d \
    title "blob" changes look key d title "edge, threshold 0.1" changes look key d title "corner" changes key bracketleft title "threshold 0.008" key bracketright title "threshold 0.01" look \
    key n changes look key plus changes key plus key plus key plus changes look key Up changes look key h changes settles drag 100 100 40 0 changes look wheel 3 changes key r title "threshold 0.01" \
    size 500 300 key s title "saved features.png" look key d changes minimize restore key Escape closes -- "${small[@]}" --strongest 100
[ "$(head -c 4 features.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# Another image; one that is none leaves it as it is.
play drops "no.png\|not a regular file" drop "$work/no.png" title "no.png" title "coffee" drop "$3/photos/coffee.jpg" title "coffee.jpg" \
    drop "$work" title "coffee.jpg" key Escape closes -- "${small[@]}"

# An image that is smaller than the template is refused. Under another detector it is taken, and then neither D nor R go back to
# the template. R resets the view all the same.
printf 'P5\n2 40\n255\n%080d' 1 >"$work/tiny.pgm"
printf 'P5\n3 3\n255\naZbYcXdWe' >"$work/pattern.pgm"
play "a small image" "a template of 3x3 cells does not fit" title "template" drop "$work/tiny.pgm" title "tiny.pgm: " title "coffee" key d title "corner" \
    drop "$work/tiny.pgm" title "tiny.pgm" key d title "harris" key d title "blob" key d title "edge" key d title "does not fit" title "corner" \
    key r title "does not fit" title "corner" key space title paused look key h changes settles key plus changes settles \
    key r title "does not fit" changes key Escape closes -- "${small[@]}" --detector template --template "$work/pattern.pgm"

# All sizes and keys at once.
play "a storm" "^$" storm 200 closes -- "${small[@]}" --frames 40

play_apart 3

echo "$failures failures"
[ "$failures" -eq 0 ]
