#!/usr/bin/env bash
# test_reconstruct.sh - reconstruct from outside: its JSON, points in all formats, meshes that another program reads back, and one clear
# line for every mistake.
# usage: test_reconstruct.sh RECONSTRUCT CMAKE WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
small=(--headless --depth 4 --pixels 64x48)
usual=("${small[@]}" --repeat 1) # what `facts` begins with

# sphere POINTS [COLUMNS]: points on the unit sphere, by Fibonacci, a line each: position, and with 6 columns the normal.
sphere() {
    awk -v n="$1" -v columns="${2:-6}" 'BEGIN {
        for (i = 0; i < n; i++) {
            z = 1 - (2 * i + 1) / n; r = sqrt(1 - z * z); a = i * 2.399963229728653
            x = r * cos(a); y = r * sin(a)
            printf columns == 6 ? "%.7f %.7f %.7f %.7f %.7f %.7f\n" : "%.7f %.7f %.7f\n", x, y, z, x, y, z
        } }'
}

# ply_of FILE: the lines of a file of six columns as text PLY.
ply_of() {
    printf 'ply\nformat ascii 1.0\nelement vertex %d\n' "$(wc -l <"$1")"
    printf 'property float %s\n' x y z nx ny nz
    echo end_header
    cat "$1"
}

sphere 2000 >"$in/ball.xyz"
ply_of "$in/ball.xyz" >"$in/ball.ply"

check_json() {
    local order="source depth unweighted samples_per_node trim samples noise estimate neighbors flip memory view cells wires z_up points skipped normals neighbors_taken estimated undecided origin scale \
screening nodes leaves triangles vertices density smallest median largest megabytes iterations iterations_by_depth isovalue runs ms octree divergence solve isovalue surface total gl renderer "
    clean
    good "a teapot" "${small[@]}" --samples 3000 --repeat 2 --json run.json && points_of run.json >/dev/null ||
        { fail "JSON: $(cat run.json "$work/json-error")"; return; }
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json source teapot
    expect_value run.json points 3000
    expect_value run.json gl 3.3
    expect_value run.json runs 2
    grep -q "^teapot: 3000 points, normals given, depth 4, [0-9]* nodes, [0-9]* triangles, [0-9]* vertices, density [0-9.]* to [0-9.]*, median [0-9.]*, memory [0-9]* MB, " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${small[@]}" "$in/ball.xyz" --repeat 1 --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "points, normals" "$work/stderr" || fail "no summary beside the JSON"
}

# scaled FACTOR: the lines of the ball's points, times a power of two that awk computes.
scaled() {
    awk -v by="$1" 'BEGIN { split(by, part, "^"); factor = part[1] ^ part[2] }
        { printf "%.17g %.17g %.17g %s %s %s\n", $1 * factor, $2 * factor, $3 * factor, $4, $5, $6 }' "$in/ball.xyz"
}

# The smallest and the largest of clouds have the mesh of the others; only where floats end, vertices do.
check_scales() {
    local by triangles
    clean
    facts "as it is" "2000 0 given 4 *" "$in/ball.xyz" --output a.ply || return
    expect_value run.json scale 1
    triangles=$(value_of run.json triangles)
    for by in 2^-100 2^-130 2^100 2^126; do
        scaled $by >"$in/scaled.xyz"
        ply_of "$in/scaled.xyz" >"$in/scaled.ply"
        for name in scaled.xyz scaled.ply; do
            facts "$name by $by" "2000 0 given 4 *" "$in/$name" --output b.ply || return
            one_line "$name: its extent is .*, so it is made with all coordinates times 2^.*, and saved without that$" "$name by $by"
            expect_value run.json triangles "$triangles"
            cmp -s <(tail -c $((13 * triangles)) a.ply) <(tail -c $((13 * triangles)) b.ply) || fail "$name by $by makes other triangles"
        done
    done
    for by in 1e-30 1e30 1e38; do
        awk -v by=$by '{ printf "%.17g %.17g %.17g\n", $1 * by, $2 * by, $3 * by }' "$in/ball.xyz" >"$in/scaled.xyz"
        facts "by $by" "2000 0 estimated 4 *" "$in/scaled.xyz" --flip --viewpoint 0,0,0 --output b.obj || continue
        sphere_like "by $by"
        awk -v by=$by '/^v / { r = sqrt(($2 / by) ^ 2 + ($3 / by) ^ 2 + ($4 / by) ^ 2); if (r < 0.9 || r > 1.1) wrong++ } END { exit wrong > 0 }' b.obj ||
            fail "by $by: no sphere of this radius"
    done
    awk '$3 > 0 { printf "%.9g %.9g %.9g %s %s %s\n", $1 * 3e38, $2 * 3e38, $3 * 3e38 - 3.3e38, $4, $5, $6 }' "$in/ball.xyz" >"$in/past.xyz"
    facts "past the end" "1000 0 given 4 *" "$in/past.xyz" --output b.obj
    grep -q "^reconstruct: b.obj: [0-9]* vertices lie where floats do not reach: their coordinates end at 3.4e+38$" "$work/stderr" || fail "past the end: $(cat "$work/stderr")"
    awk '/^v / && $4 < least { least = $4 } END { exit least != -3.40282347e+38 }' b.obj || fail "b.obj does not end where floats do"
}

