/* fuzz_calls.c - random calls of the public API in any order, with arguments that are right, borderline or wrong.
 * SPDX-License-Identifier: MIT
 *
 * Every call must return, with an answer that is known, without a GL error, and with GL's state as it was. Now and then an object
 * is built from something valid and compared with the oracle, whatever happened to it before. */
#include "makers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "volumes.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { CALLS = 150, RECORDS = 512 };

/* ---- pyramids ---- */

/* Between a bind and its end hpyr_pyramid_build must refuse; with nothing bound anything may happen to it. */
static void build_pyramid(pool *p) {
    hpyr_pyramid *pyramid = pool_pyramid(p);
    hpyr_discriminator *discriminator = pool_discriminator(p);
    hpyr_texture texture;
    const hpyr_texture *t = pool_input(p, pyramid, &texture);
    switch (fuzz_below(p->f, 4)) {
    case 0:
        POOL_CALL(p, hpyr_pyramid_build_counts(pyramid, t));
        break;
    case 1:
        POOL_CALL(p, hpyr_pyramid_build_bits(pyramid, t));
        break;
    default:
        POOL_CALL(p, hpyr_pyramid_build(pyramid, discriminator, t));
    }
}

static void build_from_voxelizer(pool *p) {
    hpyr_texture texture;
    hpyr_voxelizer *voxelizer = pool_voxelizer(p);
    hpyr_pyramid *pyramid;
    if (POOL_CALL(p, hpyr_voxelizer_volume(voxelizer, &texture)) != HPYR_OK)
        return;
    pyramid = pool_pyramid_of(p, voxelizer);
    if (texture.target == GL_TEXTURE_2D_ARRAY)
        POOL_CALL(p, hpyr_pyramid_build_bits(pyramid, &texture));
    else
        POOL_CALL(p, hpyr_pyramid_build(pyramid, pool_discriminator(p), &texture));
}

static void check_report(hpyr_result result, const hpyr_report *r) {
    if (result == HPYR_OK && (r->written != r->available || r->available > r->total))
        fuzz_fail("written %u, available %u, total %u", (unsigned)r->written, (unsigned)r->available,
                  (unsigned)r->total);
    if (result == HPYR_TRUNCATED && r->written >= r->available)
        fuzz_fail("truncated, but %u of %u are written", (unsigned)r->written, (unsigned)r->available);
}

static void ask_total(pool *p) {
    hpyr_pyramid *pyramid = pool_pyramid(p);
    uint32_t total = 77, *out = fuzz_mistake(p->f, 20) ? NULL : &total;
    if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_pyramid_total(pyramid, out));
    else
        POOL_CALL(p, hpyr_pyramid_try_total(pyramid, out));
}

static void extract_points(pool *p) {
    static hpyr_point points[RECORDS];
    fuzz *f = p->f;
    hpyr_pyramid *pyramid = pool_pyramid(p);
    uint32_t first = fuzz_chance(f, 4) ? fuzz_wild(f) : 0, count = fuzz_chance(f, 2) ? HPYR_ALL : fuzz_wild(f);
    uint32_t stride = fuzz_chance(f, 2) ? 0 : fuzz_chance(f, 2) ? 4 * fuzz_below(f, 10) : fuzz_wild(f);
    hpyr_report report = {0, 0, 0};
    hpyr_texture texture;
    hpyr_result result;
    if (fuzz_chance(f, 3)) {
        const hpyr_texture *t = pool_texture(p, &texture);
        result = POOL_CALL(p, hpyr_pyramid_extract_texture(pyramid, first, count, t, &report));
    } else if (fuzz_chance(f, 2)) {
        GLuint buffer = pool_buffer(p);
        uint64_t offset = pool_offset(p);
        result = POOL_CALL(p, hpyr_pyramid_extract_buffer(pyramid, first, count, buffer, offset, stride, &report));
    } else {
        size_t step = stride ? stride : 16, capacity = sizeof points / step;
        capacity = fuzz_chance(f, 4) ? fuzz_below(f, 3) % (capacity + 1) : capacity;
        void *out = fuzz_mistake(f, 20) ? NULL : points;
        result = POOL_CALL(p, hpyr_pyramid_download(pyramid, first, count, out, capacity, stride, &report));
    }
    check_report(result, &report);
}

