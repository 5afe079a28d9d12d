# headers.awk - shows a public header to Doxygen: the house's comments become Doxygen's.  SPDX-License-Identifier: MIT
#
# usage: awk -v headers="all headers" -f names.awk -f headers.awk HEADER
#
#   - The comment at the head of the file becomes the page of a module, which holds the rest of the file.
#   - A label at the start of a line, as "Errors:", becomes a paragraph with a title. Its indented lines belong to it.
#   - What a line begins although it would have fitted behind the line before is a paragraph of its own.
#   - A table of members also gives each member of the next struct its own text.
#   - A public name and a page of docs/ are links. What Markdown or Doxygen would take for a command is escaped.
BEGIN {
    count = split("Shapes,Units,Order,Pointers,Errors,Cost,Lifetime,GL,GL 2.1,Source,Sources,Since,Threads,Output,Formats,Memory," \
                  "Skipped triangles,Positions,Normals,Order of triangles,Order of vertices,How to use it,THIN,SURFACE," \
                  "SOLID,SLICES,BITS", words, ",")
    for (i = 1; i <= count; i++)
        labels[words[i]] = 1
}

# prose(text): with links and escapes, but for what stands in backticks.
function prose(text,    pieces, count, i, out) {
    count = split(text, pieces, "`")
    out = ""
    for (i = 1; i <= count; i++) {
        if (i > 1)
            out = out "`"
        out = out (i % 2 ? prose_piece(pieces[i]) : pieces[i])
    }
    return out
}

