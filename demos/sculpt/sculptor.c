/* sculptor.c - a cloud, its surface, and the edits that make another cloud of it.  SPDX-License-Identifier: MIT */
#include "sculpt/sculptor.h"

#include "common/files/clock.h"
#include "common/platform/gl.h"
#include "sculpt/edits.h"
#include "sculpt/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- solids ---- */

static void free_buffers(point_buffers *b) {
    const GLuint names[] = {b->positions, b->normals};
    if (names[0]) /* else GL may not even be loaded */
        glDeleteBuffers(2, names);
    memset(b, 0, sizeof *b);
}

void solid_free(solid *s) {
    making_free(&s->made);
    free_buffers(&s->buffers);
    clay_free(&s->cloud);
}

bool solid_make(solid *s, library *l, const making_desc *desc, clay *c) {
    point_buffers next = {0};
    const size_t bytes = 12 * (size_t)c->points.count;
    next.count = c->points.count;
    next.anchors = c->anchors;
    next.positions = draw_buffer(c->points.positions, bytes);
    next.normals = draw_buffer(c->points.normals, bytes);
    if (!draw_check("uploading the points") || !making_run(&s->made, l, desc, &next, true, NULL)) {
        free_buffers(&next);
        return false;
    }
    free_buffers(&s->buffers);
    s->buffers = next;
    if (c != &s->cloud)
        clay_take(&s->cloud, c);
    return true;
}

bool solid_evaluate(const solid *s, const float *places, uint32_t count, float *values) {
    const size_t bytes = sizeof *values * (size_t)count;
    if (count == 0)
        return true;
    GLuint buffers[] = {draw_buffer(places, 3 * bytes), draw_buffer(NULL, bytes)};
    const hpyr_attribute from = {.buffer = buffers[0]};
    library *l = s->made.library;
    bool ok = draw_check("uploading places") &&
              library_check(l, hpyr_poisson_evaluate(s->made.poisson, &from, count, buffers[1], 0),
                            "asking where points lie") &&
              draw_read_buffer(l->gl, buffers[1], bytes, values, "reading where points lie");
    glDeleteBuffers(2, buffers);
    return ok;
}

/* ---- subjects ---- */

/* Of all points; some of a file's normals would be no help to know where outside is. */
static bool estimate_normals(library *l, const char *path, point_set *read) {
    const size_t bytes = 12 * (size_t)read->count;
    const hpyr_normals_desc desc = {.orientation = HPYR_ORIENTATION_TREE};
    hpyr_normals_report found = {0};
    point_buffers buffers = {0};
    read->normals = malloc(bytes);
    if (!read->normals)
        return error_set("%s: out of memory for %u normals", path, (unsigned)read->count);
    buffers.count = read->count;
    buffers.positions = draw_buffer(read->positions, bytes);
    buffers.normals = draw_buffer(NULL, bytes);
    const bool ok = draw_check("uploading the points") && stage_normals(l, &buffers, &desc, &found) &&
                    draw_read_buffer(l->gl, buffers.normals, bytes, read->normals, "reading normals");
    free_buffers(&buffers);
    return (ok && (found.estimated > 0 || error_set("no normal could be estimated"))) ||
           error_set("%s: %s", path, error_text());
}

static void tell_origin(const char *path, const double o[3], warn_fn warn) {
    if (o[0] != 0 || o[1] != 0 || o[2] != 0)
        warn_with(warn, "%s: lies far from the origin, so all coordinates are less (%.15g, %.15g, %.15g)", path, o[0],
                  o[1], o[2]);
}

static bool load_points(library *l, const char *path, clay *out, warn_fn warn) {
    point_set read = {0};
    if (!points_load(path, &read, NULL, warn))
        return false;
    if (read.scale < 1 || read.scale > 1) {
        point_set_free(&read);
        return error_set("%s: coordinates so small or so large cannot be edited: multiply them", path);
    }
    if (!read.normals && !(points_check_shape(&read, path) && estimate_normals(l, path, &read))) {
        point_set_free(&read);
        return false;
    }
    tell_origin(path, read.origin, warn);
    out->points = read;
    out->room = read.count;
    out->anchors = read.count;
    return true;
}