static void rank_cells(pool *p) {
    hpyr_point cells[RECORDS];
    uint32_t keys[RECORDS], count = fuzz_chance(p->f, 10) ? 0 : 1 + fuzz_below(p->f, RECORDS);
    bool wild = fuzz_mistake(p->f, 2);
    for (uint32_t i = 0; i < count; i++)
        cells[i] = (hpyr_point){fuzz_below(p->f, 4), fuzz_below(p->f, 4), 0, 0};
    if (wild && count)
        cells[fuzz_below(p->f, count)] = (hpyr_point){fuzz_wild(p->f), fuzz_wild(p->f), fuzz_wild(p->f), 9};
    POOL_CALL(p, hpyr_pyramid_rank(pool_pyramid(p), fuzz_mistake(p->f, 20) ? NULL : cells, count,
                                   fuzz_mistake(p->f, 20) ? NULL : keys));
}

static void ask_snippet(pool *p) {
    static char text[65536];
    size_t needed = 0, capacity = fuzz_chance(p->f, 2) ? sizeof text : fuzz_below(p->f, 6000);
    const char *prefix = pool_prefix(p);
    hpyr_result result;
    if (fuzz_chance(p->f, 3))
        result = POOL_CALL(p, hpyr_marching_cubes_glsl(pool_cubes(p), prefix, text, capacity, &needed));
    else
        result = POOL_CALL(p, hpyr_pyramid_glsl(pool_pyramid(p), prefix, text, capacity, &needed));
    if (result == HPYR_OK && strlen(text) + 1 != needed)
        fuzz_fail("a snippet has %zu bytes, %zu are needed", strlen(text) + 1, needed);
    if (result == HPYR_TRUNCATED && (needed <= capacity || (capacity && text[0])))
        fuzz_fail("a snippet was truncated, %zu bytes of %zu", capacity, needed);
}

/* A bind that succeeds changes the program and bindings; env_leave is told after the call, by its result. */
static void bind_pyramid(pool *p) {
    const char *prefix = pool_prefix(p);
    hpyr_pyramid *pyramid = pool_pyramid(p);
    hpyr_binding binding;
    uint32_t unit = fuzz_mistake(p->f, 3) ? fuzz_wild(p->f) : fuzz_below(p->f, 4);
    if (p->other) /* two holds on one GL do not know each other's binds, so nobody could tell the reverse order */
        return;
    GLuint program = pool_program_for(p, pyramid, prefix);
    fuzz_call(p->f, "hpyr_pyramid_bind");
    env_enter(p->e);
    p->e->result = hpyr_pyramid_bind(pyramid, program, prefix, unit, &binding);
    if (p->e->result == HPYR_OK) {
        pool_allow_bindings(p);
        p->bound++;
    }
    pool_leave(p, "hpyr_pyramid_bind");
}

static void unbind_pyramid(pool *p) {
    pool_allow_bindings(p);
    if (fuzz_chance(p->f, 6))
        POOL_CALL(p, hpyr_marching_cubes_unbind(pool_cubes(p)));
    else
        POOL_CALL(p, hpyr_pyramid_unbind(pool_pyramid(p)));
}

