/* expansion_extract.c - the paper's forms into buffers, by transform feedback, and into CPU memory; on GL 2.1, which captures
 * nothing, by a fragment pass and a read-back.
 * Source: Dyken et al. 2008, section 5.  SPDX-License-Identifier: MIT */
#include "isosurface/expansion.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECORD = sizeof(hpyr_mesh_vertex),
    DOWNLOAD_CHUNK = 3 << 18, /* vertices, whole triangles */
    LIST_WIDTH = 512,         /* vertices in a row, of two texels each */
    LIST_ROWS = 512
};

/* A range of the soup, and where it goes. */
typedef struct capture {
    uint64_t first, count;    /* vertices */
    uint32_t first_key, keys; /* that are drawn */
    uint32_t skipped;         /* GEOMETRY: vertices of the first key's cell that come before the range */
    GLuint buffer;
    uint64_t offset;
    bool no_wait;
} capture;

/* ---- programs ---- */

static hpyr_result get_program(hpyr_isosurface *iso, hpi_gl_program_desc *desc, const char *more, GLuint *program) {
    const hpyr_pyramid *pyramid = iso->store->pyramid;
    hpi_text defines = {0};
    hpi_core_add_defines(pyramid, hpi_core_reads_source(pyramid), &defines);
    hpi_core_add_level_defines(pyramid, &defines);
    hpi_text_add(&defines, more);
    hpi_isosurface_add_expansion_defines(iso, &defines);
    desc->defines = &defines;
    desc->caller = iso->field.glsl;
    hpyr_result result = hpi_gl_program_get(iso->context, desc, program);
    hpi_text_free(&defines);
    return result;
}

static hpyr_result capture_program(hpyr_isosurface *iso, bool no_wait, GLuint *program) {
    static const char *const captured[] = {"v_position", "v_normal", NULL};
    const char *traversal = iso->store->pyramid->layout->traversal;
    hpi_gl_program_desc desc = {.captured = captured};
    if (iso->desc.expansion == HPYR_EXPANSION_VERTEX) {
        desc.vertex = (hpi_gl_stage){.part = traversal, .entry = "isosurface/capture.vert.glsl"};
    } else {
        desc.vertex = (hpi_gl_stage){.entry = "core/vertex_id.vert.glsl"};
        desc.geometry = (hpi_gl_stage){.part = traversal, .entry = "isosurface/capture.geom.glsl"};
    }
    return get_program(iso, &desc, no_wait ? "#define HPYR_NO_WAIT\n" : "", program);
}

static hpyr_result download_program(hpyr_isosurface *iso, GLuint *program) {
    hpi_gl_program_desc desc = {
        .fragment = {.part = iso->store->pyramid->layout->traversal, .entry = "isosurface/download.frag.glsl"}};
    return get_program(iso, &desc, "", program);
}

/* The program in use, with everything that it reads. */
typedef struct borrowings {
    hpi_gl_borrowed field, input;
} borrowings;

static hpyr_result use(hpyr_isosurface *iso, GLuint program, borrowings *b) {
    b->input.name = 0;
    glUseProgram(program);
    hpyr_result result =
        hpi_isosurface_field_use(iso, program, "hpyr_", EXPANSION_FIELD_UNIT, HPI_STATE_UNITS, &b->field);
    if (result == HPYR_OK)
        result = hpi_core_use(iso->store->pyramid, program, "hpyr_", HPI_PYRAMID_UNIT, HPI_STATE_UNITS, &b->input);
    if (result == HPYR_OK)
        hpi_isosurface_bind_tables(iso, program, "hpyr_", EXPANSION_CLASSES_UNIT);
    return result;
}

static void release(const hpyr_isosurface *iso, const borrowings *b) {
    hpi_core_release(iso->store->pyramid, &b->input, HPI_PYRAMID_UNIT);
    hpi_isosurface_field_release(iso, &b->field, EXPANSION_FIELD_UNIT);
}

/* ---- ranges ---- */

/* The keys of the range's cells: those between its first and its last vertex. */
static hpyr_result find_cells(hpyr_isosurface *iso, capture *c) {
    hpyr_pyramid *vertices;
    hpyr_point ends[2];
    uint32_t keys[2];
    hpyr_result result = hpi_isosurface_vertices_pyramid(iso, &vertices);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = hpyr_pyramid_download(vertices, (uint32_t)(i ? c->first + c->count - 1 : c->first), 1, &ends[i], 1, 0,
                                       NULL);
    if (result == HPYR_OK)
        result = hpyr_pyramid_rank(iso->store->pyramid, ends, 2, keys);
    if (result != HPYR_OK)
        return result;
    c->first_key = keys[0];
    c->keys = keys[1] - keys[0] + 1;
    c->skipped = ends[0].remainder;
    return HPYR_OK;
}

