# frame.sh - what all demos have from their frame, made out of what --help says: options with wrong values, outputs that cannot be written, a
# window without a display. Sourced by program.sh.  SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # $program, $work and $in are program.sh's

# read_help: the options as `names`, what their values are called as `values`, and the rest of their lines as `helps`.
read_help() {
    local line pattern='^  (--[a-z-]+) ([^ ]*) *(.*)$'
    names=() values=() helps=()
    while IFS= read -r line; do
        [[ $line =~ $pattern ]] || continue
        names+=("${BASH_REMATCH[1]}")
        values+=("${BASH_REMATCH[2]}")
        helps+=("${BASH_REMATCH[3]}")
    done < <("$program" --help)
    [ ${#names[@]} -gt 8 ] || fail "--help names ${#names[@]} options"
}

# help_names OPTION...: --help tells of each.
help_names() {
    local option
    read_help
    for option; do
        [[ " ${names[*]} " == *" $option "* ]] || fail "--help does not name $option"
    done
}

# kind_of VALUE: what such a value is.
kind_of() {
    case $1 in
    "") echo flag ;;
    N | D | K | MB) echo count ;;
    *XxYxZ | WxH) echo sizes ;;
    FILE* | DIR) echo file ;;
    *[a-z0-9]\|*) echo choice ;;
    LAYOUT | NAME | KIND | MOTION | FIELD | X,Y,Z) echo words ;;
    *) echo number ;;
    esac
}

# What no value of a kind may be. All options of a kind have one reader, so the first option meets all of it, and each other one `banana`.
declare -A wrong_values=(
    [flag]="=1"
    [count]="|banana|-1|1.5|1x|0x10| 1|99999999999999999999"
    [number]="|banana|nan|inf|1x|0x10| 1|1e999"
    [sizes]="|banana|0|-1|-3|3x|3.5|12abc|0x0x0|1x2x3x4|99999999999999999999| 8"
    [choice]="|banana|%s,%s| %s|%s |%S"
    [words]="|banana"
)

# check_values: an option with a wrong value, or none; a flag with a value.
check_values() {
    local i kind value first
    local -A met=()
    for i in "${!names[@]}"; do
        [[ ${names[i]} == --help || ${names[i]} == --version ]] && continue
        kind=$(kind_of "${values[i]}")
        if [ "$kind" = flag ]; then
            bad 2 "${names[i]} with a value" --headless "${names[i]}=1"
            continue
        fi
        bad 2 "${names[i]} without a value" --headless "${names[i]}"
        [ "$kind" = file ] && continue
        first=${values[i]%%|*}
        while IFS= read -r -d '|' value; do
            [[ $value == %S && ${first^^} == "$first" ]] && continue # it has no letters
            value=${value//%s/$first} value=${value//%S/${first^^}}
            bad 2 "${names[i]} '$value'" --headless "${names[i]}" "$value"
            one_line "${names[i]}\|'$value'" "${names[i]} '$value'"
        done <<<"$([ -n "${met[$kind]-}" ] && echo banana || echo "${wrong_values[$kind]}")|"
        met[$kind]=yes
    done
    for i in --repeat --frames; do
        [[ " ${names[*]} " != *" $i "* ]] || bad 2 "$i 0" --headless $i 0
    done
}

# endings_of HELP: those that it names.
endings_of() {
    grep -oE '\.(png|mp4|ply|obj|stl|csv|npy|xyz|binvox|mtx)\b' <<<"$1"
}

# check_files_of_frame ARGUMENT...: outputs of every ending into a folder that is not there, and onto a full device, by a run with the
# arguments.
check_files_of_frame() {
    local i ending
    for i in "${!names[@]}"; do
        case ${values[i]} in FILE\|- | FILE.png | FILE.mp4 | FILE) ;; *) continue ;; esac
        [[ ${helps[i]} == save* ]] || continue
        for ending in $(if [[ ${values[i]} == FILE.* ]]; then echo "${values[i]#FILE}"; else endings_of "${helps[i]}" || echo .bin; fi); do
            bad 1 "${names[i]} nowhere/a$ending" "$@" "${names[i]}" "nowhere/a$ending"
            one_line nowhere "${names[i]} nowhere/a$ending"
            [ -w /dev/full ] && [ "$ending" != .mp4 ] || continue
            [ "$ending" = .bin ] || ln -sf /dev/full "$work/in/full$ending"
            bad 1 "${names[i]} onto a full device, $ending" "$@" "${names[i]}" "$([ "$ending" = .bin ] && echo /dev/full || echo "$work/in/full$ending")"
            one_line "No space left" "${names[i]} onto a full device, $ending"
        done
        [[ ${values[i]} == FILE\|- ]] || bad 2 "${names[i]} of unknown extension" --headless "${names[i]}" a.nothing
    done
    bad 2 "two outputs of one name" "$@" --json a.png --screenshot ./a.png
    bad 2 "two outputs of one name, by another way" "$@" --json a.png --screenshot ../out/a.png
}

# check_frame ARGUMENT...: all of it. The arguments make a small run without a window.
check_frame() {
    local gl
    help_names --json --screenshot --headless --frames --pixels --gl --help --version
    check_values
    check_files_of_frame "$@"
    bad 2 "an unknown option" --headless --frobnicate
    bad 2 "an unknown short option" --headless -q
    bad 2 "two operands" --headless a.obj b.obj
    if [[ " ${names[*]} " == *" --repeat "* ]]; then # the story of a demo without it is a film, window or not
        bad 2 "frames without a window" --headless --frames 3
        [[ " ${names[*]} " != *" --video "* ]] || bad 2 "frames a second without a film" --headless --fps 3
        [[ " ${names[*]} " != *" --video "* ]] || bad 2 "a fine film without a film" --headless --fine
    fi
    for gl in 2 3 2.0 4.5 2.1,3.3; do bad 2 "--gl $gl" --headless --gl $gl; done
    if ! grep -qF "  --gl 3.3|2.1|es3 " < <("$program" --help); then
        bad 2 "OpenGL 2.1" "$@" --gl 2.1 --json a.json
        one_line "2\.1" "OpenGL 2.1"
    fi
    clean
    env -u DISPLAY -u WAYLAND_DISPLAY "$program" >"$work/stdout" 2>"$work/stderr"
    judge 1 "no display" $? "(a window)"
    one_line "--headless" "no display"
}