/* GL's own errors of a draw are the caller's. The numbers stay below what a software driver draws in seconds. */
static void draw_keys(pool *p) {
    static const uint32_t modes[] = {GL_POINTS, GL_LINES, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_PATCHES, 0xffffffff};
    uint32_t first = fuzz_chance(p->f, 3) ? fuzz_wild(p->f) : 0, count = fuzz_below(p->f, 200);
    uint32_t vertices = fuzz_chance(p->f, 6) ? fuzz_below(p->f, 1000) : fuzz_below(p->f, 4);
    hpyr_report report = {0, 0, 0};
    fuzz_call(p->f, "a draw");
    if (fuzz_chance(p->f, 4) && p->bound == 0)
        target_begin(&p->canvas, 0);
    if (fuzz_chance(p->f, 4))
        hpyr_marching_cubes_draw(pool_cubes(p), first, count, &report);
    else
        hpyr_pyramid_draw(pool_pyramid(p), modes[fuzz_below(p->f, 6)], first, count, vertices, &report);
    while (glGetError() != GL_NO_ERROR) {}
    if (p->e->gl21)
        glBindFramebufferEXT(GL_FRAMEBUFFER, 0);
    else
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- voxelizers ---- */

static hpyr_mesh choose_mesh(pool *p) {
    fuzz *f = p->f;
    hpyr_mesh m = {.positions.buffer = pool_buffer(p),
                   .triangle_count = fuzz_mistake(f, 4) ? fuzz_wild(f) : fuzz_below(f, 50)};
    if (fuzz_chance(f, 4)) {
        m.colors.buffer = pool_buffer(p);
        m.colors.offset = pool_offset(p);
        if (fuzz_chance(f, 2))
            m.colors.stride = fuzz_chance(f, 2) ? fuzz_wild(f) : 4 * fuzz_below(f, 520);
    }
    if (fuzz_chance(f, 4)) {
        m.index_buffer = pool_buffer(p);
        m.index_offset = pool_offset(p);
    }
    if (fuzz_chance(f, 4))
        m.positions.offset = pool_offset(p);
    if (fuzz_chance(f, 6))
        m.positions.stride = fuzz_chance(f, 2) ? fuzz_wild(f) : 4 * fuzz_below(f, 520);
    if (fuzz_mistake(f, 12))
        m.colors.stride = 4;
    return m;
}

static void run_voxelizer(pool *p) {
    hpyr_voxelizer *voxelizer = pool_voxelizer(p);
    hpyr_mesh mesh = choose_mesh(p);
    float transform[16];
    uint32_t skipped = 0;
    bool wild = fuzz_mistake(p->f, 3);
    for (int i = 0; i < 16; i++)
        transform[i] = wild && i % 4 != 3 ? (float)fuzz_wild_number(p->f) : i % 5 == 0;
    if (wild && fuzz_chance(p->f, 4))
        transform[3 + 4 * fuzz_below(p->f, 4)] = (float)fuzz_wild_number(p->f);
    const float *t = fuzz_chance(p->f, 2) ? transform : NULL;
    if (fuzz_chance(p->f, 4))
        POOL_CALL(p, hpyr_voxelizer_count_skipped(voxelizer, &mesh, t, fuzz_mistake(p->f, 20) ? NULL : &skipped));
    else
        POOL_CALL(p, hpyr_voxelizer_run(voxelizer, fuzz_mistake(p->f, 20) ? NULL : &mesh, t));
}

/* A pyramid of what the voxelizer has made, in the first place of the pool. */
static hpyr_pyramid *pyramid_of_output(pool *p, const hpyr_voxelizer *voxelizer) {
    hpyr_texture texture;
    const hpyr_voxelizer_desc *v = hpyr_voxelizer_resolved(voxelizer);
    if (!p->f->sober || p->bound || hpyr_voxelizer_volume(voxelizer, &texture) != HPYR_OK)
        return pool_pyramid(p);
    bool bits = texture.target == GL_TEXTURE_2D_ARRAY;
    hpyr_pyramid_desc desc = {.width = v->width, .height = v->height, .depth = v->depth, .tiles_x = v->tiles_x};
    if (bits) {
        desc.layout = HPYR_LAYOUT_BITS;
        desc.order = HPYR_ORDER_COLUMN;
    }
    POOL_CALL_VOID(p, hpyr_pyramid_destroy(p->pyramids[0]));
    p->pyramids[0] = NULL;
    POOL_CALL(p, hpyr_pyramid_create(p->e->context, &desc, &p->pyramids[0]));
    if (bits)
        POOL_CALL(p, hpyr_pyramid_build_bits(p->pyramids[0], &texture));
    else
        POOL_CALL(p, hpyr_pyramid_build(p->pyramids[0], pool_discriminator(p), &texture));
    return p->pyramids[0];
}

static void take_attributes(pool *p) {
    hpyr_mesh_part surfaces[2];
    hpyr_texture colors, normals;
    memset(surfaces, 0, sizeof surfaces);
    for (int i = 0; i < 2; i++) {
        surfaces[i].mesh = choose_mesh(p);
        if (fuzz_chance(p->f, 3)) {
            surfaces[i].normals.buffer = pool_buffer(p);
            surfaces[i].normals.offset = pool_offset(p);
        }
        if (fuzz_chance(p->f, 3)) {
            surfaces[i].texcoords.buffer = pool_buffer(p);
            pool_texture(p, &surfaces[i].texture);
        }
    }
    const hpyr_texture *c = pool_texture(p, &colors), *n = pool_texture(p, &normals);
    hpyr_voxelizer *voxelizer = pool_voxelizer(p);
    hpyr_pyramid *pyramid = pyramid_of_output(p, voxelizer);
    if (p->f->sober) { /* as wide as each other */
        c = &p->images[1].texture;
        n = &p->images[5].texture;
    }
    POOL_CALL(p, hpyr_voxelizer_attributes(voxelizer, pyramid, fuzz_mistake(p->f, 20) ? NULL : surfaces,
                                           fuzz_below(p->f, 3), NULL, c, n));
}

/* ---- isosurfaces ---- */

static const char *choose_field_text(fuzz *f) {
    static const char *const texts[] = {"float hpyr_field_at(vec3 p) { return p.x + p.y * p.z; }\n", "#error no\n", "",
                                        "vec3 hpyr_gradient_at(vec3 p) { return p; }\n",
                                        "float hpyr_field_at(vec3 p) { return p.x; }\n"
                                        "vec3 hpyr_gradient_at(vec3 p) { return p; }\n"};
    return texts[fuzz_below(f, LENGTH(texts))];
}

static void build_surface(pool *p) {
    fuzz *f = p->f;
    hpyr_field field;
    memset(&field, 0, sizeof field);
    uint32_t kind = fuzz_below(f, 8);
    if (kind < 3 || (kind == 7 && !f->sober))
        pool_texture(p, &field.texture);
    for (int tries = 0; kind < 3 && f->sober && field.texture.target != GL_TEXTURE_3D && tries < 20; tries++)
        pool_texture(p, &field.texture);
    if ((kind >= 3 && kind < 6) || kind == 7) {
        field.buffer = pool_buffer(p);
        field.buffer_format = !fuzz_mistake(f, 2) ? HPYR_FORMAT_R32F : (hpyr_format)fuzz_enum(f, HPYR_FORMAT_DEPTH);
        field.buffer_offset = fuzz_chance(f, 2) ? 0 : pool_offset(p);
    }
    if (kind == 6 || fuzz_mistake(f, 10))
        field.glsl = choose_field_text(f);
    field.tiles_x = fuzz_mistake(f, 4) ? fuzz_wild(f) : 0;
    uint32_t slab = fuzz_mistake(f, 4) ? fuzz_wild(f) : 0;
    double value = fuzz_wild_number(f);
    const hpyr_field *given = fuzz_mistake(f, 20) ? NULL : &field;
    if (fuzz_chance(f, 2))
        POOL_CALL(p, hpyr_marching_cubes_build(pool_cubes(p), given, slab, value));
    else
        POOL_CALL(p, hpyr_isosurface_build(pool_isosurface(p), given, slab, value));
}

static void ask_slab(fuzz *f, const hpyr_field_grid *grid) {
    hpyr_slab slab;
    uint32_t slabs = hpyr_field_slab_count(grid), index = fuzz_chance(f, 2) ? fuzz_wild(f) : slabs;
    hpyr_result result = hpyr_field_slab(grid, index, &slab);
    if ((result == HPYR_OK) != (index < slabs))
        fuzz_fail("slab %u of %u answered %s", index, slabs, hpyr_result_string(result));
}

static void ask_surface(pool *p) {
    hpyr_isosurface *iso = pool_isosurface(p);
    hpyr_marching_cubes *cubes = pool_cubes(p);
    hpyr_mesh_counts counts, *out = fuzz_mistake(p->f, 20) ? NULL : &counts;
    hpyr_mesh_statistics statistics, *all = fuzz_mistake(p->f, 20) ? NULL : &statistics;
    ask_slab(p->f, iso ? &hpyr_isosurface_resolved(iso)->grid : NULL);
    ask_slab(p->f, &p->cubes_descs[pool_slot(p)].grid);
    if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_isosurface_statistics(iso, all));
    else if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_isosurface_counts(iso, out));
    else
        POOL_CALL(p, hpyr_isosurface_try_counts(iso, out));
    if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_marching_cubes_statistics(cubes, all));
    else if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_marching_cubes_counts(cubes, out));
    else
        POOL_CALL(p, hpyr_marching_cubes_try_counts(cubes, out));
}

