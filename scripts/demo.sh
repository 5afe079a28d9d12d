#!/usr/bin/env bash
# demo.sh - from a bare machine to a demo: a window where there is a display, else pictures.
# usage: demo.sh [dicer|features|flowseeds|heartbreaker|isosurface|quadtree|reconstruct|sparsify|splats] [ARGUMENT...],
# dicer without a name; arguments go to it.  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
demo=dicer
case ${1:-} in
    dicer | features | flowseeds | heartbreaker | isosurface | quadtree | reconstruct | sparsify | splats)
        demo=$1
        shift
        ;;
    "" | -*) ;; # dicer judges its options
    *)
        if [ ! -e "$1" ]; then
            echo "demo.sh: '$1' is neither a demo nor a file; --help names the demos" >&2
            exit 2
        fi
        ;;
esac

sh "$root/scripts/deps.sh"
cmake -S "$root" -B "$root/build" -DCMAKE_BUILD_TYPE=RelWithDebInfo
cmake --build "$root/build" --target "$demo" --parallel "$(getconf _NPROCESSORS_ONLN)"
program="$root/build/bin/$demo"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$program" "$@"
fi

echo "demo.sh: no display, so $demo runs headless" >&2
if [ $# -gt 0 ]; then
    exec "$program" --headless "$@"
fi
if [ "$demo" = flowseeds ]; then
    "$program" --headless --screenshot "$root/build/flowseeds.png" --output "$root/build/flowseeds.csv"
    echo "demo.sh: the flow is in $root/build/flowseeds.png, its critical points are in $root/build/flowseeds.csv"
elif [ "$demo" = heartbreaker ]; then
    "$program" --headless --screenshot "$root/build/heart.png"
    echo "demo.sh: the burst is in $root/build/heart.png; try --output DIR for all of the film"
elif [ "$demo" = isosurface ]; then
    "$program" --headless --field gyroid --repeat 5 --screenshot "$root/build/gyroid.png" --output "$root/build/gyroid.ply"
    echo "demo.sh: the surface is in $root/build/gyroid.png, its mesh in $root/build/gyroid.ply"
elif [ "$demo" = quadtree ]; then
    "$program" --headless "$root/assets/photos/camera.png" --output "$root/build/quadtree.png"
    echo "demo.sh: the leaves are in $root/build/quadtree.png"
elif [ "$demo" = reconstruct ]; then
    "$program" --headless --view all --screenshot "$root/build/reconstruct.png" --output "$root/build/reconstruct.ply"
    echo "demo.sh: points, octree and surface are in $root/build/reconstruct.png, the mesh in $root/build/reconstruct.ply"
elif [ "$demo" = sparsify ]; then
    "$program" --headless --screenshot "$root/build/sparsify.png" --output "$root/build/sparsify.mtx"
    echo "demo.sh: the plot is in $root/build/sparsify.png, the entries in $root/build/sparsify.mtx"
elif [ "$demo" = features ]; then
    "$program" --headless --strongest 300 --output "$root/build/features.png" "$root/assets/photos/camera.png"
    echo "demo.sh: the corners are in $root/build/features.png"
elif [ "$demo" = splats ]; then
    "$program" --headless --screenshot "$root/build/splats.png"
    echo "demo.sh: the splats are in $root/build/splats.png"
else
    "$program" --headless --repeat 5 --screenshot "$root/build/teapot.png" --output "$root/build/teapot.ply"
    echo "demo.sh: the four pictures are in $root/build/teapot.png, the point cloud is in $root/build/teapot.ply"
fi