/* A file's name is looked for where no shape is called so. */
bool sculptor_subject(library *l, const char *name, uint32_t points, const double placing[4], warn_fn warn, clay *out) {
    const bool ok = shape_is_known(name) ? shape_make(name, points, out) : load_points(l, name, out, warn);
    for (size_t i = 0; ok && placing && i < 3 * (size_t)out->points.count; i++)
        out->points.positions[i] = (float)(placing[3] * out->points.positions[i] + placing[i % 3]);
    return ok;
}

/* ---- life ---- */

making_desc sculptor_making(const sculptor *s, const clay *c) {
    making_desc d = {0};
    d.depth = s->state.depth ? s->state.depth : making_depth(c->points.count);
    d.screening = s->state.screening;
    d.is_timed = true;
    return d;
}

double sculptor_cell(const sculptor *s) {
    const hpyr_octree_report *r = making_octree(&s->now.made);
    return (double)r->cube.side / (double)(1u << s->now.made.desc.depth);
}

void sculptor_free(sculptor *s) {
    solid_free(&s->now);
    for (uint32_t i = 0; i < s->past_count; i++)
        clay_free(&s->past[i].cloud);
    s->past_count = 0;
}

/* A surface of `c`, which is taken; what was there stays where that fails. */
static bool make(sculptor *s, clay *c, bool is_coarse) {
    making_desc d = sculptor_making(s, c);
    is_coarse = is_coarse && d.depth > DRAG_DEPTH;
    d.depth = is_coarse ? DRAG_DEPTH : d.depth;
    if (!solid_make(&s->now, s->library, &d, c))
        return false;
    s->is_coarse = is_coarse;
    measure_mesh(s->library->gl, &s->now.made.mesh, &s->measures); /* a mesh that cannot be read back has none */
    return true;
}

static void forget_oldest(sculptor *s) {
    clay_free(&s->past[0].cloud);
    memmove(s->past, s->past + 1, sizeof *s->past * --s->past_count);
}

/* Of many points fewer clouds are kept, but always the last one. */
static void remember(sculptor *s, const clay *before) {
    uint64_t points = before->points.count;
    if (s->past_count == SCULPTOR_PAST)
        forget_oldest(s);
    for (uint32_t i = 0; i < s->past_count; i++)
        points += s->past[i].cloud.points.count;
    for (; s->past_count > 0 && points > SCULPTOR_PAST_POINTS; forget_oldest(s))
        points -= s->past[0].cloud.points.count;
    s->past[s->past_count++] = (moment){*before, s->view};
}

/* The next cloud, with the one before kept. */
static bool adopt(sculptor *s, clay *next, bool is_coarse, const char *name) {
    clay before = s->now.cloud;
    if (!clay_check(next, name))
        return false;
    memset(&s->now.cloud, 0, sizeof s->now.cloud);
    if (!make(s, next, is_coarse)) {
        s->now.cloud = before;
        return false;
    }
    if (before.points.count == 0)
        return true;
    remember(s, &before);
    return true;
}

bool sculptor_remake(sculptor *s) {
    return make(s, &s->now.cloud, false);
}

/* From the same side as now. */
static void see_as_before(sculptor *s, const view *before) {
    const camera now = s->view.camera;
    s->view = *before;
    s->view.camera.azimuth = now.azimuth;
    s->view.camera.elevation = now.elevation;
    s->view.camera.zoom = now.zoom;
}

static bool undo(sculptor *s) {
    if (s->past_count == 0)
        return error_set("undo: there is nothing before");
    moment *last = &s->past[s->past_count - 1];
    clay now = s->now.cloud;
    memset(&s->now.cloud, 0, sizeof now);
    if (!make(s, &last->cloud, false)) {
        s->now.cloud = now;
        return false;
    }
    clay_free(&now);
    see_as_before(s, &last->view);
    s->past_count--;
    return true;
}

/* ---- edits ---- */

static bool combine(sculptor *s, const edit *e, clay *subject, clay *next) {
    solid other = {0};
    const making_desc d = sculptor_making(s, subject);
    const bool ok = clay_check(subject, e->name) && solid_make(&other, s->library, &d, subject) &&
                    edits_combine(&s->now, &other, e->kind, next);
    solid_free(&other);
    return ok;
}

