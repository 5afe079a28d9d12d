#!/usr/bin/env bash
# test_isosurface.sh - isosurface from outside: known counts, its JSON, meshes in files, volumes from files, and one clear line for
# every mistake.
# usage: test_isosurface.sh ISOSURFACE CMAKE WORK_FOLDER DICER HAS_TEEM  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 dicer=$4 has_teem=$5
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
once=(--headless --repeat 1)
usual=("${once[@]}") # what `facts` begins with

# silent WHAT: nothing was said on stderr.
silent() {
    [ ! -s "$work/stderr" ] || fail "$1: $(cat "$work/stderr")"
}

check_json() {
    local order="field iso expand mesh normals wires upside_down samples cells occupancy triangles vertices mcells_per_s ms build extract total gl renderer "
    clean
    facts "cayley" "20008 10308 64x64x64 250047 indexed" --field cayley --size 64 || return
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json field cayley
    expect_value run.json iso 0
    expect_value run.json gl 3.3
    expect_value run.json normals central
    grep -q "^cayley: isovalue 0, samples 64 × 64 × 64 float32, 20008 triangles, 10308 vertices, million cells a second [0-9]*, [0-9.]* ms (build " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    grep -q '"occupancy":0.0399924814,' run.json || fail "occupancy: $(cat run.json)"
    good "JSON to stdout" --headless --repeat 2 --size 8 --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "triangles" "$work/stderr" || fail "no summary beside the JSON"
}

# One mesh, whoever makes it.
check_forms() {
    local form
    clean
    for form in "--mesh soup" "--expand vertex" "--expand geometry" "--gl 2.1" "--vertices midpoint --mesh soup --normals forward" \
        "--gl 2.1 --normals forward"; do
        # shellcheck disable=SC2086 # words
        facts "$form" "2680 8040 24x24x24 12167 soup" --field cayley --size 24 $form
    done
    good "no faces" "${once[@]}" --size 24 --json - --gl 2.1 && grep -q '"extract":null' "$work/stdout" || fail "2.1 extracts"
    facts "sides" "$(facts_of_sides)" --field sphere --size 40x31x23
    facts "a field by its name alone" "2680 1452 24x24x24 12167 indexed" cayley --size 24
    for field in gyroid torus metaballs; do
        good $field "${once[@]}" --field $field --size 24 --json run.json || continue
        [ "$(points_of run.json)" -gt 500 ] || fail "$field: $(points_of run.json) triangles"
        silent $field
    done
}

# Of the soup: three vertices a triangle; a closed surface of genus 0 has half as many triangles and two.
facts_of_sides() {
    "$program" "${once[@]}" --field sphere --size 40x31x23 --mesh soup --json soup.json >/dev/null 2>&1
    local triangles
    triangles=$(points_of soup.json)
    echo "$triangles $((triangles / 2 + 2)) 40x31x23 25740 indexed"
}

# read_back FILE TRIANGLES: another program finds them, in a closed mesh.
read_back() {
    "$dicer" --headless --repeat 1 --grid 16 --fill solid --json back.json "$1" >"$work/stdout" 2>"$work/stderr" ||
        { fail "$1: cannot be read: $(cat "$work/stderr")"; return; }
    grep -q "\"triangles\":$2,\"skipped\":0,\"closed\":true," back.json || fail "$1: $(cut -c1-200 back.json)"
}

check_files() {
    local file
    clean
    for file in a.ply b.OBJ c.stl; do
        good "$file" "${once[@]}" --field sphere --size 16 --output $file --json run.json && silent "$file" && read_back $file "$(points_of run.json)"
    done
    good "a soup" "${once[@]}" --field sphere --size 16 --output d.ply --expand vertex && read_back d.ply "$(points_of run.json)"
    good "a soup of 2.1" "${once[@]}" --field sphere --size 16 --output e.stl --gl 2.1 && read_back e.stl "$(points_of run.json)"
    cmp -s <(tail -c +200 c.stl | head -c 1000) <(tail -c +200 e.stl | head -c 1000) && fail "2.1 has the order of 3.3"
    [ "$(grep -c '^f ' b.OBJ)" = "$(points_of run.json)" ] || fail "b.OBJ: $(grep -c '^f ' b.OBJ) faces"
    good "pictures" "${once[@]}" --size 16 --screenshot a.png --wires --pixels 96x64 || return
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no picture"
    good "pictures by 2.1" "${once[@]}" --size 16 --screenshot a.png --wires --upside-down --pixels 96x64 --gl 2.1
}

