#!/usr/bin/env bash
# test_flowseeds_window.sh - flowseeds in a window that a user plays with: seeds, thresholds, parameters, steps, dropped files; run under
# xvfb-run.
# usage: test_flowseeds_window.sh FLOWSEEDS HANDS ASSETS WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 hands=$2 work=$4 title=Flowseeds
# shellcheck source=play.sh
. "$(dirname "${BASH_SOURCE[0]}")/play.sh"

small=(--size 16 --lines 16 --steps 10 --pixels 320x200)
echo nothing >"$work/no.nrrd"
{ printf 'NRRD0005\ntype: float\ndimension: 4\nsizes: 3 3 3 3\nkinds: vector domain domain domain\nencoding: ascii\n\n'
  for z in -1 0 1; do for y in -1 0 1; do for x in -1 0 1; do echo "$x $y $z"; done; done; done; } >"$work/linear.nrrd"

# Every key does what it says; what rests is not drawn again.
play keys "^$" title "abc - critical, 8 seeds, 32 lines of 10 steps" look changes key space title paused settles key 2 title vorticity \
    key Up title vorticity key 3 title band look key Down changes key 4 title "grid, " key Up title "grid seeds have no threshold" key 1 \
    title "critical, 8 seeds" key plus title "of 20 steps" key minus title "of 10 steps" key g title "of 20 steps" key l title "64 lines" \
    key p title "seeds alone" key p title "lines alone" key p title "20 steps -" key a key a title "critical, 0 seeds" key r \
    title "critical, 8 seeds, 32 lines of 10 steps" key f title lorenz key b look key f title abc look key h changes settles key h \
    changes look drag 100 100 40 0 changes look wheel -3 changes key r size 500 300 key s title "saved flowseeds.png" minimize restore \
    key Escape closes -- "${small[@]}"
[ "$(head -c 4 flowseeds.png | tail -c 3)" = PNG ] || fail "key S saved no picture"

# With parameters as they were, the longest curl is as it was, and so are the threshold and the seeds.
play reset "^$" title "vorticity, 660 seeds" key a key a key a key a title "vorticity, 572 seeds" key r title "vorticity, 660 seeds" \
    key Escape closes -- "${small[@]}" --seeds vorticity

# Another flow; one that is none leaves it as it is.
play drops "no.nrrd\|torus.ply" title abc drop "$work/linear.nrrd" title "linear.nrrd - critical, 1 seeds" key a title "has no parameters" \
    drop "$work/no.nrrd" title "no.nrrd" title "linear.nrrd" drop "$3/torus.ply" title "no field of vectors" key f title abc key Escape closes \
    -- "${small[@]}"

# Too much for a software rasterizer: fewer lines while it turns, and all of them at rest.
if [ -n "${LIBGL_ALWAYS_SOFTWARE:-}" ]; then
    play "a slow turn" "^$" title "instead of 2048 starts of lines while it moves" key space title "4096 lines of 400 steps - paused" \
        key Escape closes -- --size 16 --lines 2048 --pixels 320x200
fi

play_apart 2

echo "$failures failures"
[ "$failures" -eq 0 ]