static uint64_t choose_long(pool *p) {
    return fuzz_chance(p->f, 4)   ? HPYR_ALL
           : fuzz_chance(p->f, 3) ? pool_offset(p)
           : fuzz_chance(p->f, 3) ? fuzz_wild(p->f)
                                  : 3 * fuzz_below(p->f, 20);
}

static void extract_mesh(pool *p) {
    fuzz *f = p->f;
    hpyr_mesh_output o = {.vertex_buffer = fuzz_chance(f, 4) ? 0 : pool_buffer(p),
                          .vertex_offset = fuzz_chance(f, 3) ? pool_offset(p) : 0,
                          .first_vertex = choose_long(p),
                          .vertex_count = choose_long(p),
                          .index_buffer = fuzz_chance(f, 2) ? 0 : pool_buffer(p),
                          .index_offset = fuzz_chance(f, 3) ? pool_offset(p) : 0,
                          .first_triangle = choose_long(p),
                          .triangle_count = choose_long(p),
                          .index_base = fuzz_wild(f),
                          .no_wait = fuzz_chance(f, 4)};
    hpyr_mesh_report report, *out = fuzz_chance(f, 2) ? NULL : &report;
    const hpyr_mesh_output *output = fuzz_mistake(f, 20) ? NULL : &o;
    if (fuzz_chance(f, 2)) {
        o.index_buffer = fuzz_mistake(f, 20) ? o.vertex_buffer : 0;
        POOL_CALL(p, hpyr_marching_cubes_extract(pool_cubes(p), output, out));
    } else {
        POOL_CALL(p, hpyr_isosurface_extract(pool_isosurface(p), output, out));
    }
}

