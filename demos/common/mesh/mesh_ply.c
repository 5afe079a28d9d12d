/* mesh_ply.c - vertices and faces of a PLY file as a mesh.  SPDX-License-Identifier: MIT */
#include "common/files/path.h"
#include "common/mesh/mesh_draft.h"
#include "common/mesh/ply.h"

#include <math.h>
#include <string.h>

enum { NORMAL = 3, COLOR = 6 };

static const char *const NAMES[] = {"x", "y", "z", "nx", "ny", "nz", "red", "green", "blue", NULL};

/* Colors have short names, too. */
static int number_of(void *user, const char *name) {
    static const char *const SHORT[] = {"r", "g", "b"};
    (void)user;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, SHORT[i]) == 0)
            return COLOR + i;
    return PLY_UNUSED;
}

static bool take_corner(void *user, uint64_t k, double vertex) {
    mesh_draft *d = user;
    if (!(vertex >= 0 && vertex < UINT32_MAX && vertex == floor(vertex)))
        return error_set("%s: cannot be read as a mesh: a face has the corner %g, which does not exist", d->path,
                         vertex);
    return mesh_draft_corner(d, k, (uint64_t)vertex);
}

/* What 1 is among the numbers of a color. */
static double full_color(const ply_header *h) {
    static const double FULL[] = {1, 127, 255, 32767, 65535, 2147483647, 4294967295, 1, 1};
    const ply_element *e = &h->elements[h->vertex];
    for (const ply_property *p = h->properties + e->first; p < h->properties + e->first + e->property_count; p++)
        if (p->number == COLOR)
            return FULL[p->type];
    return 1;
}

static bool has_three(const ply_header *h, int first) {
    return h->has[first] && h->has[first + 1] && h->has[first + 2];
}

static bool read_vertices(mesh_draft *d, ply_file *s) {
    const ply_header *h = &s->header;
    const uint64_t count = h->elements[h->vertex].count;
    const double full = full_color(h);
    const bool has_normals = has_three(h, NORMAL);
    double numbers[PLY_MAX_NUMBERS] = {0};
    d->has_colors = has_three(h, COLOR);
    for (uint64_t i = 0; i < count; i++) {
        float *row = ply_next(s, numbers) ? mesh_draft_vertex(d, numbers) : NULL;
        if (!row)
            return false;
        for (int k = 0; k < 3; k++) {
            row[DRAFT_NORMAL + k] = has_normals ? (float)numbers[NORMAL + k] : 0;
            row[DRAFT_COLOR + k] = d->has_colors ? (float)(numbers[COLOR + k] / full) : row[DRAFT_COLOR + k];
        }
    }
    return true;
}

bool mesh_read_ply(mesh_draft *d) {
    const ply_wanted wanted = {NAMES, number_of, d, false, take_corner};
    uint64_t size;
    ply_file s;
    FILE *file = path_open(d->path, &size);
    if (!file)
        return false;
    bool ok = ply_open(&s, file, size, d->path, &wanted);
    if (ok && (s.header.vertex == s.header.element_count || !has_three(&s.header, 0)))
        ok = error_set("%s: cannot be read as a mesh: its vertices have no x, y and z", d->path);
    ok = ok && ply_begin(&s) && ply_check_room(&s) && read_vertices(d, &s) && ply_end(&s);
    fclose(file);
    return ok;
}
