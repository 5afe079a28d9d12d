#!/usr/bin/env bash
# examples.sh - runs the programs of demos/examples and keeps their pictures for docs/examples.md.  SPDX-License-Identifier: MIT
#
#   scripts/examples.sh [BUILD [FOLDER]]     BUILD is build, FOLDER is assets/examples; needs Xvfb and ffmpeg
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ ${1-} != -* && $# -le 2 ]] || { echo "examples.sh: expected at most two folders, got '$*'" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
programs=$(realpath "${1-$here/../build}")/bin/examples
folder=${2-$here/../assets/examples}
if [ "${HPYR_EXAMPLES_DISPLAY-}" != ours ]; then # again, on a display in memory
    HPYR_EXAMPLES_DISPLAY=ours exec xvfb-run -a -s "-screen 0 640x480x24 -noreset" "$here/examples.sh" "$@"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

# grab PROGRAM FILE: what the window shows of a program that saves no picture itself. The display is black until it draws.
grab() {
    local colors=0
    "$1" >"$work/words" &
    while [ "$colors" -lt 2 ]; do
        sleep 0.5
        kill -0 $! || exit 1
        ffmpeg -loglevel error -y -f x11grab -draw_mouse 0 -video_size 640x480 -i "$DISPLAY" -frames:v 1 "$2"
        colors=$(tail -c +16 "$2" | od -An -v -w3 -tx1 | sort -u | wc -l)
    done
    kill $!
    wait $! || true
}

for source in "$here"/../demos/examples/*.c; do
    name=$(basename "$source" .c)
    if grep -q 'int main(void)' "$source"; then
        grab "$programs/$name" "$work/$name.ppm"
    else
        "$programs/$name" "$work/$name.ppm"
    fi
    # Each picture has 256 colors of its own, which is a third of the bytes.
    ffmpeg -loglevel error -y -i "$work/$name.ppm" -frames:v 1 -pred mixed \
        -filter_complex "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=none" "$folder/$name.png"
done
