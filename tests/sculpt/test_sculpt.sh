#!/usr/bin/env bash
# test_sculpt.sh - sculpt from outside: scripts of edits and what they save, its JSON, and one clear line for every mistake.
# usage: test_sculpt.sh SCULPT CMAKE WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
small=(--headless --pixels 64x48)
usual=("${small[@]}" --repeat 1) # what `facts` begins with

# script NAME LINE...: a file of edits.
script() {
    local file=$in/$1
    shift
    printf '%s\n' "$@" >"$file"
}

script caps.txt "# two spheres" "make caps 8000" "depth 5" "" "stroke 0 0.95 0 -0.95"
script small.txt "make caps 8000" "depth 5"
awk 'BEGIN { for (i = 0; i < 1500; i++) { z = 1 - (2 * i + 1) / 1500; r = sqrt(1 - z * z); a = i * 2.399963229728653
    x = r * cos(a); y = r * sin(a); printf "%.7f %.7f %.7f %.7f %.7f %.7f\n", x, y, z, x, y, z } }' >"$in/ball.xyz"

check_json() {
    local order="source every depth screen normals view wires points inserted made_depth nodes triangles vertices parts euler volume undo runs \
ms edit octree divergence solve isovalue surface total gl renderer "
    clean
    good "a script" "${small[@]}" --script "$in/caps.txt" --repeat 2 --json run.json && points_of run.json >/dev/null ||
        { fail "JSON: $(cat run.json "$work/json-error")"; return; }
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json source "$in/caps.txt"
    expect_value run.json depth 5
    expect_value run.json runs 2
    grep -q "^.*caps.txt: [0-9]* points, [0-9]* inserted, depth 5, [0-9]* triangles, 2 parts, Euler number 4, volume 1\.0[0-9]*, " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${small[@]}" "$in/ball.xyz" --repeat 1 --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
}

