#!/usr/bin/env bash
# demo-sums.sh - sums of the pictures and files of all demos, to compare two builds of them on one machine: the same sums, the same bytes.
# Times are left out of JSON.  SPDX-License-Identifier: MIT
# usage: demo-sums.sh BIN [DEMO...] >SUMS
#
# BIN has the demos, such as build/bin. Each line is a sum, the demo, and its arguments; or the status and the words of one that failed.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[ $# -ge 1 ] || { echo "demo-sums.sh: expected a folder with demos" >&2; exit 2; }
[ -d "$1" ] || { echo "demo-sums.sh: '$1' is not a folder with demos" >&2; exit 2; }
bin=$(cd "$1" && pwd)
shift
demos=" $* "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# What is measured, and so differs from run to run; and where the file went.
steady() {
    sed -E 's/"ms": *\{[^}]*\}//g; s/"[a-z_]*(ms|seconds|per_s|rate|fps)[a-z_]*": *(-?[0-9.e+-]+|null)//g'
}

# sum DEMO FILE ARGUMENT...: FILE is what the arguments make.
sum() {
    local demo=$1 file=$2 status=0 made
    shift 2
    [ "$demos" = "  " ] || [[ $demos == *" $demo "* ]] || return 0
    rm -rf out.*
    "$bin/$demo" --headless "$@" >out.txt 2>out.err || status=$?
    if [ $status -ne 0 ]; then
        made="status $status: $(head -1 out.err)"
    elif [ -d "$file" ]; then
        made=$(cat "$file"/* | sha1sum | cut -c1-12)
    elif [[ $file == *.json ]]; then
        made=$(steady <"$file" | sha1sum | cut -c1-12)
    else
        made=$(sha1sum <"$file" | cut -c1-12)
    fi
    echo "$made  $demo $*"
}

# pictures DEMO GLS ARGUMENT...: two sizes on each GL.
pictures() {
    local demo=$1 gl size
    local gls=$2
    shift 2
    for gl in $gls; do
        for size in 640x480 1280x800; do
            sum "$demo" out.png --gl "$gl" --pixels $size --screenshot out.png "$@"
        done
    done
}

# files DEMO ENDINGS ARGUMENT...: --output by each ending, and the JSON.
files() {
    local demo=$1 ending
    local endings=$2
    shift 2
    for ending in $endings; do
        sum "$demo" "out.$ending" --output "out.$ending" "$@"
    done
    sum "$demo" out.json --json out.json "$@"
}

pictures quadtree "3.3 es3"
pictures quadtree 3.3 --view both --tolerance 40 --smallest 2
pictures quadtree 3.3 --view image --no-grid
files quadtree "csv png" --tolerance 5 --largest 64
sum quadtree out.png --output out.png --scale 2 --no-grid

pictures features "3.3 es3"
pictures features 3.3 --detector blob --blobs dark --edges 5 --strongest 20
pictures features 3.3 --detector edge --threshold 0.2
files features "csv png" --detector harris
files features "csv png" --detector blob

pictures sparsify "3.3 es3"
pictures sparsify 3.3 --epsilon 1.5
for format in coo csr csc; do
    files sparsify "mtx png" --format $format --epsilon 0.5
done

pictures isosurface "3.3 2.1 es3"
pictures isosurface 3.3 --field cayley --wires --upside-down --vertices midpoint --normals forward
pictures isosurface 3.3 --field torus --size 40x30x20 --expand geometry --iso 0.05
pictures isosurface 3.3 --field gyroid --mesh soup
files isosurface "ply obj stl" --field sphere --size 32
files isosurface "ply obj stl" --field cayley --size 40x41x42 --mesh soup --expand vertex

pictures flowseeds "3.3 es3"
pictures flowseeds 3.3 --flow lorenz --turn 30 --zoom 1.3
for seeds in vorticity band grid; do
    pictures flowseeds 3.3 --seeds $seeds --lines 40 --steps 60
done
files flowseeds "csv ply" --size 32

pictures reconstruct "3.3 es3" --samples 20000 --depth 6
pictures reconstruct 3.3 --samples 20000 --depth 6 --view all --cells 4
pictures reconstruct 3.3 --samples 20000 --depth 6 --density --wires --screen 4 --turn 40 --rise 20 --zoom 1.4
pictures reconstruct 3.3 --samples 20000 --depth 6 --view points --estimate --z-up
files reconstruct "ply obj stl" --samples 5000 --depth 5 --trim 3 --noise 0.001

printf '%s\n' "make caps 8000" "depth 5" "stroke 0 0.95 0 -0.95" "pull 1.06 0 0 0.4 0.3 0 0" "union torus at 0 1 0 scale 0.5" >edits.txt
pictures sculpt "3.3 es3" --script edits.txt --view inserted --turn 20
pictures sculpt 3.3 --script edits.txt --wires --zoom 1.2
files sculpt "ply obj stl" --script edits.txt
pictures splats "3.3 es3" --splats 20000
pictures splats 3.3 --splats 5000 --sort none --turn 50 --rise 10 --zoom 1.2
pictures splats 3.3 --splats 5000 --sort cpu --splat-size 1.5 --upside-down
sum splats out.order --splats 5000 --order out.order
sum splats out.positions --splats 5000 --positions out.positions
sum splats out.json --splats 5000 --json out.json

pictures dicer "3.3 2.1 es3" --grid 64
pictures dicer 3.3 --grid 48x40x32 --voxelizer slices --layout vec4 --cloud points
pictures dicer 3.3 --grid 64 --fill solid --layout line
files dicer "ply xyz binvox npy" --grid 48
sum dicer out.npy --grid 48 --fill thin --dense --output out.npy

pictures heartbreaker "3.3 2.1 es3" --grid 48 --frames 20 --fps 5
pictures heartbreaker 3.3 --model die --grid 32 --motion twist --frames 20 --fps 5 --at 900
sum heartbreaker out.frames --grid 32 --frames 12 --fps 5 --pixels 320x200 --output out.frames
sum heartbreaker out.frames --grid 32 --frames 6 --fps 5 --pixels 320x200 --fine --animate cpu --output out.frames
sum heartbreaker out.json --grid 32 --frames 6 --fps 5 --json out.json
