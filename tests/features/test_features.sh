#!/usr/bin/env bash
# test_features.sh - features from outside: its JSON, its CSV, its pictures, files that are no images, and one clear line for every
# mistake.
# usage: test_features.sh FEATURES CMAKE WORK_FOLDER ASSETS  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 photos=$4/photos
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
small=(--headless --pixels 160x120)

check_json() {
    local keys="image detector threshold strongest blobs edges size found listed cut frames ms detect list total gl renderer "
    clean
    good "a photograph" "$photos/camera.png" "${small[@]}" --strongest 50 --repeat 2 --json run.json || return
    [ "$(points_of run.json)" = 4033 ] && [ "$(cat "$work/facts")" = "4033 50 corner 2" ] || fail "JSON: $(cat run.json "$work/facts")"
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$keys" ] || fail "order of keys: $(cat run.json)"
    grep -q '"size":\[512,512\]' run.json || fail "size: $(cat run.json)"
    grep -q "camera.png: size 512 × 512, 4033 found, 50 listed, [0-9.]* ms (detect [0-9.]*, list [0-9.]*) on " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${small[@]}" --json - && { "$cmake" -DFILE="$work/stdout" -P "$here/json.cmake" >/dev/null 2>&1 || fail "JSON to stdout"; }
    grep -q "^coffee: size 600 × 400, [0-9]* found" "$work/stderr" || fail "no summary beside the JSON"
}

# pgm: the same picture in bytes, since stb_image reads no text.
pgm() {
    local width height
    read -r _ width height _
    printf 'P5\n%d %d\n255\n' "$width" "$height"
    # shellcheck disable=SC2059 # the numbers are the format
    printf "$(awk '{ printf "\\%03o", $1 }')"
}

# Rows of numbers, the strongest first; a threshold leaves the same strongest ones.
check_csv() {
    local detector small=("$in/noise.pgm" "${small[@]}")
    clean
    awk 'BEGIN { print "P2 90 70 255"; srand(3); for (i = 0; i < 6300; i++) print int(rand() * 256) }' | pgm >"$in/noise.pgm"
    for detector in corner harris blob; do
        good "$detector" "${small[@]}" --detector $detector --output all.csv --json run.json || continue
        [ "$(head -n 1 all.csv)" = "x,y,response,offset_x,offset_y,scale" ] || fail "$detector: header $(head -n 1 all.csv)"
        [ "$(($(wc -l <all.csv) - 1))" = "$(points_of run.json)" ] || fail "$detector: $(wc -l <all.csv) lines, found $(points_of run.json)"
        awk -F, 'NR > 1 && (NF != 6 || (NR > 2 && $3 > last) || $1 > 89 || $2 > 69 || $4 * $4 > 0.25001 || $5 * $5 > 0.25001) { wrong++ } { last = $3 }
            END { exit wrong > 0 }' all.csv || fail "$detector: rows are wrong or not sorted"
        good "$detector, strongest" "${small[@]}" --detector $detector --strongest 7 --output few.csv
        cmp -s few.csv <(head -n 8 all.csv) || fail "$detector: --strongest 7 are not the first seven"
        good "$detector, threshold" "${small[@]}" --detector $detector --threshold 0.5 --output strong.csv
        cmp -s strong.csv <(head -n "$(wc -l <strong.csv)" all.csv) || fail "$detector: --threshold changes more than the end"
    done
    good "bright" "${small[@]}" --detector blob --blobs bright --output a.csv && good "dark" "${small[@]}" --detector blob --blobs dark --output b.csv
    cmp -s a.csv b.csv && fail "bright blobs are dark"
    good "edges" "${small[@]}" --detector blob --edges 0 --output a.csv && good "no edges" "${small[@]}" --detector blob --output b.csv
    [ "$(wc -l <a.csv)" -gt "$(wc -l <b.csv)" ] || fail "--edges 0 keeps $(wc -l <a.csv) rows, and leaving it out $(wc -l <b.csv)"
    bad 2 "an output without an ending" "${small[@]}" --output /dev/stdout
}

