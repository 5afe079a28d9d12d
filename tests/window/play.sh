# play.sh - what the tests of windows share. Sourced with `program`, `hands`, `title` and `work` set.  SPDX-License-Identifier: MIT
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# play_apart N ARGUMENT...: in a small window nothing lies over anything else. There are N parts or more: the panel, the list of keys where there is room for it,
# the picture, and the slider of demos that have one. Its button closes it.
play_apart() {
    local parts=$1
    shift
    play apart "^$" apart "$parts" button closes -- --pixels 640x480 "$@"
}

# play WHAT WORDS HANDS_ARGUMENT... -- ARGUMENT...: hands and program end well, and all lines of the program's stderr hold the words.
play() {
    local what=$1 words=$2 actions=() pid status
    shift 2
    while [ "$1" != -- ]; do
        actions+=("$1")
        shift
    done
    shift
    "$program" "$@" >stdout 2>stderr &
    pid=$!
    "$hands" "$title" "${actions[@]}" || { fail "$what: hands, see above"; kill "$pid"; }
    wait "$pid"
    status=$?
    [ $status -eq 0 ] || fail "$what: status $status"
    grep -v -e "$words" stderr >others && fail "$what: $(head -c 2000 others)"
}
