#!/usr/bin/env bash
# test_browser.sh - the test pages in a browser, and the demos, from what test_web.sh has built.  SPDX-License-Identifier: MIT
# usage: test_browser.sh WORK BROWSER [PROGRAMS]   WORK is test_web.sh's, BROWSER chromium, firefox or webkit, PROGRAMS the folder of the native
#        demos; without it no demo is drawn
set -euo pipefail
work=$1 browser=$2 programs=${3:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skip() {
    bash "$here/../skips.sh" all no-browser "$1"
    exit
}

has_chromium() { [ -x "${HPYR_CHROMIUM:-/usr/bin/chromium}" ]; }
has_firefox() { command -v "${HPYR_FIREFOX:-firefox-esr}"; }
has_webkit() { [ -n "${HPYR_WEBKIT:-}" ] || ls /usr/lib/*/webkit2gtk-4.1/MiniBrowser; }

[ -f "$work/build/page/dicer/demo.wasm" ] && [ -d "$work/pages/node_modules" ] || skip "test_web.sh has built no page"
"has_$browser" >/dev/null 2>&1 || skip "there is no $browser; scripts/deps.sh --web installs it"
display=(xvfb-run -a -s "-screen 0 1280x1024x24 -noreset")
[ "$browser" != chromium ] || display=() # which needs none
[ "$browser" = chromium ] || command -v xvfb-run >/dev/null || skip "there is no xvfb-run; scripts/deps.sh --web installs it"

failed=0
"${display[@]}" node "$work/pages/run.mjs" --browser "$browser" --folder "/library/=$work/build/web-oracle" --folder "/page/=$work/build/page" \
    --folder "/assets/=$here/../../assets" || failed=1
[ -n "$programs" ] || exit $failed
checks=("check: lost" picture "dicer: resize" "isosurface: drop" "sparsify: drop" "reconstruct: drop")
"${display[@]}" node "$work/pages/demo/run.mjs" --browser "$browser" --page "$work/build/page" --programs "$programs" \
    --pictures "$work/pictures_$browser" "${checks[@]}" || failed=1
exit $failed
