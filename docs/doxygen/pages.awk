# pages.awk - shows a page of README.md or docs/ to Doxygen as GitHub shows it.  SPDX-License-Identifier: MIT
#
# usage: awk -v pages="all pages" -v headers="all headers" -f names.awk -f pages.awk PAGE
#
#   - A heading can be the target of a link, by GitHub's name for it.
#   - A picture loses its folder: the site has all of them beside its pages.
#   - A public name in backticks becomes a link, and so does the name of a header.
#   - What Doxygen would take for a command is escaped.
#   - A link to a file that is not part of the site becomes plain text.
BEGIN {
    count = split(pages, files, " ")
    for (i = 1; i <= count; i++)
        known[files[i]] = 1
    fence = ""
}
FNR == 1 { # the page's own path, and its folder, as the list has them
    here = FILENAME
    for (i in known)
        if (substr(FILENAME, length(FILENAME) - length(i)) == "/" i && (here == FILENAME || length(i) > length(here)))
            here = i
}

# path_from_here(path): a path that a link has, as the list has it.
function path_from_here(path) {
    path = here "/../" path
    while (sub(/[^\/]+\/\.\.\//, "", path))
        ;
    return path
}

function stem(path) {
    sub(/.*\//, "", path)
    sub(/\.md$/, "", path)
    return tolower(path)
}

# slug(title): what GitHub calls a heading, of the letters that Doxygen takes.
function slug(title) {
    title = tolower(title)
    gsub(/`/, "", title)
    gsub(/[^a-z0-9 _-]/, "", title)
    gsub(/ /, "-", title)
    return title
}

# target(address): where a link goes in the site; "" for nowhere.
function target(address,    parts, page) {
    if (address ~ /^[a-z]+:/)
        return address
    split(address, parts, "#")
    page = parts[1] == "" ? here : path_from_here(parts[1])
    if (!(page in known))
        return ""
    page = stem(page)
    if (parts[2] != "")
        return "#" page "-" slug(parts[2])
    return "#page-" page
}

# pictures(line): <img src="folder/a.png"> and ![words](folder/a.png) without the folder.
function pictures(line,    out, words, path, rest) {
    out = ""
    while (match(line, /src="[^":]*\//)) {
        out = out substr(line, 1, RSTART - 1) "src=\""
        line = substr(line, RSTART + RLENGTH)
    }
    line = out line
    out = ""
    while (match(line, /!\[[^]]*\]\([^)]*\)/)) {
        words = substr(line, RSTART + 2, RLENGTH - 3)
        out = out substr(line, 1, RSTART - 1)
        rest = substr(line, RSTART + RLENGTH)
        path = words
        sub(/\].*/, "", words)
        sub(/.*\]\(/, "", path)
        sub(/ .*/, "", path)
        sub(/.*\//, "", path)
        gsub(/"/, "", words)
        out = out "<img src=\"" path "\" alt=\"" words "\"/>"
        line = rest
    }
    return out line
}

function links(line,    out, words, address) {
    out = ""
    while (match(line, /\]\([^() ]*\)/)) {
        address = target(substr(line, RSTART + 2, RLENGTH - 3))
        words = substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + RLENGTH)
        if (address == "") # the bracket that belongs to it is the last one
            sub(/\[[^[]*$/, "&\001", words)
        if (address == "") {
            match(words, /\[[^[]*$/)
            words = substr(words, 1, RSTART - 1) substr(words, RSTART + 1)
            sub(/\001/, "", words)
            out = out words
        } else
            out = out words "](" address ")"
    }
    return out line
}

# code(line): `name` as a link where it is a public name or a header, but not inside of a link.
function code(line,    pieces, count, i, out) {
    count = split(line, pieces, "`")
    out = ""
    for (i = 1; i <= count; i++)
        if (i % 2)
            out = out escaped(pieces[i])
        else if (i == count)
            out = out "`" pieces[i]
        else
            out = out (pieces[i - 1] ~ /\[$/ ? "`" pieces[i] "`" : span(pieces[i]))
    return out
}

# escaped(text): without what Doxygen would take for a command or a link.
function escaped(text) {
    gsub(/@/, "\\@", text)
    gsub(/ #/, " \\#", text)
    return text
}

function span(words,    name) {
    name = words
    sub(/\(\)$/, "", name)
    if (name in modules)
        name = modules[name]
    else if (!(name in names))
        return "`" words "`"
    return "<tt>\\ref " name " \"" words "\"</tt>"
}

/^ *```/ {
    match($0, /`+/)
    ticks = substr($0, RSTART, RLENGTH)
    if (fence == "")
        fence = ticks
    else if (fence == ticks && $0 ~ /^ *`+ *$/)
        fence = ""
    print
    next
}
fence != "" || /^    / {
    print
    next
}
/^#+ / {
    title = $0
    sub(/^#+ +/, "", title)
    level = $1
    name = slug(title)
    if (name in seen) # as GitHub numbers them
        name = name "-" seen[name]++
    else
        seen[name] = 1
    print level " " title " {#" (level == "#" && !has_title ? "page-" stem(FILENAME) : stem(FILENAME) "-" name) "}"
    if (level == "#")
        has_title = 1
    next
}
{
    print code(links(pictures($0)))
}
