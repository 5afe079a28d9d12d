#!/usr/bin/env bash
# test_pointers.sh - what a program may read from the headers: each sentence of a "Pointers:" line has one of the forms that docs/contracts.md
# names, and tells of what is there. Constants that fit an int are enumerators, and none is negative but the errors.
# usage: test_pointers.sh INCLUDE_FOLDER  SPDX-License-Identifier: MIT
set -euo pipefail
include=$1

awk '
function fail(text) {
    print place ": " text
    failures++
}

function trim(text) {
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

# ---- reading: comments, and the declarations that they stand before ----

FNR == 1 { code = doc = trailing = ""; in_comment = is_open = 0 }

{ line = $0 }

in_comment || (code == "" && line ~ /^ *\/\*/) {
    if (!in_comment) {
        end_comment()
        doc = notes = label = ""
        is_doc = line ~ /^ *\/\*\*/
        doc_place = FILENAME ":" FNR
        in_comment = 1
    }
    read_comment(line)
    next
}
is_open { # a comment behind a member that has more lines
    is_open = line !~ /\*\//
    trailing = trailing " " line
    if (!is_open)
        check_prose(trailing, FILENAME ":" FNR)
    next
}
(k = index(line, "/**<")) {
    trailing = substr(line, k)
    line = substr(line, 1, k - 1)
    is_open = trailing !~ /\*\//
    if (!is_open)
        check_prose(trailing, FILENAME ":" FNR)
}
line ~ /^#define HPYR_/ {
    split(line, words, " ")
    sub(/\(.*/, "", words[2])
    constants[words[2]] = 1
    place = FILENAME ":" FNR
    if (words[3] ~ /^[0-9]+$/ && words[2] !~ /^HPYR_VERSION_/)
        fail(words[2] " fits an int: let it be an enumerator")
    end_comment()
    next
}
line ~ /^ *#/ || line ~ /^extern "C"/ || (code == "" && line ~ /^[}]/) { next }
line ~ /^ *$/ {
    end_comment()
    next
}
{
    code = trim(code " " line)
    open_braces = gsub(/[{]/, "{", code) - gsub(/[}]/, "}", code)
    if (code ~ /;$/ && !open_braces) {
        declaration[++declarations] = code
        notes_of[declarations] = notes
        place_of[declarations] = doc == "" ? FILENAME ":" FNR : doc_place
        notes = doc = code = ""
    }
}

# What begins with "Pointers:" goes to notes, up to a line that is not indented more. All else is prose.
function read_comment(text,    ends) {
    ends = sub(/ *\*\/.*/, "", text)
    sub(/^ *\/?\*+/, "", text)
    place = FILENAME ":" FNR
    if (text ~ /^  Pointers:/) {
        if (notes != "")
            fail("a second line of pointers")
        if (label == "Errors")
            fail("pointers stand before errors")
        sub(/^  Pointers:/, "", text)
        label = "Pointers"
        notes = trim(text)
    } else if (label == "Pointers" && text ~ /^    [^ ]/) {
        notes = notes " " trim(text)
    } else {
        if (label == "Pointers" && text ~ /^  (Shapes|Units|Order):/)
            fail("pointers stand after shapes, units and order")
        if (label == "Pointers" || text ~ /^  Errors:/)
            label = text ~ /^  Errors:/ ? "Errors" : "other"
        doc = doc " " trim(text)
    }
    if (ends) {
        in_comment = 0
        check_prose(doc, doc_place)
        if (doc == "")
            doc = " "
        if (!is_doc)
            end_comment()
    }
}

function check_prose(text, where) {
    gsub(/[ \t]+\*?[ \t]*/, " ", text)
    place = where
    if (where !~ /\/reference\// && text ~ /(may( both)? be NULL|NULL is allowed|accepts NULL)/)
        fail("NULL belongs to a line of pointers: " substr(text, 1, 100))
}

# A comment without a declaration.
function end_comment() {
    place = doc_place
    if (notes != "")
        fail("pointers of no declaration")
    notes = doc = ""
}

# ---- declarations: kind[owner, name] of parameters and members is a pointer, a union or a value ----

# One parameter or member, such as "const float transform[16]".
function add(owner, text, is_member, is_union,    name, type, is_pointer) {
    text = trim(text)
    if (match(text, /\(\*[a-z_0-9]+\)/)) {
        name = substr(text, RSTART + 2, RLENGTH - 3)
        kind[owner, name] = "pointer"
        return
    }
    is_pointer = text ~ /\*/ || (!is_member && text ~ /\[/)
    sub(/\[.*/, "", text)
    gsub(/\*/, " ", text)
    sub(/^const /, "", text)
    text = trim(text)
    match(text, / [A-Za-z_0-9]+$/)
    name = substr(text, RSTART + 1)
    type = substr(text, 1, RSTART - 1)
    type_of[owner, name] = type
    kind[owner, name] = is_pointer || type in callbacks ? "pointer" : is_union ? "union" : "value"
}

function add_members(owner, body, is_union,    members, count, parts, more, i, k, first) {
    count = split(body, members, ";")
    for (i = 1; i <= count; i++) {
        if (trim(members[i]) == "")
            continue
        if (members[i] ~ /\(/) {
            add(owner, members[i], 1, is_union)
            continue
        }
        more = split(members[i], parts, ",")
        add(owner, parts[1], 1, is_union)
        first = trim(parts[1])
        sub(/[* ]*[a-z_0-9]+(\[.*)?$/, "", first)
        for (k = 2; k <= more; k++)
            add(owner, first " " parts[k], 1, is_union)
    }
}

function add_enumerators(name, body,    parts, count, words, i) {
    count = split(body, parts, ",")
    for (i = 1; i <= count; i++) {
        split(trim(parts[i]), words, " ")
        constants[words[1]] = 1
        if (words[3] ~ /^-/ && name != "hpyr_result")
            fail(words[1] " is negative")
    }
}

function add_parameters(owner, text,    parts, count, i) {
    count = split(text, parts, ",")
    for (i = 1; i <= count; i++)
        add(owner, parts[i], 0, 0)
}

function read_declaration(d,    text, name, body, returned) {
    text = declaration[d]
    place = place_of[d]
    body = text
    sub(/^[^{]*[{]/, "", body)
    sub(/[}][^}]*$/, "", body)
    if (text ~ /^(typedef )?enum /) {
        name = text
        sub(/^(typedef )?enum */, "", name)
        sub(/ *[{].*/, "", name)
        add_enumerators(name, body)
    } else if (text ~ /^typedef (struct|union) [a-z_0-9]+ [{]/) {
        name = text
        sub(/^typedef (struct|union) /, "", name)
        sub(/ .*/, "", name)
        add_members(name, body, text ~ /^typedef union/)
    } else if (text ~ /\(/) { # a function, or the type of one
        returned = name = text
        if (text ~ /^typedef /) {
            match(text, /\(\*[a-z_0-9]+\)\(/)
            name = substr(text, RSTART + 2, RLENGTH - 4)
        } else {
            match(text, /hpyr_[a-z_0-9]+\(/)
            name = substr(text, RSTART, RLENGTH - 1)
            functions[name] = 1
        }
        body = substr(text, RSTART + RLENGTH)
        sub(/\);$/, "", body)
        returned = substr(text, 1, RSTART - 1)
        sub(/^(typedef|HPYR_API) /, "", returned)
        kind[name, "The result"] = returned ~ /\*/ || trim(returned) in callbacks ? "pointer" : "value"
        add_parameters(name, body)
    }
    name_of[d] = name
}

# ---- checks ----

# kind_of(owner, "a") or, of a member of what a parameter points to, kind_of(owner, "a.b").
function kind_of(owner, name,    parts) {
    if (split(name, parts, ".") == 2)
        return kind[(owner, parts[1]) in type_of ? type_of[owner, parts[1]] : parts[1], parts[2]]
    return kind[owner, name]
}

function check_length(owner, name, length_text, unit,    terms, count, i, is_bytes) {
    is_bytes = type_of[owner, name] ~ /^(void|char)$/
    if (is_bytes != (unit == "bytes"))
        fail(owner ": " name " has no " unit)
    gsub(/`/, "", length_text)
    count = split(length_text, terms, / [-+*] /)
    for (i = 1; i <= count; i++)
        if (terms[i] !~ /^[0-9]+$/ && !(terms[i] in constants) && (terms[i] == name || kind_of(owner, terms[i]) != "value"))
            fail(owner ": " terms[i] " is no length")
}

function check_sentence(owner, text,    name, verb, rest, what, parts) {
    sentences++
    if (match(text, /^(`[a-z_0-9.]+`|The result) /)) {
        name = substr(text, 1, RLENGTH - 1)
        gsub(/`/, "", name)
        verb = substr(text, RLENGTH + 1)
    }
    rest = verb
    what = kind_of(owner, name)
    if (verb ~ /^is chosen by `[a-z_0-9.]+`$/ && name != "The result") {
        if (what != "pointer" && what != "union")
            fail(owner ": " name " is neither a pointer nor in a union")
        split(rest, parts, "`")
        if (parts[2] == name || kind_of(owner, parts[2]) != "value")
            fail(owner ": " parts[2] " cannot choose")
        return
    }
    if (verb !~ /^(may be NULL|is lent|lives until (the next )?[a-z_0-9]+)$/ &&
        (verb !~ /^has (`[^`]+`|[0-9]+) (entries|bytes)$/ || name == "The result")) {
        fail(owner ": no form of a sentence: " text)
        return
    }
    if (what != "pointer")
        fail(owner ": " name " is no pointer")
    if (sub(/^lives until /, "", rest)) {
        if (sub(/^the next /, "", rest) ? rest ~ /_destroy$/ : rest !~ /_destroy$/)
            fail(owner ": " name " lives until a _destroy, or until the next call of another function")
        if (!(rest in functions))
            fail(owner ": there is no function " rest)
    } else if (sub(/^has /, "", rest)) {
        match(rest, / [a-z]+$/)
        check_length(owner, name, substr(rest, 1, RSTART - 1), substr(rest, RSTART + 1))
    }
}

END {
    for (d = 1; d <= declarations; d++)
        if (match(declaration[d], /^typedef [^{(]*\(\*[a-z_0-9]+\)\(/)) {
            name = substr(declaration[d], 1, RLENGTH - 2)
            sub(/.*\(\*/, "", name)
            callbacks[name] = 1
        }
    for (d = 1; d <= declarations; d++)
        read_declaration(d)
    for (d = 1; d <= declarations; d++) {
        if (notes_of[d] == "")
            continue
        lines++
        place = place_of[d]
        if (!sub(/\.$/, "", notes_of[d]))
            fail("a sentence ends with a dot: " notes_of[d])
        count = split(notes_of[d], parts, /\. /)
        for (i = 1; i <= count; i++)
            check_sentence(name_of[d], parts[i])
    }
    for (name in functions)
        count_functions++
    print count_functions " functions, " lines " lines of pointers, " sentences " sentences, " failures + 0 " failures"
    exit failures || count_functions < 100 || lines < 50
}' "$include"/histopyramid/*.h "$include"/histopyramid/reference/*.h