# More than there is room for at first: all are listed, and the strongest ones are those of the whole image. Its highest rows have the
# most contrast, and are the last ones in Z-order.
check_many() {
    local large=("$in/large.pgm" "${small[@]}" --repeat 1)
    clean
    awk 'BEGIN { print "P2 90 70 255"; srand(5); for (i = 0; i < 6300; i++) print 78 + int(rand() * 100) }' | pgm | tail -c 6300 >"$in/weak"
    { printf 'P5\n1100 1000\n255\n'; tail -c 6300 "$in/noise.pgm"; for _ in {1..174}; do cat "$in/weak"; done; } | head -c 1100017 >"$in/large.pgm"
    good "many corners" "${large[@]}" --threshold 0.000001 --output all.csv --json run.json || return
    [ "$(($(wc -l <all.csv) - 1))" = "$(points_of run.json)" ] && grep -q '"cut":false' run.json || fail "many corners: $(wc -l <all.csv) lines, $(cat run.json)"
    [ "$(wc -l <all.csv)" -gt 65537 ] || fail "many corners: only $(wc -l <all.csv)"
    awk -F, 'NR > 1 { wrong += NR > 2 && $3 > last; last = $3 } END { exit wrong > 0 }' all.csv || fail "many corners: not sorted"
    good "the strongest of many" "${large[@]}" --threshold 0.000001 --strongest 100 --output few.csv --json run.json
    cmp -s few.csv <(head -n 101 all.csv) || fail "many corners: --strongest 100 are not the first hundred"
    awk -F, 'NR > 1 { wrong += $2 < 990 } END { exit wrong > 0 }' few.csv || fail "many corners: the strongest are not those on top"
    good "many edges" "${large[@]}" --detector edge --threshold 0.000001 --output all.csv --json run.json
    [ "$(wc -l <all.csv)" -gt 700000 ] && [ "$(($(wc -l <all.csv) - 1))" = "$(points_of run.json)" ] || fail "many edges: $(wc -l <all.csv) lines, $(cat run.json)"
}

# Cells have places alone. The pattern is cut out of the image.
check_cells() {
    local large=(--headless)
    clean
    good "edges" "$photos/camera.png" "${large[@]}" --detector edge --output a.csv --json run.json && [ "$(head -n 1 a.csv)" = "x,y" ] || fail "edges: $(head -n 1 a.csv)"
    [ "$(($(wc -l <a.csv) - 1))" = "$(points_of run.json)" ] || fail "edges: $(wc -l <a.csv) lines, found $(points_of run.json)"
    good "long edges" "$photos/camera.png" "${large[@]}" --detector edge --threshold 0.3 --output b.csv && [ "$(wc -l <b.csv)" -lt "$(wc -l <a.csv)" ] ||
        fail "a larger threshold finds no fewer edges"
    good "a picture of edges" "$photos/camera.png" "${small[@]}" --detector edge --screenshot a.png
    # Columns 20 to 29 and rows 30 to 36 of the noise, counted from the top: of 70 rows these are 33 to 39 from the bottom.
    tail -c 6300 "$in/noise.pgm" | od -An -v -tu1 -w90 | awk 'NR > 30 && NR <= 37 { for (i = 21; i <= 30; i++) print $i }' >"$work/cut"
    { echo "P2 10 7 255"; cat "$work/cut"; } | pgm >"$in/pattern.pgm"
    good "a template" "$in/noise.pgm" "${large[@]}" --detector template --template "$in/pattern.pgm" --output a.csv --screenshot a.png
    [ "$(xargs <a.csv)" = "x,y 20,33" ] || fail "a template: $(head -n 5 a.csv)"
    bad 1 "a template too large" "${small[@]}" --detector template --template "$photos/camera.png" --json a.json
    one_line "camera.png: 512x512 pixels; a template has at most 32x32" "a template too large"
    bad 1 "a template that is none" "${small[@]}" --detector template --template "$in/none.pgm"
    one_line "none.pgm" "a template that is none"
    { echo "P2 12 3 255"; head -n 36 "$work/cut"; } | pgm >"$in/wide.pgm"
    bad 1 "a template larger than the image" "$in/pattern.pgm" "${small[@]}" --detector template --template "$in/wide.pgm"
    bad 2 "a template for nothing" "${small[@]}" --template "$in/pattern.pgm"
    bad 2 "no template" "${small[@]}" --detector template
    bad 2 "the strongest edges" "${small[@]}" --detector edge --strongest 3
}

