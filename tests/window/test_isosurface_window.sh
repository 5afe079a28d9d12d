#!/usr/bin/env bash
# test_isosurface_window.sh - isosurface in a window that a user plays with: fields, isovalues, keys, sizes, dropped files; run under
# xvfb-run.
# usage: test_isosurface_window.sh ISOSURFACE HANDS ASSETS WORK_FOLDER COMPARE_PICTURES  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Isosurface
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--size 16 --pixels 320x200) large=(--size 16 --pixels 640x480)
echo nothing >"$work/no.nrrd"
{ printf 'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 3 3\nencoding: ascii\n\n'
  for i in $(seq 27); do [ "$i" = 14 ] && echo 100 || echo 0; done; } >"$work/one.nrrd"

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "cayley - 16x16x16 at 0, indexed, linear, central" key v title midpoint key n title forward key m title soup \
    key e title "soup, midpoint" key e key e title indexed key w title wires settles key w changes key u changes key u key plus \
    title 32x32x32 key minus title 16x16x16 key g title 32x32x32 key r title "at 0" key Up title "at 0.28" key Down title "at 0," \
    key 2 title gyroid key 3 title sphere key 4 title torus look key h changes settles key h changes look drag 100 100 40 0 changes \
    look wheel -3 changes key r size 500 300 key s title "saved isosurface.png" look key Left changes settles minimize restore look key h changes \
    key Escape closes -- "${small[@]}" cayley
[ "$(head -c 4 isosurface.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# What moves does so until Space, from the start; the slider takes a click.
play motion "^$" title "metaballs - 16x16x16 at 0, indexed, linear, central" look changes key space title paused settles key space look changes key space key a \
    title animated look changes key space title paused settles key 1 title "cayley - 16x16x16 animated" key r title "at 0" click 100 185 \
    title "at -13," key Escape closes -- "${small[@]}" metaballs
play "by itself" "^$" title "gyroid - 16x16x16 animated" look changes key a title "at 0" key Escape closes -- "${small[@]}"

# A drag on the slider moves the isovalue and not the camera: back at 0 the picture is that of the start. It ends where the slider
# ends; a press beside the handle brings it there.
play slider "^$" title "at 0," look drag 476 430 50 0 changes title "at 9.6," drag 526 430 -50 0 title "at 0," drag 476 430 -400 0 \
    title "at -29," drag 410 460 60 -150 title "at -1.2," key Up title "at -0.92," click 555 455 title "at 15.2," drag 555 430 -79 -99 \
    title "at 0," key s title "saved b.png" key Escape closes -- "${large[@]}" cayley --screenshot b.png
"$program" "${large[@]}" --headless --screenshot a.png cayley >/dev/null 2>stderr || fail "a still picture: $(cat stderr)"
"$5" a.png b.png 1 0 || fail "the slider turned the camera" # a driver may round a window's samples otherwise

# A drag from elsewhere over it turns the camera, and so does one where it is hidden.
play "beside the slider" "^$" title "at 0," drag 476 120 0 310 title "at 0," key s title "saved c.png" key h drag 476 430 50 0 title "at 0," \
    key Escape closes -- "${large[@]}" cayley --screenshot c.png
"$5" a.png c.png 2>/dev/null && fail "a drag beside the slider did nothing"

# Another volume; one that is none leaves it as it is.
play drops "no.nrrd\|is a directory\|is a mesh" drop "$work/one.nrrd" title "one.nrrd - 3x3x3" drop "$work/no.nrrd" title "one.nrrd" title "no.nrrd" drop "$work" \
    title "is a directory" drop "$3/torus.ply" title "torus.ply is a mesh, not a volume" key g \
    title "its own size" key 3 title "sphere - 16x16x16" key plus title 32x32x32 key Escape closes -- "${small[@]}"
[ "$(wc -l <stderr)" -eq 3 ] || fail "a file that is no volume: $(cat stderr)"

# All sizes and keys at once.
play "a storm on 3.3" "^$" storm 300 closes -- "${small[@]}" --gl 3.3 --frames 100
play "a storm on 2.1" "OpenGL 2.1 has" storm 300 closes -- "${small[@]}" --gl 2.1 --frames 30

play_apart 3

echo "$failures failures"
[ "$failures" -eq 0 ]
