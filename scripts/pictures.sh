#!/usr/bin/env bash
# pictures.sh - makes the pictures of README and docs again, with the programs of this repository: all of them, or those that are named.
# usage: scripts/pictures.sh [--programs FOLDER] [teapot|isosurfaces|film]...   FOLDER is build/bin; needs an ffmpeg with libwebp.
# Of the isosurfaces one is a head from a CT, $HPYR_DATA_DIR/cthead.nrrd; without it they stay as they are.  SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=build/bin
if [ "${1:-}" = --programs ]; then
    programs=${2:?pictures.sh: --programs needs a folder}
    shift 2
fi
[ $# -gt 0 ] || set -- teapot isosurfaces film
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Dicer's first picture; its milliseconds are the median of warm runs.
teapot() {
    "$programs/dicer" --headless --repeat 5 --screenshot assets/teapot.png >/dev/null
    ls -l assets/teapot.png
}

isosurface() {
    local name=$1
    shift
    "$programs/isosurface" --headless --pixels 500x460 --screenshot "$work/$name.png" "$@" >/dev/null
}

isosurfaces() {
    local head=${HPYR_DATA_DIR:-}/cthead.nrrd
    if [ ! -r "$head" ]; then
        echo "pictures.sh: HPYR_DATA_DIR names no folder with cthead.nrrd: assets/isosurfaces.webp stays as it is" >&2
        return
    fi
    for field in cayley gyroid metaballs; do
        isosurface $field --field $field
    done
    isosurface head --field "$head" --iso 600.5 --normals central
    ffmpeg -y -loglevel error -i "$work/cayley.png" -i "$work/gyroid.png" -i "$work/metaballs.png" -i "$work/head.png" \
        -filter_complex "[0][1][2][3]hstack=inputs=4" -frames:v 1 -c:v libwebp -q:v 90 assets/isosurfaces.webp
    ls -l assets/isosurfaces.webp
}

film() {
    scripts/film.sh "$programs"
}

for picture in "$@"; do
    case $picture in
    teapot | isosurfaces | film) "$picture" ;;
    *)
        echo "pictures.sh: no picture is called '$picture': there are teapot, isosurfaces and film" >&2
        exit 2
        ;;
    esac
done