static void download_mesh(pool *p) {
    static hpyr_mesh_vertex vertices[RECORDS];
    static uint32_t indices[3 * RECORDS];
    fuzz *f = p->f;
    uint32_t v = fuzz_below(f, RECORDS + 1), t = fuzz_below(f, RECORDS + 1);
    hpyr_mesh_report report;
    POOL_CALL(p, hpyr_isosurface_download(pool_isosurface(p), fuzz_chance(f, 8) ? NULL : vertices, v,
                                          fuzz_chance(f, 2) ? NULL : indices, fuzz_chance(f, 3) ? 0 : t, &report));
}

static void download_soup_of_cubes(pool *p) {
    static hpyr_mesh_vertex vertices[RECORDS];
    uint32_t capacity = fuzz_below(p->f, RECORDS + 1);
    hpyr_mesh_report report;
    POOL_CALL(p, hpyr_marching_cubes_download(pool_cubes(p), fuzz_chance(p->f, 8) ? NULL : vertices, capacity,
                                              fuzz_chance(p->f, 2) ? NULL : &report));
}

static void write_command(pool *p) {
    GLuint buffer = pool_buffer(p);
    uint64_t offset = pool_offset(p);
    if (fuzz_chance(p->f, 2))
        POOL_CALL(p, hpyr_marching_cubes_command(pool_cubes(p), buffer, offset));
    else
        POOL_CALL(p, hpyr_isosurface_command(pool_isosurface(p), buffer, offset));
}

