# extract.awk - takes the fenced blocks of C, CMake and shell out of a Markdown document, a file a block: OUT/NAME-1.c, OUT/NAME-2.cmake ..
# A comment "<!-- declared: .. -->" before a block of C has what the block needs and the reader knows; it goes in front of it.
# A comment "<!-- demos/examples/NAME.c -->" before a block names the file that the block is a copy of: OUT/NAME-1.c.copied names it, too.
# usage: awk -v out=OUT -v name=NAME -f extract.awk DOCUMENT  SPDX-License-Identifier: MIT
/^<!-- declared:/ { declares = 1; sub(/^<!-- declared: */, "") }
declares {
    ends = sub(/ *-->$/, "")
    declared = declared $0 "\n"
    if (ends)
        declares = 0
    next
}
/^<!-- demos\/.* -->$/ { original = $2; next }
!inside && /^```(c|cmake|sh)$/ {
    inside = 1
    language = substr($0, 4)
    file = out "/" name "-" ++count "." language
    if (original != "")
        print original > (file ".copied")
    original = ""
    printf "%s", (language == "c" && declared != "" ? declared "#line " NR + 1 " \"" FILENAME "\"\n" : "") > file
    declared = ""
    next
}
inside && /^```$/ { inside = 0; close(file); next }
inside { print > file }
