/* extract.c - the PointList Builder: it writes ranges of keys to buffers, 2D textures and CPU
 * memory, and it ranks cells.
 * Source: Ziegler et al. 2006, section 6.  On the GPU every path is a fragment pass that traverses
 * once a texel. It beats transform feedback: a software rasterizer runs vertex shaders on one core,
 * and a GPU gains nothing by a vertex a key. glReadPixels then copies the texels to a buffer on the
 * GPU.  SPDX-License-Identifier: MIT */
#include "core/layout.h"
#include "core/traversal.h"

#include <math.h>
#include <string.h>

enum { LIST_WIDTH = 1024, LIST_MAX_ROWS = 1024, RECORD = sizeof(hpyr_point) };

/* ---- ranges ---- */

/* Finds how many keys of [first, first + count) exist, and how many of them fit. */
static hpyr_result open_range(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, uint64_t capacity,
                              hpyr_report *report) {
    hpyr_result result = hpi_core_wait_total(pyramid);
    if (result != HPYR_OK)
        return result;
    hpi_core_clip_range(pyramid, first, count, report);
    report->written = report->available < capacity ? report->available : (uint32_t)capacity;
    return HPYR_OK;
}

/* Returns how many records fit into `size` bytes. No padding is needed behind the last one. */
static uint64_t records_in(uint64_t size, uint64_t stride) {
    return size < RECORD ? 0 : (size - RECORD) / stride + 1;
}

/* ---- the scratch list ---- */

/* A record has four words. GL 2.1 has no integers; there they are floats. */
static hpyr_format record_format(const hpyr_context *context) {
    return context->legacy ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI;
}

static hpyr_result reserve_list(hpyr_context *context, uint32_t count) {
    uint32_t rows = (count - 1) / LIST_WIDTH + 1;
    if (rows > LIST_MAX_ROWS)
        rows = LIST_MAX_ROWS;
    if (rows <= context->list_rows)
        return HPYR_OK;
    rows = hpi_core_power_of_two(rows);
    glDeleteTextures(1, &context->list);
    context->list_rows = 0;
    context->list = hpi_gl_texture_create(context, record_format(context), LIST_WIDTH, rows);
    if (!context->list)
        return HPYR_ERROR_OUT_OF_MEMORY;
    context->list_rows = rows;
    return HPYR_OK;
}

/* Makes a program that traverses current. A MERGED pyramid still reads the input, and the caller
 * may have changed it since the build, so the input is checked again. */
static hpyr_result begin_traversal(hpyr_pyramid *pyramid, const char *entry, const char *more, GLuint *program,
                                   hpi_loan *borrowed) {
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = entry};
    hpi_text levels = HPI_TEXT(pyramid->context);
    hpyr_result result = hpi_core_check_borrowed(pyramid);
    if (result != HPYR_OK)
        return result;
    hpi_core_add_level_defines(pyramid, &levels);
    hpi_text_add(&levels, more);
    result = hpi_core_program(pyramid, &stage, hpi_core_reads_source(pyramid), hpi_text_get(&levels), program);
    hpi_text_free(&levels);
    return result == HPYR_OK ? hpi_core_use(pyramid, *program, "hpyr_", HPI_PYRAMID_UNIT, HPI_STATE_UNITS, borrowed)
                             : result;
}

/* Draws keys [first, first + count) into the target that is bound, `width` of them in a row. Of its `texels` those that keys
 * do not need are cleared. */
static hpyr_result draw_list(hpyr_pyramid *pyramid, bool floats, uint32_t first, uint32_t count, uint32_t width,
                             uint64_t texels) {
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result =
        begin_traversal(pyramid, "core/list.frag.glsl", floats ? "#define HPYR_FLOAT_LIST\n" : "", &program, &borrowed);
    if (result != HPYR_OK)
        return result;
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, "", "first"), first);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, "", "count"), count);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, "", "width"), width);
    hpi_gl_draw_bands(pyramid->context, texels * hpi_core_traversal_fetches(pyramid));
    hpi_core_loan_end(pyramid->context, &borrowed);
    return HPYR_OK;
}

