/* subject.c - what is looked at: points, and the surface that is made of them.  SPDX-License-Identifier: MIT */
#include "reconstruct/subject.h"
#include "reconstruct/noise.h"

#include "common/draw/draw.h"
#include "common/mesh/mesh_load.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAPOT_DIVISIONS = 32, RINGS = 48 };

/* In coordinates of points whose squares are floats. */
static const double FARTHEST_VIEWPOINT = 1e15;

/* Of smaller ones a float's step is more than 1/65536. */
static const double COARSE_EXTENT = 0x1p-133;

const char *const NORMAL_ORIGINS[] = {"given", "estimated", "both"};

/* ---- points ---- */

static bool load_points(subject *s, progress *bar, warn_fn warn) {
    mesh m = {0};
    if (s->source.points)
        return points_load(s->source.points, &s->points, bar, warn);
    bool ok = mesh_load_or_teapot(s->source.mesh, TEAPOT_DIVISIONS, &m, warn) &&
              samples_make(&m, s->name, s->source.samples, s->source.noise, &s->points);
    mesh_free(&m);
    return ok;
}

static bool upload(subject *s) {
    const size_t bytes = 12 * (size_t)s->points.count;
    s->buffers.count = s->points.count;
    s->buffers.positions = draw_buffer(s->points.positions, bytes);
    s->buffers.normals = draw_buffer(s->points.normals, bytes); /* NULL: they come later */
    return draw_check("uploading the points");
}

/* ---- normals ---- */

/* Estimated normals know no inside, so they may all be turned away from those that a file has. */
static float side_of(const point_set *s, const float *estimated) {
    double sum = 0;
    for (size_t i = 0; i < 3 * (size_t)s->count; i++)
        sum += (double)s->normals[i] * estimated[i];
    return sum < 0 ? -1 : 1;
}

/* Normals of a file are kept where it has them. */
static bool take_estimated(subject *s, int gl) {
    point_set *p = &s->points;
    const size_t bytes = 12 * (size_t)p->count;
    float *estimated = malloc(bytes);
    if (!estimated)
        return error_set("out of memory for %u normals", (unsigned)p->count);
    bool ok = draw_read_buffer(gl, s->buffers.normals, bytes, estimated, "reading the normals back");
    glBindBuffer(GL_ARRAY_BUFFER, s->buffers.normals);
    if (ok && p->normals && !s->source.estimates) {
        const float side = side_of(p, estimated);
        for (size_t i = 0; i < p->count; i++) {
            const float *given = p->normals + 3 * i;
            const bool is_given = given[0] != 0 || given[1] != 0 || given[2] != 0;
            for (size_t k = 0; k < 3; k++)
                estimated[3 * i + k] = is_given ? given[k] : side * estimated[3 * i + k];
        }
        glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, estimated);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    free(p->normals);
    p->normals = estimated;
    return ok && draw_check("normals of the points");
}

static void tell_estimated(const subject *s, warn_fn warn) {
    warn_with(warn, "%s: normals are estimated of %u points%s%s", s->name, (unsigned)s->estimated,
              s->source.estimates ? "" : ", which have none",
              s->source.viewpoint.is_given ? ", towards the viewpoint" : "");
    if (s->undecided > 0)
        warn_with(warn, "%s: %u points have no normal, because their neighbors lie on a line or at one place", s->name,
                  (unsigned)s->undecided);
}

/* As the positions. Of a viewpoint that is too far away for floats, only the direction is left. */
static void find_viewpoint(const subject *s, float out[3]) {
    const double scale = s->points.scale;
    double place[3], farthest = 0;
    for (int k = 0; k < 3; k++) {
        place[k] = s->source.viewpoint.place[k] - s->points.origin[k];
        farthest = fmax(farthest, fabs(place[k]));
    }
    const bool reaches = farthest * scale <= FARTHEST_VIEWPOINT;
    for (int k = 0; k < 3; k++)
        out[k] = (float)(reaches ? place[k] * scale : place[k] / farthest * FARTHEST_VIEWPOINT);
}

/* More of them smooth noise, and edges, too. */
static bool choose_neighbors(subject *s, warn_fn warn) {
    noise found;
    s->neighbors = s->source.neighbors;
    if (s->neighbors > 0)
        return true;
    if (!noise_find(&s->points, s->name, &found))
        return false;
    s->neighbors = found.neighbors;
    if (found.neighbors > NOISE_NEIGHBORS)
        warn_with(warn,
                  "%s: the points are noisy, so normals are estimated of %u neighbors, not of %d; --neighbors %d "
                  "keeps to those",
                  s->name, (unsigned)found.neighbors, NOISE_NEIGHBORS, NOISE_NEIGHBORS);
    return true;
}

