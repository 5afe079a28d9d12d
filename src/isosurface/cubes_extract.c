/* cubes_extract.c - the soup in buffers, by transform feedback, and in CPU memory.
 * Source: Dyken et al. 2008, section 5.
 * SPDX-License-Identifier: MIT
 *
 * GL 2.1 has no transform feedback. There a fragment pass draws the vertices, and they are read
 * back. */
#include "core/output.h"
#include "isosurface/cubes.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECORD = sizeof(hpyr_mesh_vertex),
    DOWNLOAD_CHUNK = 3 << 18, /* vertices, whole triangles */
    LIST_WIDTH = 512,         /* vertices in a row, of two texels each */
    LIST_ROWS = 512
};
#define MOST_VERTICES (UINT32_MAX / 3 * 3 - 3) /* whole triangles, fewer than HPYR_ALL */

/* A range of the soup, and where it goes. */
typedef struct capture {
    uint32_t first, count;    /* vertices */
    uint32_t first_key, keys; /* the keys that have these vertices */
    uint32_t skipped;         /* GEOMETRY: vertices of the first cell before the range */
    GLuint buffer;
    uint64_t offset;
    bool no_wait;
} capture;

/* ---- programs ---- */

static hpyr_result get_program(hpyr_marching_cubes *cubes, hpi_gl_program_desc *desc, const char *more,
                               GLuint *program) {
    const hpyr_pyramid *pyramid = cubes->pyramid;
    hpi_text defines = HPI_TEXT(cubes->context);
    hpi_core_add_defines(pyramid, hpi_core_reads_source(pyramid), &defines);
    hpi_core_add_level_defines(pyramid, &defines);
    hpi_text_add(&defines, more);
    hpi_cubes_add_defines(cubes, &defines);
    desc->defines = &defines;
    desc->caller = cubes->field.glsl;
    hpyr_result result = hpi_gl_program_get(cubes->context, desc, program);
    hpi_text_free(&defines);
    return result;
}

static hpyr_result capture_program(hpyr_marching_cubes *cubes, bool no_wait, GLuint *program) {
    static const char *const captured[] = {"v_position", "v_normal", NULL};
    const char *traversal = cubes->pyramid->layout->traversal;
    hpi_gl_program_desc desc = {.captured = captured};
    if (cubes->desc.expansion == HPYR_EXPANSION_VERTEX) {
        desc.vertex = (hpi_gl_stage){.part = traversal, .entry = "isosurface/capture.vert.glsl"};
    } else {
        desc.vertex = (hpi_gl_stage){.entry = "core/vertex_id.vert.glsl"};
        desc.geometry = (hpi_gl_stage){.part = traversal, .entry = "isosurface/capture.geom.glsl"};
    }
    return get_program(cubes, &desc, no_wait ? "#define HPYR_NO_WAIT\n" : "", program);
}

static hpyr_result download_program(hpyr_marching_cubes *cubes, GLuint *program) {
    hpi_gl_program_desc desc = {
        .fragment = {.part = cubes->pyramid->layout->traversal, .entry = "isosurface/download.frag.glsl"}};
    return get_program(cubes, &desc, "", program);
}

/* Textures of the caller that the program in use reads. */
typedef struct borrowings {
    hpi_gl_borrowed field;
    hpi_loan input;
} borrowings;

static hpyr_result use(hpyr_marching_cubes *cubes, GLuint program, borrowings *b) {
    b->input = (hpi_loan){0};
    glUseProgram(program);
    hpyr_result result = hpi_field_use(&cubes->field, program, "hpyr_", CUBES_FIELD_UNIT, HPI_STATE_UNITS, &b->field);
    if (result == HPYR_OK)
        result = hpi_core_use(cubes->pyramid, program, "hpyr_", HPI_PYRAMID_UNIT, HPI_STATE_UNITS, &b->input);
    if (result == HPYR_OK)
        hpi_cubes_bind_tables(cubes, program, "hpyr_", CUBES_CLASSES_UNIT);
    return result;
}

static void release(const hpyr_marching_cubes *cubes, borrowings *b) {
    hpi_core_loan_end(cubes->pyramid->context, &b->input);
    hpi_field_release(&cubes->field, &b->field, CUBES_FIELD_UNIT);
}

/* ---- ranges ---- */

