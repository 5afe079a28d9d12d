#!/usr/bin/env bash
# pictures.sh - makes the pictures of README and docs again, with the programs of this repository: all of them, or those that are named.
# usage: scripts/pictures.sh [--programs FOLDER] [teapot|isosurfaces|features|flowseeds|quadtree|reconstruct|sculpt|sparsify|splats|fills|film|examples|web]...
# FOLDER is build/bin; needs an ffmpeg with libwebp.
# Of the isosurfaces one is a head from a CT, $HPYR_DATA_DIR/cthead.nrrd; without it they stay as they are.  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=build/bin
if [ "${1:-}" = --programs ]; then
    programs=${2:?pictures.sh: --programs needs a folder}
    shift 2
fi
[ $# -gt 0 ] || set -- teapot isosurfaces features flowseeds quadtree reconstruct sculpt sparsify splats fills film examples web

# Dicer's first picture; its milliseconds are the median of warm runs.
teapot() {
    "$programs/dicer" --headless --repeat 5 --screenshot assets/teapot.png >/dev/null
    ls -l assets/teapot.png
}

isosurfaces() {
    if [ -r "${HPYR_DATA_DIR:-}/cthead.nrrd" ]; then
        scripts/isosurfaces.sh "$programs"
    else
        echo "pictures.sh: HPYR_DATA_DIR names no folder with cthead.nrrd: assets/isosurfaces.webp stays as it is" >&2
    fi
}

# Critical points of the ABC flow, a band of it, and the Lorenz system.
flowseeds() {
    local folder i inputs=()
    folder=$(mktemp -d)
    local -a ways=("--flow abc" "--flow abc --seeds band --threshold 1.3 --lines 400 --steps 120" "--flow lorenz --seeds grid --lines 64")
    for i in 0 1 2; do
        # shellcheck disable=SC2086 # words
        "$programs/flowseeds" --headless --pixels 480x420 ${ways[i]} --screenshot "$folder/$i.png" >/dev/null
        inputs+=(-i "$folder/$i.png")
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=inputs=3 -frames:v 1 -c:v libwebp -q:v 88 assets/flowseeds.webp
    rm -r "$folder"
    ls -l assets/flowseeds.webp
}

# A photograph, its leaves with their grid, and those of a larger tolerance.
quadtree() {
    local folder i inputs=()
    folder=$(mktemp -d)
    local -a ways=("--view image --no-grid" "--tolerance 24" "--tolerance 64 --no-grid")
    for i in 0 1 2; do
        # shellcheck disable=SC2086 # words
        "$programs/quadtree" --headless assets/photos/camera.png --pixels 512x512 ${ways[i]} --screenshot "$folder/$i.png" >/dev/null
        inputs+=(-i "$folder/$i.png")
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=inputs=3 -frames:v 1 -c:v libwebp -q:v 88 assets/quadtree.webp
    rm -r "$folder"
    ls -l assets/quadtree.webp
}

# Points, the octree and the surface of the teapot.
reconstruct() {
    local folder
    folder=$(mktemp -d)
    "$programs/reconstruct" --headless --samples 30000 --depth 7 --view all --pixels 1500x480 --screenshot "$folder/a.png" >/dev/null
    ffmpeg -y -loglevel error -i "$folder/a.png" -frames:v 1 -c:v libwebp -q:v 88 assets/reconstruct.webp
    rm -r "$folder"
    ls -l assets/reconstruct.webp
}

# shot FILE EDIT...: what such edits make; `look` has more options.
shot() {
    local file=$1
    shift
    printf '%s\n' "$@" >"$folder/edits.txt"
    # shellcheck disable=SC2154 # the caller's
    "$programs/sculpt" --headless --script "$folder/edits.txt" "${look[@]}" --screenshot "$folder/$file.png" >/dev/null
    inputs+=(-i "$folder/$file.png")
}

# Fingers before their strokes and after, and a creature; and before, after and undone: a stroke, a solid that is taken away, a pull.
sculpt() {
    local folder edits inputs=() look=(--pixels 500x400 --turn 20)
    folder=$(mktemp -d)
    mapfile -t edits <assets/edits/comb.txt
    shot a "${edits[@]:0:3}"
    shot b "${edits[@]}"
    mapfile -t edits <assets/edits/creature.txt
    look=(--pixels 500x400)
    shot c "${edits[@]}"
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=inputs=3 -frames:v 1 -c:v libwebp -q:v 88 assets/sculpt.webp
    inputs=() look=(--pixels 400x300)
    local first=("make caps" "make sphere" "make torus") camera=("view 0 0 1" "view 25 20 0.9" "view 0 35 0.75") edit i
    edit=("stroke 0 0.95 0 -0.95" "difference sphere at 0 0 1 scale 0.6" "pull 0.7 0.3 0 0.45 0 0.8 0")
    for i in 0 1 2; do
        shot "${i}a" "${first[i]}" "${camera[i]}"
        shot "${i}b" "${first[i]}" "${camera[i]}" "${edit[i]}"
        shot "${i}c" "${first[i]}" "${camera[i]}" "${edit[i]}" undo
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex "xstack=inputs=9:layout=0_0|400_0|800_0|0_300|400_300|800_300|0_600|400_600|800_600" \
        -frames:v 1 -c:v libwebp -q:v 86 assets/sculpt-edits.webp
    rm -r "$folder"
    ls -l assets/sculpt.webp assets/sculpt-edits.webp
}

# All entries of the built-in matrix, and the large ones.
sparsify() {
    local folder
    folder=$(mktemp -d)
    "$programs/sparsify" --headless --pixels 640x660 --screenshot "$folder/a.png" >/dev/null
    "$programs/sparsify" --headless --pixels 640x660 --epsilon 0.49 --screenshot "$folder/b.png" >/dev/null
    ffmpeg -y -loglevel error -i "$folder/a.png" -i "$folder/b.png" -filter_complex hstack=inputs=2 -frames:v 1 -c:v libwebp -q:v 88 assets/sparsify.webp
    rm -r "$folder"
    ls -l assets/sparsify.webp
}

# A slice of the teapot by each fill: Dicer's second view without its words.
fills() {
    local folder fill inputs=()
    folder=$(mktemp -d)
    for fill in thin surface solid; do
        "$programs/dicer" --headless --grid 48 --fill $fill --zoom 1.5 --screenshot "$folder/$fill.png" >/dev/null
        inputs+=(-i "$folder/$fill.png")
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex "hstack=inputs=3,split=3[a][b][c];[a]crop=472:430:488:30[a];
        [b]crop=472:430:2408:30[b];[c]crop=472:430:4328:30[c];[a][b][c]hstack=inputs=3" -frames:v 1 -c:v libwebp -q:v 86 assets/fills.webp
    rm -r "$folder"
    ls -l assets/fills.webp
}

# A few splats, seen one by one; many; many that are not sorted.
splats() {
    local folder i inputs=()
    folder=$(mktemp -d)
    local -a ways=("--splats 4000 --splat-size 0.45" "--splats 20000" "--splats 20000 --sort none")
    for i in 0 1 2; do
        # shellcheck disable=SC2086 # words
        "$programs/splats" --headless --pixels 500x400 --turn 205 --zoom 1.2 ${ways[i]} --screenshot "$folder/$i.png" >/dev/null
        inputs+=(-i "$folder/$i.png")
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=inputs=3 -frames:v 1 -c:v libwebp -q:v 88 assets/splats.webp
    rm -r "$folder"
    ls -l assets/splats.webp
}

# Corners of a photograph, and bright blobs of another.
features() {
    local folder
    folder=$(mktemp -d)
    "$programs/features" --headless --pixels 480x480 --strongest 200 --screenshot "$folder/a.png" assets/photos/camera.png >/dev/null
    "$programs/features" --headless --pixels 640x480 --detector blob --blobs bright --threshold 0.12 --screenshot "$folder/b.png" \
        assets/photos/galaxies.jpg >/dev/null
    ffmpeg -y -loglevel error -i "$folder/a.png" -i "$folder/b.png" -filter_complex hstack=inputs=2 -frames:v 1 -c:v libwebp -q:v 86 assets/features.webp
    rm -r "$folder"
    ls -l assets/features.webp
}

# Demos on the page, in Chromium: scripts/deps.sh --web.
web() {
    local folder demo inputs=()
    folder=$(mktemp -d)
    scripts/web.sh --build-only
    (cd tests/web && npm ci --no-audit --no-fund && npm install --no-save --no-audit --no-fund ../../build-web/web && node demo/shoot.mjs ../../build-web/page "$folder")
    for demo in dicer heartbreaker isosurface quadtree features flowseeds sparsify reconstruct splats; do
        inputs+=(-i "$folder/$demo.png")
    done
    ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex "[0][1][2]hstack=3[a];[3][4][5]hstack=3[b];[6][7][8]hstack=3[c];[a][b][c]vstack=3" \
        -frames:v 1 -c:v libwebp -q:v 82 assets/web.webp
    ls -l assets/web.webp
    node tests/web/run.mjs --folder /assets/=assets --pictures "$folder" overlay slider # programs of the README for npm
    ffmpeg -y -loglevel error -i "$folder/overlay.png" -i "$folder/slider.png" -filter_complex hstack=inputs=2 -frames:v 1 -c:v libwebp -q:v 86 assets/web-programs.webp
    rm -r "$folder"
    ls -l assets/web-programs.webp
}

examples() {
    scripts/examples.sh "$programs/.."
}

film() {
    scripts/film.sh "$programs"
}

for picture in "$@"; do
    case $picture in
    teapot | isosurfaces | features | flowseeds | quadtree | reconstruct | sculpt | sparsify | splats | fills | film | examples | web) "$picture" ;;
    *)
        echo "pictures.sh: no picture is called '$picture': there are teapot, isosurfaces, features, flowseeds, quadtree, reconstruct, sculpt, sparsify, splats, fills, film, examples and web" >&2
        exit 2
        ;;
    esac
done
