#!/usr/bin/env bash
# test_docs.sh - the reference is made without a warning, nothing public is missing in it, and no link or picture of it leads nowhere.
# usage: test_docs.sh CMAKE BUILD_FOLDER SOURCE_FOLDER DOXYGEN WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
cmake=$1 build=$2 source=$3 doxygen=$4 work=$5
site=$build/docs/html
failures=0
rm -rf "$work"
mkdir -p "$work"

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

if ! command -v "$doxygen" >/dev/null 2>&1; then
    [ -z "${HPYR_TEST_NOT_RUN:-}" ] || echo "all: Doxygen is not installed" >"$HPYR_TEST_NOT_RUN/$HPYR_TEST_ENTRY@${HPYR_TEST_DRIVER:-unknown}"
    echo "docs: Doxygen is not installed"
    exit 77
fi

"$cmake" --build "$build" --target docs >"$work/log" 2>&1 || { fail "the target docs"; cat "$work/log"; exit 1; }
cd "$site" || exit 1

# What a page links to: "page<tab>target", without addresses elsewhere; and all places that can be linked to.
grep -oE '(href|src)="[^"]*"' -- *.html | sed -E 's/^([^:]*):(href|src)="([^"]*)"$/\1\t\3/' | sed 's/&amp;/\&/g' | sort -u |
    grep -vE $'\t(https?:|mailto:|javascript:|data:|$)' >"$work/links"
{ ls && ls -d search/*; } >"$work/places"
grep -oE '(id|name)="[^"]*"' -- *.html | sed -E 's/^([^:]*):(id|name)="([^"]*)"$/\1#\3/' >>"$work/places"
awk -F '\t' '
    NR == FNR { known[$0] = 1; next }
    { place = $2 ~ /^#/ ? $1 $2 : $2; if (!(place in known) && place !~ /#$/) print $1 " links to " $2 }
' "$work/places" "$work/links" >"$work/broken"
while IFS= read -r line; do fail "$line"; done < <(head -20 "$work/broken")
[ "$(wc -l <"$work/links")" -ge 500 ] || fail "only $(wc -l <"$work/links") links in the site"

# The tree at the side and the search are scripts that hold links, too.
for file in navtreedata.js search/search.js search/all_0.js; do
    [ -s "$file" ] || fail "no $file"
done
grep -oE '"[a-z_0-9-]+\.html(#[a-z0-9_-]*)?"' -- *.js | sed -E 's/^[^:]*:"([^"]*)"$/\1/' | sort -u |
    awk 'NR == FNR { known[$0] = 1; next } !($0 in known) { print }' "$work/places" - >"$work/broken"
while IFS= read -r line; do fail "the tree links to $line"; done < <(head -20 "$work/broken")

# Every public function can be searched for, and every header and page has its own page.
sed -nE 's/^HPYR_API .*(hpyr_[a-z0-9_]+)\(.*/\1/p' "$source"/include/histopyramid/{,reference/}*.h | sort -u >"$work/functions"
[ "$(wc -l <"$work/functions")" -ge 50 ] || fail "only $(wc -l <"$work/functions") functions found in the headers"
cat search/functions_*.js >"$work/searched"
while IFS= read -r name; do
    grep -q "\['$name'" "$work/searched" || fail "$name cannot be searched for"
done <"$work/functions"
# ... by each of its words: the file of a letter is the one of its place among the letters.
letters=$(sed -n 's/.*0: "\([^"]*\)".*/\1/p' search/searchdata.js)
for word in pyramid_build extract_buffer voxelizer; do
    before=${letters%%"${word:0:1}"*}
    file=all_$(printf '%x' ${#before})
    grep -qs "^  \['${word//_/_5f}" "search/$file.js" || fail "$word cannot be searched for: it is not in $file.js"
    grep -qs "\"$file.js\"" "search/$file.html" || fail "search/$file.html does not show $file.js"
done
grep -ohE "'\.\./[^']*'" search/*.js | sed "s/^'...\(.*\)'$/\1/" | sort -u |
    awk 'NR == FNR { known[$0] = 1; next } !($0 in known) { print }' "$work/places" - >"$work/broken"
while IFS= read -r line; do fail "the search links to $line"; done < <(head -20 "$work/broken")
for path in "$source"/include/histopyramid/{,reference/}*.h; do
    name=${path#"$source"/include/histopyramid/}
    page=group__$(sed 's,[/._],__,g' <<<"$name").html
    [ -s "$page" ] || fail "no page of $name"
done
for path in "$source"/docs/*.md; do
    [ -s "page-$(basename "$path" .md).html" ] || fail "no page of ${path##*/}"
done

# A link to a file that is no page of the site became plain text there; where the sources are read, it must lead to the file.
for path in "$source"/*.md "$source"/docs/*.md; do
    while IFS= read -r target; do
        [ -e "$(dirname "$path")/$target" ] || fail "${path#"$source"/} links to $target"
    done < <(sed '/^ *```/,/^ *```/d' "$path" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -vE '^[a-z]+:' | sort -u)
done

# What a reader must not see: the house's labels and Doxygen's commands that were not understood.
if grep -nE '<p>(Errors|Cost|Lifetime|Since|GL|Units|Shapes|Order|Source):|\\(par|ref|verbatim|endverbatim|defgroup)' -- group__*.html struct*.html |
    head -5 | grep .; then
    fail "a label or a command is shown as it is"
fi

echo "$(wc -l <"$work/links") links, $(wc -l <"$work/functions") functions, $failures failures"
[ "$failures" -eq 0 ]