/* Draws at most LIST_WIDTH x LIST_MAX_ROWS keys into the scratch list, which stays bound for
 * reading. */
static hpyr_result draw_chunk(hpyr_pyramid *pyramid, uint32_t first, uint32_t count) {
    hpyr_context *context = pyramid->context;
    uint32_t width = count < LIST_WIDTH ? count : LIST_WIDTH, rows = (count - 1) / LIST_WIDTH + 1;
    if (!hpi_gl_target(context, context->list, 0, width, rows))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "extract: this GL cannot render to %s",
                           hpi_gl_format_of(record_format(context))->name);
    return draw_list(pyramid, false, first, count, LIST_WIDTH, (uint64_t)width * rows);
}

/* On GL 2.1 the words were read as floats: replaces each by its integer. */
static void convert_words(const hpyr_context *context, void *words, size_t count) {
    unsigned char *bytes = words;
    if (!context->legacy)
        return;
    for (size_t i = 0; i < count; i++, bytes += sizeof(float)) {
        float value;
        memcpy(&value, bytes, sizeof value);
        uint32_t whole = (uint32_t)value;
        memcpy(bytes, &whole, sizeof whole);
    }
}

/* Reads the records of a chunk without gaps. `out` is a pointer, or an offset in the pixel pack
 * buffer if one is bound. */
static void read_chunk(const hpyr_context *context, uint32_t count, uintptr_t out) {
    const hpi_gl_format *format = hpi_gl_format_of(record_format(context));
    hpi_gl_pixels_read_rows(context, LIST_WIDTH, count, format->external, format->type, RECORD, (void *)out);
}

/* Where chunks go: a buffer object if `buffer` is not 0, else memory. */
typedef struct destination {
    GLuint buffer;
    uintptr_t start; /* offset in the buffer, or address */
    size_t stride;
    hpyr_point *staging; /* room for a chunk, if there are gaps between records */
} destination;

static hpyr_result scatter(hpyr_context *context, const destination *to, uint32_t done, uint32_t count) {
    size_t offset = (size_t)done * to->stride, span = (size_t)(count - 1) * to->stride + RECORD;
    unsigned char *out;
    if (to->buffer) {
        out = hpi_gl_buffer_map(context, to->buffer, to->start + offset, span);
        if (!out)
            return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "extract: buffer %u cannot be mapped", to->buffer);
    } else {
        out = (unsigned char *)to->start + offset;
    }
    for (uint32_t i = 0; i < count; i++)
        memcpy(out + (size_t)i * to->stride, &to->staging[i], RECORD);
    if (to->buffer)
        hpi_gl_buffer_unmap(context);
    return HPYR_OK;
}

static hpyr_result write_range(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, const destination *to) {
    const uint32_t largest = LIST_WIDTH * LIST_MAX_ROWS;
    hpyr_result result = reserve_list(pyramid->context, count);
    for (uint32_t done = 0; result == HPYR_OK && done < count;) {
        uint32_t chunk = count - done < largest ? count - done : largest;
        result = draw_chunk(pyramid, first + done, chunk);
        if (result != HPYR_OK)
            break;
        uintptr_t place = to->start + (uintptr_t)done * RECORD;
        if (to->staging) {
            read_chunk(pyramid->context, chunk, (uintptr_t)to->staging);
            if (!to->buffer)
                convert_words(pyramid->context, to->staging, (size_t)chunk * 4);
            result = scatter(pyramid->context, to, done, chunk);
        } else if (!to->buffer) {
            read_chunk(pyramid->context, chunk, place);
            convert_words(pyramid->context, (void *)place, (size_t)chunk * 4);
        } else {
            glBindBuffer(GL_PIXEL_PACK_BUFFER, to->buffer);
            read_chunk(pyramid->context, chunk, place);
            glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
            result = hpi_gl_buffer_settle(pyramid->context, to->buffer);
        }
        done += chunk;
    }
    return result;
}