static void bind_cubes(pool *p) {
    hpyr_marching_cubes *cubes = pool_cubes(p);
    GLuint program = p->programs[pool_slot(p)].name;
    if (p->other) /* as bind_pyramid */
        return;
    fuzz_call(p->f, "hpyr_marching_cubes_bind");
    env_enter(p->e);
    p->e->result = hpyr_marching_cubes_bind(cubes, program, pool_prefix(p), fuzz_wild(p->f), NULL);
    if (p->e->result == HPYR_OK) {
        pool_allow_bindings(p);
        p->bound++;
    }
    pool_leave(p, "hpyr_marching_cubes_bind");
}

/* ---- what callers do to GL meanwhile ---- */

static void map_buffer(pool *p) {
    GLuint name = p->buffers[fuzz_below(p->f, POOL_BUFFERS)];
    GLint size = 0;
    if (!p->mapped && !glIsBuffer(name))
        return;
    glBindBuffer(GL_ARRAY_BUFFER, p->mapped ? p->mapped : name);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    if (p->mapped)
        glUnmapBuffer(GL_ARRAY_BUFFER);
    else if (size > 0)
        glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE);
    p->mapped = p->mapped || size <= 0 ? 0 : name;
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    CHECK_GL();
}

/* The name stays in the pool, as a caller may keep it. It is reserved at once: an object of the library that gets it would be
 * taken for the caller's. */
static void delete_something(pool *p) {
    uint32_t i = fuzz_below(p->f, POOL_IMAGES), k = fuzz_below(p->f, POOL_BUFFERS);
    if (fuzz_chance(p->f, 2)) {
        glDeleteTextures(1, &p->images[i].texture.name);
        glGenTextures(1, &p->images[i].texture.name);
    } else {
        p->mapped = p->mapped == p->buffers[k] ? 0 : p->mapped;
        glDeleteBuffers(1, &p->buffers[k]);
        glGenBuffers(1, &p->buffers[k]);
    }
}

/* A program that is deleted, but stays until another one is used. */
static void build_under_deleted_program(pool *p) {
    if (p->e->hostile || p->bound)
        return;
    GLuint program = make_program(p->e->gl21 ? "#version 120\nvoid main() { gl_Position = vec4(0.0); }\n"
                                             : "#version 330\nvoid main() { gl_Position = vec4(0.0); }\n",
                                  p->e->gl21 ? "#version 120\nvoid main() { gl_FragColor = vec4(0.0); }\n"
                                             : "#version 330\nout vec4 c;\nvoid main() { c = vec4(0.0); }\n");
    glUseProgram(program);
    glDeleteProgram(program);
    fuzz_call(p->f, "a build under a deleted program");
    hpyr_result result = hpyr_pyramid_build(pool_pyramid(p), pool_discriminator(p), &p->images[0].texture);
    if (strcmp(hpyr_result_string(result), "unknown result") == 0 || result == HPYR_ERROR_GL)
        fuzz_fail("a build under a deleted program answered %s", hpyr_result_string(result));
    glUseProgram(0); /* the deleted one is gone by now, or goes here */
    CHECK_GL();
}

/* No context is current: nothing can be done, and nothing may wait for it. */
static void lose_context(pool *p) {
    hpyr_pyramid *pyramid = pool_pyramid(p);
    hpyr_marching_cubes *cubes = pool_cubes(p);
    hpyr_texture texture = p->images[0].texture;
    hpyr_point point = {0, 0, 0, 0};
    hpyr_mesh_statistics counts;
    hpyr_pyramid_desc desc = {.width = 4, .height = 4};
    hpyr_pyramid *made = NULL;
    uint32_t word;
    if (p->e->hostile)
        return;
    fuzz_call(p->f, "a call without a current context");
    headless_make_current(p->e->display, false);
    hpyr_result results[] = {hpyr_pyramid_total(pyramid, &word),
                             hpyr_pyramid_try_total(pyramid, &word),
                             hpyr_pyramid_download(pyramid, 0, 1, &point, 1, 0, NULL),
                             hpyr_pyramid_rank(pyramid, &point, 1, &word),
                             hpyr_pyramid_build(pyramid, p->discriminators[0], &texture),
                             hpyr_marching_cubes_statistics(cubes, &counts),
                             hpyr_pyramid_create(p->e->context, &desc, &made)};
    headless_make_current(p->e->display, true);
    for (size_t i = 0; i < LENGTH(results); i++)
        if (results[i] != HPYR_ERROR_NO_CONTEXT && results[i] != HPYR_ERROR_INVALID_ARGUMENT) /* no object to call */
            fuzz_fail("call %zu without a current context answered %s", i, hpyr_result_string(results[i]));
    CHECK_GL();
}