/* Finds the keys of all cells from that of the range's first vertex to that of its last one. */
static hpyr_result find_cells(hpyr_marching_cubes *cubes, capture *c) {
    hpyr_pyramid *vertices;
    hpyr_point ends[2];
    uint32_t keys[2];
    hpyr_result result = hpi_cubes_vertices_pyramid(cubes, &vertices);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = hpyr_pyramid_download(vertices, i ? c->first + c->count - 1 : c->first, 1, &ends[i], 1, 0, NULL);
    if (result == HPYR_OK)
        result = hpyr_pyramid_rank(cubes->pyramid, ends, 2, keys);
    if (result != HPYR_OK)
        return result;
    c->first_key = keys[0];
    c->keys = keys[1] - keys[0] + 1;
    c->skipped = ends[0].remainder;
    return HPYR_OK;
}

static uint32_t smaller(uint64_t a, uint32_t b) {
    return a < b ? (uint32_t)a : b;
}

/* If nobody waits, the range may begin or end past all keys that there can be. */
static hpyr_result find_keys(hpyr_marching_cubes *cubes, capture *c) {
    if (cubes->desc.expansion == HPYR_EXPANSION_VERTEX) {
        c->first_key = c->first;
        c->keys = smaller(c->count, UINT32_MAX - c->first);
    } else if (!c->no_wait) {
        return find_cells(cubes, c);
    } else if (c->first) {
        return hpi_gl_fail(
            cubes->context, HPYR_ERROR_UNSUPPORTED,
            "marching cubes: without waiting, GEOMETRY does not know which cell has vertex %u; begin with 0", c->first);
    } else {
        c->keys = c->count / 3 + 1; /* every active cell has a triangle or more */
    }
    return HPYR_OK;
}

/* ---- captures ---- */

/* Its key, its class and its place in the table of cases. */
static uint32_t vertex_fetches(const hpyr_marching_cubes *cubes) {
    return hpi_core_traversal_fetches(cubes->pyramid) + 2 + hpi_field_vertex_fetches(&cubes->field);
}

static void draw_keys(const hpyr_marching_cubes *cubes, GLuint program, const capture *c) {
    const hpyr_context *context = cubes->context;
    const bool is_vertex = cubes->desc.expansion == HPYR_EXPANSION_VERTEX;
    const uint32_t fetches = (is_vertex ? 1 : VERTICES_OF_CELL) * vertex_fetches(cubes);
    const uint32_t most = hpi_gl_vertices_of_draw(context, fetches);
    GLint first_key = hpi_gl_location(context, program, "hpyr_", "first_key");
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "vertices"), 1);
    hpi_gl_capture_range_begin(context, c->buffer, (uintptr_t)c->offset, (size_t)c->count * RECORD, GL_POINTS);
    for (uint32_t done = 0; done < c->keys;) {
        uint32_t left = c->keys - done, chunk = left < most ? left : most;
        hpi_gl_set_count(context, first_key, c->first_key + done);
        glDrawArrays(GL_POINTS, 0, (GLsizei)chunk);
        if (chunk < left)
            glFlush();
        done += chunk;
    }
    hpi_gl_capture_end();
}

static hpyr_result run_capture(hpyr_marching_cubes *cubes, const capture *c) {
    GLuint program, pixel;
    borrowings borrowed;
    hpyr_result result = capture_program(cubes, c->no_wait, &program);
    if (result == HPYR_OK && c->no_wait) {
        /* The shader reads the total there. */
        result = hpi_cubes_write_command(cubes, cubes->pyramid, 0, 0);
        if (result == HPYR_OK)
            result = hpi_gl_buffer_clear(cubes->context, c->buffer, c->offset, (uint64_t)c->count * RECORD);
    }
    if (result != HPYR_OK)
        return result;
    /* Even a capture needs a complete framebuffer, and WebGL allows none with a texture that is read. */
    pixel = hpi_gl_texture_create(cubes->context, HPYR_FORMAT_RGBA8, 1, 1);
    if (!pixel)
        return HPYR_ERROR_OUT_OF_MEMORY;
    result = use(cubes, program, &borrowed);
    if (result == HPYR_OK) {
        glUniform1ui(hpi_gl_location(cubes->context, program, "", "first_cell"), c->first_key);
        glUniform1i(hpi_gl_location(cubes->context, program, "", "skipped"), (GLint)c->skipped);
        glUniform1i(hpi_gl_location(cubes->context, program, "", "command"), CUBES_COMMAND_UNIT);
        hpi_gl_texture_bind(cubes->context, CUBES_COMMAND_UNIT, GL_TEXTURE_2D, cubes->command);
        hpi_gl_target(cubes->context, pixel, 0, 1, 1);
        draw_keys(cubes, program, c);
        hpi_gl_target_release(cubes->context);
        result = hpi_gl_buffer_settle(cubes->context, c->buffer);
    }
    release(cubes, &borrowed);
    glDeleteTextures(1, &pixel);
    return result;
}