static uint32_t smaller(uint64_t a, uint64_t b) {
    return (uint32_t)(a < b ? a : b);
}

/* Where nobody waited, the range may end, or begin, past all keys that there can be. */
static hpyr_result find_keys(hpyr_isosurface *iso, capture *c) {
    if (iso->desc.expansion == HPYR_EXPANSION_VERTEX) {
        c->first_key = smaller(c->first, UINT32_MAX);
        c->keys = smaller(c->count, UINT32_MAX - c->first_key);
    } else if (!c->no_wait) {
        return find_cells(iso, c);
    } else if (c->first) {
        return hpi_gl_fail(iso->context, HPYR_ERROR_UNSUPPORTED,
                           "isosurface: which cell has vertex %llu is not known to GEOMETRY without waiting",
                           (unsigned long long)c->first);
    } else {
        c->keys = smaller(c->count / 3 + 1, UINT32_MAX); /* no active cell has less than a triangle */
    }
    return HPYR_OK;
}

/* ---- captures ---- */

static void draw_keys(const hpyr_isosurface *iso, GLuint program, const capture *c) {
    const hpyr_context *context = iso->context;
    GLint first_key = hpi_gl_location(context, program, "hpyr_", "first_key");
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "vertices"), 1);
    hpi_gl_capture_range_begin(iso->context, c->buffer, (uintptr_t)c->offset, (size_t)(c->count * RECORD), GL_POINTS);
    for (uint32_t done = 0; done < c->keys;) {
        uint32_t left = c->keys - done, chunk = left < context->vertex_limit ? left : context->vertex_limit;
        hpi_gl_set_count(context, first_key, c->first_key + done);
        glDrawArrays(GL_POINTS, 0, (GLsizei)chunk);
        done += chunk;
    }
    hpi_gl_capture_end();
}

/* With GL's state saved. */
static hpyr_result run_capture(hpyr_isosurface *iso, const capture *c) {
    hpi_expansion_store *store = iso->store;
    GLuint program;
    borrowings borrowed;
    hpyr_result result = capture_program(iso, c->no_wait, &program);
    if (result == HPYR_OK && c->no_wait) {
        result = hpi_isosurface_write_command(iso, store->pyramid, 0, 0);
        hpi_gl_buffer_clear(c->buffer, c->offset, c->count * RECORD);
    }
    if (result != HPYR_OK)
        return result;
    result = use(iso, program, &borrowed);
    if (result == HPYR_OK) {
        glUniform1ui(hpi_gl_location(iso->context, program, "", "first_cell"), c->first_key);
        glUniform1i(hpi_gl_location(iso->context, program, "", "skipped"), (GLint)c->skipped);
        glUniform1i(hpi_gl_location(iso->context, program, "", "command"), EXPANSION_COMMAND_UNIT);
        hpi_gl_texture_bind(iso->context, EXPANSION_COMMAND_UNIT, GL_TEXTURE_2D, store->command);
        hpi_gl_target(iso->context, store->classes.name, 0, 1, 1); /* even captures need a complete framebuffer */
        draw_keys(iso, program, c);
        hpi_gl_target_release(iso->context);
    }
    release(iso, &borrowed);
    return result;
}

static hpyr_result run(hpyr_isosurface *iso, capture *c) {
    hpi_gl_state state;
    hpyr_result result = find_keys(iso, c);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(iso->context, &state);
    return hpi_gl_state_leave(iso->context, &state, run_capture(iso, c));
}

/* ---- extraction ---- */

/* The vertices of a range that there are. */
static hpyr_result available(hpyr_isosurface *iso, uint64_t first, uint64_t count, uint64_t *out) {
    hpyr_pyramid *vertices;
    uint32_t total = 0;
    hpyr_result result = hpi_isosurface_vertices_pyramid(iso, &vertices);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(vertices, &total);
    *out = hpi_isosurface_items_in_range(total, first, count);
    return result;
}

/* A soup is written in whole triangles. */
static uint64_t whole_triangles(uint64_t wanted, uint64_t room) {
    uint64_t count = wanted < room ? wanted : room;
    return count - count % 3;
}

