#!/usr/bin/env bash
# test_programs.sh - what all programs answer alike: --version and --help, and a manual page that says what --help says.
# usage: test_programs.sh VERSION MAN_FOLDER WORK_FOLDER PROGRAM...  SPDX-License-Identifier: MIT
set -uo pipefail
version=$1 pages=$2 work=$3
shift 3
failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# says_version ARGUMENT...: the program answers with its version and nothing else, whatever stands beside it.
says_version() {
    "$program" "$@" >stdout 2>stderr || fail "$name $*: status $?"
    [ "$(head -n 1 stdout)" = "$name (libhistopyramid) $version" ] || fail "$name $* says: $(head -c 200 stdout)"
    [ "$(wc -l <stdout)" -eq 2 ] || fail "$name $*: $(wc -l <stdout) lines, not 2"
    sed -n 2p stdout | grep -q '^MIT license' || fail "$name $*: no license in: $(cat stdout)"
    [ ! -s stderr ] || fail "$name $*: words on stderr: $(head -c 200 stderr)"
}

check_version() {
    says_version --version
    says_version --unknown --version
    says_version --version --unknown "one" "two"
    says_version a.ply --version
    "$program" -- --version >stdout 2>stderr # a file of that name, which is none
    grep -q "(libhistopyramid)" stdout && fail "$name -- --version: an operand is answered"
    rm -f -- --version
    if [ -w /dev/full ]; then
        "$program" --version >/dev/full 2>stderr
        if [ $? -ne 1 ] || [ "$(wc -l <stderr)" -ne 1 ]; then fail "$name --version on a full disk: $(cat stderr)"; fi
    fi
}

check_help() {
    "$program" --help >help 2>stderr || fail "$name --help: status $?"
    [ ! -s stderr ] || fail "$name --help: words on stderr"
    grep -q "^usage: $name " help || fail "$name --help: no usage"
    ! grep -E '^  --.*[;,]$' help || fail "$name --help: an option's sentence goes on in the next one"
    grep -q '^  --version ' help || fail "$name --help does not tell of --version"
    "$program" --version --help | cmp -s - stdout && fail "--version --help"
    [ "$("$program" --help --version | head -n 1)" = "$(head -n 1 help)" ] || fail "$name: the first of --help and --version does not win"
}

# options_of FILE: all options that a text names.
options_of() {
    sed 's/\\-/-/g' "$1" | grep -oE '(^|[^a-z0-9-])--[a-z][a-z0-9-]*' | grep -oE -e '--[a-z].*' | sort -u
}

check_page() {
    local page=$pages/$name.1 words
    [ -s "$page" ] || { fail "no manual page $page"; return; }
    options_of help >in_help
    options_of "$page" >in_page
    diff in_help in_page >difference || fail "options of $name in --help (<) and the manual (>): $(grep '^[<>]' difference | tr '\n' ' ')"
    grep -q "\"libhistopyramid $version\"" "$page" || fail "the page of $name has another version"
    grep -q '@[A-Z_]*@' "$page" && fail "the page of $name is not filled in: $(grep -m 1 '@[A-Z_]*@' "$page")"
    if command -v mandoc >/dev/null; then
        words=$(mandoc -Tlint -Wwarning "$page" 2>&1) || fail "mandoc: $words"
        linted=yes
    fi
    if command -v man >/dev/null && man --version 2>/dev/null | grep -q '^man '; then
        words=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
        [ -z "$words" ] || fail "man: $words"
        linted=yes
    fi
}

linted=no
for program in "$@"; do
    name=$(basename "$program")
    check_version
    check_help
    [ "$name" = make_heart ] || [ "$pages" = - ] || check_page
done
[ $linted = yes ] || [ "$pages" = - ] || echo "neither mandoc nor man is installed: the manual pages' roff was not looked at"
echo "$# programs, $failures failures"
[ "$failures" -eq 0 ]
