#!/usr/bin/env bash
# test_docs.sh - the installed documents: every page that a header names is there, and every link within them leads to something.
# usage: test_docs.sh SOURCE WORK ..., behind make_trees.sh  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2
failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# links PAGE: what it links to or shows, without what lies elsewhere in the network, places within a page, and programs.
links() {
    awk '/^```/ { inside = !inside } !inside' "$1" | grep -oE '\]\([^) ]+|(src|href)="[^"]+' | sed -E 's/^(\]\(|(src|href)=")//; s/#.*$//' | grep -vE '^([a-z]+:.*)?$' || true
}

for tree in "$work/static-tree" "$work/shared tree"; do
    doc=$tree/share/doc/histopyramid
    for page in $(grep -rhoE 'docs/[a-z-]+\.md' "$tree/include" | sort -u); do
        [ -s "$doc/$page" ] || fail "a header names $page, which is not in $doc"
    done
    count=0
    while IFS= read -r page; do
        for link in $(links "$page"); do
            [ -e "$(dirname "$page")/$link" ] || fail "${page#"$doc/"} links to $link, which is not installed"
            count=$((count + 1))
        done
    done < <(find "$doc" -name '*.md')
    [ "$count" -ge 20 ] || fail "only $count links in $doc: is this test broken?"
    for file in README.md CHANGELOG.md LICENSE docs/layouts.md; do
        [ -s "$doc/$file" ] || fail "$file is not in $doc"
    done
    for page in "$source"/docs/*.md; do
        [ -s "$doc/docs/${page##*/}" ] || fail "docs/${page##*/} is not in $doc"
    done
    ! [ -d "$source/demos/examples" ] || diff -r -x CMakeLists.txt "$source/demos/examples" "$doc/examples" || fail "the examples in $doc are others"
done
[ "$failures" -eq 0 ] || exit 1