# Whatever the format is, the points are the same, and so is the mesh.
check_formats() {
    local name
    clean
    awk '{ print "v", $1, $2, $3; print "vn", $4, $5, $6 }' "$in/ball.xyz" >"$in/ball.obj"
    { echo "# six columns"; echo "2000"; tr ' ' ',' <"$in/ball.xyz"; } >"$in/ball.csv"
    good "xyz" "${small[@]}" "$in/ball.xyz" --output a.ply || return
    for name in ball.ply ball.obj ball.csv; do
        facts "$name" "2000 0 given 4 *" "$in/$name" --output b.ply
        cmp -s <(tail -c 10000 a.ply) <(tail -c 10000 b.ply) || fail "$name makes another mesh"
    done
    { head -n 100 "$in/ball.xyz"; echo "nan 0 0 1 0 0"; echo "0 inf 0 1 0 0"; tail -n +101 "$in/ball.xyz"; } >"$in/nan.xyz"
    facts "NaN" "2000 2 given 4 *" "$in/nan.xyz" --output b.ply && one_line "nan.xyz: 2 of 2002 points are skipped" NaN
    cmp -s <(tail -c 10000 a.ply) <(tail -c 10000 b.ply) || fail "skipped points change the mesh"
    awk '{ print $1 + 500000, $2 + 6000000, $3, $4, $5, $6 }' OFMT=%.9g "$in/ball.xyz" >"$in/far.xyz"
    facts "far away" "2000 0 given 4 *" "$in/far.xyz" && one_line "far from the origin.*(500000, 6000000, 0)" "far away"
    sed -n 's/.*"origin":\[\([^]]*\)\].*/\1/p' run.json | grep -qx "500000,6000000,0" || fail "origin: $(cat run.json)"
}

# The mesh is what was told, in each format, and the same every time.
check_meshes() {
    local vertices triangles
    clean
    facts "ply" "2000 0 given 4 *" "$in/ball.xyz" --output a.ply || return
    vertices=$(value_of run.json vertices) triangles=$(value_of run.json triangles)
    # Euler: a sphere.
    [ $((2 * vertices - triangles)) -eq 4 ] || fail "$vertices vertices and $triangles triangles are no sphere"
    grep -aqx "element vertex $vertices" a.ply && grep -aqx "element face $triangles" a.ply || fail "a.ply: $(head -c 300 a.ply)"
    good "again" "${small[@]}" "$in/ball.xyz" --output b.ply && cmp -s a.ply b.ply || fail "the same points make another mesh"
    good "obj" "${small[@]}" "$in/ball.xyz" --output a.obj
    [ "$(grep -c '^v ' a.obj) $(grep -c '^f ' a.obj)" = "$vertices $triangles" ] || fail "a.obj has other numbers"
    awk '/^v / { r = sqrt($2 * $2 + $3 * $3 + $4 * $4); if (r < 0.9 || r > 1.1) wrong++ }
        /^vn / { if ($2 * x + $3 * y + $4 * z < 0.5) wrong++ } /^v / { x = $2; y = $3; z = $4 } END { exit wrong > 0 }' a.obj ||
        fail "a.obj is no unit sphere with normals outwards"
    good "stl" "${small[@]}" "$in/ball.xyz" --output a.stl
    [ "$(wc -c <a.stl)" -eq $((84 + 50 * triangles)) ] || fail "a.stl has another size"
    good "its own mesh" "${small[@]}" --mesh a.obj --samples 1000 --noise 0.01 --screenshot a.png
    good "inside out" "${small[@]}" "$in/ball.xyz" --flip --screenshot b.png && cmp -s a.png b.png && fail "--flip makes no difference"
}

