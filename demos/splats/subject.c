/* subject.c - what is looked at: a file of splats, or a mesh that splats are made of.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "cloud_mesh.h"

#include "common/mesh/mesh_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAPOT_DIVISIONS = 32 /* so fine that splats show no facets */, RINGS = 48 };

static bool load_cloud(subject *s, const char *path, warn_fn warn) {
    if (!cloud_load(path, &s->cloud))
        return false;
    if (s->cloud.skipped > 0)
        warn_with(warn, "%s: %u of %u splats are skipped: %s", path, (unsigned)s->cloud.skipped,
                  (unsigned)(s->cloud.skipped + s->cloud.count), CLOUD_NO_SPLAT);
    return true;
}

/* A camera's distances are squared in floats, and it must not be nearer to what it looks at than floats can tell. */
static bool check_extent(const char *name, const float middle[3], float radius) {
    const double most = 1e15, most_radii = 1e7;
    double away = 0;
    for (int k = 0; k < 3; k++)
        away = fmax(away, fabs((double)middle[k]));
    const double extent = fmax(radius, away);
    if (extent > most)
        return error_set("%s: its extent of %.3g is more than this program can show", name, extent);
    return away <= most_radii * radius ||
           error_set("%s: a radius of %.3g at %.3g from the origin is less than this program can show", name,
                     (double)radius, away);
}

static bool take_cloud(subject *s) {
    return cloud_sphere(&s->cloud, s->middle, &s->radius) && store_upload(&s->store, &s->cloud);
}

bool subject_load(subject *s, library *l, const char *path, uint32_t wanted, float stretch, warn_fn warn) {
    if (path && cloud_is_splats(path))
        return load_cloud(s, path, warn) && take_cloud(s) && check_extent(path, s->middle, s->radius);
    s->is_mesh = true;
    return mesh_load_or_teapot(path, TEAPOT_DIVISIONS, &s->mesh, warn) && subject_make_splats(s, l, wanted, stretch);
}

void subject_free(subject *s) {
    store_free(&s->store);
    cloud_free(&s->cloud);
    mesh_free(&s->mesh);
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

/* What a mesh's splats sweep as they turn about the vertical through the middle of their box, in slices; heights count from there, and
 * downwards where `up` is -1. */
static void find_rings(const splat_cloud *c, const float low[3], const float high[3], float up,
                       camera_ring rings[RINGS]) {
    float height = high[1] - low[1], step = height > 0 ? height / (RINGS - 1) : 1;
    for (int i = 0; i < RINGS; i++)
        rings[i] = (camera_ring){up * (step * (float)i - height / 2), 0};
    for (size_t i = 0; i < c->count; i++) {
        const float *p = c->centers + 3 * i;
        camera_ring *ring = &rings[(int)((p[1] - low[1]) / step + 0.5f)];
        float x = p[0] - (low[0] + high[0]) / 2, z = p[2] - (low[2] + high[2]) / 2;
        ring->radius = fmaxf(ring->radius, hypotf(x, z));
    }
}

/* All of a mesh; of what training has made the greater part, since its outermost splats lie far away. */
camera subject_camera(const subject *s, bool turns_over, int width, int height) {
    const float up = is_y_down(s, turns_over) ? -1 : 1;
    camera c = {0};
    float low[3], high[3];
    camera_ring rings[RINGS];
    c.azimuth = 0.45f;
    c.elevation = s->is_mesh ? 0.42f : 0.2f;
    c.zoom = 1;
    c.radius = s->radius;
    cloud_bounds(&s->cloud, low, high);
    for (int k = 0; k < 3; k++)
        c.target[k] = (k < 2 ? up : 1) * (s->is_mesh ? low[k] + (high[k] - low[k]) / 2 : s->middle[k]);
    if (s->is_mesh) {
        find_rings(&s->cloud, low, high, up, rings);
        camera_fit_rings(&c, rings, RINGS, width, height);
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
