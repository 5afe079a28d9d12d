/* mesh_stl.c - triangles of an STL file, binary or text, as a mesh.  SPDX-License-Identifier: MIT */
#include "common/files/little_endian.h"
#include "common/files/path.h"
#include "common/files/text_lines.h"
#include "common/mesh/mesh_draft.h"

#include <errno.h>
#include <string.h>

/* Before the triangles of a binary file, and of each triangle: its normal, three corners, two bytes of any use. */
enum { HEADER = 84, TRIANGLE = 50, CORNERS = 12, CORNER = 12 };

static bool add_corner(mesh_draft *d, uint64_t k, const double position[3]) {
    return mesh_draft_vertex(d, position) && mesh_draft_corner(d, k, d->vertices.count - 1);
}

static bool read_binary(mesh_draft *d, FILE *file, uint32_t count) {
    uint8_t bytes[TRIANGLE];
    for (uint32_t t = 0; t < count; t++) {
        if (fread(bytes, 1, TRIANGLE, file) != TRIANGLE)
            return error_set("%s: cannot be read: %s", d->path, strerror(errno));
        for (uint64_t k = 0; k < 3; k++) {
            const uint8_t *at = bytes + CORNERS + k * CORNER;
            const double position[3] = {get_float(at), get_float(at + 4), get_float(at + 8)};
            if (!add_corner(d, k, position))
                return false;
        }
    }
    return true;
}

static bool begins_with(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || strchr(" \t\r", line[length]));
}

/* A line "vertex 1 2 3". */
static bool read_vertex(mesh_draft *d, text_lines *t, const char *numbers, uint64_t *k) {
    double position[3];
    int count = text_numbers(t, numbers, position, 3);
    if (count >= 0 && count != 3)
        return text_fail(t, "is no vertex of three numbers", NULL);
    return count == 3 && add_corner(d, (*k)++, position);
}

static bool read_text(mesh_draft *d, FILE *file) {
    text_lines t = {0};
    uint64_t corners = 0;
    bool is_open = false, ok = true;
    t.file = file;
    t.path = d->path;
    for (char *line = text_next(&t); ok && line; line = ok ? text_next(&t) : NULL) {
        if (begins_with(line, "vertex")) {
            ok = read_vertex(d, &t, line + strlen("vertex"), &corners);
        } else if (begins_with(line, "facet")) {
            ok = !is_open || text_fail(&t, "begins a facet before the end of the last one", NULL);
            is_open = true;
            corners = 0;
        } else if (begins_with(line, "endfacet")) {
            ok = (is_open && corners >= 3) || text_fail(&t, "ends a facet of less than three corners", NULL);
            is_open = false;
        }
    }
    if (ok && !t.has_failed && is_open)
        return error_set("%s: truncated: its last facet does not end", d->path);
    return ok && !t.has_failed;
}

/* A binary file may begin as text does, but only it is as long as its number of triangles says. */
static bool read_file(mesh_draft *d, FILE *file, uint64_t size) {
    uint8_t bytes[HEADER];
    const size_t length = fread(bytes, 1, HEADER, file);
    const uint32_t count = length == HEADER ? get_word(bytes + HEADER - 4) : 0;
    const bool is_text = length >= 5 && memcmp(bytes, "solid", 5) == 0;
    if (length == HEADER && size == HEADER + (uint64_t)count * TRIANGLE)
        return read_binary(d, file, count);
    rewind(file);
    if (is_text)
        return read_text(d, file);
    if (length < HEADER)
        return error_set("%s: cannot be read as a mesh: it is neither text nor long enough for a binary STL", d->path);
    return error_set("%s: truncated, or no STL: its %u triangles need %llu bytes, %llu are there", d->path,
                     (unsigned)count, (unsigned long long)HEADER + (unsigned long long)count * TRIANGLE,
                     (unsigned long long)size);
}

bool mesh_read_stl(mesh_draft *d) {
    uint64_t size;
    FILE *file = path_open(d->path, &size);
    if (!file)
        return false;
    bool ok = read_file(d, file, size);
    fclose(file);
    return ok;
}
