#!/usr/bin/env bash
# test_bench.sh - histopyramid-bench from outside: its tables, its files, and one clear line for every mistake.
# usage: test_bench.sh BENCH CMAKE WORK_FOLDER [CHECK...]   CHECKs are those below that take long; the others unless given  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3
shift 3
# shellcheck source=../program.sh
. "$here/../program.sh"

# rows FILE PART GL: how many rows of PART the JSON file holds and how many of them were refused, after a look at all of it.
rows() {
    "$cmake" -DFILE="$1" -DPART="$2" -DGL="$3" -P "$here/json.cmake" 2>"$work/judge" && return 0
    fail "$1: $(tail -n 5 "$work/judge")"
    return 1
}

check_help() {
    good --help --help || return
    for option in --gl --layout --size --fill --part --volume --iso --model --peer --full --repeat --json --csv --headless --help; do
        grep -q -e "  $option" "$work/stdout" || fail "--help does not tell of $option"
    done
}

check_mistakes() {
    local none=$work/none/file
    bad 2 "unknown option" --nonsense
    bad 2 "an operand" image.png
    bad 2 "an unknown layout" --layout cube
    bad 2 "an unknown OpenGL" --gl 4.6
    bad 2 "an unknown part" --part all
    bad 2 "a size of 0" --size 0
    bad 2 "a size too large" --size 16385
    bad 2 "no size" --size
    for fill in -1 101 x 1x 1e3 . 1.2.3 nan ' 1'; do
        bad 2 "a fill of '$fill'" --fill "$fill"
    done
    bad 2 "no runs" --repeat 0
    bad 2 "two outputs on stdout" --json - --csv -
    bad 2 "two outputs in one file" --json out --csv ./out
    bad 2 "a volume for another part" --volume cayley --part fills
    bad 2 "an isovalue of nothing" --iso 1
    bad 2 "an isovalue that is none" --volume cayley --iso x
    bad 2 "a model for another part" --model heart.ply --part lists
    bad 2 "a model of scans" --model heart.ply --part scans
    bad 2 "a peer for another part" --peer true --part octree
    bad 2 "a volume and a model" --volume cayley --model heart.ply
    bad 2 "an unknown field" --volume cube
    for part in "--fill 5" "--layout bits" "--csv list.csv"; do
        # shellcheck disable=SC2086
        bad 2 "lists with $part" --part lists $part
        one_line "${part%% *}: of no use to --part lists" "lists with $part"
    done
    bad 2 "a CSV of isosurfaces" --volume cayley --csv list.csv
    bad 2 "a CSV of calls" --part overhead --csv -
    bad 2 "a size of volumes" --part volumes --size 64
    bad 1 "no folder for JSON" --json "$none"
    bad 1 "no folder for CSV" --csv "$none"
}

# check_gl GL: the parts that take a size, on a small image of odd size.
check_gl() {
    local gl=$1 part answer parts=(fills discriminators clones counts)
    [ "$gl" = es3 ] && parts=(fills)
    for part in "${parts[@]}"; do
        good "$part, GL $gl" --gl "$gl" --part "$part" --size 97 --fill 3 --repeat 2 --json run.json --csv run.csv || continue
        answer=$(rows run.json "$part" "$gl") || continue
        echo "GL $gl, $part: $answer"
        [ "$(wc -l <run.csv)" -gt 5 ] || fail "$part, GL $gl: the CSV has too few rows"
        grep -q '97x97, 3 % active' "$work/stdout" || fail "$part, GL $gl: no table"
        rm -f run.json run.csv
    done
}

# The smallest images, none and all of the cells active.
check_extremes() {
    local fill size
    for size in 1 2 64; do
        for fill in 0 100; do
            good "size $size, fill $fill" --part fills --size "$size" --fill "$fill" --repeat 1 --json run.json &&
                rows run.json fills 3.3 >/dev/null
        done
    done
    rm -f run.json
}

