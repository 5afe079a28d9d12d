#!/usr/bin/env bash
# web.sh - from a bare machine to the page in a browser: builds it and serves it until Ctrl+C.
# usage: web.sh [--build-only] [PORT], 8080 without one  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
serve=yes
port=
for argument in "$@"; do
    case $argument in
        --build-only) serve=no ;;
        [1-9] | [1-9][0-9] | [1-9][0-9][0-9] | [1-9][0-9][0-9][0-9] | [1-9][0-9][0-9][0-9][0-9])
            if [ -n "$port" ]; then
                echo "web.sh: two ports, $port and $argument" >&2
                exit 2
            fi
            port=$argument
            ;;
        *)
            echo "web.sh: expected --build-only or a port from 1 to 65535, got '$argument'" >&2
            exit 2
            ;;
    esac
done
port=${port:-8080}
if [ "$port" -gt 65535 ]; then
    echo "web.sh: a port is a number from 1 to 65535, not $port" >&2
    exit 2
fi
# A connection that succeeds has met another server.
if [ "$serve" = yes ] && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "web.sh: port $port is taken; name another one, as web.sh $((port % 65535 + 1))" >&2
    exit 1
fi

sh "$root/scripts/deps.sh" --web
(cd "$root" && cmake --preset web && cmake --build build-web --parallel "$(getconf _NPROCESSORS_ONLN)")
echo "web.sh: the page is in $root/build-web/page; any static server can show it"
if [ "$serve" = yes ]; then
    echo "web.sh: open http://localhost:$port/ in a browser; Ctrl+C ends this server"
    exec python3 -m http.server "$port" --bind 127.0.0.1 --directory "$root/build-web/page"
fi
