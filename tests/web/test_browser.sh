#!/usr/bin/env bash
# test_browser.sh - the test pages of the module in a browser, from what test_web.sh has built.  SPDX-License-Identifier: MIT
# usage: test_browser.sh WORK BROWSER   WORK is test_web.sh's, BROWSER chromium, firefox or webkit
set -euo pipefail
work=$1 browser=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=browsers.sh
. "$here/browsers.sh"
"${display[@]}" node "$work/pages/run.mjs" --browser "$browser" --folder "/library/=$work/build/web-oracle" --folder "/page/=$work/build/page" \
    --folder "/assets/=$here/../../assets"