static hpyr_result write_report(hpyr_pyramid *pyramid, uint32_t first, destination *to, hpyr_report *report) {
    hpyr_result result = HPYR_OK;
    if (report->written && to->stride != RECORD) {
        uint32_t largest = LIST_WIDTH * LIST_MAX_ROWS;
        to->staging =
            hpi_alloc(pyramid->context, (size_t)(report->written < largest ? report->written : largest) * RECORD);
        if (!to->staging)
            result = hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "extract: no memory for %u records",
                                 (unsigned)report->written);
    }
    if (result == HPYR_OK && report->written)
        result = write_range(pyramid, first, report->written, to);
    hpi_free(pyramid->context, to->staging);
    if (result == HPYR_OK && report->written < report->available)
        result = HPYR_TRUNCATED;
    return result;
}

/* ---- public ---- */

/* A call that failed, or has not got its programs yet, has written no records. */
static hpyr_result leave(hpyr_pyramid *pyramid, const hpi_gl_state *state, hpyr_result result, hpyr_report *report) {
    result = hpi_gl_state_leave(pyramid->context, state, result);
    if (result < 0 || result == HPYR_NOT_READY)
        report->written = 0;
    return result;
}

hpyr_result hpyr_pyramid_extract_buffer(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, uint32_t buffer,
                                        uint64_t offset, uint32_t stride, hpyr_report *report) {
    hpyr_report own;
    hpi_gl_state state;
    uint64_t room;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    destination to = {.buffer = buffer, .start = (uintptr_t)offset, .stride = stride ? stride : RECORD};
    if (to.stride < RECORD || to.stride % 4 || offset % 4)
        return hpi_gl_fail(
            pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
            "extract: stride %u and offset %llu; strides are multiples of 4 from 16 up, offsets multiples of 4", stride,
            (unsigned long long)offset);
    hpyr_result result = hpi_gl_check_current(pyramid->context, "extract");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(pyramid->context, &state);
    result = hpi_gl_buffer_room(pyramid->context, "extract", buffer, offset, &room);
    if (result == HPYR_OK)
        result = open_range(pyramid, first, count, records_in(room, to.stride), report);
    if (result == HPYR_OK)
        result = write_report(pyramid, first, &to, report);
    return leave(pyramid, &state, result, report);
}

hpyr_result hpyr_pyramid_download(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, void *records, size_t capacity,
                                  size_t stride, hpyr_report *report) {
    hpyr_report own;
    hpi_gl_state state;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    destination to = {.start = (uintptr_t)records, .stride = stride ? stride : RECORD};
    if (to.stride < RECORD || (!records && capacity))
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT, "download: %s",
                           records ? "a stride under 16 bytes" : "no memory given");
    hpyr_result result = hpi_gl_check_current(pyramid->context, "download");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(pyramid->context, &state);
    result = open_range(pyramid, first, count, capacity, report);
    if (result == HPYR_OK)
        result = write_report(pyramid, first, &to, report);
    return leave(pyramid, &state, result, report);
}

static hpyr_result extract_texture(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, const hpyr_texture *list,
                                   hpyr_report *report) {
    hpyr_context *context = pyramid->context;
    hpi_gl_borrowed borrowed;
    hpyr_texture target;
    hpyr_result result = hpi_gl_texture_check(context, list, "point list", &target);
    if (result != HPYR_OK)
        return result;
    if (target.target != GL_TEXTURE_2D ||
        (target.format != HPYR_FORMAT_RGBA32UI && target.format != HPYR_FORMAT_RGBA32F))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "point list: %s; it must be a 2D texture of RGBA32UI or RGBA32F",
                           hpi_gl_format_of(target.format)->name);
    if (hpi_core_borrows(pyramid, target.name))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "point list: texture %u is an input that the traversal reads",
                           target.name);
    result = open_range(pyramid, first, count, (uint64_t)target.width * target.height, report);
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_target_borrow(context, &target, HPI_EXTRA_UNIT, target.width, target.height, &borrowed))
        result =
            hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "point list: this GL cannot render to texture %u", target.name);
    else
        result = draw_list(pyramid, target.format == HPYR_FORMAT_RGBA32F, first, report->written, target.width,
                           (uint64_t)target.width * target.height);
    hpi_gl_target_return(context, &borrowed, HPI_EXTRA_UNIT);
    if (result == HPYR_OK && report->written < report->available)
        result = HPYR_TRUNCATED;
    return result;
}

