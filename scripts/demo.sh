#!/usr/bin/env bash
# demo.sh - from a bare machine to a demo: a window where there is a display, else pictures.
# usage: demo.sh [DEMO] [ARGUMENT...], dicer without a name; arguments go to it; or demo.sh --list, which names the demos.
# SPDX-License-Identifier: MIT
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

names() {
    sed -n 's/^hpyr_install_demo(\(.*\))$/\1/p' "$root"/demos/*/CMakeLists.txt
}

case ${1-} in
    --help | -h)
        sh "$(dirname "$0")/help.sh" "$0"
        echo "DEMO is one of: $(names | xargs)"
        exit
        ;;
    --list) names; exit ;;
esac
demo=dicer
if names | grep -qxFe "${1-}"; then
    demo=$1
    shift
elif [[ ${1-} != "" && $1 != -* && ! -e $1 ]]; then # dicer judges its options
    echo "demo.sh: '$1' is neither a demo nor a file; --help names the demos" >&2
    exit 2
fi

sh "$root/scripts/deps.sh"
cmake -S "$root" -B "$root/build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHPYR_BUILD_DEMOS=ON
cmake --build "$root/build" --target "$demo" --parallel "$(getconf _NPROCESSORS_ONLN)"
program="$root/build/bin/$demo"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$program" "$@"
fi

echo "demo.sh: no display, so $demo runs headless" >&2
if [ $# -gt 0 ]; then
    exec "$program" --headless "$@"
fi
photo=$root/assets/photos/camera.png
case $demo in # what it saves beside its picture
    dicer) arguments=(--repeat 5 --output dicer.ply) ;;
    features) arguments=(--strongest 300 --output features.csv "$photo") ;;
    flowseeds) arguments=(--output flowseeds.csv) ;;
    isosurface) arguments=(--repeat 5 --output isosurface.ply) ;;
    quadtree) arguments=(--output quadtree.csv "$photo") ;;
    reconstruct) arguments=(--view all --output reconstruct.ply) ;;
    sparsify) arguments=(--output sparsify.mtx) ;;
    *) arguments=() ;;
esac
cd "$root/build"
rm -f "$demo".{png,ply,csv,mtx}
"$program" --headless --screenshot "$demo.png" "${arguments[@]}"
echo "demo.sh: in $root/build are now $(ls "$demo".{png,ply,csv,mtx} 2>/dev/null | xargs)"
