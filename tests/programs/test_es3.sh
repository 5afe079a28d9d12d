#!/usr/bin/env bash
# test_es3.sh - a demo on OpenGL ES 3.0, where it may call nothing that this does not have: its pictures are those of OpenGL 3.3.
# usage: test_es3.sh PROGRAM WORK_FOLDER COMPARE POISON  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 work=$2 compare=$3 poison=$4 cmake=''
# shellcheck source=../program.sh
. "$here/../program.sh"

# poisoned ARGUMENT...: the program on OpenGL ES, without what only OpenGL has.
poisoned() {
    LD_PRELOAD="$poison${LD_PRELOAD:+:$LD_PRELOAD}" "$program" --headless --gl es3 "$@" >"$work/stdout" 2>"$work/stderr"
}

percent=1 # of the pixels may differ clearly

# alike WHAT ARGUMENT...: such a run draws the same picture on both.
alike() {
    local what=$1
    shift
    clean
    good "$what by 3.3" --headless "$@" --screenshot desktop.png || return
    poisoned "$@" --screenshot es.png --json run.json || { fail "$what: status $?: $(head -c 400 "$work/stderr")"; return; }
    [ ! -s "$work/stderr" ] || fail "$what: $(head -c 400 "$work/stderr")"
    grep -q '"gl": *"es3"' run.json || fail "$what: not by OpenGL ES: $(cat run.json)"
    grep -q "OpenGL ES 3.0" "$work/stdout" || fail "$what: $(cat "$work/stdout")"
    "$compare" desktop.png es.png 16 $percent 2>"$work/stderr" || fail "$what: $(cat "$work/stderr")"
}

case $name in
dicer) # its captions tell times
    percent=3
    alike "bits and quads" --grid 48 --repeat 1 --pixels 640x180
    alike "slices and points" --grid 48 --repeat 1 --pixels 640x180 --voxelizer slices --layout vec4 --cloud points
    good "points by 3.3" --headless --grid 33 --output desktop.ply
    poisoned --grid 33 --output es.ply || fail "points: status $?: $(head -c 400 "$work/stderr")"
    cmp desktop.ply es.ply || fail "points, their colors or normals are others"
    bad 1 "a layout of rectangles" --headless --gl es3 --grid 16 --layout rect --output a.xyz
    ;;
flowseeds)
    alike "critical points" --size 16 --lines 16 --steps 20 --pixels 320x200
    alike "a band" --size 16 --lines 16 --steps 20 --pixels 320x200 --seeds band --flow lorenz
    ;;
heartbreaker) # the solid turns to a cloud, the cloud bursts
    alike "a cloud" --grid 32 --pixels 256x144 --fps 5 --at 2600
    alike "a burst" --grid 32 --pixels 256x144 --fps 5 --at 5600 --animate gpu
    ;;
isosurface)
    alike "an indexed mesh" --size 24 --repeat 1 --pixels 320x200 --wires
    alike "a soup, up to the faces" --field gyroid --size 24 --repeat 1 --pixels 320x200 --wires --mesh soup
    bad 2 "geometry shaders" --headless --gl es3 --expand geometry
    ;;
quadtree)
    alike "leaves and their grid" --pixels 320x200 --view both
    ;;
features)
    alike "corners" --pixels 320x240
    alike "blobs" --pixels 320x240 --detector blob --threshold 0.2
    ;;
reconstruct)
    alike "a surface" --depth 4 --pixels 480x160 --view all --wires
    ;;
sculpt)
    printf '%s\n' "make caps 8000" "depth 5" "stroke 0 0.95 0 -0.95" "view 20 10 1" >"$work/in/edits.txt"
    alike "two spheres" --script "$work/in/edits.txt" --pixels 240x160 --wires
    alike "inserted points" --script "$work/in/edits.txt" --pixels 240x160 --view inserted
    ;;
sparsify)
    alike "a plot" --pixels 320x320 --epsilon 0.25
    ;;
splats)
    alike "sorted by the GPU" --splats 2000 --pixels 160x100
    alike "sorted by the CPU" --splats 2000 --pixels 160x100 --sort cpu
    ;;
esac

echo "$failures failures"
[ "$failures" -eq 0 ]
