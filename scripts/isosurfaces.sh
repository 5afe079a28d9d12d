#!/usr/bin/env bash
# isosurfaces.sh - makes the README's pictures of isosurfaces: assets/isosurfaces.webp.
# usage: HPYR_DATA_DIR=FOLDER scripts/isosurfaces.sh [FOLDER_OF_PROGRAMS]   (build/bin); cthead.nrrd lies in FOLDER: the head of the UNC
# Volume Rendering Test Data Set. Needs an ffmpeg with libwebp.  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ ${1-} != -* && $# -le 1 ]] || { echo "isosurfaces.sh: expected a folder or nothing, got '$*'" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=${1:-build/bin}
head=${HPYR_DATA_DIR:?a folder with cthead.nrrd}/cthead.nrrd
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT

inputs=()
picture() {
    "$programs/isosurface" --headless --repeat 1 --pixels 500x460 --screenshot "$pictures/${#inputs[@]}.png" "$@"
    inputs+=(-i "$pictures/${#inputs[@]}.png")
}
picture cayley
picture gyroid
picture metaballs
picture "$head" --iso 600.5
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=inputs=4 -frames:v 1 -c:v libwebp -q:v 88 assets/isosurfaces.webp
ls -l assets/isosurfaces.webp
