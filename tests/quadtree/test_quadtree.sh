#!/usr/bin/env bash
# test_quadtree.sh - quadtree from outside: its JSON, rows of leaves that rebuild an image, pictures, and one clear line for every
# mistake.
# usage: test_quadtree.sh QUADTREE CMAKE WORK_FOLDER ASSETS  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 photos=$4/photos
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
once=(--headless --repeat 1)
usual=("${once[@]}") # what `facts` begins with

# A gray picture and one in color, as text that stb_image reads in their binary forms: rows from the top.
printf 'P5 5 4 255\n\1\1\2\2\3\1\1\2\2\3\4\5\6\6\7\4\4\6\6\7' >"$in/gray.pgm"
printf 'P6 2 2 255\n\1\2\3\1\2\3\1\2\3\4\5\6' >"$in/color.ppm"

check_json() {
    local order="image tolerance smallest largest scale view grid width height channels leaves leaf_ratio psnr is_exact leaves_by_level bytes ms build list total gl renderer "
    clean
    good "discs" --headless --repeat 2 --json run.json && points_of run.json >/dev/null || { fail "JSON: $(cat run.json)"; return; }
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json image discs
    expect_value run.json gl 3.3
    expect_value run.json is_exact OFF
    grep -q "^discs: size 512 × 512, [0-9]* leaves, share of the pixels [0-9.]* %, largest leaf [0-9]*, PSNR [0-9.]* dB, [0-9.]* ms (build [0-9.]*, list [0-9.]*) on " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${once[@]}" --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "largest leaf" "$work/stderr" || fail "no summary beside the JSON"
}

# Worked by hand: the lower left corner is the origin.
check_rows() {
    clean
    facts "gray, exact" "9 5 4 1 0" "$in/gray.pgm" --tolerance 0 --output a.csv || return
    expect_value run.json is_exact ON
    expect_value run.json psnr ""
    [ "$(tr '\n' ' ' <a.csv)" = "x,y,size,value 0,0,1,4 1,0,1,4 0,1,1,4 1,1,1,5 2,0,2,6 0,2,2,1 2,2,2,2 4,0,2,7 4,2,2,3 " ] ||
        fail "rows: $(cat a.csv)"
    facts "gray, nearly" "6 5 4 1 1" "$in/gray.pgm" --tolerance 1 --output a.csv
    grep -qx "0,0,2,4.5" a.csv || fail "value between two: $(cat a.csv)"
    facts "color" "4 2 2 3 2.5" "$in/color.ppm" --tolerance 2.5 --output a.csv
    grep -qx "1,0,1,4 5 6" a.csv || fail "colors: $(cat a.csv)"
    facts "one leaf" "1 2 2 3 3" "$in/color.ppm" --tolerance 3 --output a.csv
    grep -qx "0,0,2,2.5 3.5 4.5" a.csv || fail "one leaf: $(cat a.csv)"
    facts "no large leaves" "6 5 4 1 255" "$in/gray.pgm" --tolerance 255 --largest 2 --smallest 1 || return
}

# All rows of a photograph, with tolerance 0: each pixel is in one leaf.
check_photograph() {
    clean
    good "a photograph" "${once[@]}" "$photos/coffee.jpg" --tolerance 0 --output a.csv --json run.json || return
    expect_value run.json is_exact ON
    [ "$(awk -F, 'NR > 1 { w = $1 + $3 > 600 ? 600 - $1 : $3; h = $2 + $3 > 400 ? 400 - $2 : $3; n += w * h } END { print n }' a.csv)" = 240000 ] ||
        fail "leaves do not cover the photograph"
    [ "$(points_of run.json)" = "$(($(wc -l <a.csv) - 1))" ] || fail "rows are not as many as leaves"
    good "again" "${once[@]}" "$photos/coffee.jpg" --tolerance 0 --output b.csv && cmp -s a.csv b.csv || fail "other rows the second time"
}

check_pictures() {
    clean
    good "a picture" "${once[@]}" "$photos/camera.png" --screenshot a.png --pixels 320x200 && [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no picture"
    good "no grid" "${once[@]}" "$photos/camera.png" --screenshot b.png --pixels 320x200 --no-grid && cmp -s a.png b.png && fail "--no-grid makes no difference"
    good "both" "${once[@]}" "$photos/camera.png" --screenshot b.png --pixels 320x200 --view both && cmp -s a.png b.png && fail "--view makes no difference"
    good "scale 3" "${once[@]}" "$in/color.ppm" --output c.png --scale 3 || return
    [ "$(od -An -tu1 -j16 -N8 c.png | xargs)" = "0 0 0 6 0 0 0 6" ] || fail "size: $(od -An -tu1 -j16 -N8 c.png)"
    { printf 'P5 5000 2 255\n' && head -c 10000 /dev/zero; } >"$in/wide.pgm"
    good "the largest scale that fits" "${once[@]}" "$in/wide.pgm" --output c.png || return
    [ "$(od -An -tu1 -j16 -N8 c.png | xargs)" = "0 0 19 136 0 0 0 2" ] || fail "size: $(od -An -tu1 -j16 -N8 c.png)"
    good "a plain picture of an exact tree" "${once[@]}" "$in/gray.pgm" --tolerance 0 --output c.png --scale 1 --no-grid || return
    good "is read again" "${once[@]}" c.png --tolerance 0 --output a.csv && good "and is the same" "${once[@]}" "$in/gray.pgm" --tolerance 0 --output b.csv
    cmp -s a.csv b.csv || fail "a picture of exact leaves is another image"
}

check_mistakes() {
    local what
    printf 'P5 9 9 255\n' >"$in/cut.pgm"
    : >"$in/empty.png"
    head -c 2000 "$photos/coffee.jpg" | tail -c 1000 >"$in/noise.jpg"
    mkdir -p "$in/folder.png"
    mkfifo "$in/pipe.png"
    for what in empty.png noise.jpg folder.png pipe.png none.png; do
        bad 1 "$what" "${once[@]}" "$in/$what" --json a.json --output a.csv
        one_line "$what" "$what"
    done
    check_frame "${once[@]}" "$in/gray.pgm" --pixels 64x48
    bad 2 "one file twice" --headless --output a.png --screenshot a.png
    bad 2 "a tolerance below 0" --headless --tolerance -1
    bad 2 "a side" --headless --smallest 3
    one_line "not a power of two" "a side"
    bad 2 "sides" --headless --smallest 4 --largest 2
    one_line "larger than --largest" "sides"
    bad 2 "a scale of nothing" --headless --scale 2
    bad 2 "a scale of rows" --headless --scale 2 --output a.csv
    bad 1 "a leaf larger than the image" "${once[@]}" "$in/gray.pgm" --smallest 16
    bad 1 "a picture too large" "${once[@]}" --output a.png --scale 64
    one_line "choose a smaller --scale" "a picture too large"
}

check_json
check_rows
check_photograph
check_pictures
check_mistakes
echo "$failures failures"
[ "$failures" -eq 0 ]
