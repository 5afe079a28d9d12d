# program.sh - what the tests of programs share: run one, and judge its exit status, its words and what it leaves behind. Sourced
# with `program`, `cmake`, `work` and `here` set, the last the folder of the program's json.cmake.  SPDX-License-Identifier: MIT
name=$(basename "$program")
failures=0
usual=()
no_driver=(LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=nowhere) # since Mesa 24.3 LIBGL_DRIVERS_PATH hides none
rm -rf "$work"
mkdir -p "$work/out" "$work/in"
cd "$work/out" || exit 1

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# look_around: `left` are the files in the folder to run in, and `lines` the number of lines on stderr. It starts no process: a thousand mistakes
# are judged by it.
look_around() {
    local text=""
    shopt -s nullglob dotglob
    left=("$work/out"/*)
    shopt -u nullglob dotglob
    [ ! -s "$work/stderr" ] || IFS= read -r -d '' text <"$work/stderr"
    text=${text//[!$'\n']/}
    lines=${#text}
}

# clean: an empty folder to run in, for the check that nothing stays behind.
clean() {
    local left lines
    look_around
    if [ ! -d "$work/out" ] || [ ${#left[@]} -gt 0 ]; then
        rm -rf "$work/out"
        mkdir -p "$work/out"
    fi
    cd "$work/out" || exit 1
}

# good WHAT ARGUMENT...: must succeed.
good() {
    local what=$1
    shift
    "$program" "$@" >"$work/stdout" 2>"$work/stderr" && return 0
    fail "$what: status $? of $name $*: $(head -c 400 "$work/stderr")"
    return 1
}

# bad STATUSES WHAT ARGUMENT...: must end with one of the statuses and one line on stderr, and leave nothing in the folder.
bad() {
    local statuses=$1 what=$2 status
    shift 2
    clean
    timeout 60 "$program" "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    judge "$statuses" "$what" "$status" "$*"
}

# judge STATUSES WHAT STATUS COMMAND: the common part, where the caller ran the program itself.
judge() {
    local statuses=$1 what=$2 status=$3 lines left
    look_around
    [[ " $statuses " == *" $status "* ]] || fail "$what: status $status, not $statuses: $name $4"
    [ "$lines" -eq 1 ] || fail "$what: $lines lines on stderr, not 1: $(head -c 400 "$work/stderr")"
    [ ! -s "$work/stdout" ] || fail "$what: words on stdout: $(head -c 200 "$work/stdout")"
    [ ${#left[@]} -eq 0 ] || fail "$what: left behind: ${left[*]##*/}"
}

# one_line WORDS WHAT: what the program said on stderr is one line with these words.
one_line() {
    local lines left
    look_around
    if [ "$lines" -ne 1 ] || ! grep -q -e "$1" "$work/stderr"; then
        fail "$2: no line of '$1': $(head -c 400 "$work/stderr")"
    fi
}

# look_at FILE: judges a JSON file. What it says is in $work/facts and $work/members until the file is another one.
look_at() {
    [ -e "$1" ] && [ "$work/members" -nt "$1" ] && [ "$PWD/$1" = "$(<"$work/members_of")" ] && return
    rm -f "$work/members" "$work/facts"
    "$cmake" -DFILE="$1" -DFACTS="$work/facts" -DMEMBERS="$work/members" -P "$here/json.cmake" 2>"$work/json-error" || { cat "$work/json-error" >&2; return 1; }
    echo "$PWD/$1" >"$work/members_of"
}

# points_of FILE: the number of points of a JSON file, after a look at all of it.
points_of() {
    local points others
    look_at "$1" || return 1
    read -r points others <"$work/facts"
    echo "$points"
}

# facts WHAT FACTS ARGUMENT...: what the JSON of such a run says, a pattern. The run begins with `usual`, which is the test's.
facts() {
    local what=$1 expected=$2
    shift 2
    good "$what" ${usual[@]+"${usual[@]}"} "$@" --json run.json || return 1
    look_at run.json || { fail "$what: $(cat run.json "$work/json-error")"; return 1; }
    # shellcheck disable=SC2053 # a pattern
    [[ $(<"$work/facts") == $expected ]] || { fail "$what: $(<"$work/facts"), not $expected"; return 1; }
}

# value_of FILE KEY: one value of a JSON file, as CMake writes it: ON and OFF for true and false, nothing for null.
value_of() {
    local line
    look_at "$1" 2>&1 || return 1
    while IFS= read -r line; do
        [ "${line%%=*}" = "$2" ] && echo "${line#*=}" && return
    done <"$work/members"
    echo "there is no $2"
    return 1
}

# expect_value FILE KEY VALUE
expect_value() {
    local value
    value=$(value_of "$1" "$2")
    [ "$value" = "$3" ] || fail "$1: $2 is '$value', not '$3'"
}

# shellcheck source=frame.sh
. "$(dirname "${BASH_SOURCE[0]}")/frame.sh"
