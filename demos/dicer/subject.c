/* subject.c - what is diced: a model file or the teapot, fitted into the volume.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/files/error.h"
#include "common/mesh/mesh_load.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_SIDE_PERCENT = 90, TEAPOT_DIVISIONS = 7 };

bool subject_load(subject *s, const char *path, bool fits, warn_fn warn) {
    const char *name = path ? path : "teapot";
    s->fit = mesh_fit_none();
    s->name = malloc(strlen(name) + 1);
    if (!s->name || (!path && !mesh_make_teapot(&s->mesh, TEAPOT_DIVISIONS)))
        return error_set("out of memory");
    strcpy(s->name, name);
    if (path && !mesh_load(path, &s->mesh, warn))
        return false;
    if (path && fits)
        s->fit = mesh_fit_box(&s->mesh, 2.0 * LONGEST_SIDE_PERCENT / 100);
    return true;
}

bool subject_upload(subject *s, int gl) {
    return draw_mesh_upload(&s->drawn, &s->mesh, &s->fit, gl);
}

void subject_free(subject *s) {
    draw_mesh_free(&s->drawn);
    mesh_free(&s->mesh);
    free(s->name);
    memset(s, 0, sizeof *s);
}

bool subject_misses_volume(const subject *s) {
    float low[3], high[3];
    mesh_bounds(&s->mesh, low, high);
    bool meets = true;
    for (int k = 0; k < 3; k++)
        meets = meets && high[k] >= -1 && low[k] <= 1;
    return !meets;
}