hpyr_result hpyr_pyramid_extract_texture(hpyr_pyramid *pyramid, uint32_t first, uint32_t count,
                                         const hpyr_texture *list, hpyr_report *report) {
    hpyr_report own;
    hpi_gl_state state;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(pyramid->context, "point list");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(pyramid->context, &state);
    return leave(pyramid, &state, extract_texture(pyramid, first, count, list, report), report);
}

uint32_t hpyr_list_side(uint32_t count) {
    uint32_t side = (uint32_t)sqrt((double)count);
    while ((uint64_t)side * side < count)
        side++;
    return side ? side : 1;
}

/* ---- ranks ---- */

static hpyr_result draw_ranks(hpyr_pyramid *pyramid, GLuint cells, uint32_t texture_rows, uint32_t width,
                              uint32_t rows) {
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result = begin_traversal(pyramid, "core/rank.frag.glsl", "", &program, &borrowed);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_bind(pyramid->context, HPI_EXTRA_UNIT, GL_TEXTURE_2D, cells);
    glUniform1i(hpi_gl_location(pyramid->context, program, "", "cells"), HPI_EXTRA_UNIT);
    glUniform2f(hpi_gl_location(pyramid->context, program, "", "cells_scale"), 1.0f / LIST_WIDTH,
                1.0f / (GLfloat)texture_rows);
    hpi_gl_viewport(pyramid->context, 0, 0, width, rows);
    hpi_gl_draw_bands(pyramid->context, (uint64_t)width * rows * hpi_core_traversal_fetches(pyramid));
    hpi_core_loan_end(pyramid->context, &borrowed);
    return HPYR_OK;
}

static void upload_cells(const hpyr_context *context, GLuint cells, const hpyr_point *in, uint32_t width, uint32_t rows,
                         float *floats) {
    const hpi_gl_format *format = hpi_gl_format_of(record_format(context));
    const void *texels = in;
    if (context->legacy) {
        for (size_t i = 0; i < (size_t)width * rows; i++) {
            floats[4 * i] = (float)in[i].x;
            floats[4 * i + 1] = (float)in[i].y;
            floats[4 * i + 2] = (float)in[i].z;
            floats[4 * i + 3] = 0.0f;
        }
        texels = floats;
    }
    hpi_gl_texture_show(context, HPI_EXTRA_UNIT, GL_TEXTURE_2D, cells);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)width, (GLsizei)rows, format->external, format->type, texels);
}

/* What ranking a list needs: two textures of `rows` rows, on GL 2.1 room for cells as floats, and
 * on OpenGL ES room for keys with three words of nothing behind each. */
typedef struct ranking {
    GLuint in, out;
    uint32_t rows;
    float *floats;
    uint32_t *wide;
} ranking;

/* OpenGL ES promises to read four channels only, but may be able to read one. */
static void read_keys(hpyr_context *context, const ranking *r, uint32_t width, uint32_t rows, uint32_t *keys) {
    GLenum external = context->legacy ? GL_RED : hpi_gl_pixels_external(context, HPYR_FORMAT_R32UI);
    if (external != GL_RGBA_INTEGER) {
        hpi_gl_pixels_read(context, 0, 0, (GLsizei)width, (GLsizei)rows, external,
                           context->legacy ? GL_FLOAT : GL_UNSIGNED_INT, keys);
        convert_words(context, keys, (size_t)width * rows);
        return;
    }
    hpi_gl_pixels_read(context, 0, 0, (GLsizei)width, (GLsizei)rows, external, GL_UNSIGNED_INT, r->wide);
    for (size_t i = 0; i < (size_t)width * rows; i++)
        keys[i] = r->wide[4 * i];
}

