/* heart_models.c - what HeartBreaker computes without OpenGL, for the page: the heart's shape in motion, where rays meet it, the acts of
 * the show, and the physics' numbers.  SPDX-License-Identifier: MIT */
#include "common/draw/pace.h"
#include "common/mesh/mesh_normals.h"
#include "heartbreaker/paint.h"
#include "heartbreaker/physics.h"
#include "heartbreaker/shape.h"
#include "heartbreaker/show.h"

#include <emscripten.h>

#include <stdlib.h>
#include <string.h>

static const double LONGEST_SIDE = 1.8; /* of the volume's 2, as player.c has it */

/** A model and its show. heartbreaker/heart.mjs reads the first members as so many words, in this order. */
typedef struct heart {
    uint32_t vertex_count, triangle_count;
    float *positions, *normals; /* as it is now */
    uint8_t *colors;
    uint32_t *indices;
    float low, high;
    shape shape;
    mesh mesh;
    show show;
    pace pace;
} heart;

typedef enum heart_paint { AS_IT_IS, HEART_RED, GLAZE } heart_paint;

/** Room for a mesh, whose arrays are to be filled before heart_settle: normals of 0 will be computed. NULL if memory runs out. */
EMSCRIPTEN_KEEPALIVE heart *heart_create(uint32_t vertex_count, uint32_t triangle_count) {
    heart *h = calloc(1, sizeof *h);
    if (!h || !mesh_allocate(&h->mesh, vertex_count, triangle_count)) {
        free(h);
        return NULL;
    }
    h->positions = h->mesh.positions;
    h->normals = h->mesh.normals;
    h->colors = h->mesh.colors;
    h->indices = h->mesh.indices;
    return h;
}

EMSCRIPTEN_KEEPALIVE void heart_destroy(heart *h) {
    if (h) {
        shape_destroy(&h->shape);
        mesh_free(&h->mesh);
        free(h);
    }
}

/** Normals, paint (a heart_paint), and the place in the volume. Arrays are others afterwards. False if memory runs out. */
EMSCRIPTEN_KEEPALIVE bool heart_settle(heart *h, int colors) {
    mesh *m = &h->mesh;
    mesh_complete_normals(m);
    if (colors != AS_IT_IS)
        paint_mesh(m, colors == GLAZE ? &PAINT_GLAZE : &PAINT_HEART_RED);
    mesh_fit fit = mesh_fit_box(m, LONGEST_SIDE);
    if (!shape_create(&h->shape, m, &fit))
        return false;
    h->vertex_count = m->vertex_count;
    h->triangle_count = m->triangle_count;
    h->positions = h->shape.now;
    h->normals = h->shape.now_normals;
    h->colors = m->colors;
    h->indices = m->indices;
    h->low = h->shape.low;
    h->high = h->shape.high;
    return true;
}

/** As the heart beats and turns at the moment that its show has come to. */
EMSCRIPTEN_KEEPALIVE void heart_move(heart *h) {
    const deform_motion heartbeat = {true, false, true};
    shape_at(&h->shape, &heartbeat, h->show.motion);
}

/** Three floats, valid until the next call; NULL where the ray misses. */
EMSCRIPTEN_KEEPALIVE const float *heart_pick(const heart *h, float x, float y, float z, float right, float up,
                                             float back) {
    static float point[3];
    const float origin[3] = {x, y, z}, direction[3] = {right, up, back};
    return shape_pick(&h->shape, origin, direction, point) ? point : NULL;
}

/* ---- the show ---- */

/** As show_advance. */
EMSCRIPTEN_KEEPALIVE double heart_advance(heart *h, double seconds) {
    return show_advance(&h->show, seconds);
}

EMSCRIPTEN_KEEPALIVE bool heart_next(heart *h) {
    return show_next(&h->show);
}

EMSCRIPTEN_KEEPALIVE bool heart_hit(heart *h) {
    return show_hit(&h->show);
}

EMSCRIPTEN_KEEPALIVE void heart_rewind(heart *h) {
    show_rewind(&h->show);
}

EMSCRIPTEN_KEEPALIVE void heart_restart(heart *h) {
    const show first = {.goes_on = h->show.goes_on};
    h->show = first;
}

EMSCRIPTEN_KEEPALIVE void heart_go_on(heart *h, bool by_itself) {
    h->show.goes_on = by_itself;
}

EMSCRIPTEN_KEEPALIVE const char *heart_act_name(int act) {
    return show_name((show_act)act);
}

/** Act, time, impact, duration, sweep, life, distance, 1 if it is hit; valid until the next call. */
EMSCRIPTEN_KEEPALIVE const double *heart_show(const heart *h) {
    static double values[8];
    const show *s = &h->show;
    const double now[8] = {s->act,        s->time,      s->impact,        show_duration(s),
                           show_sweep(s), show_life(s), show_distance(s), s->is_hit};
    memcpy(values, now, sizeof values);
    return values;
}

/* ---- a coarser grid for frames that take long ---- */

EMSCRIPTEN_KEEPALIVE uint32_t heart_pace(heart *h, uint32_t chosen, double last_ms) {
    return pace_frame(&h->pace, chosen, last_ms, true);
}

EMSCRIPTEN_KEEPALIVE void heart_forget_pace(heart *h) {
    memset(&h->pace, 0, sizeof h->pace);
}

/* ---- numbers of the physics ---- */

/** Floats in the order of the struct. */
EMSCRIPTEN_KEEPALIVE const physics *heart_physics(void) {
    return &physics_default;
}

EMSCRIPTEN_KEEPALIVE int heart_steps_per_second(void) {
    return PHYSICS_STEPS_PER_SECOND;
}

/** `count` times four floats, to be freed by heart_free_random. NULL if memory runs out. */
EMSCRIPTEN_KEEPALIVE float *heart_random(uint32_t seed, uint32_t count) {
    float(*table)[4] = malloc(count * sizeof *table);
    if (table)
        physics_random(seed, count, table);
    return (float *)table;
}

EMSCRIPTEN_KEEPALIVE void heart_free_random(float *table) {
    free(table);
}