static bool complete_normals(subject *s, library *l, warn_fn warn) {
    hpyr_normals_desc desc = {0};
    hpyr_normals_report found = {0};
    const uint32_t missing = s->source.estimates ? s->points.count : s->points.without;
    if (missing == 0)
        return true;
    if (!choose_neighbors(s, warn))
        return false;
    desc.neighbors = s->neighbors;
    desc.orientation = s->source.viewpoint.is_given ? HPYR_ORIENTATION_VIEWPOINT : HPYR_ORIENTATION_TREE;
    find_viewpoint(s, desc.viewpoint);
    if (!stage_normals(l, &s->buffers, &desc, &found))
        return error_set("%s: %s", s->name, error_text());
    if (!take_estimated(s, l->gl))
        return false;
    s->normals = missing < s->points.count ? NORMALS_BOTH : NORMALS_ESTIMATED;
    s->estimated = missing;
    s->undecided = found.undecided;
    tell_estimated(s, warn);
    return found.estimated > 0 || missing < s->points.count ||
           error_set("%s: no normal could be estimated: no surface", s->name);
}

static void tell_scale(const subject *s, warn_fn warn) {
    const point_set *p = &s->points;
    if (p->scale != 1)
        warn_with(warn,
                  "%s: its extent is %.3g, so it is made with all coordinates times 2^%d, and saved without that%s",
                  s->name, p->extent, ilogb(p->scale),
                  p->extent < COARSE_EXTENT ? ", but in steps of 1.4e-45: floats hold no finer ones" : "");
}

static void tell_origin(const subject *s, warn_fn warn) {
    const double *o = s->points.origin;
    if (o[0] != 0 || o[1] != 0 || o[2] != 0)
        warn_with(warn, "%s: lies far from the origin, so all coordinates are less (%.15g, %.15g, %.15g)", s->name,
                  o[0], o[1], o[2]);
}

/* They make the cube, and with it all cells, so large that nothing of the others is left. */
static bool look_for_outliers(const subject *s, warn_fn warn) {
    outliers found;
    if (!outliers_find(&s->points, s->name, &found))
        return false;
    if (found.count > 0) {
        warn_with(
            warn,
            "%s: %u of %u points lie far from the others and make the cube %.3g times as large, and the cells of each "
            "depth, too: leave these points out",
            s->name, (unsigned)found.count, (unsigned)s->points.count, found.factor);
    }
    return true;
}

/* ---- life ---- */

bool subject_load(subject *s, library *l, const subject_source *source, progress *bar, warn_fn warn) {
    s->source = *source;
    s->source.flips = false;
    s->name = source->points ? source->points : source->mesh ? source->mesh : "teapot";
    if (!load_points(s, bar, warn) || !points_check_shape(&s->points, s->name))
        return false;
    tell_origin(s, warn);
    tell_scale(s, warn);
    points_bounds(&s->points, s->low, s->high);
    if (!look_for_outliers(s, warn) || !spread_find(&s->points, s->name, &s->spread))
        return false;
    return upload(s) && complete_normals(s, l, warn) && (!source->flips || subject_flip(s, l));
}

void subject_free(subject *s) {
    const GLuint buffers[] = {s->buffers.positions, s->buffers.normals};
    making_free(&s->made);
    if (buffers[0]) /* else GL may not even be loaded */
        glDeleteBuffers(2, buffers);
    point_set_free(&s->points);
    memset(s, 0, sizeof *s);
}

bool subject_flip(subject *s, library *l) {
    const making_desc desc = s->made.desc;
    const bool is_made = s->made.poisson != NULL;
    points_flip(&s->points);
    s->source.flips = !s->source.flips;
    glBindBuffer(GL_ARRAY_BUFFER, s->buffers.normals);
    glBufferSubData(GL_ARRAY_BUFFER, 0, 12 * (GLsizeiptr)s->points.count, s->points.normals);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return draw_check("uploading the normals") && (!is_made || making_run(&s->made, l, &desc, &s->buffers, true, NULL));
}

/* ---- the view ---- */

void subject_place(const subject *s, float center[3], float *scale) {
    float longest = 0;
    for (int k = 0; k < 3; k++) {
        center[k] = s->low[k] / 2 + s->high[k] / 2;
        longest = fmaxf(longest, s->high[k] / 2 - s->low[k] / 2);
    }
    *scale = longest > 0 ? 1 / longest : 1;
}

/* What the points sweep as they turn about the vertical through the middle of their box, in slices. */
camera subject_camera(const subject *s, bool is_z_up, int width, int height) {
    const int up = is_z_up ? 2 : 1, side = is_z_up ? 1 : 2;
    camera_ring rings[RINGS];
    camera c = {0};
    float center[3], scale;
    subject_place(s, center, &scale);
    const float tall = (s->high[up] - s->low[up]) * scale, step = tall > 0 ? tall / (RINGS - 1) : 1;
    for (int i = 0; i < RINGS; i++)
        rings[i] = (camera_ring){step * (float)i - tall / 2, 0};
    for (size_t i = 0; i < s->points.count; i++) {
        const float *p = s->points.positions + 3 * i;
        camera_ring *ring = &rings[(int)((p[up] - s->low[up]) * scale / step + 0.5f)];
        ring->radius = fmaxf(ring->radius, hypotf(p[0] - center[0], p[side] - center[side]) * scale);
    }
    c.azimuth = 0.45f;
    c.elevation = 0.32f;
    c.zoom = 1;
    camera_fit_rings(&c, rings, RINGS, width, height);
    return c;
}