/* ---- one case ---- */

static void check_something(pool *p) {
    uint32_t slot = pool_slot(p);
    if (p->bound || p->mapped)
        return;
    if (p->pyramids[slot])
        pool_check_pyramid(p, p->pyramids[slot]);
    if (p->isosurfaces[slot])
        pool_check_isosurface(p, slot);
    if (p->cubes[slot])
        pool_check_cubes(p, slot);
    if (p->voxelizers[slot])
        pool_check_voxelizer(p, p->voxelizers[slot]);
}

typedef void action(pool *p);

/* Some stand there more than once: what other calls need, and what there is most to be wrong about. */
static action *const actions[] = {
    create_discriminator, create_discriminator,
    create_pyramid,       create_pyramid,
    create_pyramid,       create_voxelizer,
    create_voxelizer,     create_isosurface,
    create_cubes,         create_context,
    build_pyramid,        build_pyramid,
    build_pyramid,        build_pyramid,
    build_from_voxelizer, ask_total,
    extract_points,       extract_points,
    rank_cells,           ask_snippet,
    bind_pyramid,         bind_pyramid,
    unbind_pyramid,       draw_keys,
    run_voxelizer,        run_voxelizer,
    take_attributes,      build_surface,
    build_surface,        build_surface,
    build_surface,        ask_surface,
    extract_mesh,         extract_mesh,
    download_mesh,        download_soup_of_cubes,
    write_command,        bind_cubes,
    map_slices,           map_buffer,
    delete_something,     build_under_deleted_program,
    lose_context,         check_something,
};

static void one_case(fuzz *f, env *e) {
    static const GLenum errors[] = {GL_INVALID_ENUM, GL_INVALID_VALUE, GL_INVALID_OPERATION};
    pool p;
    pool_make(&p, f, e);
    f->sober = true;
    for (int i = 0; i < 2 * POOL; i++) {
        create_discriminator(&p);
        create_pyramid(&p);
        create_voxelizer(&p);
        create_isosurface(&p);
        create_cubes(&p);
    }
    for (int i = 0; i < CALLS; i++) {
        f->sober = !fuzz_chance(f, 3);
        e->pending_error = fuzz_chance(f, 10) ? errors[fuzz_below(f, 3)] : GL_NO_ERROR;
        actions[fuzz_below(f, LENGTH(actions))](&p);
        e->pending_error = GL_NO_ERROR;
    }
    f->sober = true;
    if (p.mapped)
        map_buffer(&p);
    for (uint32_t i = 0; i < POOL && p.bound;
         i++) { /* what is bound refuses to be built: first the ends of all binds */
        pool_allow_bindings(&p);
        POOL_CALL_VOID(&p, hpyr_pyramid_destroy(p.pyramids[i]));
        pool_allow_bindings(&p);
        POOL_CALL_VOID(&p, hpyr_marching_cubes_destroy(p.cubes[i]));
        p.pyramids[i] = NULL;
        p.cubes[i] = NULL;
    }
    p.bound = 0;
    check_something(&p);
    pool_free(&p);
}

int main(int argc, char **argv) {
    setenv("force_gl_names_reuse", "true", 1); /* Mesa 22.3.6 gives no name again else */
    return fuzz_run(argc, argv, one_case);
}