/* Ranks width x rows cells: full rows, or the rest of the last one. */
static hpyr_result rank_block(hpyr_pyramid *pyramid, const ranking *r, const hpyr_point *in, uint32_t width,
                              uint32_t rows, uint32_t *keys) {
    upload_cells(pyramid->context, r->in, in, width, rows, r->floats);
    hpyr_result result = draw_ranks(pyramid, r->in, r->rows, width, rows);
    if (result != HPYR_OK)
        return result;
    read_keys(pyramid->context, r, width, rows, keys);
    return HPYR_OK;
}

static hpyr_result ranking_create(const hpyr_context *context, uint32_t count, ranking *r) {
    hpyr_format keys = context->legacy ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_R32UI;
    r->rows = (count - 1) / LIST_WIDTH + 1;
    if (r->rows > LIST_MAX_ROWS)
        r->rows = LIST_MAX_ROWS;
    size_t words = (size_t)LIST_WIDTH * r->rows * 4;
    if (context->legacy || context->es) {
        r->floats = context->legacy ? hpi_alloc(context, words * sizeof *r->floats) : NULL;
        r->wide = context->es ? hpi_alloc(context, words * sizeof *r->wide) : NULL;
        if (!r->floats && !r->wide)
            return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "rank: no memory for %u cells", count);
    }
    r->in = hpi_gl_texture_create(context, record_format(context), LIST_WIDTH, r->rows);
    r->out = hpi_gl_texture_create(context, keys, LIST_WIDTH, r->rows);
    if (!r->in || !r->out)
        return HPYR_ERROR_OUT_OF_MEMORY;
    if (!hpi_gl_target(context, r->out, 0, LIST_WIDTH, r->rows))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "rank: this GL cannot render to %s", hpi_gl_format_of(keys)->name);
    return HPYR_OK;
}

static hpyr_result rank(hpyr_pyramid *pyramid, const hpyr_point *cells, uint32_t count, uint32_t *keys) {
    const hpyr_context *context = pyramid->context;
    ranking r = {0};
    hpyr_result result = ranking_create(context, count, &r);
    for (uint32_t done = 0; result == HPYR_OK && done < count;) {
        uint32_t left = count - done, whole = left / LIST_WIDTH < r.rows ? left / LIST_WIDTH : r.rows;
        uint32_t width = whole ? LIST_WIDTH : left;
        result = rank_block(pyramid, &r, cells + done, width, whole ? whole : 1, keys + done);
        done += whole ? whole * LIST_WIDTH : left;
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &r.in);
    glDeleteTextures(1, &r.out);
    hpi_free(context, r.floats);
    hpi_free(context, r.wide);
    return result;
}

hpyr_result hpyr_pyramid_rank(hpyr_pyramid *pyramid, const hpyr_point *cells, uint32_t count, uint32_t *keys) {
    hpi_gl_state state;
    if (!pyramid || (count && (!cells || !keys)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_flat3d *map = &pyramid->map;
    for (uint32_t i = 0; i < count; i++)
        if (cells[i].x >= map->width || cells[i].y >= map->height || cells[i].z >= map->depth)
            return hpi_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
                               "rank: cell %u is (%u, %u, %u), outside %ux%ux%u", i, cells[i].x, cells[i].y, cells[i].z,
                               map->width, map->height, map->depth);
    hpyr_result result = hpi_gl_check_current(pyramid->context, "rank");
    if (result == HPYR_OK)
        result = hpi_core_wait_total(pyramid);
    if (result != HPYR_OK || !count)
        return result;
    hpi_gl_state_enter(pyramid->context, &state);
    return hpi_gl_state_leave(pyramid->context, &state, rank(pyramid, cells, count, keys));
}