# sphere_like WHAT: run.json is of a closed surface without handles.
sphere_like() {
    [ $((2 * $(value_of run.json vertices) - $(value_of run.json triangles))) -eq 4 ] || fail "$1: no sphere: $(cat run.json)"
}

check_normals() {
    clean
    sphere 2000 3 >"$in/bare.xyz"
    awk 'NR % 3 == 0 { $4 = $5 = $6 = 0 } { print }' "$in/ball.xyz" >"$in/some.xyz"
    facts "no normals" "2000 0 estimated 4 *" "$in/bare.xyz" && one_line "normals are estimated of 2000 points, which have none" "no normals"
    sphere_like "no normals"
    facts "some normals" "2000 0 both 4 *" "$in/some.xyz" && one_line "estimated of 666 points, which have none" "some normals"
    sphere_like "some normals"
    facts "normals all the same" "2000 0 estimated 4 *" "$in/ball.xyz" --estimate --neighbors 20 && one_line "estimated of 2000 points" "--estimate"
    sphere_like "normals all the same"
    expect_value run.json neighbors_taken 20
    facts "clean" "20000 0 estimated 4 *" --samples 20000 --estimate --output a.ply && one_line "estimated of 20000 points" "clean"
    expect_value run.json neighbors_taken 10
    facts "noisy" "20000 0 estimated 4 *" --samples 20000 --noise 0.005 --estimate --output a.ply
    expect_value run.json neighbors_taken 32
    grep -qx "reconstruct: teapot: the points are noisy, so normals are estimated of 32 neighbors, not of 10; --neighbors 10 keeps to those" "$work/stderr" ||
        fail "noisy: $(cat "$work/stderr")"
    facts "noisy all the same" "20000 0 estimated 4 *" --samples 20000 --noise 0.005 --estimate --neighbors 10 --output b.ply && one_line "estimated of 20000 points" "noisy all the same"
    cmp -s a.ply b.ply && fail "noise makes no difference"
    facts "given normals" "20000 0 given 4 *" --samples 20000 --noise 0.005 && [ ! -s "$work/stderr" ] || fail "words about noise of points with normals"
    expect_value run.json neighbors_taken 0
    facts "from the middle" "2000 0 estimated 4 *" "$in/bare.xyz" --viewpoint 0,0,0 --flip && one_line "towards the viewpoint" "from the middle"
    sphere_like "from the middle"
}

# One half of a sphere is ten times as dense as the other.
check_weights() {
    clean
    awk '$3 > 0 || NR % 10 == 0' "$in/ball.xyz" >"$in/uneven.xyz"
    good "weighted" "${small[@]}" "$in/uneven.xyz" --output a.ply && [ ! -s "$work/stderr" ] || fail "words about uneven points: $(cat "$work/stderr")"
    facts "unweighted" "1100 0 given 4 *" "$in/uneven.xyz" --unweighted --output b.ply || return
    expect_value run.json unweighted ON
    cmp -s <(tail -c 10000 a.ply) <(tail -c 10000 b.ply) && fail "--unweighted makes no difference"
}

# Depth follows the points: not beyond what their cells tell, but never below the usual one, unless one asks for more points in a cell.
check_density() {
    local usual=() # depths of their own
    clean
    sphere 1000 >"$in/few.xyz"
    facts "too deep" "1000 0 given 4 *" --headless "$in/few.xyz" --depth 10 --repeat 2 --output a.ply || return
    one_line "^reconstruct: 1000 points are few for depth 10: depth 4 is taken, whose cells with points hold 1.5 on average; --samples-per-node 0 keeps depth 10$" \
        "too deep"
    [ "$(value_of run.json triangles)" -lt 20000 ] || fail "few points make many triangles: $(cat run.json)"
    sphere_like "too deep"
    grep -aq "reconstructed at depth 4," a.ply || fail "a.ply tells another depth"
    facts "deep all the same" "1000 0 given 7 *" --headless "$in/few.xyz" --depth 7 --samples-per-node 0 && [ ! -s "$work/stderr" ] || fail "words about a depth that is wanted"
    facts "more points a cell" "1000 0 given 3 *" --headless "$in/few.xyz" --depth 4 --samples-per-node 5 && one_line "depth 3 is taken.* 5.2 on average" "more points a cell"
    facts "nobody's depth" "1000 0 given 3 *" --headless "$in/few.xyz" --samples-per-node 5 && [ ! -s "$work/stderr" ] || fail "words about a depth that nobody asked for"
    facts "the least depth" "1000 0 given 2 *" --headless "$in/few.xyz" --depth 5 --samples-per-node 1000
    facts "enough points" "2000 0 given 5 *" --headless --samples 2000 --depth 5 && [ ! -s "$work/stderr" ] || fail "words about enough points"
    facts "the usual depth" "2048 0 given 5 *" --headless --samples 2048 && [ ! -s "$work/stderr" ] || fail "words about the usual depth"
}

