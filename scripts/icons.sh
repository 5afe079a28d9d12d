#!/usr/bin/env bash
# icons.sh - draws the icons that the demos have on Windows, demos/windows/icons/*.ico, by the demos themselves.  SPDX-License-Identifier: MIT
# usage: icons.sh [PROGRAMS]    their folder, build/bin unless given; needs ffmpeg
set -euo pipefail
case ${1-} in
    --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;;
    -*) echo "icons.sh: expected --help or a folder, got '$1'" >&2; exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$(cd "${1:-build/bin}" && pwd)
out=$PWD/demos/windows/icons
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
edits=$PWD/assets/edits/creature.txt
mkdir -p "$out"
cd "$work"

# icon NAME CROP OPTION...: the square WIDTH:HEIGHT:X:Y of the picture that these options draw.
icon() {
    local name=$1 crop=$2 size sizes=()
    shift 2
    "$programs/$name" --headless "$@" --screenshot "$name.png" >/dev/null
    for size in 16 32 48 64; do
        ffmpeg -v error -y -i "$name.png" -vf "crop=$crop,scale=$size:$size:flags=area,format=rgba" "$size.png"
        sizes+=(-i "$size.png")
    done
    ffmpeg -v error -y "${sizes[@]}" -map 0 -map 1 -map 2 -map 3 -c:v png "$out/$name.ico"
}

icon dicer 470:470:532:540 --pixels 1024x1024 --repeat 1
icon features 90:90:80:110 --pixels 256x256
icon flowseeds 256:256:0:0 --pixels 256x256
icon heartbreaker 256:256:0:0 --pixels 256x256
icon isosurface 232:232:12:24 --pixels 256x256
icon quadtree 256:256:0:0 --pixels 256x256
icon reconstruct 220:220:20:18 --pixels 256x256
icon sculpt 240:240:8:8 --pixels 256x256 --script "$edits"
icon sparsify 164:164:75:44 --pixels 256x256
icon splats 220:220:20:18 --pixels 256x256
ls -l "$out"
