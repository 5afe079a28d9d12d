# names.awk - the public names of all headers, for links to them: names[].  SPDX-License-Identifier: MIT
BEGIN {
    count = split(headers, files, " ")
    for (i = 1; i <= count; i++) {
        while ((getline line < files[i]) > 0)
            collect(line)
        close(files[i])
        line = files[i]
        sub(/.*histopyramid\//, "", line)
        module = line
        gsub(/[\/.]/, "_", module)
        modules[line] = module
    }
}

# collect(line): the public name that a line of a header declares.
function collect(line) {
    if (line ~ /^#define HPYR_/ || line ~ /^ *HPYR_[A-Z0-9_]+( =|,|$)/) {
        sub(/^#define +/, "", line)
        sub(/^ +/, "", line)
        match(line, /^[A-Z0-9_]+/)
        names[substr(line, 1, RLENGTH)] = 1
    } else if (line ~ /^HPYR_API .*hpyr_[a-z0-9_]+\(/) {
        match(line, /hpyr_[a-z0-9_]+\(/)
        names[substr(line, RSTART, RLENGTH - 1)] = 1
    } else if (line ~ /^typedef / && line ~ /;$/ && match(line, /hpyr_[a-z0-9_]+;$/)) {
        names[substr(line, RSTART, RLENGTH - 1)] = 1
    } else if (line ~ /^typedef .*\(\*hpyr_/) {
        match(line, /hpyr_[a-z0-9_]+/)
        names[substr(line, RSTART, RLENGTH)] = 1
    } else if (line ~ /^typedef (struct|enum) hpyr_[a-z0-9_]+ \{/) {
        split(line, parts, " ")
        names[parts[3]] = 1
    }
}
