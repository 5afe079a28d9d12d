/* subject.c - what is looked at: a file of splats, or a mesh that splats are made of.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "brush.h"
#include "cloud_mesh.h"
#include "gloss.h"
#include "sight.h"

#include "common/files/path.h"
#include "common/mesh/mesh_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAPOT_DIVISIONS = 32 }; /* so fine that splats show no facets */

static bool load_mesh(subject *s, const char *path, warn_fn warn) {
    s->is_mesh = true;
    if (path)
        return mesh_load(path, &s->mesh, warn);
    return mesh_make_teapot(&s->mesh, TEAPOT_DIVISIONS) || error_set("out of memory");
}

static bool load_cloud(subject *s, const char *path, warn_fn warn) {
    if (!cloud_load(path, &s->cloud))
        return false;
    if (s->cloud.skipped > 0)
        warn_with(warn, "%s: %u of %u splats are skipped: %s", path, (unsigned)s->cloud.skipped,
                  (unsigned)(s->cloud.skipped + s->cloud.count), CLOUD_NO_SPLAT);
    return true;
}

static bool take_cloud(subject *s) {
    return cloud_sphere(&s->cloud, s->middle, &s->radius) && store_upload(&s->store, &s->cloud);
}

bool subject_load(subject *s, library *l, const char *path, uint32_t wanted, float stretch, warn_fn warn) {
    const char *name = path ? path : "teapot";
    s->name = malloc(strlen(name) + 1);
    if (!s->name)
        return error_set("out of memory");
    strcpy(s->name, name);
    if (path && cloud_is_splats(path))
        return load_cloud(s, path, warn) && take_cloud(s) && sight_check(s->name, s->middle, s->radius);
    return load_mesh(s, path, warn) && subject_make_splats(s, l, wanted, stretch);
}

void subject_free(subject *s) {
    store_free(&s->store);
    cloud_free(&s->cloud);
    mesh_free(&s->mesh);
    free(s->name);
    memset(s, 0, sizeof *s);
}

bool subject_make_splats(subject *s, library *l, uint32_t wanted, float stretch) {
    subject next = {0};
    bool ok = cloud_from_mesh(&next.cloud, l, &s->mesh, wanted) && gloss_add(&next.cloud, s->mesh.has_colors);
    if (ok)
        brush_cloud(&next.cloud, stretch);
    if (!ok || !take_cloud(&next)) {
        subject_free(&next);
        return false;
    }
    store_free(&s->store);
    cloud_free(&s->cloud);
    s->cloud = next.cloud;
    s->store = next.store;
    memcpy(s->middle, next.middle, sizeof s->middle);
    s->radius = next.radius;
    return true;
}

/* ---- the view ---- */

static bool is_y_down(const subject *s, bool turns_over) {
    return s->is_mesh == turns_over;
}

/* All of a mesh; of what training has made the greater part, since its outermost splats lie far away. */
camera subject_camera(const subject *s, bool turns_over, int width, int height) {
    const float up = is_y_down(s, turns_over) ? -1 : 1;
    camera c = {0};
    float low[3], high[3];
    camera_ring rings[SIGHT_RINGS];
    c.azimuth = 0.45f;
    c.elevation = s->is_mesh ? 0.42f : 0.2f;
    c.zoom = 1;
    c.radius = s->radius;
    cloud_bounds(&s->cloud, low, high);
    for (int k = 0; k < 3; k++)
        c.target[k] = (k < 2 ? up : 1) * (s->is_mesh ? low[k] + (high[k] - low[k]) / 2 : s->middle[k]);
    if (s->is_mesh) {
        sight_rings(&s->cloud, low, high, up, rings);
        camera_fit_rings(&c, rings, SIGHT_RINGS, width, height);
    }
    return c;
}

/* Half a turn about z: x and y change their signs, exactly. */
void subject_look(const subject *s, const camera *from, bool turns_over, int width, int height, splat_camera *out) {
    const float nearest = 0.02f; /* of the sphere's radius */
    camera_matrices matrices;
    memset(out, 0, sizeof *out);
    camera_look(from, width, height, &matrices);
    for (int k = 0; k < 16; k++) {
        bool is_turned = k < 8 && is_y_down(s, turns_over);
        out->view[k] = is_turned ? -matrices.view[k] : matrices.view[k];
    }
    out->focal[0] = out->focal[1] = matrices.pixels_per_unit;
    out->near_depth = nearest * s->radius;
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
}