# bytes OCTAL...
bytes() {
    printf '%b' "$(printf '\\0%s' "$@")"
}

# single BYTES_OF_ONE BYTES_OF_OTHERS: 3x3x3 samples, the one in the middle.
single() {
    local one=$1 other=$2 i
    for i in $(seq 27); do
        # shellcheck disable=SC2086 # words
        bytes $([ "$i" = 14 ] && echo $one || echo $other)
    done
}

# An octahedron about the one sample inside.
check_volumes() {
    local octahedron="8 6 3x3x3 8 indexed" type
    clean
    single 144 0 >"$in/byte.raw"
    single "144 0" "0 0" >"$in/short.raw"
    single "0 144" "0 0" >"$in/big.raw"
    single "0 0 310 102" "0 0 0 0" >"$in/float.raw"
    single "0 0 310 102" "0 0 300 177" >"$in/nan.raw"
    facts uint8 "$octahedron" --iso 50 --field "$in/byte.raw:3x3x3:uint8"
    facts uint16 "$octahedron" --iso 50.5 --field "$in/short.raw:3x3x3:uint16"
    facts "int16 by its own isovalue" "$octahedron" --field "$in/short.raw:3x3x3:int16"
    facts "uint16, big" "$octahedron" --iso 50 --field "$in/big.raw:3x3x3:uint16:big"
    facts float32 "$octahedron" --iso 50 --field "$in/float.raw:3x3x3:float32"
    silent float32
    facts "sides of one sample" "0 0 27x1x1 0 indexed" --iso 50 --field "$in/byte.raw:27x1x1:uint8"
    one_line "no surface" "sides of one sample"
    facts NaN "$octahedron" --iso 50 --field "$in/nan.raw:3x3x3:float32"
    one_line "26 of 27 samples are NaN" NaN
    cp "$in/byte.raw" "$in/a:b.raw"
    facts "a colon in a path" "$octahedron" --iso 50 --field "$in/a:b.raw:3x3x3:uint8" --output a.ply
    grep -q "^element vertex 6" -a a.ply || fail "a.ply: $(head -c 300 a.ply)"
    facts "uint8 by 2.1" "8 24 3x3x3 8 soup" --iso 50 --field "$in/byte.raw:3x3x3:uint8" --gl 2.1
}

# nrrd FILE TYPE LINE...: the same octahedron as text.
nrrd() {
    local file=$1 type=$2
    shift 2
    { printf 'NRRD0004\ntype: %s\ndimension: 3\nsizes: 3 3 3\nencoding: ascii\n' "$type"; printf '%s\n' "$@" ""
      for i in $(seq 27); do [ "$i" = 14 ] && echo "${value:-100}" || echo 0; done; } >"$in/$file"
}

# x_of FILE.obj: the largest and the smallest x, y and z.
box_of() {
    awk '/^v / { for (i = 2; i < 5; i++) { if (!n || $i < low[i]) low[i] = $i; if (!n || $i > high[i]) high[i] = $i } n++ }
        END { print low[2] "," low[3] "," low[4] " " high[2] "," high[3] "," high[4] }' "$1"
}

