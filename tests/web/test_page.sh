#!/usr/bin/env bash
# test_page.sh - the demos' page in a browser, from what test_web.sh has built. HPYR_PAGE_SECONDS=60 runs all checks that the browser can,
# and plays each demo so long; without it those run that tell most in a short time.  SPDX-License-Identifier: MIT
# usage: test_page.sh WORK PROGRAMS BROWSER   WORK is test_web.sh's, PROGRAMS the folder of the native demos
set -euo pipefail
work=$1 programs=$2 browser=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=browsers.sh
. "$here/browsers.sh"
case $browser-${HPYR_PAGE_SECONDS:-} in
    chromium-) checks=("check: lost" without "dicer: picture" "heartbreaker: picture" "isosurface: picture" "quadtree: picture" "splats: picture"
        "sparsify: drop" "quadtree: input" "quadtree: save" "quadtree: resize"
        "quadtree: lose") ;;
    chromium-*) checks=() ;;
    *-) checks=("check: lost" "quadtree: picture" "sparsify: picture" "sparsify: drop") ;;
    *) checks=("check: lost" picture "dicer: resize" "isosurface: drop" "sparsify: drop" "reconstruct: drop") ;; # no mouse, no count of memory
esac
"${display[@]}" node "$work/pages/demo/run.mjs" --browser "$browser" --page "$work/build/page" --programs "$programs" \
    --pictures "$work/pictures_$browser${HPYR_PAGE_SECONDS:+_all}" --seconds "${HPYR_PAGE_SECONDS:-2}" "${checks[@]}"