check_filters() {
    good "--layout" --layout bits --size 64 --fill 10 --repeat 1 --json - || return
    [ "$(grep -o '"layout":"[A-Z0-9]*"' "$work/stdout" | sort -u)" = '"layout":"BITS"' ] || fail "--layout bits: other layouts"
    grep -q 'BITS' "$work/stderr" || fail "--json -: no table on stderr"
    [ "$(wc -l <"$work/stdout")" -eq 1 ] || fail "--json -: more than one line on stdout"
    good "--csv -" --layout single --size 64 --fill 10 --repeat 1 --csv - || return
    [ "$(head -c 5 "$work/stdout")" = "part," ] || fail "--csv -: no CSV on stdout"
    local columns
    columns=$(sed 's/"[^"]*"/x/g' "$work/stdout" | awk -F, '{print NF}' | sort -u)
    [ "$columns" = 29 ] || fail "--csv: rows of $columns columns"
}

# The parts of a fixed size, which take a while.
check_large() {
    local part
    for part in volumes papers image-list; do
        good "$part" --part "$part" --repeat 1 --json run.json || continue
        rows run.json "${part/-/_}" 3.3 >/dev/null
    done
    good volumes --part volumes --layout bits --repeat 1
    for word in '97 : 128' '160 : 256'; do
        grep -q "$word" "$work/stdout" || fail "volumes: no ratio of $word"
    done
    rm -f run.json
}

# needs_33 PART: OpenGL 2.1 cannot do it.
needs_33() {
    "$program" --gl 2.1 --part "$1" >/dev/null 2>"$work/stderr" && fail "$1 on OpenGL 2.1: status 0"
    one_line 'nothing could be measured' "$1 on OpenGL 2.1"
}

# All forms, of fields small enough to be quick, and one whose mesh is known.
check_isosurfaces() {
    local form
    good isosurfaces --part isosurfaces --size 13 --repeat 1 --json run.json &&
        [ "$(rows run.json isosurfaces 3.3)" = "18 meshes" ] || fail "isosurfaces: not three fields in six forms"
    good "isosurfaces, no cells" --part isosurfaces --size 1 --repeat 1
    good "isosurfaces, a field" --volume cayley --size 64 --iso 0 --repeat 1 --json run.json || return
    rows run.json isosurfaces 3.3 >/dev/null
    for form in '"vertices":10308,"triangles":20008,"expansion":"FRAGMENT","mesh":"welded"' \
        '"vertices":60024,"triangles":20008,"expansion":"GEOMETRY","mesh":"soup","vertex":"midpoint"'; do
        grep -q "$form" run.json || fail "isosurfaces, cayley: no $form"
    done
    needs_33 isosurfaces
    "$program" --volume "$work/none.nrrd" >/dev/null 2>"$work/stderr" && fail "no volume: status 0"
    one_line 'none.nrrd' "no volume"
    rm -f run.json
}

# A build and a list take at most 400 calls of OpenGL, of which there were 800 when all state was set and restored.
check_overhead() {
    local calls
    good overhead --part overhead --repeat 1 --json run.json || return
    [ "$(grep -o '"build_calls":' run.json | wc -l)" -eq 7 ] || fail "overhead: not seven layouts"
    calls=$(sed -E 's/"build_calls":/\n&/g' run.json | sed -nE 's/^"build_calls":([0-9]+),"list_calls":([0-9]+).*/\1+\2/p')
    for calls in $calls; do
        [ $((calls)) -gt 100 ] && [ $((calls)) -le 400 ] || fail "overhead: $calls calls"
    done
    good "overhead, GL 2.1" --gl 2.1 --part overhead --repeat 1
    rm -f run.json
}