check_nrrd() {
    local type octahedron="8 6 3x3x3 8 indexed"
    clean
    [ "$has_teem" = ON ] || return
    for type in "signed char" ushort uint double; do
        nrrd type.nrrd "$type"
        facts "NRRD of $type" "$octahedron" --field "$in/type.nrrd" --iso 50
        silent "NRRD of $type"
    done
    value=16777217.5 nrrd type.nrrd double
    facts "NRRD, rounded" "$octahedron" --field "$in/type.nrrd" --iso 50
    one_line "1 of 27 samples of type double are rounded" "NRRD, rounded"
    value=1e39 nrrd type.nrrd double
    good "NRRD past floats" "${once[@]}" --field "$in/type.nrrd" --iso 50
    grep -q "1 of 27 samples of type double are out of float32's range" "$work/stderr" || fail "past floats: $(cat "$work/stderr")"
    nrrd type.nrrd short "spacings: 1 2 1e300"
    bad 1 "NRRD with a spacing past floats" --headless --field "$in/type.nrrd"
    clean
    nrrd type.nrrd short "spacings: 1 2 4"
    good "NRRD with spacings" "${once[@]}" --field "$in/type.nrrd" --iso 50 --output a.obj
    [ "$(box_of a.obj)" = "0.5,1,2 1.5,3,6" ] || fail "spacings: $(box_of a.obj)"
    nrrd type.nrrd short "space: left-posterior-superior" "space directions: (0,2,0) (-1,0,0) (0,0,3)" "space origin: (10,20,30)"
    good "NRRD with directions" "${once[@]}" --field "$in/type.nrrd" --iso 50 --output a.ply --json run.json && silent directions
    good "NRRD with directions" "${once[@]}" --field "$in/type.nrrd" --iso 50 --output a.obj
    [ "$(box_of a.obj)" = "8.5,21,31.5 9.5,23,34.5" ] || fail "directions: $(box_of a.obj)"
    read_back a.ply 8
    nrrd type.nrrd short "space: left-posterior-superior" "space directions: (1,1,0) (-1,1,0) (0,0,1)" "space origin: (0,0,0)"
    good "NRRD askew" "${once[@]}" --field "$in/type.nrrd" --iso 50 && one_line "do not run along" "NRRD askew"
    printf 'NRRD0004\ntype: uchar\ndimension: 2\nsizes: 3 3\nencoding: raw\n\n123456789' >"$in/flat.nrrd"
    bad 1 "NRRD of two dimensions" --headless --field "$in/flat.nrrd"
    printf 'NRRD0004\ntype: ushort\nendian: little\ndimension: 3\nsizes: 30 30 30\nencoding: raw\n\n123456789' >"$in/cut.nrrd"
    bad 1 "NRRD, cut off" --headless --field "$in/cut.nrrd"
    printf 'NRRD0004\ntype: float\nendian: little\ndimension: 3\nsizes: 2000 2000 2000\nencoding: gzip\n\n123456789' >"$in/huge.nrrd"
    bad 1 "NRRD, huge" --headless --field "$in/huge.nrrd"
    printf 'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 3 3\nkinds: RGB-color space space\nencoding: raw\n\n' >"$in/color.nrrd"
    bad 1 "NRRD of colors" --headless --field "$in/color.nrrd"
    head -c 2000 /dev/urandom >"$in/noise.nrrd"
    bad 1 "noise" --headless --field "$in/noise.nrrd"
    : >"$in/empty.nrrd"
    bad 1 "an empty NRRD" --headless --field "$in/empty.nrrd"
}

# header WORDS LINE...: what is said of a header with these lines and 27 bytes of samples. Teem's own words are for programmers.
header() {
    local words=$1
    shift
    { printf '%s\n' "$@" ""; head -c 27 /dev/zero; } >"$in/header.nrrd"
    bad 1 "$words" --headless "$in/header.nrrd"
    one_line "header.nrrd: cannot be read as NRRD: $words\$" "$words"
    ! grep -q "nrrd[A-Z]" "$work/stderr" || fail "$words: a function of teem: $(cat "$work/stderr")"
}

check_headers() {
    local sizes="sizes: 3 3 3" raw="encoding: raw"
    [ "$has_teem" = ON ] || return
    header "it does not begin as NRRD files do" NRRD "type: uint8"
    header "its header has no line 'type'" NRRD0004 "dimension: 3" "$sizes" "$raw"
    header "its header has no line 'endian'" NRRD0004 "type: ushort" "dimension: 3" "$sizes" "$raw"
    header "its header has two lines 'type'" NRRD0004 "type: uint8" "type: uint8" "dimension: 3" "$sizes" "$raw"
    header "its header's line 'type' cannot be understood" NRRD0004 "type: banana" "dimension: 3" "$sizes" "$raw"
    header "its header's line 'space directions' cannot be understood" NRRD0004 "type: uint8" "dimension: 3" "$sizes" "$raw" \
        "space dimension: 3" "space directions: none (0,1,0)"
    header "its header's line 'dimension' cannot be true" NRRD0004 "type: uint8" "dimension: 99" "$sizes" "$raw"
    header "its header's line 'sizes' cannot be true" NRRD0004 "type: uint8" "dimension: 3" "sizes: 3 0 3" "$raw"
    header "its header has a line that is no field of NRRD" NRRD0004 "type: uint8" "dimension: 3" "$sizes" "$raw" "banana: 4"
    header "its samples end too early, or are not what its header says" NRRD0004 "type: uint8" "dimension: 3" "sizes: 4 4 4" "$raw"
    header "its samples end too early" NRRD0004 "type: uint8" "dimension: 3" "$sizes" "line skip: 40" "$raw"
}