# box FILE.png: the edges of the marks in a picture of something faint, as lowest and highest x and y, and their number.
box() {
    "$program" "$1" --headless --detector edge --threshold 0.2 --output edges.csv >/dev/null &&
        awk -F, 'NR == 2 { a = b = $1; c = d = $2 } NR > 1 { a = $1 < a ? $1 : a; b = $1 > b ? $1 : b; c = $2 < c ? $2 : c; d = $2 > d ? $2 : d }
            END { print a, b, c, d, NR - 1 }' edges.csv
}

# Marks are where the list says, and as large: a circle of a radius of more than 128 pixels, and a frame.
check_marks() {
    clean
    awk 'BEGIN { print "P2 24 24 255"; for (i = 0; i < 576; i++) { x = i % 24 - 7.3; y = int(i / 24) - 14.7; print int(100 + 20 * exp(-(x * x + y * y) / 8) + 0.5) } }' |
        pgm >"$in/dot.pgm"
    good "a dot" "$in/dot.pgm" --headless --pixels 1200x1200 --detector blob --strongest 1 --output dot.csv --screenshot dot.png || return
    # From the bottom; offsets are not near 0.
    awk -F, 'NR == 2 { ok = $1 == 7 && $2 == 8 && $4 > 0.2 && $5 > 0.2 && $6 > 1.9 } END { exit !ok }' dot.csv || fail "a dot: $(xargs <dot.csv)"
    box dot.png >box
    tail -n 1 dot.csv | tr , ' ' | paste -d' ' - box | awk '{ x = 50 * ($1 + 0.5 + $4); y = 50 * ($2 + 0.5 + $5); r = 50 * 1.4142 * $6; off = ($7 + $8) / 2 - x + 0.5
        up = ($9 + $10) / 2 - y + 0.5; wide = ($8 - $7) / 2 - r; exit !(off * off < 4 && up * up < 4 && wide * wide < 9 && r > 128) }' ||
        fail "a circle: $(tail -n 1 dot.csv), box $(cat box)"
    # Of two dots the stronger one has the largest mark, and the other one the smallest.
    awk 'BEGIN { print "P2 48 24 255"; for (i = 0; i < 1152; i++) { x = i % 48 - 8; z = i % 48 - 40; y = int(i / 48) - 12
        print int(100 + 40 * exp(-(x * x + y * y) / 3) + 20 * exp(-(z * z + y * y) / 3) + 0.5) } }' | pgm >"$in/two.pgm"
    good "two dots" "$in/two.pgm" --headless --pixels 960x480 --strongest 2 --screenshot two.png &&
        good "their marks" two.png --headless --detector edge --threshold 0.08 --output edges.csv || return
    awk -F, 'NR > 1 { i = $1 > 480; a[i] = a[i] == "" || $1 < a[i] ? $1 : a[i]; b[i] = $1 > b[i] ? $1 : b[i] } END { print b[0] - a[0], b[1] - a[1] }' edges.csv >box
    awk '{ exit !($1 > 18 && $1 < 24 && $2 < 12) }' box || fail "sizes of two marks: $(cat box)"
    # The pattern of check_cells, pale on gray.
    awk 'BEGIN { print "P2 10 7 255"; srand(6); for (i = 0; i < 70; i++) print 100 + int(rand() * 12) }' >"$work/pale"
    pgm <"$work/pale" >"$in/pale.pgm"
    awk 'NR > 1 { v[NR - 2] = $1 } END { print "P2 90 70 255"; for (y = 0; y < 70; y++) for (x = 0; x < 90; x++)
        print (x >= 20 && x < 30 && y >= 30 && y < 37 ? v[(y - 30) * 10 + x - 20] : 100) }' "$work/pale" | pgm >"$in/one.pgm"
    good "a frame" "$in/one.pgm" --headless --detector template --template "$in/pale.pgm" --output frame.png || return
    [ "$(box frame.png | cut -d' ' -f1-4)" = "19 30 32 40" ] || fail "a frame: box $(box frame.png), not 19 30 32 40"
}