# The same script makes the same files, and what it saves on its way is what it would save at its end.
check_replays() {
    local file
    clean
    script full.txt "make caps 6000" "depth 5" "save 1.ply" "stroke 0 0.95 0 -0.95" "save 2.ply" "undo" "save 3.ply" "normals near" \
        "rectangle -0.1 0.6 0.1 -0.6" "lasso 0 0 0.3 0 0.3 0.3" "pull 1.06 0 0 0.4 0.3 0 0" "affine 1 0.2 0 0 0 1 0 0 0 0 1.1 2" \
        "union torus at 0 0 2 scale 0.6" "difference sphere at 0 0.5 2 scale 0.3" "view 20 10 1.2" "erase 0.6 0.6 0.2" "paste $in/ball.xyz at 0 3 2 scale 0.5" \
        "save 4.ply" "save \"5 .obj\"" "save 6.stl"
    good "replay" "${small[@]}" --script "$in/full.txt" --output end.ply --screenshot a.png || return
    cmp -s 1.ply 3.ply || fail "undo does not bring back what was there"
    cmp -s 1.ply 2.ply && fail "a stroke changes nothing"
    cmp -s 4.ply <(cat end.ply) || [ "$(tail -c 4000 4.ply | sha1sum)" = "$(tail -c 4000 end.ply | sha1sum)" ] || fail "--output saves another mesh"
    [ -s "5 .obj" ] && [ -s 6.stl ] || fail "not all was saved: $(ls)"
    mkdir kept && mv ./*.* kept
    good "replay again" "${small[@]}" --script "$in/full.txt" --output end.ply --screenshot a.png || return
    for file in 1.ply 2.ply 3.ply 4.ply "5 .obj" 6.stl end.ply a.png; do
        cmp -s "$file" "kept/$file" || fail "another replay makes another $file"
    done
    rm -rf kept
}

check_edits() {
    clean
    facts "caps" "* 0 7 1 2" --depth 7
    facts "a script" "* 5 2 4" --script "$in/caps.txt"
    facts "a file" "1500 0 5 1 2" "$in/ball.xyz" --depth 5
    script pull.txt "pull 0 1 0 0.5 0 0.5 0"
    facts "a file with a script" "* 0 5 1 2" "$in/ball.xyz" --depth 5 --script "$in/pull.txt" && [ "$(value_of run.json points)" -gt 1500 ] || fail "no clones: $(cat run.json)"
    cut -d' ' -f1-3 "$in/ball.xyz" >"$in/bare.xyz"
    facts "estimated normals" "1500 0 5 1 2" "$in/bare.xyz" --depth 5
    script near.txt "normals near" "depth 4"
    facts "what a script sets" "1500 0 4 1 2" "$in/ball.xyz" --depth 5 --script "$in/near.txt"
    expect_value run.json normals near
    expect_value run.json depth 4
}

check_pictures() {
    local view file
    clean
    for view in surface inserted points; do
        good "$view" "${small[@]}" --script "$in/caps.txt" --view $view --screenshot $view.png && [ "$(head -c 4 $view.png | tail -c 3)" = PNG ] || fail "no picture: $view"
        [ "$view" = surface ] || ! cmp -s surface.png $view.png || fail "--view $view makes no difference"
    done
    good "wires" "${small[@]}" --script "$in/caps.txt" --wires --turn 20 --screenshot a.png && cmp -s a.png surface.png && fail "--wires makes no difference"
    if command -v ffmpeg >/dev/null; then
        good "a film" "${small[@]}" --script "$in/caps.txt" --frames 3 --video a.mp4 && [ -s a.mp4 ] || fail "no film"
        script play.txt "make caps 4000" "depth 4" "stroke 0 0.95 0 -0.95" "normals near" "undo" "view 30 20 1" "save saved.ply"
        for file in a.mp4 b.mp4; do
            good "edits that are played" "${small[@]}" --script "$in/play.txt" --every 0.2 --fps 10 --frames 14 --video $file
        done
        cmp -s a.mp4 b.mp4 || fail "the same edits are played otherwise"
        good "edits that are not played" "${small[@]}" --script "$in/play.txt" --fps 10 --frames 14 --video c.mp4 && cmp -s a.mp4 c.mp4 && fail "--every plays nothing"
    fi
}

# mistake NAME WORDS LINE...: a script that fails so.
mistake() {
    local file=$1 words=$2
    shift 2
    script "$file" "$@"
    bad 1 "$file" "${small[@]}" --script "$in/$file" --json a.json --output a.ply --screenshot a.png
    one_line "$words" "$file"
}

check_mistakes() {
    local file ball="load $in/ball.xyz"
    mistake word.txt "line 2: 'frob' is no edit" "$ball" "frob 1 2"
    mistake few.txt "line 2: expected stroke X Y X Y" "$ball" "stroke 0 1 0"
    mistake nothing.txt "line 3: stroke: it hits nothing" "depth 4" "$ball" "stroke 1.5 1.5 1.6 1.5"
    mistake leaves.txt "line 2: stroke: 7 is outside of the view" "$ball" "stroke 0 0 0 7"
    mistake fold.txt "line 3: pull: it would fold the surface" "depth 4" "$ball" "pull 0 1 0 0.3 0.9 0 0"
    mistake far.txt "line 3: pull: points would become infinite" "depth 4" "$ball" "pull 0 1 0 0.3 0 1e300 0"
    mistake flat.txt "line 3: affine: it would make all points flat" "depth 4" "$ball" "affine 1 0 0 0 0 1 0 0 0 0 0 0"
    mistake one.txt "line 1: make: one point surrounds nothing" "make sphere 1"
    mistake none.txt "line 2: union: none.xyz: " "$ball" "union none.xyz"
    mistake early.txt "line 1: stroke: there are no points yet" "stroke 0 0 1 1"
    mistake empty.txt "there is no edit" "# nothing"
    mistake bare.txt "it makes no points" "depth 5"
    mistake undo.txt "line 2: undo: there is nothing before" "$ball" "undo"
    mistake gone.txt "line 3: erase: no points are left" "depth 4" "$ball" "erase 0 0 3"
    printf 'make sphere\nundo' >"$in/cut.txt"
    bad 1 "cut.txt" "${small[@]}" --script "$in/cut.txt"
    one_line "cut.txt: line 2: .*cut off" "cut.txt"
    head -c 3000 /dev/zero >"$in/zeros.txt"
    mkfifo "$in/pipe.txt"
    mkdir -p "$in/folder.txt"
    for file in zeros.txt pipe.txt folder.txt missing.txt; do
        bad 1 "$file" "${small[@]}" --script "$in/$file" --json a.json
        one_line "$file" "$file"
    done
    echo 1 2 3 0 0 1 >"$in/point.xyz"
    awk '{ print $1, $2, 0 }' "$in/ball.xyz" >"$in/flat.xyz"
    bad 1 "a plane" "${small[@]}" "$in/flat.xyz"
    one_line "on a plane" "a plane"
    bad 1 "one point" "${small[@]}" "$in/point.xyz"
    one_line "one point" "one point"
    awk '{ print 1e-20 * $1, 1e-20 * $2, 1e-20 * $3, $4, $5, $6 }' "$in/ball.xyz" >"$in/tiny.xyz"
    bad 1 "tiny points" "${small[@]}" "$in/tiny.xyz"
    one_line "cannot be edited: multiply them" "tiny points"
    awk '{ print $1, $2, $3, -$4, -$5, -$6 }' "$in/ball.xyz" >"$in/out.xyz"
    good "inside out" "${small[@]}" "$in/out.xyz" --depth 4 # the surface is the other side's
}

# A save that fails ends the script, and leaves nothing behind.
check_saves() {
    script save.txt "load $in/ball.xyz" "depth 4" "save nowhere/a.ply"
    bad 1 "nowhere" "${small[@]}" --script "$in/save.txt"
    one_line "save.txt: line 3: .*nowhere" "nowhere"
}

check_options() {
    local option
    help_names --script --every --depth --screen --normals --view --wires --output --turn --rise --zoom --repeat
    check_frame "${small[@]}" --script "$in/small.txt"
    for option in "--screen -1" "--every -1" "--every 1" "--depth 1" "--depth 11" "--normals up" "--view cells" "--output a.vtk" "--script" "a.ply b.ply"; do
        # shellcheck disable=SC2086 # words
        bad 2 "$option" --headless $option
    done
}

for check in json replays edits pictures mistakes saves options; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