# All keys, in pairs and alone, and all other operations, of lists that are short and of no round length.
check_lists() {
    local operations="sort;scan;reduce;select;partition;unique;gather"
    good lists --part lists --size 33 --repeat 1 --json run.json &&
        [ "$(rows run.json lists 3.3)" = "26 lists: $operations" ] || fail "lists: $(rows run.json lists 3.3)"
    grep -q '{"what":"sort","count":1089,"keys":"few","bits":16,"pairs":false,"ms":' run.json || fail "lists: no few keys"
    grep -q '^ *1089 random *32 pairs' "$work/stdout" || fail "lists: no table of sorts"
    grep -q '^ *scan *1089 ' "$work/stdout" || fail "lists: no table of operations"
    good "lists of one entry" --part lists --size 1 --repeat 1
    needs_33 lists
    rm -f run.json
}

# All kinds of seeds.
check_flow() {
    good flows --part flow --size 16 --repeat 1 --json run.json &&
        [ "$(rows run.json flow 3.3)" = "3 flows" ] || fail "flows: $(rows run.json flow 3.3)"
    grep -q '"flows":\[{"kind":"critical","side":16,"seeds":8,' run.json || fail "flows: no row"
    grep -q '^ *vorticity *16^3 ' "$work/stdout" || fail "flows: no table"
    needs_33 flow
    rm -f run.json
}

# Seven kinds, of which each finds what plain C finds.
check_kinds() {
    good "kinds by OpenGL ES" --part kinds --size 33 --repeat 1 --gl es3
    good kinds --part kinds --size 40 --repeat 1 --json run.json &&
        [ "$(rows run.json kinds 3.3)" = "7 kinds" ] || fail "kinds: $(rows run.json kinds 3.3)"
    grep -q '"kinds":\[{"kind":"THRESHOLD","side":40,"total":' run.json || fail "kinds: no row"
    grep -q '^ *TEMPLATE correlation ' "$work/stdout" || fail "kinds: no table"
}

# Three fills, and what is done with each.
check_sparse() {
    good "sparse matrices" --part sparse --size 130 --repeat 1 --json run.json &&
        [ "$(rows run.json sparse 3.3)" = "9 matrices" ] || fail "sparse matrices: $(rows run.json sparse 3.3)"
    grep -q '"sparse":\[{"what":"convert","side":130,"fill":0.001,"entries":' run.json || fail "sparse matrices: no row"
    grep -q '^ *transpose *130 *10.0 ' "$work/stdout" || fail "sparse matrices: no table"
    good "sparse matrices on OpenGL ES" --gl es3 --part sparse --size 130 --repeat 1
    needs_33 sparse
    rm -f run.json
}

# Queries beside the teapot and in a grid, and three numbers of neighbors.
check_nearest() {
    good "nearest points" --part nearest --size 33 --repeat 1 --json run.json &&
        [ "$(rows run.json nearest 3.3)" = "6 lists" ] || fail "nearest points: $(rows run.json nearest 3.3)"
    grep -q '"nearest":\[{"queries":"surface","points":1089,"depth":8,"count":1089,"neighbors":1,' run.json || fail "nearest points: no row"
    needs_33 nearest
    rm -f run.json
}

# Both ways of growth, of the teapot and of a file.
check_octree() {
    good octrees --part octree --size 33 --repeat 1 --json run.json &&
        [ "$(rows run.json octree 3.3)" = "2 octrees" ] || fail "octrees: $(rows run.json octree 3.3)"
    grep -q '"octrees":\[{"model":"teapot","points":1089,"depth":8,"growth":"POINTS","nodes":' run.json || fail "octrees: no row"
    grep -q '^ *1089 *8 GRADED' "$work/stdout" || fail "octrees: no table"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >triangle.obj
    good "octrees of a file" --model triangle.obj --size 1 --repeat 1
    grep -q 'points on triangle.obj' "$work/stdout" || fail "octrees of a file: it is not named"
    "$program" --model none.obj >/dev/null 2>"$work/stderr" && fail "no model: status 0"
    one_line 'none.obj' "no model"
    needs_33 octree
    rm -f run.json triangle.obj
}