check_pictures() {
    clean
    good "the built-in photograph" --headless --output a.png && good "the same from its file" "$photos/coffee.jpg" --headless --output b.png
    cmp -s a.png b.png || fail "the built-in photograph is not coffee.jpg"
    good "in its own pixels" "$photos/coffee.jpg" --headless --output a.png && [ "$(od -An -tu1 -j16 -N8 a.png | xargs)" = "0 0 2 88 0 0 1 144" ] ||
        fail "--output: not 600x400 pixels"
    good "in those asked for" "$photos/coffee.jpg" "${small[@]}" --screenshot b.png && [ "$(od -An -tu1 -j16 -N8 b.png | xargs)" = "0 0 0 160 0 0 0 120" ] ||
        fail "--screenshot: not 160x120 pixels"
    good "another detector" "$photos/coffee.jpg" "${small[@]}" --screenshot c.png --detector blob && cmp -s b.png c.png && fail "marks are alike"
    good "fewer marks" "$photos/coffee.jpg" "${small[@]}" --screenshot c.png --strongest 3 && cmp -s b.png c.png && fail "--strongest marks all"
}

check_files() {
    local name
    head -c 5000 "$photos/camera.png" >"$in/cut.png"
    : >"$in/empty.png"
    awk 'BEGIN { print "P2 60 50 255"; srand(4); for (i = 0; i < 3000; i++) print int(rand() * 256) }' | pgm | tail -c 3000 >"$in/noise.jpg"
    printf '\211PNG\r\n\032\n\0\0\0\rIHDR\177\377\377\377\177\377\377\377\010\0\0\0\0' >"$in/lies.png"
    mkdir -p "$in/folder.png"
    for name in cut.png empty.png noise.jpg lies.png folder.png none.png; do
        bad 1 "$name" "${small[@]}" "$in/$name" --json a.json --output a.csv --screenshot a.png
        one_line "$name" "$name"
    done
    printf 'P5\n1 1\n255\n\200' >"$in/one.pgm"
    clean
    good "a pixel" "$in/one.pgm" "${small[@]}" --json run.json && [ "$(points_of run.json)" = 0 ] || fail "a pixel: $(cat run.json)"
}

check_options() {
    local option
    help_names --detector --blobs --edges --template --strongest --threshold --output --repeat
    check_frame "${small[@]}"
    for option in "--strongest 0" "--threshold 0" "--threshold -1" "--threshold 1.1" "--strongest 134217729" "--detector circles" "--blobs gray --detector blob" "--blobs dark" "--edges 5" "--edges 1 --detector blob" "--edges -1 --detector blob" "--screenshot a.csv"; do
        # shellcheck disable=SC2086 # words
        bad 2 "$option" --headless $option
    done
}

check_outputs() {
    bad 2 "two outputs of one name" "${small[@]}" --output a.png --screenshot ./a.png
    cp "$photos/camera.png" "$in/keep.png"
    bad 2 "an output over the image" "${small[@]}" "$in/keep.png" --output "$in/keep.png"
    cmp -s "$photos/camera.png" "$in/keep.png" || fail "the image was replaced"
}

for check in json csv many cells marks pictures files options outputs; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