hpyr_result hpi_isosurface_expansion_extract(hpyr_isosurface *iso, const hpyr_isosurface_output *output,
                                             hpyr_isosurface_report *report) {
    uint64_t wanted = output->vertex_count, room;
    hpi_gl_state state;
    if (iso->context->legacy)
        return hpi_gl_fail(iso->context, HPYR_ERROR_UNSUPPORTED,
                           "isosurface: GL 2.1 captures nothing into buffers; download it");
    hpi_gl_state_enter(iso->context, &state);
    hpyr_result result = hpi_isosurface_room(iso, output->vertex_buffer, output->vertex_offset, RECORD, &room);
    result = hpi_gl_state_leave(iso->context, &state, result);
    if (result == HPYR_OK && !output->no_wait)
        result = available(iso, output->first_vertex, output->vertex_count, &wanted);
    if (result != HPYR_OK || !output->vertex_buffer)
        return result;
    capture c = {.first = output->first_vertex,
                 .count = whole_triangles(wanted, room),
                 .buffer = output->vertex_buffer,
                 .offset = output->vertex_offset,
                 .no_wait = output->no_wait};
    if (c.count)
        result = run(iso, &c);
    if (result == HPYR_OK && !c.no_wait) {
        report->vertices_written = c.count;
        report->vertices_available = wanted;
    }
    return result == HPYR_OK && c.count < wanted ? HPYR_TRUNCATED : result;
}

/* ---- downloads ---- */

/* Through a buffer of our own. */
static hpyr_result download_captured(hpyr_isosurface *iso, hpyr_mesh_vertex *out, uint64_t count) {
    capture c = {.count = count < DOWNLOAD_CHUNK ? count : DOWNLOAD_CHUNK};
    hpi_gl_state state;
    hpi_gl_state_enter(iso->context, &state);
    glGenBuffers(1, &c.buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, c.buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(c.count * RECORD), NULL, GL_STREAM_READ);
    hpyr_result result = hpi_gl_state_leave(iso->context, &state, HPYR_OK);
    while (result == HPYR_OK && c.first < count) {
        c.count = count - c.first < DOWNLOAD_CHUNK ? count - c.first : DOWNLOAD_CHUNK;
        result = run(iso, &c);
        if (result == HPYR_OK)
            result = hpi_gl_buffer_read(iso->context, c.buffer, 0, (GLsizeiptr)(c.count * RECORD), out + c.first);
        c.first += c.count;
    }
    glDeleteBuffers(1, &c.buffer);
    return result;
}

/* Rows of vertices that were drawn, as the records that they are. */
static void read_list(uint32_t count, hpyr_mesh_vertex *out) {
    GLsizei rows = (GLsizei)(count / LIST_WIDTH), rest = (GLsizei)(count % LIST_WIDTH);
    if (rows)
        glReadPixels(0, 0, 2 * LIST_WIDTH, rows, GL_RGB, GL_FLOAT, out);
    if (rest)
        glReadPixels(0, rows, 2 * rest, 1, GL_RGB, GL_FLOAT, out + (size_t)rows * LIST_WIDTH);
}

/* Through texels: position and normal, three floats each. */
static hpyr_result download_drawn(hpyr_isosurface *iso, hpyr_mesh_vertex *out, uint32_t count) {
    const hpyr_context *context = iso->context;
    const uint32_t largest = LIST_WIDTH * LIST_ROWS;
    GLuint program, list;
    borrowings borrowed;
    hpyr_result result = download_program(iso, &program);
    if (result != HPYR_OK)
        return result;
    list = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32F, 2 * LIST_WIDTH, LIST_ROWS);
    if (!list)
        return HPYR_ERROR_OUT_OF_MEMORY;
    result = use(iso, program, &borrowed);
    for (uint32_t done = 0; result == HPYR_OK && done < count; done += largest) {
        uint32_t chunk = count - done < largest ? count - done : largest;
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "first"), done);
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "count"), chunk);
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "width"), LIST_WIDTH);
        hpi_gl_target(context, list, 0, 2 * LIST_WIDTH, (chunk - 1) / LIST_WIDTH + 1);
        hpi_gl_draw_fullscreen(context);
        read_list(chunk, out + done);
    }
    release(iso, &borrowed);
    hpi_gl_target_release(context);
    glDeleteTextures(1, &list);
    return result;
}

hpyr_result hpi_isosurface_expansion_download(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices,
                                              uint64_t vertex_capacity, uint32_t *indices, uint64_t triangle_capacity,
                                              hpyr_isosurface_report *report) {
    uint64_t all = 0;
    hpi_gl_state state;
    (void)indices; /* a soup has none */
    (void)triangle_capacity;
    hpyr_result result = available(iso, 0, 0, &all);
    if (result != HPYR_OK || !vertices)
        return result;
    uint64_t count = whole_triangles(all, vertex_capacity);
    if (count && !iso->context->legacy) {
        result = download_captured(iso, vertices, count);
    } else if (count) {
        hpi_gl_state_enter(iso->context, &state);
        result = hpi_gl_state_leave(iso->context, &state, download_drawn(iso, vertices, (uint32_t)count));
    }
    if (result != HPYR_OK)
        return result;
    report->vertices_written = count;
    report->vertices_available = all;
    return count < all ? HPYR_TRUNCATED : HPYR_OK;
}