# No surface is no failure, and says why.
check_empty() {
    clean
    facts "above" "0 0 16x16x16 3375 indexed" --field cayley --size 16 --iso 1e9 --output a.ply --screenshot a.png --pixels 32x32
    one_line "no surface at isovalue 1e+09: samples range from -29 to 27" above
    grep -q -a "^element vertex 0" a.ply || fail "an empty mesh: $(head -c 300 a.ply)"
    facts "below" "0 0 16x16x16 3375 indexed" --field cayley --size 16 --iso -1e9
    one_line "no surface" below
    facts "a field of one sample" "0 0 1x1x1 0 indexed" --size 1
    one_line "cells lie between samples" "a field of one sample"
    grep -q "^gyroid: isovalue 0, samples 1 × 1 × 1 float32, 0 triangles, 0 vertices, [0-9.]* ms (build " "$work/stdout" || fail "nothing: $(cat "$work/stdout")"
    single 7 7 >"$in/constant.raw"
    facts "a constant field" "0 0 3x3x3 8 indexed" --field "$in/constant.raw:3x3x3:uint8" --output a.stl
    one_line "all samples are 7" "a constant field"
    for _ in $(seq 27); do bytes 0 0 300 177; done >"$in/nans.raw"
    facts "all NaN" "0 0 3x3x3 8 indexed" --field "$in/nans.raw:3x3x3:float32"
    grep -q "no surface at isovalue 0: all samples are NaN" "$work/stderr" || fail "all NaN: $(cat "$work/stderr")"
    facts "empty by 2.1" "0 0 16x16x16 3375 soup" --size 16 --iso 1e9 --gl 2.1 --screenshot a.png --pixels 32x32 --output a.obj
}

check_options() {
    local value
    help_names --field --size --iso --vertices --expand --mesh --normals --output --wires --upside-down --repeat
    check_frame "${once[@]}" --size 8
    bad 2 "a size of 0" --headless --size 0 --output a.ply
    for value in a.raw a.raw:3x3x3 a.raw:3x3:uint8 a.raw:3x0x3:uint8 a.raw:3x3x3:int32 a.raw:3x3x3:uint8:little a.raw:3x3x99999999999:uint8 \
        :3x3x3:uint8.raw; do
        bad 2 "--field $value" --headless --field $value
    done
    bad 2 "another byte order" --headless --field a.raw:3x3x3:uint8:little
    one_line "only :big may follow" "another byte order"
    bad 2 "a raw file without a name" --headless --field .raw:1x1x1:uint8
    bad 2 "indexed by the paper's shaders" --headless --mesh indexed --expand vertex
    bad 2 "indexed on 2.1" --headless --mesh indexed --gl 2.1
    bad 2 "geometry shaders on 2.1" --headless --expand geometry --gl 2.1
    for value in a b; do
        good "a film" "${once[@]}" --size 16 --pixels 64x48 --frames 3 --fps 5 --video $value.mp4
    done
    [ -s a.mp4 ] && cmp -s a.mp4 b.mp4 || fail "one film is not the other: $(ls -l)"
    rm -f a.mp4 b.mp4
    bad 2 "a size for a file" --headless --field a.nrrd --size 8
    bad 2 "a mesh of unknown extension" --headless --output a.xyz
    bad 2 "two fields" --headless cayley --field torus
    bad 2 "no field's name" --headless banana
    one_line "isosurface: 'banana' is no volume: expected cayley" "no field's name"
    bad 1 "a field too large" --headless --size 100000 --json -
    bad 1 "a field too large for memory" --headless --size 2000x2000x2000 --json -
}