# A few points that lie far from the others make cells useless; a line tells. Points of a clean cloud do not, however long it is.
check_outliers() {
    local name
    clean
    { cat "$in/ball.xyz"; echo 1000 0 0 1 0 0; echo -1000 900 0 1 0 0; echo 0 800 3 0 1 0; } >"$in/outliers.xyz"
    facts "outliers" "2003 0 given 4 *" "$in/outliers.xyz"
    one_line "outliers.xyz: 3 of 2003 points lie far from the others and make the cube 1.01e+03 times as large" "outliers"
    { cat "$in/ball.xyz"; echo 3 0 0 1 0 0; } >"$in/near.xyz"
    awk '{ print $1 * 50, $2, $3, $4 / 50, $5, $6 }' "$in/ball.xyz" >"$in/long.xyz"
    head -n 49 "$in/ball.xyz" >"$in/hardly.xyz"
    echo 1000 0 0 1 0 0 >>"$in/hardly.xyz"
    for name in ball near long hardly; do
        good "$name" "${small[@]}" --depth 2 "$in/$name.xyz" --output a.ply
        ! grep -q "far from the others" "$work/stderr" || fail "$name: $(cat "$work/stderr")"
    done
}

# Half a sphere is closed behind, and open where that is trimmed.
check_trim() {
    local closed
    clean
    awk '$3 > 0' "$in/ball.xyz" >"$in/half.xyz"
    facts "half" "1000 0 given 4 *" "$in/half.xyz" || return
    closed=$(value_of run.json triangles)
    facts "half, trimmed" "1000 0 given 4 *" "$in/half.xyz" --trim 3 --density --screenshot a.png || return
    expect_value run.json trim 3
    [ "$(value_of run.json triangles)" -le "$closed" ] || fail "trimmed surfaces have more triangles"
}

check_pictures() {
    local view
    clean
    for view in points octree surface all; do
        good "$view" "${small[@]}" "$in/ball.xyz" --view $view --screenshot $view.png && [ "$(head -c 4 $view.png | tail -c 3)" = PNG ] || fail "no picture: $view"
        [ "$view" = surface ] || ! cmp -s surface.png $view.png || fail "--view $view makes no difference"
    done
    good "default" "${small[@]}" "$in/ball.xyz" --screenshot a.png && cmp -s a.png surface.png || fail "the picture is not that of the surface"
    good "cells" "${small[@]}" "$in/ball.xyz" --view octree --cells 2 --screenshot a.png && cmp -s a.png octree.png && fail "--cells makes no difference"
    good "wires" "${small[@]}" "$in/ball.xyz" --wires --z-up --zoom 2 --rise 20 --screenshot a.png && cmp -s a.png surface.png && fail "--wires makes no difference"
}