static hpyr_result run(hpyr_marching_cubes *cubes, capture *c) {
    hpyr_result result = hpi_gl_check_captures(cubes->context, "marching cubes");
    if (result == HPYR_OK)
        result = find_keys(cubes, c);
    return result == HPYR_OK ? run_capture(cubes, c) : result;
}

/* ---- extraction ---- */

static const hpi_mesh_form form = {.is_soup = true};

static hpyr_result check_output(const hpyr_marching_cubes *cubes, const hpyr_mesh_output *o) {
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result == HPYR_OK && cubes->context->legacy)
        result = hpi_gl_fail(cubes->context, HPYR_ERROR_UNSUPPORTED,
                             "marching cubes: GL 2.1 captures nothing into buffers; download it");
    return result == HPYR_OK ? hpi_mesh_check_output(cubes->context, form, o) : result;
}

static hpyr_result extract(hpyr_marching_cubes *cubes, const hpyr_mesh_output *o, hpyr_mesh_report *found) {
    hpyr_mesh_counts size = {0, 0};
    uint64_t room[2] = {0, 0};
    hpyr_result result = hpi_room_in_buffer(cubes->context, o->vertex_buffer, o->vertex_offset, RECORD, &room[0]);
    if (result == HPYR_OK && !o->no_wait)
        result = hpi_cubes_counts(cubes, &size, true);
    if (result != HPYR_OK)
        return result;
    hpi_mesh_make_report(form, o, &size, room, found);
    capture c = {.first = smaller(o->first_vertex, MOST_VERTICES),
                 .count = smaller(found->vertices_written, MOST_VERTICES),
                 .buffer = o->vertex_buffer,
                 .offset = o->vertex_offset,
                 .no_wait = o->no_wait};
    found->vertices_written = c.count;
    return c.count ? run(cubes, &c) : HPYR_OK;
}

hpyr_result hpyr_marching_cubes_extract(hpyr_marching_cubes *cubes, const hpyr_mesh_output *output,
                                        hpyr_mesh_report *report) {
    hpyr_mesh_report found = {0};
    hpi_gl_state state;
    if (report)
        *report = found;
    if (!cubes || !output)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_output(cubes, output);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(cubes->context, &state);
    result = hpi_gl_state_leave(cubes->context, &state, extract(cubes, output, &found));
    return hpi_mesh_answer(result, &found, output->no_wait, report);
}

/* ---- downloads ---- */

/* Captures into a buffer of our own, and reads it. */
static hpyr_result download_captured(hpyr_marching_cubes *cubes, hpyr_mesh_vertex *out, uint32_t count) {
    capture c = {.count = count < DOWNLOAD_CHUNK ? count : DOWNLOAD_CHUNK};
    glGenBuffers(1, &c.buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, c.buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)c.count * RECORD, NULL, HPI_GL_READ_USAGE);
    hpyr_result result = hpi_gl_result_of_error(cubes->context, hpi_gl_take_error(), HPYR_OK);
    while (result == HPYR_OK && c.first < count) {
        c.count = count - c.first < DOWNLOAD_CHUNK ? count - c.first : DOWNLOAD_CHUNK;
        result = run(cubes, &c);
        if (result == HPYR_OK)
            result = hpi_gl_buffer_read(cubes->context, c.buffer, 0, (GLsizeiptr)c.count * RECORD, out + c.first);
        c.first += c.count;
    }
    glDeleteBuffers(1, &c.buffer);
    return result;
}

