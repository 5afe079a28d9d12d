#!/usr/bin/env bash
# test_heartbreaker_window.sh - heartbreaker in a window that a user plays with: acts, hits, keys, sizes, dropped files; run under
# xvfb-run.
# usage: test_heartbreaker_window.sh HEARTBREAKER HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 assets=$3 work=$4 title=HeartBreaker
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--grid 16 --pixels 320x200)
echo nothing >"$work/no model.obj"

# The show by itself, and by keys; what has taken over waits.
play "acts" "^$" title "heart - " title cloud title explosion key space title reassembly title "spin+pulse - solid" key space \
    title cloud key space title explosion key space title reassembly title return title solid key a title "goes on by itself" \
    key a title "waits for you" key Escape closes -- "${small[@]}"

# A click beside the model does nothing; one on it breaks it at once, solid or not. The panel, which would take the click, is gone before the
# title tells of key A.
play "hits" "^$" key h key a title waits click 3 3 title "spin+pulse - solid" click 160 90 title explosion key space title reassembly \
    title "spin+pulse - solid" key space title cloud click 160 90 title explosion key Escape closes -- "${small[@]}"

# Every key does what it says.
play "keys" "^$" title "16x16x16, thin by bits, gpu, still" key f title "surface by bits" key f title "solid by bits" key f \
    title "thin by bits" key e title "cpu, still" key e title "gpu, still" key m title "gpu, spin - " key m title "gpu, twist - " \
    key m title "spin+twist" key m title "gpu, pulse" key m title "spin+pulse" key m title "twist+pulse" key m title "gpu, all" \
    key m title "gpu, still" key plus title 32x32x32 key minus title 16x16x16 key g title 32x32x32 key minus title 16x16x16 \
    key 2 title teapot key 3 title torus key 4 title die key 5 title knot key 1 title heart key 7 key a title "waits for you" title "heart - 16x16x16" \
    key r title "still - solid" key h key g title 32x32x32 settles key h changes key h key minus title 16x16x16 settles \
    drag 100 100 40 0 changes key g title 32x32x32 look wheel -3 changes key r size 500 300 key s title "saved heartbreaker.png" key Escape closes \
    -- "${small[@]}" --motion still --fill thin
[ "$(head -c 4 heartbreaker.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# Another model; one that is none leaves it as it is.
play "drops" "no model.obj" drop "$assets/torus.ply" title torus.ply drop "$work/no model.obj" title "torus.ply" \
    title "no model.obj" key 4 title "die - " key 5 title "torus.ply" key Escape closes -- "${small[@]}"
[ "$(wc -l <stderr)" -eq 1 ] || fail "a file that is no model: $(cat stderr)"

# Fill solid takes room of an open mesh along each axis. Where there is none, key F and a file that is open change nothing.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 1\nv 1 1 1\nf 1 2 3\nf 2 4 3\n' >open.obj
play "no room for six rays" "TOO_LARGE" title "surface by bits" drop "$work/open.obj" title open.obj key f title TOO_LARGE title "surface by bits" \
    key 4 title die key f title "solid by bits" drop "$work/open.obj" title TOO_LARGE title "die - " key Escape closes -- --motion still \
    --grid 4x4x20000 --pixels 320x200
[ "$(wc -l <stderr)" -eq 2 ] || fail "no room for six rays: $(cat stderr)"

# What is told at the end is what was shown at the end.
play "a report" "^$" title "heart - " key 2 title "teapot - " key Escape closes -- "${small[@]}" --json told.json
grep -q '"model":"teapot",.*"triangles":3136,' told.json || fail "a report of another model: $(cat told.json)"
play "a report of a file" "^$" drop "$assets/die.obj" title "die.obj - " key Escape closes -- "${small[@]}" --json told.json
grep -q '"model":"[^"]*/die.obj",' told.json || fail "a report of another model: $(cat told.json)"

# All sizes and keys at once.
play "a storm on 3.3" "^$" storm 1000 closes -- --gl 3.3 --grid 16 --pixels 320x200 --frames 300
play "a storm on 2.1" "2.1 has\|no voxels" storm 1000 closes -- --gl 2.1 --animate cpu --grid 16 --pixels 320x200 --frames 60

play_apart 2

echo "$failures failures"
[ "$failures" -eq 0 ]