check_bad_files() {
    local name cut
    for cut in 2 30 60 200 2000; do head -c $cut "$in/ball.ply" >"$in/cut$cut.ply"; done
    head -n 1000 "$in/ball.ply" >"$in/short.ply"
    { cat "$in/ball.ply"; echo 0 0 0 0 0 1; } >"$in/long.ply"
    { echo 2001; cat "$in/ball.xyz"; } >"$in/told.xyz"
    { head -n 9 "$in/ball.xyz"; echo 1 2; } >"$in/cut.xyz"
    { head -n 9 "$in/ball.xyz"; echo 1 2 3 4 5; } >"$in/five.xyz"
    { head -n 9 "$in/ball.xyz"; echo 1 2 x 4 5 6; } >"$in/word.xyz"
    { head -n 9 "$in/ball.obj"; echo v 1 2; } >"$in/cut.obj"
    { head -n 9 "$in/ball.obj"; echo f 1 2 99; } >"$in/face.obj"
    echo vn 0 0 1 >"$in/normals.obj"
    : >"$in/empty.ply"; : >"$in/empty.xyz"; : >"$in/empty.obj"
    head -c 3000 /dev/zero >"$in/zeros.xyz"
    { echo nan nan nan; echo inf 0 0; } >"$in/nothing.xyz"
    echo 1 2 3 0 0 1 >"$in/one.xyz"
    for name in 1 2 3 4; do echo 5 6 7 0 0 1; done >"$in/equal.xyz"
    for name in 1 2 3 4; do echo "$name $name 0 0 0 1"; done >"$in/line.xyz"
    for name in "0 0" "0 1" "1 0" "2 2"; do echo "$name 3 0 0 1"; done >"$in/plane.xyz"
    awk '{ print $1 * 1e-44, $2 * 1e-44, $3 * 1e-44, $4, $5, $6 }' "$in/ball.xyz" >"$in/tiny.xyz"
    : >"$in/a.las"; : >"$in/a.stl"
    mkdir -p "$in/folder.ply"
    mkfifo "$in/pipe.xyz"
    for name in cut2.ply cut30.ply cut60.ply cut200.ply cut2000.ply short.ply long.ply told.xyz cut.xyz five.xyz word.xyz cut.obj \
        face.obj normals.obj empty.ply empty.xyz empty.obj zeros.xyz nothing.xyz one.xyz equal.xyz line.xyz plane.xyz tiny.xyz a.las a.stl \
        folder.ply pipe.xyz none.ply none; do
        bad 1 "$name" "${small[@]}" "$in/$name" --json a.json --output a.ply --screenshot a.png
        one_line "$name" "$name"
    done
    for name in "told.xyz:tells of 2001 points, 2000 are there" "cut.xyz:line 10: has 2 numbers" "word.xyz:line 10: 'x' is no number" \
        "one.xyz:one point" "equal.xyz:at one place" "line.xyz:on a line" "plane.xyz:on a plane" "short.ply:truncated" "a.stl:--mesh" \
        "tiny.xyz:its extent of 2e-44 is less" "nothing.xyz:none of its 2 points" "long.ply:goes on"; do
        bad 1 "$name" "${small[@]}" "$in/${name%%:*}"
        one_line "${name#*:}" "$name"
    done
}

check_limits() {
    local depth
    for depth in 0 1 11 4294967294; do
        bad 2 "depth $depth" --headless "$in/ball.xyz" --depth $depth --output a.ply --json a.json
        one_line "depth '$depth': expected a whole number from 2 to 10" "depth $depth"
    done
    bad 1 "too little memory" "${small[@]}" "$in/ball.xyz" --depth 6 --samples-per-node 0 --memory 1 --output a.ply --json a.json --screenshot a.png
    one_line "ball.xyz: depth 6 with this --memory: .*nodes" "too little memory"
    bad 1 "everything trimmed" "${small[@]}" "$in/ball.xyz" --trim 10 --output a.ply
}

check_options() {
    local option
    help_names --depth --screen --unweighted --samples-per-node --trim --output --mesh --samples --noise --estimate --neighbors --viewpoint --flip --memory --view --cells \
        --wires --density --z-up --turn --rise --zoom --repeat
    check_frame "${small[@]}" "$in/ball.xyz"
    for option in "--screen -1" "--samples-per-node -1" "--samples-per-node 1001" "--samples-per-node x" "--samples-per-node" "--unweighted=1" "--trim -1" "--noise -1" "--viewpoint 1,2" "--viewpoint 1,2,x" "--viewpoint 1,2,3,4" "--viewpoint nan,0,0" "--neighbors 2" "--neighbors 33" \
        "--view cells" "--output a.vtk" "a.ply --mesh b.ply" "a.ply --samples 5" \
        "--cells 11" "--json a --output ./a.ply --screenshot a.png --json ./a.ply"; do
        # shellcheck disable=SC2086 # words
        bad 2 "$option" --headless $option
    done
}

check_outputs() {
    cp "$in/ball.ply" "$in/keep.ply"
    bad 2 "an output over the points" "${small[@]}" "$in/keep.ply" --output "$in/keep.ply"
    cmp -s "$in/ball.ply" "$in/keep.ply" || fail "the points were replaced"
}

for check in json formats scales meshes normals weights density outliers trim pictures bad_files limits options outputs; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
