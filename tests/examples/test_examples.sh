#!/usr/bin/env bash
# test_examples.sh - the programs of demos/examples: their words, their pictures, their windows.  SPDX-License-Identifier: MIT
# usage: test_examples.sh PROGRAMS SOURCE EXPECTED COMPARE HANDS WORK    on a display; the first four are folders and programs
set -uo pipefail
programs=$1 source=$2 expected=$3 compare=$4 hands=$5 work=$6
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failures=0
"$expected" >expected

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# says NAME: the program's words in `words` are those that a plain C program finds, where it finds any.
says() {
    local right
    right=$(sed -n "s/^$1 //p" expected)
    [ -z "$right" ] || [ "$(cat words)" = "$right" ] || fail "$1 says '$(cat words)', not '$right'"
}

# draws NAME: saves the picture that docs/examples.md shows. Of points and edges a driver that we do not know may draw another one.
draws() {
    "$programs/$1" "$1.ppm" >words 2>stderr || fail "$1: status $?: $(cat stderr)"
    [ ! -s stderr ] || fail "$1 complains: $(cat stderr)"
    says "$1"
    [ -z "${HPYR_TEST_DRIVER-}" ] || "$compare" "$1.ppm" "$source/assets/examples/$1.png" || fail "$1: another picture"
}

# opens NAME TITLE ACTION...: its window does what the actions expect, and closes on Escape.
opens() {
    local name=$1 title=$2 pid
    shift 2
    "$programs/$name" >words 2>stderr &
    pid=$!
    "$hands" "$title" "$@" key Escape closes || { fail "$name: hands, see above"; kill $pid; }
    wait $pid || fail "$name: status $?: $(cat stderr)"
}

# refuses WHAT COMMAND...: ends with status 1 and a line.
refuses() {
    local what=$1
    shift
    "$@" >words 2>stderr
    [ $? -eq 1 ] || fail "$what: not status 1"
    [ "$(wc -l <stderr)" -eq 1 ] || fail "$what: not one line: $(cat stderr)"
}

# shows NAME TITLE: the window, which does not move, shows the picture of docs/examples.md.
shows() {
    local pid tries
    "$programs/$1" >words 2>stderr &
    pid=$!
    for tries in $(seq 60); do
        sleep 0.25
        ! "$compare" screen "$source/assets/examples/$1.png" 2>different || break
    done
    [ -z "${HPYR_TEST_DRIVER-}" ] || [ ! -s different ] || fail "$1: another picture after $tries looks: $(cat different)"
    "$hands" "$2" key Escape closes || { fail "$1: hands, see above"; kill $pid; }
    wait $pid || fail "$1: status $?: $(cat stderr)"
    says "$1"
}

for name in own_discriminator own_vertex_shader no_wait rank_lookup voxel_cubes moving_isovalue formula gl21 sorted_particles octree_cells nearest_seeds surface_of_points two_clouds four_rules quadtree_leaves critical_points matrix_waves blob_sizes \
    no_window; do
    draws $name
done
shows bright_pixels "Bright pixels"
opens own_discriminator "Your own discriminator" look changes
opens own_vertex_shader "Your own vertex shader" look changes
opens no_wait "A count that stays on the GPU" look changes
opens rank_lookup "Rank as a lookup"
opens voxel_cubes "Voxels of a mesh" look changes
opens moving_isovalue "A moving isovalue" look changes
opens formula "A field from a formula" look changes
opens gl21 "OpenGL 2.1" look changes
opens sorted_particles "Sorted particles" look changes
opens octree_cells "Octree cells" look changes
opens nearest_seeds "Nearest seeds" look changes
opens surface_of_points "Surface of points" look changes
opens two_clouds "Two clouds" look changes
opens four_rules "Four rules"
opens quadtree_leaves "Quadtree leaves" look changes
opens critical_points "Critical points" look changes
opens matrix_waves "Matrix waves" look changes
opens blob_sizes "Blob sizes" look changes

refuses "no display" env DISPLAY= "$programs/bright_pixels"
refuses "no display" env DISPLAY= "$programs/formula"
refuses "no folder for a picture" "$programs/formula" nowhere/formula.ppm
refuses "no folder for a picture" "$programs/no_window" nowhere/heart.ppm
refuses "no name of a picture" "$programs/no_window"

for file in "$source"/demos/examples/*.c; do
    name=$(basename "$file" .c)
    lines=$(wc -l <"$file")
    [ "$lines" -le 100 ] || fail "$name has $lines lines, which is more than a reader takes in"
    [ -f "$source/assets/examples/$name.png" ] || fail "$name has no picture in assets/examples"
    grep -q "demos/examples/$name.c" "$source/docs/examples.md" || fail "docs/examples.md does not tell of $name"
done
[ $failures -eq 0 ]