# Both depths, alone and beside a program that only looks like a peer; of that one nothing is left.
check_poisson() {
    good surfaces --part poisson --size 33 --repeat 1 --json run.json &&
        [ "$(rows run.json poisson 3.3)" = "2 surfaces, peer: NULL" ] || fail "surfaces: $(rows run.json poisson 3.3)"
    grep -q '"poisson":\[{"model":"teapot","points":1089,"depth":6,"nodes":' run.json || fail "surfaces: no row"
    grep -q '^ *1089 *8 ' "$work/stdout" || fail "surfaces: no table"
    mkdir temporary
    printf '#!/bin/sh\nhead -c 50 "$2" >"$4"\necho "$*" >arguments\n' >peer.sh
    chmod +x peer.sh
    TMPDIR=$PWD/temporary good "surfaces beside a peer" --peer ./peer.sh --size 20 --repeat 1 --json run.json &&
        [ "$(rows run.json poisson 3.3)" = "2 surfaces, peer: NUMBER" ] || fail "peer: $(rows run.json poisson 3.3)"
    grep -q -- '--in .*points.ply --out .*surface.ply --depth 8 --pointWeight 0$' arguments || fail "peer: $(cat arguments)"
    for peer in ./none.sh false true; do
        TMPDIR=$PWD/temporary "$program" --peer $peer --size 20 --repeat 1 >/dev/null 2>"$work/stderr" && fail "peer $peer: status 0"
        one_line "$peer: " "peer $peer"
    done
    rmdir temporary || fail "peer: files are left"
    needs_33 poisson
    rm -f run.json peer.sh arguments
}

# The truth is a formula: clean points are near to it. The peer gets the wishes of each row, and what it made is read: here a mesh of ours.
check_scans() {
    good "scans" --part scans --size 24 --repeat 1 --json run.json &&
        [ "$(rows run.json scans 3.3)" = "10 surfaces, peer: NULL" ] || fail "scans: $(rows run.json scans 3.3)"
    printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n' >mesh.ply
    printf '%s\n' "0 0 0" "1 0 0" "0 1 0" "0 0 1" "3 0 2 1" "3 0 1 3" "3 0 3 2" "3 1 2 3" >>mesh.ply
    printf '#!/bin/sh\ncp mesh.ply "$4"\necho "$*" >>arguments\n' >peer.sh
    chmod +x peer.sh
    good "scans beside a peer" --part scans --peer ./peer.sh --size 33 --json run.json &&
        [ "$(rows run.json scans 3.3)" = "10 surfaces, peer: NUMBER" ] || fail "scans beside a peer: $(rows run.json scans 3.3)"
    [ "$(grep -c -- '--depth 7 --pointWeight 4$' arguments) $(grep -c -- '--depth 10 --pointWeight 0$' arguments)" = "3 1" ] || fail "scans: $(cat arguments)"
    [ "$(grep -o '"peer_parts":1,' run.json | wc -l)" -eq 10 ] || fail "scans: the peer's mesh has no part"
    sed 's/{"cloud"/\n&/g' run.json | sed -nE 's/.*"few".*"screening":4,"distance":([0-9.e-]+),.*"degrees":([0-9.]+),.*"parts":1,.*"volume_error":([0-9.e-]+),.*/\1 \2 \3/p' |
        awk '{ rows++; good = $1 < 0.002 && $2 < 10 && $3 ^ 2 < 0.02 ^ 2 } END { exit !(rows == 1 && good) }' || fail "scans: a clean cloud is far from the truth: $(cat run.json)"
    needs_33 scans
    rm -f run.json peer.sh mesh.ply arguments
}