/* Reads the rows of vertices that were drawn. */
static void read_list(const hpyr_context *context, uint32_t count, hpyr_mesh_vertex *out) {
    GLsizei rows = (GLsizei)(count / LIST_WIDTH), rest = (GLsizei)(count % LIST_WIDTH);
    if (rows)
        hpi_gl_pixels_read(context, 0, 0, 2 * LIST_WIDTH, rows, GL_RGB, GL_FLOAT, out);
    if (rest)
        hpi_gl_pixels_read(context, 0, rows, 2 * rest, 1, GL_RGB, GL_FLOAT, out + (size_t)rows * LIST_WIDTH);
}

/* Draws a vertex as two texels, its position and its normal, and reads them. */
static hpyr_result download_drawn(hpyr_marching_cubes *cubes, hpyr_mesh_vertex *out, uint32_t count) {
    const hpyr_context *context = cubes->context;
    const uint32_t largest = LIST_WIDTH * LIST_ROWS;
    GLuint program, list;
    borrowings borrowed;
    hpyr_result result = download_program(cubes, &program);
    if (result != HPYR_OK)
        return result;
    list = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32F, 2 * LIST_WIDTH, LIST_ROWS);
    if (!list)
        return HPYR_ERROR_OUT_OF_MEMORY;
    result = use(cubes, program, &borrowed);
    for (uint32_t done = 0; result == HPYR_OK && done < count; done += largest) {
        uint32_t chunk = count - done < largest ? count - done : largest;
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "first"), done);
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "count"), chunk);
        hpi_gl_set_count(context, hpi_gl_location(context, program, "", "width"), LIST_WIDTH);
        hpi_gl_target(context, list, 0, 2 * LIST_WIDTH, (chunk - 1) / LIST_WIDTH + 1);
        hpi_gl_draw_bands(context, 2 * (uint64_t)chunk * vertex_fetches(cubes));
        read_list(context, chunk, out + done);
    }
    release(cubes, &borrowed);
    hpi_gl_target_release(context);
    glDeleteTextures(1, &list);
    return result;
}

static hpyr_result download(hpyr_marching_cubes *cubes, hpyr_mesh_vertex *vertices, uint64_t capacity,
                            hpyr_mesh_report *found) {
    const hpyr_mesh_output all = {.vertex_buffer = vertices ? 1 : 0, .vertex_count = HPYR_ALL};
    const uint64_t room[2] = {capacity, 0};
    hpyr_mesh_counts size;
    hpyr_result result = hpi_cubes_counts(cubes, &size, true);
    if (result != HPYR_OK)
        return result;
    hpi_mesh_make_report(form, &all, &size, room, found);
    const uint32_t count = (uint32_t)found->vertices_written;
    if (!count)
        return HPYR_OK;
    return cubes->context->legacy ? download_drawn(cubes, vertices, count) : download_captured(cubes, vertices, count);
}

hpyr_result hpyr_marching_cubes_download(hpyr_marching_cubes *cubes, hpyr_mesh_vertex *vertices, size_t vertex_capacity,
                                         hpyr_mesh_report *report) {
    hpyr_mesh_report found = {0};
    hpi_gl_state state;
    if (report)
        *report = found;
    if (!cubes || (!vertices && vertex_capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result != HPYR_OK || !hpi_field_has_cells(&cubes->field))
        return result;
    hpi_gl_state_enter(cubes->context, &state);
    result = hpi_gl_state_leave(cubes->context, &state, download(cubes, vertices, vertex_capacity, &found));
    return hpi_mesh_answer(result, &found, false, report);
}

hpyr_result hpyr_marching_cubes_command(hpyr_marching_cubes *cubes, uint32_t buffer, uint64_t offset) {
    hpyr_pyramid *vertices = NULL;
    hpi_gl_state state;
    if (!cubes)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result != HPYR_OK)
        return result;
    bool has_cells = hpi_field_has_cells(&cubes->field);
    hpi_gl_state_enter(cubes->context, &state);
    result = hpi_check_command(cubes->context, buffer, offset);
    if (result == HPYR_OK && has_cells)
        result = hpi_cubes_vertices_pyramid(cubes, &vertices);
    if (result == HPYR_OK && has_cells)
        result = hpi_cubes_write_command(cubes, vertices, buffer, offset);
    else if (result == HPYR_OK)
        result = hpi_write_empty_command(cubes->context, buffer, offset);
    return hpi_gl_state_leave(cubes->context, &state, result);
}