function prose_piece(text,    out, word, before) {
    gsub(/\*/, "\\*", text)
    gsub(/#/, "\\#", text)
    gsub(/</, "\\<", text)
    gsub(/>/, "\\>", text)
    out = ""
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        before = substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        out = out before (word in names && text !~ /^(\.h|\()/ ? "#" : "") word
    }
    out = out text
    text = ""
    while (match(out, /docs\/[a-z-]+\.md/)) {
        word = substr(out, RSTART + 5, RLENGTH - 8)
        text = text substr(out, 1, RSTART - 1) "\\ref page-" word " \"docs/" word ".md\""
        out = substr(out, RSTART + RLENGTH)
    }
    return text out
}

# say(text): one line of a comment, without a star: Doxygen would show the stars of a picture.
function say(text) {
    print text
}

# A table is kept until it ends: a row whose first cell is empty goes on with the row before.
function read_row(text,    cells, count, i) {
    sub(/^\| */, "", text)
    sub(/ *\|$/, "", text)
    count = split(text, cells, / *\| */)
    if (cells[1] == "" && rows > 0) {
        for (i = 2; i <= count; i++)
            if (cells[i] != "")
                row[rows, i] = row[rows, i] " " cells[i]
        return
    }
    rows++
    columns = count
    for (i = 1; i <= count; i++)
        row[rows, i] = cells[i]
}

function end_table(    i, k, line, parts, count) {
    for (i = 1; i <= rows; i++) {
        line = "|"
        for (k = 1; k <= columns; k++)
            line = line " " (i == 2 ? row[i, k] : k == 1 && i > 2 && row[1, 1] == "member" ? code(row[i, k]) : prose(row[i, k])) " |"
        say(line)
    }
    if (rows && row[1, 1] == "member") {
        for (i = 3; i <= rows; i++) {
            count = split(row[i, 1], parts, ", ")
            line = ""
            for (k = 2; k <= columns; k++)
                if (row[i, k] != "")
                    line = line (row[1, k] == "meaning" ? sentence(capital_word(row[i, k])) : row[1, k] == "zero means" ? " Zero means: " sentence(row[i, k]) \
                                 : " " sentence(capital(row[1, k]) " " row[i, k]))
            sub(/^ +/, "", line)
            for (k = 1; k <= count; k++)
                members[parts[k]] = line
        }
    }
    rows = 0
}

function code(list) {
    gsub(/, /, "`, `", list)
    return "`" list "`"
}

function capital(text) {
    return toupper(substr(text, 1, 1)) substr(text, 2)
}

# A name keeps its letters.
function capital_word(text) {
    return first_word(text) ~ /^[a-z]+[,:;.]?$/ ? capital(text) : text
}

function sentence(text) {
    return text (text ~ /[.]$/ ? "" : ".")
}

# about(member): its text from the last table, also from a row "*_offset".
function about(member,    key) {
    if (member in members)
        return members[member]
    for (key in members)
        if (substr(key, 1, 1) == "*" && substr(member, length(member) - length(key) + 2) == substr(key, 2))
            return members[key]
    return ""
}

# One line inside of a comment; `text` has no frame any more, but its indentation.
function comment_line(text,    indent, label, rest) {
    match(text, /^ */)
    indent = RLENGTH
    text = substr(text, indent + 1)
    if (rows && text !~ /^\|/)
        end_table()
    if (text ~ /SPDX-License-Identifier/)
        text = ""
    if (text == "") {
        if (verbatim) {
            held++
            return
        }
        say("")
        blank = 1
        last = ""
        return
    }
    if (verbatim && indent < base + 4) {
        end_verbatim()
        blank = 1
    }
    if (!verbatim && blank && indent >= base + 4 && text !~ /^- /) {
        verbatim = 1
        say("\\verbatim")
    }
    if (verbatim) {
        for (; held > 0; held--)
            print ""
        print substr("                                                            ", 1, indent - base - 4) text
        blank = 0
        return
    }
    if (text ~ /^\|/) {
        read_row(text)
        blank = 0
        return
    }
    if (indent == base && match(text, /^[A-Z][A-Za-z0-9. ]*:( |$)/)) {
        label = substr(text, 1, RLENGTH)
        sub(/: ?$/, "", label)
        if (label in labels) {
            rest = substr(text, RLENGTH + 1)
            say("")
            say("\\par " label)
            in_label = 1
            at_base = 0
            has_items = rest == ""
            if (rest != "")
                say(prose(rest))
            last = text
            blank = 0
            return
        }
    }
    if (in_label && indent == base && !blank && !has_items && (at_base || last !~ /[.:]$/)) {
        at_base = 1 # a label whose lines are not indented goes on up to a blank line
        indent += 2
    } else if (in_label && indent == base) {
        in_label = 0
        if (!blank)
            say("")
    } else if (in_label && has_items && indent == base + 2 && text !~ /^(- |[a-z])/) {
        if (match(text, /^([A-Z_0-9, ]+|All others|After these three): /)) {
            label = substr(text, 1, RLENGTH - 2)
            text = "- **" label "**: " prose(substr(text, RLENGTH + 1))
        } else {
            text = "- " prose(text)
        }
        say(text)
        blank = 0
        last = ""
        return
    } else if (in_label && !has_items && is_new_fact(indent, text)) {
        say("<br/>")
    } else if (indent == base && is_new_fact(indent, text)) {
        say("")
    }
    say(substr("                    ", 1, indent - base - (in_label ? 2 : 0)) prose(text))
    last = text
    blank = 0
}

# A line that would have fitted behind the one before.
function is_new_fact(indent, text) {
    return last ~ /[.:]$/ && text !~ /^- / && indent + length(last) + 4 + length(first_word(text)) <= 100
}

function first_word(text) {
    sub(/ .*/, "", text)
    return text
}

function begin_comment(indent) {
    base = indent
    in_label = verbatim = held = rows = 0
    blank = 1
    last = ""
}

function end_comment() {
    if (rows)
        end_table()
    if (verbatim)
        end_verbatim()
}

# Blank lines behind the picture were held back, in case that it went on.
function end_verbatim() {
    say("\\endverbatim")
    for (; held > 0; held--)
        say("")
    verbatim = 0
}

# The head of the file: "/* name.h - what it is."
NR == 1 && /^\/\* / {
    title = $2
    what = $0
    sub(/^[^-]*- /, "", what)
    sub(/ *\*\/$/, "", what)
    module = title
    gsub(/[\/.]/, "_", module)
    print "/** \\defgroup " module " " title
    say(prose(capital(what)))
    say("")
    say("\\code\n#include <histopyramid/" title ">\n\\endcode")
    begin_comment(1)
    in_head = 1
    next
}
in_head || in_section {
    line = $0
    ends = sub(/ *\*\/$/, "", line)
    sub(/^ \*/, "", line)
    comment_line(line)
    if (ends) {
        end_comment()
        say("@{ */")
        in_head = in_section = 0
    }
    next
}
# "/* ---- name ----": a part of the module.
/^\/\* ---- .* ----/ {
    name = $0
    sub(/^\/\* ---- /, "", name)
    sub(/ ----.*/, "", name)
    print (has_section ? "/** @} */ " : "") "/** \\name " capital(name)
    has_section = 1
    if ($0 ~ /\*\/$/)
        say("@{ */")
    else {
        begin_comment(1)
        in_section = 1
    }
    next
}
# A comment of its own lines.
/^\/\*\*[^<]/ {
    begin_comment(2)
    delete members
    line = $0
    sub(/^\/\*\* */, "", line)
    ends = sub(/ *\*\/$/, "", line)
    print "/** " (FILENAME ~ /export\.h$/ ? "\\def HPYR_API\n" : "") prose(line) (ends ? " */" : "")
    last = line
    blank = 0
    in_comment = !ends
    next
}
in_comment {
    line = $0
    ends = sub(/ *\*\/$/, "", line)
    sub(/^ \*/, "", line)
    comment_line(line)
    if (ends) {
        end_comment()
        print " */"
        in_comment = 0
    }
    next
}
# A comment behind a declaration, which may have more lines.
/\/\*\*</ || in_trailing {
    line = $0
    if (!in_trailing && match(line, /\/\*\*</)) {
        head = substr(line, 1, RSTART + 3)
        line = substr(line, RSTART + 4)
        in_trailing = 1
    } else {
        match(line, /^ *\*/)
        head = substr(line, 1, RLENGTH)
        line = substr(line, RLENGTH + 1)
    }
    tail = sub(/ *\*\/$/, "", line) ? " */" : ""
    if (tail)
        in_trailing = 0
    print head prose(line) tail
    next
}
# Members of a struct whose table tells about them: a declaration each.
/^typedef struct .*\{$/ {
    in_struct = 1
}
/^}/ {
    in_struct = 0
}
in_struct && /^    [a-z].*;$/ {
    line = substr($0, 5, length($0) - 5)
    if (match(line, /\(\*[a-z_]+\)/)) { # a pointer to a function
        text = about(substr(line, RSTART + 2, RLENGTH - 3))
        print "    " line ";" (text == "" ? "" : " /**< " prose(text) " */")
        next
    }
    match(line, /^(const |struct )?[A-Za-z0-9_]+ \*?/)
    type = substr(line, 1, RLENGTH)
    count = split(substr(line, RLENGTH + 1), parts, ", ")
    for (i = 1; i <= count; i++) {
        member = parts[i]
        sub(/\[.*/, "", member)
        text = about(member)
        printf "%s%s%s;%s", i == 1 ? "    " : " ", type, parts[i], text == "" ? "" : " /**< " prose(text) " */"
    }
    print ""
    next
}
{
    print
}
END {
    print (has_section ? "/** @} */" : "")
    print "/** @} */"
}
