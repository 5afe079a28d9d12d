#!/usr/bin/env bash
# test_habits.sh - histopyramid-check on drivers that are unusual: nothing is wrong, and what they cannot do is told.
# usage: test_habits.sh CHECK WORK_FOLDER HABITS [NAME...]   HABITS is the library of drivers/habits.h  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 work=$2 habits=$3
shift 3
# shellcheck source=../program.sh
. "$here/../program.sh"

# HABIT GL: MODULE | RESULT | WHY, where a driver with this habit cannot do all. Without a habit on every driver, without a GL on both.
table='
* es3: layouts | right | all but RECT SEPARATE, 1x1: .*
* es3: volumes | right | all but RECT, 6x5x9: .*
captures_zeros *: voxelizers | not on this GL | SLICES THIN: voxelizer: this GL captures wrong values .*
captures_zeros *: marching_cubes | right | all but marching cubes: this GL captures wrong values .*
captures_zeros *: times | right | all but voxels of 100 triangles in 128^3: voxelizer: this GL captures wrong values .*
no_float_targets es3: isosurfaces | not on this GL | SOUP: isosurface: OpenGL ES makes vertices with GL_EXT_color_buffer_float only
no_float_targets es3: marching_cubes | not on this GL | isosurface: OpenGL ES makes vertices with GL_EXT_color_buffer_float only
no_float_targets es3: poisson | not on this GL | poisson: OpenGL ES needs GL_EXT_color_buffer_float
no_float_targets es3: features | not on this GL | HARRIS: features: OpenGL ES needs GL_EXT_color_buffer_float
no_float_targets es3: flows | not on this GL | CRITICAL: flow: OpenGL ES needs GL_EXT_color_buffer_float
no_float_targets es3: times | right | all but isosurface of 64^3: isosurface: OpenGL ES makes vertices with GL_EXT_color_buffer_float only
'
mapfile -t names < <(sed -nE '/\/\* fault:/d; s/^ *X\((\w+)\) *\/\*.*/\1/p' "$here/../drivers/habits.h")

# check_habit NAME GL: the rows that say more than `right` are those of the table.
check_habit() {
    local row want
    clean
    HPYR_DRIVER_HABIT=$1 LD_PRELOAD=$habits good "$1 on OpenGL $2" --gl "$2" || cat "$work/stdout"
    sed -nE 's/^\| (\w+) \| (.*) \| [0-9.]+ \| (.+) \|$/\1 | \2 | \3/p' histopyramid-check.md >"$work/got"
    want=$(sed -nE "s/^(\*|$1) (\*|$2): //p" <<<"$table")
    [ "$(wc -l <"$work/got")" -eq "$(grep -c . <<<"$want")" ] || fail "$1 on OpenGL $2: rows are $(cat "$work/got")"
    while read -r row; do
        grep -q -x -e "$row" "$work/got" || fail "$1 on OpenGL $2: no row '$row'"
    done < <(grep . <<<"$want")
}

[ ${#names[@]} -gt 0 ] || fail "habits.h has no habits"
[ $# -gt 0 ] || set -- "${names[@]}"
for name; do
    check_habit "$name" 3.3
    check_habit "$name" es3
done
echo "$failures failures"
[ "$failures" -eq 0 ]