# Both images; the CPU's quadtrees take powers of two.
check_quadtree() {
    good quadtrees --part quadtree --size 64 --repeat 1 --json run.json &&
        [ "$(rows run.json quadtree 3.3)" = "2 quadtrees" ] || fail "quadtrees: $(rows run.json quadtree 3.3)"
    grep -q '"quadtrees":\[{"image":"discs","side":64,"leaves":' run.json || fail "quadtrees: no row"
    grep -q '^ *hills *64 ' "$work/stdout" || fail "quadtrees: no table"
    good "quadtrees by OpenGL ES" --part quadtree --size 32 --repeat 1 --gl es3
    "$program" --part quadtree --size 33 >/dev/null 2>"$work/stderr" && fail "quadtrees of 33: status 0"
    one_line 'powers of two' "quadtrees of 33"
    needs_33 quadtree
    rm -f run.json
}

check_features() {
    good features --part features --size 100 --repeat 1 --json run.json &&
        [ "$(rows run.json features 3.3)" = "3 detectors" ] || fail "features: $(rows run.json features 3.3)"
    grep -q '^ *SHI_TOMASI *100 ' "$work/stdout" || fail "features: no table"
    needs_33 features
    rm -f run.json
}

# All lists are compared before their times count.
check_voxels() {
    good voxels --part voxels --repeat 1 --json run.json &&
        [ "$(rows run.json voxels 3.3)" = "11 ways" ] || fail "voxels: $(rows run.json voxels 3.3)"
    for word in 33989 8595 2130; do
        grep -q " $word " "$work/stdout" || fail "voxels: the paper's $word is not there"
    done
    good "voxels of a model on OpenGL ES" --gl es3 --part voxels --repeat 1 --model "$here/../../assets/die.obj"
    "$program" --part voxels --model missing.obj >/dev/null 2>"$work/stderr" && fail "voxels of a model that is not there: status 0"
    one_line missing.obj "voxels of a model that is not there"
    bad 2 "a size of voxels" --part voxels --size 64
    rm -f run.json
}

# With VTK or without it; the mesh is compared with the oracle's.
check_edges() {
    good edges --part edges --size 33 --repeat 1 --json run.json &&
        [ "$(rows run.json edges 3.3)" = "1 meshes" ] || fail "edges: $(rows run.json edges 3.3)"
    grep -q '^ *33^3 ' "$work/stdout" || fail "edges: no table"
    needs_33 edges
    rm -f run.json
}

# Every program of the parts, with the time that it takes.
check_programs() {
    good programs --part programs --json run.json || return
    for word in 'isosurface/vertices.frag.glsl' 'list/sort_first.frag.glsl' ' all '; do
        grep -q "$word" "$work/stdout" || fail "programs: no $word"
    done
    grep -q '"programs":\[{"part":' run.json || fail "programs: none in the file"
    needs_33 programs
    rm -f run.json
}

# What the library's draws read and write is the same everywhere, and what the repository tells.
check_traffic() {
    local told=$here/../../docs/results/traffic.txt
    good "traffic" --part traffic --json run.json || return
    sed -n '/^Traffic/,$p' "$work/stdout" | diff "$told" - >"$work/changes" ||
        fail "traffic: a pass reads, writes, fetches or shades more or less; bench/traffic.h tells what to do: $(head -c 3000 "$work/changes")"
    grep -q '"passes":\[{"part":"fills","subject":"random 256x256x1 threshold' run.json || fail "traffic: no passes in the file"
    needs_33 traffic
    MESA_GL_VERSION_OVERRIDE=3.3 "$program" --part traffic >/dev/null 2>"$work/stderr" && fail "traffic on OpenGL 3.3: status 0"
    one_line 'counting takes OpenGL 4.3' "traffic on OpenGL 3.3"
}

[ $# -gt 0 ] || set -- help mistakes "gl 3.3" filters isosurfaces overhead lists
for check in "$@"; do
    rm -rf "$work/out"
    mkdir -p "$work/out"
    cd "$work/out" || exit 1
    # shellcheck disable=SC2086
    check_$check
done
[ "$failures" -eq 0 ] && echo "all right"
[ "$failures" -eq 0 ]