check_inputs() {
    local file
    single 144 0 >"$in/a.raw"
    bad 1 "a missing file" --headless --field "$in/none.nrrd"
    bad 1 "a missing raw file" --headless --field "$in/none.raw:3x3x3:uint8"
    bad 1 "a raw file too short" --headless --field "$in/a.raw:3x3x4:uint8" --json a.json
    bad 1 "a raw file too long" --headless --field "$in/a.raw:3x3x2:uint8" --output a.ply
    bad 1 "a raw file of another type" --headless --field "$in/a.raw:3x3x3:uint16"
    bad 1 "a raw file too large" --headless --field "$in/a.raw:4000000000x4000000000x4000000000:float32"
    bad 1 "a folder" --headless --field "$in/:3x3x3:uint8.raw:3x3x3:uint8"
    mkdir -p "$in/folder.nrrd" "$in/raw.raw"
    for file in "" folder.nrrd; do
        bad 1 "a folder, '$file'" --headless "$in/$file"
        one_line "$in/$file is a directory, not a volume" "a folder, '$file'"
    done
    bad 2 "a raw file of another name" --headless "$in/a.dat:3x3x3:uint8"
    one_line "the name of a raw file ends in .raw" "a raw file of another name"
    bad 1 "a folder as samples" --headless "$in/raw.raw:3x3x3:uint8"
    one_line "raw.raw is a directory, not a file" "a folder as samples"
    for file in bunny.obj a.PLY none.stl; do
        bad 2 "$file" --headless "$in/$file"
        one_line "$file is a mesh, not a volume: dicer shows meshes" "$file"
    done
    mkfifo "$in/pipe.nrrd" "$in/pipe.raw"
    for file in pipe.nrrd pipe.raw:3x3x3:uint8; do
        bad 1 "$file" --headless --field "$in/$file"
        one_line "is no regular file" "$file"
    done
    [ "$has_teem" = ON ] || return
    mkfifo "$in/pipe7.raw"
    for file in "data file: pipe.raw" "datafile: ./pipe.raw" "data file: LIST\npipe.raw" "Data File: pipe.raw" "DATAFILE:   pipe.raw" \
        "data file: pipe.raw\r" "Data file: LIST 3\n./pipe.raw" "data file: SKIPLIST\n0 pipe.raw" "data file: pipe%d.raw 7 7 1" \
        "DataFile: $in/pipe%01d.raw 7 7 1 3"; do
        printf 'NRRD0006\ntype: uint8\ndimension: 3\nsizes: 3 3 3\nencoding: raw\n%b\n\n' "$file" >"$in/pipe.nhdr"
        bad 1 "a header's $file" --headless --field "$in/pipe.nhdr"
        one_line "is no regular file" "$file"
    done
    for file in "-" "%s%d 1 1 1" "%d%s 1 1 1" "pipe%d.raw 7 7 0" "none%d.raw -2147483648 2147483647 1"; do
        printf 'NRRD0006\ntype: uint8\ndimension: 3\nsizes: 3 3 3\nencoding: raw\ndata file: %s\n\n' "$file" >"$in/odd.nhdr"
        bad 1 "samples in $file" --headless --field "$in/odd.nhdr"
    done
    single 144 0 >"$in/part.raw"
    split -b 9 -d -a 2 "$in/part.raw" "$in/slice"
    for file in "slice%02d 0 2 1" "LIST\nslice00\nslice01\nslice02" "part.raw"; do
        printf 'NRRD0006\ntype: uint8\ndimension: 3\nsizes: 3 3 3\nencoding: raw\nData File: %b\n' "$file" >"$in/parts.nhdr"
        facts "samples in $file" "8 6 3x3x3 8 indexed" --field "$in/parts.nhdr" --iso 50 && silent "$file"
    done
}

check_outputs() {
    bad 2 "a mesh and JSON of one name" "${once[@]}" --size 8 --json a.ply --output ./a.ply
    bad 2 "a mesh over the volume" "${once[@]}" --field "$in/a.raw:3x3x3:uint8" --json "$in/a.raw"
}

# Volumes of the real world, where they are given.
check_data() {
    clean
    [ "$has_teem" = ON ] && [ -n "${HPYR_DATA_DIR:-}" ] && [ -r "$HPYR_DATA_DIR/cthead.nrrd" ] || return
    facts cthead "567190 284297 256x256x113 7282800 indexed" --field "$HPYR_DATA_DIR/cthead.nrrd" --iso 600.5
    facts stent "66568 34648 128x128x256 4112895 indexed" --field "$HPYR_DATA_DIR/stent.nrrd" --iso 800.5
    silent stent
}

for check in json forms files volumes nrrd headers empty options inputs outputs data; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
