#!/usr/bin/env bash
# film.sh - makes the README's film and its strip of stills: heartbreaker.webp and heartbreaker-acts.webp.
# usage: scripts/film.sh [FOLDER_OF_PROGRAMS [FOLDER_OF_PICTURES]]   (build/bin, assets); needs an ffmpeg with libwebp.  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ ${1-} != -* && $# -le 2 ]] || { echo "film.sh: expected at most two folders, got '$*'" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=${1:-build/bin} pictures=${2:-assets}
mkdir -p "$pictures"
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT

story=(--headless --fine)
"$programs/heartbreaker" "${story[@]}" --frames 156 --fps 12 --pixels 560x315 --output "$frames/film"
ffmpeg -y -loglevel error -framerate 12 -i "$frames/film/frame_%04d.png" -c:v libwebp_anim -q:v 55 -compression_level 6 -loop 0 \
    "$pictures/heartbreaker.webp"

"$programs/heartbreaker" "${story[@]}" --frames 26 --pixels 480x360 --output "$frames/strip"
inputs=()
for frame in 3 6 8 11 13 18 21 25; do # one of each act, two of some
    inputs+=(-i "$frames/strip/frame_$(printf '%04d' "$frame").png")
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
    "[0][1][2][3]hstack=inputs=4[top];[4][5][6][7]hstack=inputs=4[bottom];[top][bottom]vstack,scale=1280:-1:flags=area" \
    -frames:v 1 -c:v libwebp -q:v 90 "$pictures/heartbreaker-acts.webp"
ls -l "$pictures/heartbreaker.webp" "$pictures/heartbreaker-acts.webp"