static bool make_next(sculptor *s, const edit *e, warn_fn warn, clay *next) {
    clay subject = {0};
    const uint32_t points = e->kind == EDIT_MAKE && e->count > 0 ? (uint32_t)e->numbers[0] : SHAPE_POINTS;
    bool ok = true;
    switch (e->kind) {
    case EDIT_MAKE:
    case EDIT_LOAD:
        return sculptor_subject(s->library, e->name, points, NULL, warn, next);
    case EDIT_STROKE:
    case EDIT_RECTANGLE:
    case EDIT_LASSO:
        return edits_insert(s, e, next);
    case EDIT_ERASE:
        return edits_erase(s, e, next);
    case EDIT_PULL:
    case EDIT_AFFINE:
        return edits_deform(&s->now.cloud, e, next);
    default:
        ok = sculptor_subject(s->library, e->name, points, e->numbers, warn, &subject);
        ok = ok && (e->kind == EDIT_PASTE ? edits_paste(s, &subject, next) : combine(s, e, &subject, next));
        if (ok && e->kind == EDIT_PASTE)
            next->anchors = s->now.cloud.anchors;
        clay_free(&subject);
        return ok;
    }
}

static bool edit_points(sculptor *s, const edit *e, bool is_coarse, warn_fn warn) {
    clay next = {0};
    const double begin = clock_ms();
    const bool begins = e->kind == EDIT_MAKE || e->kind == EDIT_LOAD;
    if (!begins && s->now.cloud.points.count == 0)
        return error_set("%s: there are no points yet: make SHAPE or load FILE comes first", edit_name(e->kind));
    bool ok = make_next(s, e, warn, &next);
    if (!ok && !begins)
        error_set("%s: %s", edit_name(e->kind), error_text());
    s->edit_ms = clock_ms() - begin;
    ok = ok && adopt(s, &next, is_coarse, edit_name(e->kind));
    clay_free(&next);
    if (ok && begins)
        view_fit(&s->view, &s->now.cloud);
    return ok;
}

/* The same cloud with its surface anew; the state is as before where that fails. */
static bool set_depth(sculptor *s, uint32_t depth) {
    const uint32_t before = s->state.depth;
    s->state.depth = depth;
    if (s->now.cloud.points.count == 0 || sculptor_remake(s))
        return true;
    s->state.depth = before;
    return false;
}

static bool save(const sculptor *s, const char *path) {
    if (s->now.made.mesh.triangle_count == 0)
        return error_set("%s: there is no surface to save", path);
    return making_save(&s->now.made, path, "sculpted", 1, NULL);
}

/* Where that fails, what was tried before it is still there, with its surface. */
bool sculptor_try(sculptor *s, const edit *e, warn_fn warn) {
    moment tried = {0};
    if (s->is_tried) {
        const moment base = s->past[--s->past_count];
        tried.cloud = s->now.cloud;
        s->now.cloud = base.cloud;
        tried.view = base.view;
    }
    const bool was_tried = s->is_tried, ok = edit_points(s, e, true, warn);
    if (was_tried && ok)
        clay_free(&tried.cloud);
    if (was_tried && !ok) {
        s->past[s->past_count++] = (moment){s->now.cloud, tried.view};
        s->now.cloud = tried.cloud;
    }
    s->is_tried = was_tried || ok;
    return ok;
}

bool sculptor_settle(sculptor *s) {
    s->is_tried = false;
    return !s->is_coarse || sculptor_remake(s);
}

bool sculptor_edit(sculptor *s, const edit *e, warn_fn warn) {
    s->is_tried = false;
    switch (e->kind) {
    case EDIT_VIEW:
        view_fit(&s->view, &s->now.cloud);
        view_turn(&s->view, e->numbers[0], e->numbers[1], e->numbers[2]);
        return true;
    case EDIT_NORMALS:
        s->state.normals = strcmp(e->name, NORMALS_NAMES[NORMALS_NEAR]) == 0 ? NORMALS_NEAR : NORMALS_ACROSS;
        return true;
    case EDIT_UNDO:
        return undo(s);
    case EDIT_DEPTH:
        return set_depth(s, (uint32_t)e->numbers[0]);
    case EDIT_SAVE:
        return save(s, e->name);
    default:
        return edit_points(s, e, false, warn);
    }
}

bool sculptor_replay(sculptor *s, const edit_list *l, const char *path, warn_fn warn) {
    for (uint32_t i = 0; i < l->count; i++)
        if (!sculptor_edit(s, &l->edits[i], warn))
            return error_set("%s: line %llu: %s", path, (unsigned long long)l->lines[i], error_text());
    return true;
}
