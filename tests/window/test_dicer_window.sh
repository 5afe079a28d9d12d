#!/usr/bin/env bash
# test_dicer_window.sh - dicer in a window that a user plays with: keys, sizes, dropped files; run under xvfb-run.
# usage: test_dicer_window.sh DICER HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 assets=$3 work=$4 title=Dicer
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

die=$assets/die.obj torus=$assets/torus.ply
echo nothing >"$work/no model.obj"

# Every key does what it says.
play keys "^$" title "16x16x16, surface by bits" key f title "solid by bits" key f title "thin by bits" key f title "surface by bits" key v title "thin by slices" \
    key v title "thin by bits" key l title "layout single" key l title "layout vec4" key r title "surface by bits, layout bits" key l title "layout single" key l title "layout vec4" key plus title 32x32x32 key minus title 16x16x16 \
    key g title 32x32x32 key space title paused settles key h changes settles key h changes look key q changes look key Down \
    changes look drag 100 100 40 0 changes look wheel -3 changes look key r changes size 500 300 key s title "saved dicer.png" \
    key Left key Right settles key space minimize restore look changes key Escape closes -- "$die" --grid 16 --pixels 320x200
[ "$(head -c 4 dicer.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# Another model; one that is none leaves it as it is. A paused picture is drawn anew, with the slice that shows most.
play drops "no model.obj" drop "$torus" title torus.ply drop "$work/no model.obj" title torus.ply title "no model.obj" \
    key r key space title paused look drop "$die" title die.obj changes key Escape closes -- "$die" --grid 16 --pixels 320x200
[ "$(wc -l <stderr)" -eq 1 ] || fail "a file that is no model: $(cat stderr)"

# G passes over grids that cannot be had, says why in words, and begins anew; + stays.
play "grids" "^dicer: grid 768x768x768: voxelizer slices lays the slices side by side in one texture: this OpenGL allows" \
    title 16x16x512 key plus title "16x16x512, thin by slices, layout" title "grid 768x768x768" key g title "16x16x16, thin by slices" \
    title "grid 768x768x768" key Escape closes -- "$die" --grid 16x16x512 --fill thin --voxelizer slices --pixels 320x200
[ "$(wc -l <stderr)" -eq 2 ] || fail "grids that cannot be had: $(cat stderr)"

# What is odd is told in the window, and no longer than it is so.
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n' >open.obj # a box without its lid
play "an open mesh" "^$" title "thin by bits" key space title paused look key f title "surface by bits" key f title "solid by bits" \
    changes key h key h key f title "thin by bits" key f key f title "solid by bits" key Escape closes -- open.obj --fill thin --grid 16 --pixels 320x200
[ ! -s stderr ] || fail "an open mesh: $(cat stderr)"

# A picture shows what the keys before it have chosen, however fast they came.
play "quick keys" "^$" title "surface by bits" key f key s title "solid by bits" title "saved f.png" key l key s key s title "saved f.png" key Escape closes \
    -- "$die" --grid 64 --pixels 320x200 --screenshot f.png

# Six rays need room along each axis. Where there is none, key F and a file that is open change nothing.
play "no room for six rays" "TOO_LARGE" title "surface by bits" key space title paused key f title TOO_LARGE title "surface by bits" \
    drop "$die" title die.obj key f title "solid by bits" drop "$work/open.obj" title TOO_LARGE title die.obj key Escape closes -- open.obj \
    --grid 4x4x20000 --pixels 320x200
[ "$(wc -l <stderr)" -eq 2 ] || fail "no room for six rays: $(cat stderr)"

# Too much for a software rasterizer: coarser while it turns, which it says, and the user's own grid at rest.
if [ -n "${LIBGL_ALWAYS_SOFTWARE:-}" ]; then
    play "a slow turn" "^$" title "instead of 384 cells a side while it moves" key space title "384x384x384" title paused \
        key minus title "256x256x256" key Escape closes -- --grid 384 --pixels 320x200
    play "counted frames" "^$" title "384x384x384" closes -- --grid 384 --pixels 320x200 --frames 8
fi

# All sizes and keys at once.
play "a storm on 3.3" "^$" storm 1000 closes -- "$die" --gl 3.3 --grid 16 --pixels 320x200 --frames 300
play "a storm on 2.1" "OpenGL 2.1 has" storm 1000 closes -- "$die" --gl 2.1 --grid 16 --pixels 320x200 --frames 60

play_apart 4

echo "$failures failures"
[ "$failures" -eq 0 ]
