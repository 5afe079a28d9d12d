#!/bin/sh
# search.sh - lets the site's search find a name by any of its words: Doxygen's finds the beginnings of names only, and every name
# here begins with hpyr_.  SPDX-License-Identifier: MIT
# usage: search.sh SEARCH_FOLDER AWK
#
# The index is a file a letter, all_0.js and so on, with a line an entry; the letters stand in searchdata.js, and a file's number is
# its letter's place there. An entry begins with ['name_number', where _5f stands for an underscore. So hpyr_5fpyramid_5fbuild
# comes again as pyramid_5fbuild and as build.
set -eu
cd "$1"
awk=$2

# letter<tab>key<tab>entry, sorted
cat all_*.js | "$awk" '
    /^  \[/ {
        line = $0
        sub(/,$/, "", line)
        key = substr(line, 5, index(line, "\047,") - 5)
        rest = substr(line, index(line, "\047,"))
        sub(/_[0-9]+$/, "", key)
        print substr(key, 1, 1) "\t" key "\t" rest
        if (key !~ /^hpyr_5f/)
            next
        while ((place = index(key, "_5f")) > 0) {
            key = substr(key, place + 3)
            print substr(key, 1, 1) "\t" key "\t" rest
        }
    }' | LC_ALL=C sort -u >entries

mv all_0.html page_of_letter
rm -f all_*.js all_*.html
letters=$("$awk" -F '\t' '!($1 in seen) { seen[$1] = 1; printf "%s", $1 }' entries)
"$awk" -F '\t' '
    $1 != letter {
        if (letter != "")
            print "\n];" >file
        letter = $1
        file = sprintf("all_%x.js", count++)
        printf "var searchData=\n[\n" >file
        entry = 0
    }
    { printf "%s  [\047%s_%d%s", entry ? ",\n" : "", $2, entry++, $3 >file }
    END { print "\n];" >file }' entries
for file in all_*.js; do
    sed "s/all_0\.js/$file/" page_of_letter >"${file%.js}.html"
done
sed "1,/0: /s/0: \"[^\"]*\"/0: \"$letters\"/" searchdata.js >searchdata.new
mv searchdata.new searchdata.js
rm -f entries page_of_letter
